/**
 * Caches decoded documents in a function context, where the same documents are read repeatedly.
 * `convex/server` parses the result of a syscall and decodes it field by field. Here the result is an object that
 * represents its text, `JSON.parse` returns a stand-in for a known document, and decoding the stand-in makes a
 * copy. Every call therefore has its own objects. A returned value is serialized from the cached texts of those
 * documents in it that the function has not changed.
 * The context evaluates this function from its own source text, so it may use only its arguments and JavaScript's
 * built-ins. The cache has two generations, like the runtime's own cache.
 */

/** The results of `Convex.asyncSyscall`: text for every reader, already parsed for `JSON.parse`. */
export interface Answers {
  document(text: string): string;
  /** An empty text means the end of the query. */
  next(text: string): string;
  /** The first text is the page without its documents. Those of the documents follow. */
  page(texts: readonly string[]): string;
  /** `decode` is the function with which `convex/server` decodes a parsed document. */
  all(texts: readonly string[], decode: (value: unknown) => unknown): unknown[];
  /** `encode` is the function with which `convex/server` encodes a result. */
  resultText(result: unknown, encode: (value: unknown) => unknown): string;
  /** Called when a call has ended. Its copies are removed. */
  forget(): void;
}

/**
 * `maxLength` limits the characters of all texts in a generation. Each text counts with an additional `overhead`
 * for its objects. Texts over `maxTextLength` are not kept.
 */
