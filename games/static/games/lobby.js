// The lobby: its lists stay up to date.

import { stayLive } from "./live.js";

stayLive();
