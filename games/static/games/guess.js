// Guess mode: how the game goes on stays hidden, and before each choice the reader is asked.
// It hears of each step before the player does, which asks how far it may go.
window.replay.guess = (() => {
  "use strict";
  const { replay } = window;
  const byId = (id) => document.getElementById(id);
  const box = byId("r-guessing");
  const panel = byId("r-guess");
  const question = byId("r-question");
  const answers = byId("r-answers");
  const given = new Map(); // by seq: what the reader said, "" for nothing, and what was done
  let reached = 0; // the furthest step shown while guessing

  const asked = () => {
    const frame = replay.frames.get(reached);
    return frame?.asks && !given.has(reached) ? frame : null;
  };

  // One step further than seen, unless a question is open or it is not known whether one is.
  function reach() {
    const known = replay.frames.has(reached);
    return known && !asked() ? replay.steps.next(reached) : reached;
  }

  function score() {
    const answers = [...given.values()].filter(({ said }) => said);
    const right = answers.filter(({ said, done }) => said === done);
    if (!answers.length) return "";
    return question.dataset.agreed.replace("%1$s", right.length).replace("%2$s", answers.length);
  }

  function verdict() {
    const last = [...given.keys()].at(-1);
    if (last === undefined) return question.dataset.start;
    const frame = replay.frames.get(replay.steps.next(last));
    const { said, done } = given.get(last);
    const words = said && question.dataset[said === done ? "same" : "other"];
    return [replay.shown === frame?.seq && frame.say, words].filter(Boolean).join(" ");
  }

  function write() {
    if (!box.checked) return;
    const open = asked();
    const over = reached === replay.version ? question.dataset.over : "";
    const texts = open ? [open.asks, score()] : [verdict(), score(), over];
    const text = texts.filter(Boolean).join(" ");
    if (question.textContent !== text) question.textContent = text;
    answers.hidden = !open;
  }

  function hideLog() {
    for (const part of byId("r-log").querySelectorAll("[data-turn], [data-seq]")) {
      const turn = part.dataset.turn;
      const later = Number(turn ?? part.dataset.seq) > reached;
      (turn ? part : part.parentElement).hidden = box.checked && later;
    }
    replay.steps.markLog(); // what was hidden until now had no place to scroll to
  }

  function follow() {
    if (box.checked) reached = Math.max(reached, replay.shown);
    if (box.checked) hideLog();
    settle();
  }

  function settle() {
    window.guessKept.keep(box.checked ? { reached, given: [...given] } : null);
    write();
    replay.steps.steer();
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
    reached = start;
    given.clear();
    show();
    if (box.checked && start !== replay.wanted) replay.go(start);
    replay.player.plan();
  }

  function goOn(state) {
    reached = state.reached;
    for (const [seq, answer] of state.given) given.set(seq, answer);
    show();
  }

  function answer(said) {
    const frame = asked();
    if (!frame) return;
    given.set(reached, { said, done: frame.answer });
    replay.go(replay.steps.next(reached));
  }

  const kept = window.guessKept.state;
  box.checked = Boolean(kept); // some browsers remember what was checked on the page before
  if (kept) goOn(kept);
  box.addEventListener("change", toggle);
  answers.addEventListener("click", (event) => {
    const button = event.target.closest("[data-answer]");
    if (button) answer(button.dataset.answer);
  });
  replay.on("shown", follow);
  replay.on("steer", write);
  replay.on("log", hideLog);
  replay.on("held", () => answers.querySelector("button").focus());
  return { answer, get on() { return box.checked; } };
})();
