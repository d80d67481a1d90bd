// Other ways on from a position: marks on the board press what they stand for.

import { pressOnBoard } from "./controls.js";

document.addEventListener("click", pressOnBoard);
