// The page of a replay.

import { startChat } from "../chat/chat.js";
import { createAutoplay } from "./autoplay.js";
import { startComments } from "./comments.js";
import { startDialogs } from "./dialogs.js";
import { byId } from "./dom.js";
import { createGuessing } from "./guess.js";
import { stayLive } from "./live.js";
import { startKeys } from "./replay-keys.js";
import { createNavigation, followSteps } from "./replay-navigation.js";
import { createReplay } from "./replay-stepper.js";
import { startSenses } from "./senses-form.js";

const root = byId("replay");
if (root.dataset.socket) stayLive(); // the game goes on
const replay = createReplay(root);
const navigation = createNavigation(replay);
const guessing = createGuessing(replay, navigation);
const autoplay = createAutoplay(replay, navigation);
startKeys(replay, navigation, guessing, autoplay);
startComments(replay);
startChat();
followSteps();
startDialogs();
startSenses();
replay.fetchNear();

const proof = byId("r-proof");
if (proof) {
  // The script that verifies a game is long, and nothing waits for it.
  import("./replay-verify.js").then(({ verifyReplay }) => verifyReplay(replay, proof));
}
