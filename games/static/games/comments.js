// The comments follow the step that is shown. Frames are kept by browsers and hold none, so the
// comments of a step that has any are asked for when somebody rests on it.

import { byId, elementsOf } from "./dom.js";

const REST = 150; // ms on a step before its comments are asked for
export function startComments(replay) {
  const talk = byId("r-talk");
  let shown = Number(byId("r-comments").dataset.step);
  let timer = null;

  const marks = () => [...byId("r-talked").querySelectorAll("[data-count]")];

  function markLog() {
    for (const entry of byId("r-log").querySelectorAll("[data-talk]")) delete entry.dataset.talk;
    for (const mark of marks()) {
      const entry = byId("r-log").querySelector(`[data-seq="${mark.dataset.seq}"]`);
      if (entry) entry.dataset.talk = mark.dataset.count;
    }
  }

  function follow(seq) {
    shown = seq;
    const field = byId("r-talk-form").querySelector("[name=seq]");
    if (field) field.value = seq;
    const list = byId("r-comments");
    if (Number(list.dataset.step) === seq) return;
    clearTimeout(timer);
    list.dataset.step = seq;
    list.querySelector("ol")?.remove();
    const some = marks().some((mark) => Number(mark.dataset.seq) === seq);
    list.toggleAttribute("data-busy", some);
    if (some) timer = setTimeout(load, REST, seq);
  }

  async function load(seq) {
    const answer = await fetch(`${talk.dataset.comments}${seq}/`).catch(() => null);
    if (!answer?.ok) return;
    const [fresh] = elementsOf(await answer.text());
    if (seq !== shown) return;
    byId("r-comments").replaceWith(fresh);
    htmx.process(fresh);
  }

  replay.on("shown", () => {
    follow(replay.shown);
    markLog();
  });
  replay.on("log", markLog);

  document.addEventListener("htmx:oobAfterSwap", () => {
    markLog();
    follow(shown); // the answer may be about a step that is not shown any more
    const { dataset } = byId("r-talk-form");
    if (!("news" in dataset)) return;
    if (dataset.news) byId("r-say").textContent = dataset.news;
    delete dataset.news;
    // What had the focus is gone.
    if (document.activeElement === document.body) byId("talk-title").focus({ preventScroll: true });
  });

  // Any other answer is not about comments, and no part of this page.
  talk.addEventListener("htmx:afterRequest", ({ detail }) => {
    const failed = byId("r-talk-failed");
    failed.textContent = [200, 422, 429].includes(detail.xhr.status) ? "" : failed.dataset.text;
  });

  markLog();
}
