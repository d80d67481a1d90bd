// The page of preferences: what holds on this device alone.

import { startSenses } from "./senses-form.js";

startSenses();
