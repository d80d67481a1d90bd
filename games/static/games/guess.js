// Guess mode: how the game goes on stays hidden, and before each choice the reader is asked.
// It must hear of each step before autoplay does, which asks how far it may go.

import { byId } from "./dom.js";
import { Guesses } from "./guess-state.js";
import { forTab } from "./storage.js";

export function createGuessing(replay, navigation) {
  const key = `guess-${replay.root.dataset.base}`; // first-paint.js looks there, too
  const box = byId("r-guessing");
  const panel = byId("r-guess");
  const question = byId("r-question");
  const answers = byId("r-answers");
  let guesses = new Guesses();

  const asked = () => {
    const frame = replay.frames.get(guesses.reached);
    return frame?.asks && !guesses.hasAnswered ? frame : null;
  };

  // One step further than seen, unless a question is open or it is not known whether one is.
  function reach() {
    const { reached } = guesses;
    const known = replay.frames.has(reached);
    return known && !asked() ? navigation.next(reached) : reached;
  }

  function score() {
    const { agreed, evaluated } = question.dataset;
    const told = (text, { right, all }) =>
      all ? text.replace("%(agreed)s", right).replace("%(asked)s", all) : "";
    return `${told(agreed, guesses.score)} ${told(evaluated, guesses.evaluated)}`.trim();
  }

  function verdict() {
    const { last } = guesses;
    if (!last) return question.dataset.start;
    const frame = replay.frames.get(navigation.next(last.seq));
    const { said, done, best } = last;
    const words = said && question.dataset[said === done ? "same" : "other"];
    const evaluation = said && best && question.dataset[said === best ? "right" : "wrong"];
    return [replay.shown === frame?.seq && frame.say, words, evaluation].filter(Boolean).join(" ");
  }

  let written = "";
  function write() {
    if (!box.checked) return;
    const open = asked();
    const over = guesses.reached === replay.version ? question.dataset.over : "";
    const texts = open ? [open.asks, score()] : [verdict(), score(), over];
    const html = texts.filter(Boolean).join(" ");
    if (written !== html) question.innerHTML = html;
    written = html;
    answers.hidden = !open;
  }

  function hideLog() {
    for (const part of byId("r-log").querySelectorAll("[data-turn], [data-seq]")) {
      const turn = part.dataset.turn;
      const later = Number(turn ?? part.dataset.seq) > guesses.reached;
      (turn ? part : part.parentElement).hidden = box.checked && later;
    }
    navigation.markLog(); // what was hidden until now had no place to scroll to
  }

  function follow() {
    if (box.checked) {
      guesses.reach(replay.shown);
      hideLog();
    }
    settle();
  }

  function settle() {
    if (box.checked) forTab.setJson(key, guesses);
    else forTab.remove(key);
    write();
    navigation.steer();
  }

  function show() {
    document.documentElement.classList.toggle("guessing", box.checked);
    panel.hidden = !box.checked;
    replay.limitTo(box.checked ? reach : null);
    hideLog();
    settle();
  }

  function toggle() {
    const start = replay.wanted === replay.version ? 0 : replay.wanted;
    guesses = new Guesses({ reached: start });
    show();
    if (box.checked && start !== replay.wanted) replay.go(start);
    replay.tell("guess");
  }

  function answer(said) {
    const frame = asked();
    if (!frame) return;
    guesses.answer(said, frame.answer, frame.best);
    replay.go(navigation.next(guesses.reached));
  }

  // Some browsers remember what was checked on the page before.
  box.checked = document.documentElement.classList.contains("guessing");
  if (box.checked) {
    guesses = new Guesses(forTab.getJson(key));
    show();
  } else {
    forTab.remove(key);
  }
  box.addEventListener("change", toggle);
  answers.addEventListener("click", (event) => {
    const button = event.target.closest("[data-answer]");
    if (button) answer(button.dataset.answer);
  });
  replay.on("shown", follow);
  replay.on("steer", write);
  replay.on("log", hideLog);
  replay.on("held", () => answers.querySelector("button").focus());
  return { answer };
}
