// The end of a game, as a moment.

import { speed } from "./senses.js";

const CELEBRATION = 1200; // ms at the usual speed
const CONFETTI = 40;

// Let paper in the shape of those who have won fall over the board.
export function dropPaper(board, shapes) {
  for (let count = 0; speed() && shapes.length && count < CONFETTI; count += 1) {
    const paper = board.appendChild(shapes[count % shapes.length].cloneNode(true));
    paper.classList.add("confetti");
    paper.style.left = `${100 * Math.random()}%`;
    const fall = (0.4 + 0.6 * Math.random()) * board.clientHeight;
    const turn = 720 * (Math.random() - 0.5);
    paper.animate(
      {
        transform: ["translateY(-2rem)", `translateY(${fall}px) rotate(${turn}deg) scale(.6)`],
        opacity: [1, 1, 0],
      },
      { duration: CELEBRATION / speed(), easing: "cubic-bezier(.2, .6, .6, 1)" },
    ).onfinish = () => paper.remove();
  }
}
