// What the device needs that all play on, besides what every table needs.

import { startDicePad } from "./dice-pad.js";
import { startKeptPresses } from "./kept-presses.js";

startDicePad();
startKeptPresses();
