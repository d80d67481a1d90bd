// How far somebody who guesses has come in a game, and what they said when they were asked.

export class Guesses {
  // reached: the furthest step shown.
  // given: by seq, in order, what the reader said, "" for nothing, what was done, and what the
  // analysis would have done, "" if it does not say.
  constructor({ reached = 0, given = [] } = {}) {
    this.reached = reached;
    this.given = new Map(given);
  }

  reach(seq) {
    this.reached = Math.max(this.reached, seq);
  }

  answer(said, done, best) {
    this.given.set(this.reached, { said, done, best });
  }

  // Whether the question at the furthest step has an answer.
  get hasAnswered() {
    return this.given.has(this.reached);
  }

  // The last answer and the step at which it was given, or null.
  get last() {
    const entry = [...this.given].at(-1);
    return entry ? { seq: entry[0], ...entry[1] } : null;
  }

  // How many guesses were right, of how many. To let a question pass is no guess.
  get score() {
    const guessed = [...this.given.values()].filter(({ said }) => said);
    return { right: guessed.filter(({ said, done }) => said === done).length, all: guessed.length };
  }

  // The same for those guesses of which the analysis knows what is right.
  get evaluated() {
    const guessed = [...this.given.values()].filter(({ said, best }) => said && best);
    return { right: guessed.filter(({ said, best }) => said === best).length, all: guessed.length };
  }

  toJSON() {
    return { reached: this.reached, given: [...this.given] };
  }
}
