/**
 * Keeps documents parsed in a function context, where the same ones are read again and again. `convex/server` parses
 * the answer of a syscall and makes objects of its own from it; here the answer is an object that stands for its
 * text, and `JSON.parse` answers what was parsed before. What is kept is frozen, so that nobody changes what the
 * next call reads. Evaluated inside the context from its own source text, so it may use nothing but its argument and
 * JavaScript's built-ins.
 *
 * Two generations, as the runtime's own cache has them.
 */

/** Makes what `Convex.asyncSyscall` answers: text to whoever looks, parsed already to `JSON.parse`. */
export interface Answers {
  /** The text of a document, or `null`. */
  document(text: string): string;
  /** A step of a query: the text of a document, or nothing at its end. */
  next(text: string): string;
}

/**
 * Installs `JSON.parse` in the context that evaluates this function. A generation keeps texts of `maxLength`
 * characters together, and none that is longer than `maxTextLength`.
 */
export function installAnswers(maxLength: number, maxTextLength: number): Answers {
  const parseText = JSON.parse;
  const { freeze, isFrozen, values } = Object;

  class Answer {
    #value: unknown;
    constructor(value: unknown) {
      this.#value = value;
    }
    toString(): string {
      return JSON.stringify(this.#value);
    }
    static valueOf(this: void, answer: object): unknown {
      return #value in answer ? answer.#value : answer;
    }
  }
  freeze(Answer.prototype);
  const valueOf = Answer.valueOf;

  function frozen(value: unknown): unknown {
    if (typeof value !== "object" || value === null || isFrozen(value)) return value;
    for (const part of values(value)) frozen(part);
    return freeze(value);
  }

  let young = new Map<string, unknown>();
  let old = new Map<string, unknown>();
  let length = 0;

  function keep(text: string, value: unknown): void {
    young.set(text, value);
    length += text.length;
    if (length <= maxLength) return;
    old = young;
    young = new Map();
    length = 0;
  }

  function parsed(text: string): unknown {
    if (text.length > maxTextLength) return parseText(text);
    const known = young.get(text);
    if (known !== undefined) return known;
    const older = old.get(text);
    const value = older ?? frozen(parseText(text));
    keep(text, value);
    return value;
  }

  function parse(this: unknown, text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
    if (typeof text === "object" && text !== null && reviver === undefined) {
      const value = valueOf(text);
      if (value !== text) return value;
    }
    return parseText(text, reviver);
  }
  Object.defineProperty(JSON, "parse", { value: parse, writable: true, configurable: true });

  const done = new Answer(freeze({ value: null, done: true })) as unknown as string;
  return {
    document: (text) => (text === "null" ? text : (new Answer(parsed(text)) as unknown as string)),
    next: (text) =>
      text === "" ? done : (new Answer({ value: parsed(text), done: false }) as unknown as string),
  };
}