export function installAnswers(maxLength: number, overhead: number, maxTextLength: number): Answers {
  const parseText = JSON.parse;
  const { stringify } = JSON;
  const { isArray } = Array;
  const { getPrototypeOf, is, keys, hasOwn } = Object;
  const plainPrototype = Object.prototype;
  const { ownKeys, getOwnPropertyDescriptor } = Reflect;

  type Fields = Record<string, unknown>;

  function isNested(value: unknown): value is object {
    return typeof value === "object" && value !== null;
  }

  function copy(value: unknown): unknown {
    if (!isNested(value)) return value;
    if (isArray(value)) {
      const list: unknown[] = [];
      for (let i = 0; i < value.length; i += 1) list[i] = copy(value[i]);
      return list;
    }
    return copyFields(value as Fields, keys(value));
  }

  /** `nested` must include the fields that contain other objects. */
  function copyFields(value: Fields, nested: readonly string[]): Fields {
    const fields = { ...value };
    for (let i = 0; i < nested.length; i += 1) {
      const key = nested[i] ?? "";
      fields[key] = copy(fields[key]);
    }
    return fields;
  }

  /** `text` is the document's text in a result. It is empty before the first result. */
  interface Entry {
    readonly document: Fields;
    readonly make: () => Fields;
    text: string;
  }

  const entries = new WeakMap<object, Entry>();
  /**
   * Copies for the running call. Each call has a new map, because V8 links the old table of a cleared map to the
   * next one.
   */
  let handedOut = new Map<unknown, Entry>();

  function isSame(value: unknown, kept: unknown): boolean {
    if (!isNested(kept)) return is(value, kept);
    if (!isNested(value)) return false;
    if (isArray(kept)) {
      if (!isArray(value) || value.length !== kept.length) return false;
      for (let i = 0; i < kept.length; i += 1) if (!isSame(value[i], kept[i])) return false;
      return true;
    }
    if (getPrototypeOf(value) !== plainPrototype) return false;
    let count = 0;
    for (const name in value) {
      if (!hasOwn(kept, name) || !isSame((value as Fields)[name], (kept as Fields)[name])) return false;
      count += 1;
    }
    for (const name in kept) if (hasOwn(kept, name)) count -= 1;
    return count === 0;
  }

  /** Null if the document has changed. */
  function keptText(value: unknown, encode: (value: unknown) => unknown): string | null {
    const entry = handedOut.get(value);
    if (entry === undefined || !isSame(value, entry.document)) return null;
    if (entry.text === "") {
      entry.text = stringify(encode(value));
      length += entry.text.length;
    }
    return entry.text;
  }

  /** Null unless the list begins with a document. */
  function listText(list: readonly unknown[], encode: (value: unknown) => unknown): string | null {
    if (!handedOut.has(list[0])) return null;
    let text = "[";
    for (let i = 0; i < list.length; i += 1) {
      const item = keptText(list[i], encode);
      if (item === null) return null;
      text += i === 0 ? item : "," + item;
    }
    return text + "]";
  }

  /**
   * Represents a decoded document. Decoding maps arrays, so this object looks like an array, and mapping it makes
   * the copy. Code that reads its fields, lists them or converts it to text sees the document. It cannot be
   * changed.
   */
  class StandIn implements ProxyHandler<unknown[]> {
    readonly #document: Fields;
    readonly #map: () => Fields;
    readonly entry: Entry;

    constructor(document: Fields) {
      this.#document = document;
      const nested = keys(document).filter((key) => isNested(document[key]));
      const make = () => (nested.length === 0 ? { ...document } : copyFields(document, nested));
      const entry: Entry = { document, make, text: "" };
      this.entry = entry;
      this.#map = () => {
        const made = make();
        handedOut.set(made, entry);
        return made;
      };
    }
    get(_array: unknown[], key: string | symbol): unknown {
      if (key === "map" || key === "toJSON") return this.#map;
      return typeof key === "string" && hasOwn(this.#document, key) ? copy(this.#document[key]) : undefined;
    }
    has(array: unknown[], key: string | symbol): boolean {
      return key in this.#document || hasOwn(array, key);
    }
    ownKeys(array: unknown[]): (string | symbol)[] {
      return [...ownKeys(this.#document), ...ownKeys(array)];
    }
    getOwnPropertyDescriptor(array: unknown[], key: string | symbol): PropertyDescriptor | undefined {
      const own = getOwnPropertyDescriptor(this.#document, key);
      return own === undefined ? getOwnPropertyDescriptor(array, key) : { ...own, value: copy(own.value) };
    }
    getPrototypeOf(): object {
      return Object.prototype;
    }
    set(): boolean {
      return false;
    }
    defineProperty(): boolean {
      return false;
    }
    deleteProperty(): boolean {
      return false;
    }
    setPrototypeOf(): boolean {
      return false;
    }
    preventExtensions(): boolean {
      return false;
    }
  }

  /** Fields whose names have a meaning for code that treats a stand-in as an array. */
  const ARRAY_NAMES = ["map", "toJSON", "length"];

  /** The result is the parsed document itself if decoding would change it. */
  function standIn(text: string): unknown {
    const document = parseText(text) as Fields;
    // Numbers and bytes that JSON cannot express are in fields that begin with a dollar sign.
    const isPlain = !text.includes('"$') && !text.includes('"__proto__"');
    if (!isPlain || ARRAY_NAMES.some((name) => hasOwn(document, name))) return document;
    const handler = new StandIn(document);
    const stand = new Proxy<unknown[]>([], handler);
    entries.set(stand, handler.entry);
    keep(text, stand);
    return stand;
  }

  let young = new Map<string, object>();
  let old = new Map<string, object>();
  let length = 0;

  function keep(text: string, stand: object): void {
    young.set(text, stand);
    length += text.length + overhead;
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
    if (older === undefined) return standIn(text);
    keep(text, older);
    return older;
  }

  class Answer {
    readonly #value: unknown;
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
  Object.freeze(Answer.prototype);
  const valueOf = Answer.valueOf;

  function parse(this: unknown, text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
    if (typeof text === "object" && text !== null && reviver === undefined) {
      const value = valueOf(text);
      if (value !== text) return value;
    }
    return parseText(text, reviver);
  }
  Object.defineProperty(JSON, "parse", { value: parse, writable: true, configurable: true });

  // For `convex/server` a result is the text that it passes to `JSON.parse`.
  const answer = (value: unknown) => new Answer(value) as unknown as string;
  return {
    document: (text) => (text === "null" ? text : answer(parsed(text))),
    next: (text) => answer(text === "" ? { value: null, done: true } : { value: parsed(text), done: false }),
    page(texts) {
      const page: unknown[] = [];
      for (let i = 1; i < texts.length; i += 1) page[i - 1] = parsed(texts[i] ?? "");
      return answer({ page, ...(parseText(texts[0] ?? "{}") as object) });
    },
    all(texts, decode) {
      const documents: unknown[] = [];
      for (let i = 0; i < texts.length; i += 1) {
        const value = parsed(texts[i] ?? "");
        const entry = isNested(value) ? entries.get(value) : undefined;
        const made = entry === undefined ? decode(value) : entry.make();
        if (entry !== undefined) handedOut.set(made, entry);
        documents[i] = made;
      }
      return documents;
    },
    resultText(result, encode) {
      const text = isArray(result) ? listText(result, encode) : keptText(result, encode);
      return text ?? stringify(encode(result));
    },
    forget() {
      if (handedOut.size > 0) handedOut = new Map();
    },
  };
}
