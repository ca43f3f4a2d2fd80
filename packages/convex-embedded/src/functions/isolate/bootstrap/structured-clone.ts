/**
 * Installs `structuredClone` in a function context, where the host's own would return objects of another context.
 * The context evaluates this function from its own source text, so it may use only JavaScript's built-ins.
 */

export function installStructuredClone(): void {
  type Seen = Map<object, unknown>;

  function cloneInto<T extends object>(value: object, copy: T, seen: Seen, fill: (copy: T) => void): T {
    seen.set(value, copy);
    fill(copy);
    return copy;
  }

  function cloneView(view: ArrayBufferView, seen: Seen): unknown {
    const buffer = clone(view.buffer, seen);
    const View = view.constructor as new (buffer: unknown, offset: number, length?: number) => unknown;
    const length = view instanceof DataView ? view.byteLength : (view as Uint8Array).length;
    return new View(buffer, view.byteOffset, length);
  }

  function cloneError(error: Error, seen: Seen): Error {
    const copy = new Error(error.message);
    return cloneInto(error, copy, seen, () => {
      copy.name = error.name;
      copy.stack = error.stack;
    });
  }

  function cloneObject(value: object, seen: Seen): unknown {
    if (Array.isArray(value)) {
      return cloneInto(value, new Array<unknown>(value.length), seen, (copy) =>
        value.forEach((item, index) => (copy[index] = clone(item, seen))),
      );
    }
    if (value instanceof Date) return new Date(value.getTime());
    if (value instanceof RegExp) return new RegExp(value.source, value.flags);
    if (value instanceof ArrayBuffer) return value.slice(0);
    if (ArrayBuffer.isView(value)) return cloneView(value, seen);
    if (value instanceof Error) return cloneError(value, seen);
    if (value instanceof Map) {
      return cloneInto(value, new Map<unknown, unknown>(), seen, (copy) =>
        value.forEach((item, key) => copy.set(clone(key, seen), clone(item, seen))),
      );
    }
    if (value instanceof Set) {
      return cloneInto(value, new Set<unknown>(), seen, (copy) =>
        value.forEach((item) => copy.add(clone(item, seen))),
      );
    }
    const object: Record<string, unknown> = {};
    return cloneInto(value, object, seen, (copy) => {
      for (const [key, item] of Object.entries(value)) copy[key] = clone(item, seen);
    });
  }

  function clone(value: unknown, seen: Seen): unknown {
    if (typeof value === "function" || typeof value === "symbol") {
      const error = new Error(`${String(value)} could not be cloned.`);
      error.name = "DataCloneError";
      throw error;
    }
    if (typeof value !== "object" || value === null) return value;
    const known = seen.get(value);
    if (known !== undefined) return known;
    const copy = cloneObject(value, seen);
    seen.set(value, copy);
    return copy;
  }

  Object.defineProperty(globalThis, "structuredClone", {
    value: (value: unknown) => clone(value, new Map()),
    writable: true,
    configurable: true,
  });
}
