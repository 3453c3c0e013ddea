/** What is thrown by a question that is too deep inside others: it is answered first, then they are asked again. */
class TooDeep {
  readonly answer: () => void;
  constructor(answer: () => void) {
    this.answer = answer;
  }
}

/** Maximum number of questions inside each other: a chain of names or calls can be as long as the source. */
const maxDepth = 60;
let depth = 0;

/** Answers a question, and before it those that it waits for. */
const settle = (answer: () => void): void => {
  const waiting = [answer];
  for (let last = waiting.at(-1); last; last = waiting.at(-1)) {
    depth = 1;
    try {
      last();
      waiting.pop();
    } catch (error) {
      if (!(error instanceof TooDeep)) throw error;
      waiting.push(error.answer);
    } finally {
      depth = 0;
    }
  }
};

/**
 * Returns a function that computes a value for each key once; while it is computed, it is `meanwhile`. Such functions may
 * ask each other as deep as a source is long.
 */
export const once = <Key, Value>(compute: (key: Key) => Value, meanwhile: Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>();
  const answer = (key: Key): void => {
    known.set(key, meanwhile);
    known.set(key, compute(key));
  };
  const answerInside = (key: Key): void => {
    if (depth === maxDepth) throw new TooDeep(() => answer(key));
    depth += 1;
    try {
      answer(key);
    } catch (error) {
      known.delete(key);
      throw error;
    } finally {
      depth -= 1;
    }
  };
  return (key) => {
    if (!known.has(key)) depth === 0 ? settle(() => answer(key)) : answerInside(key);
    return known.get(key) as Value;
  };
};
