/**
 * Formats values like Convex's console: like the package `object-inspect` with an indent of two
 * (get-convex/convex-backend, npm-packages/udf-runtime/src/02_console.ts), so that log lines are the same on both.
 * A context evaluates this function from its own source text, because the getters and methods that it calls belong
 * to that context. It may use only JavaScript's built-ins.
 */

export function createInspect(): (value: unknown) => string {
  /** Of objects below this level, only the names are printed. */
  const MAX_DEPTH = 5;
  const MAX_STRING_LENGTH = 32768;
  const ESCAPES: Readonly<Record<string, string>> = {
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\f": "\\f",
    "\r": "\\r",
  };
  const sizeOfMap = Object.getOwnPropertyDescriptor(Map.prototype, "size");
  const sizeOfSet = Object.getOwnPropertyDescriptor(Set.prototype, "size");

  interface Place {
    readonly depth: number;
    readonly outer: readonly unknown[];
    readonly hasLines: boolean;
  }

  function inspect(value: unknown, place: Place): string {
    switch (typeof value) {
      case "string":
        return quoted(value, place.hasLines ? MAX_STRING_LENGTH : Infinity);
      case "number":
        return Object.is(value, -0) ? "-0" : String(value);
      case "bigint":
        return `${value}n`;
      case "object":
        if (value === null) return "null";
        if (place.depth >= MAX_DEPTH) return isOfKind(value, "Array") ? "[Array]" : "[Object]";
        return place.outer.includes(value) ? "[Circular]" : inspectObject(value, place);
      case "function":
        return place.outer.includes(value) ? "[Circular]" : inspectFunction(value, place);
      default:
        return String(value);
    }
  }

  function inspectFunction(value: { readonly name?: unknown }, place: Place): string {
    const fields = fieldsOf(value, place);
    const { name } = value;
    const title = typeof name === "string" && name !== "" ? `: ${name}` : " (anonymous)";
    return `[Function${title}]${fields.length > 0 ? ` { ${fields.join(", ")} }` : ""}`;
  }

  function inspectObject(value: object, place: Place): string {
    if (isOfKind(value, "Array")) return inspectArray(value as readonly unknown[], place);
    if (isOfKind(value, "Error")) return inspectError(value, place);
    if ("inspect" in value && typeof value.inspect === "function") {
      return String((value as { inspect(): unknown }).inspect());
    }
    // Testing the type of a value throws an exception for every other type, so plain values are recognized first.
    if (isPlain(value)) return inspectPlain(value, place);
    return inspectCollection(value, place) ?? inspectBoxed(value, place) ?? inspectPlain(value, place);
  }

  function inspectArray(value: readonly unknown[], place: Place): string {
    if (value.length === 0) return "[]";
    const fields = fieldsOf(value, place);
    if (place.hasLines && fields.some((field) => field.includes("\n"))) return `[${inLines(fields, place)}]`;
    return `[ ${fields.join(", ")} ]`;
  }

  function inspectError(value: object, place: Place): string {
    const fields = fieldsOf(value, place);
    if ("cause" in value && !Object.prototype.propertyIsEnumerable.call(value, "cause")) {
      fields.unshift(`[cause]: ${inspect(value.cause, { ...place, depth: place.depth + 1 })}`);
    }
    const title = `[${textOf(value)}]`;
    return fields.length === 0 ? title : `{ ${title} ${fields.join(", ")} }`;
  }

  function inspectCollection(value: object, place: Place): string | null {
    const inside = within(value, place);
    if (answers(() => sizeOfMap?.get?.call(value))) {
      const parts: string[] = [];
      Map.prototype.forEach.call(value as Map<unknown, unknown>, (item, key) => {
        parts.push(`${inspect(key, { ...inside, hasLines: false })} => ${inspect(item, inside)}`);
      });
      return collection("Map", parts, place);
    }
    if (answers(() => sizeOfSet?.get?.call(value))) {
      const parts: string[] = [];
      Set.prototype.forEach.call(value as Set<unknown>, (item) => parts.push(inspect(item, inside)));
      return collection("Set", parts, place);
    }
    if (answers(() => WeakMap.prototype.has.call(value, {}))) return "WeakMap { ? }";
    if (answers(() => WeakSet.prototype.has.call(value, {}))) return "WeakSet { ? }";
    return answers(() => WeakRef.prototype.deref.call(value)) ? "WeakRef { ? }" : null;
  }

  function collection(kind: string, parts: readonly string[], place: Place): string {
    return `${kind} (${parts.length}) {${place.hasLines ? inLines(parts, place) : parts.join(", ")}}`;
  }

  function inspectBoxed(value: object, place: Place): string | null {
    const inner: Place = { ...place, depth: place.depth + 1 };
    for (const box of [Symbol, BigInt, Number, Boolean, String]) {
      const { valueOf } = box.prototype as { readonly valueOf: (this: unknown) => unknown };
      if (answers(() => valueOf.call(value))) return `Object(${inspect(valueOf.call(value), inner)})`;
    }
    return null;
  }

  function inspectPlain(value: object, place: Place): string {
    if (value === globalThis) return "{ [object globalThis] }";
    if (isOfKind(value, "Date") || isOfKind(value, "RegExp")) return textOf(value);
    const fields = fieldsOf(value, place);
    const tag = tagOf(value);
    if (fields.length === 0) return `${tag}{}`;
    return place.hasLines ? `${tag}{${inLines(fields, place)}}` : `${tag}{ ${fields.join(", ")} }`;
  }

  /** The name distinguishes an object from `{}`. */
  function tagOf(value: object): string {
    const lineage = value instanceof Object ? "" : "null prototype";
    const isTagged = !isPlain(value) && Symbol.toStringTag in value;
    const kind = isTagged ? kindOf(value) : lineage === "" ? "" : "Object";
    const { constructor } = value as { constructor?: unknown };
    const maker = !isPlain(value) && typeof constructor === "function" && constructor.name !== "";
    const words = [kind, lineage].filter((word) => word !== "").join(": ");
    return `${maker ? `${constructor.name} ` : ""}${words === "" ? "" : `[${words}] `}`;
  }

  function fieldsOf(value: object, place: Place): string[] {
    const inside = within(value, place);
    const fieldOf = (name: PropertyKey) => inspect((value as Record<PropertyKey, unknown>)[name], inside);
    const isArray = isOfKind(value, "Array");
    const length = isArray ? (value as readonly unknown[]).length : 0;
    const fields = Array.from({ length }, (_, at) => (Object.hasOwn(value, at) ? fieldOf(at) : ""));
    for (const name of Object.keys(value)) {
      if (isArray && String(Number(name)) === name && Number(name) < length) continue;
      fields.push(`${/[^\w$]/.test(name) ? inspect(name, inside) : name}: ${fieldOf(name)}`);
    }
    for (const name of Object.getOwnPropertySymbols(value)) {
      if (Object.prototype.propertyIsEnumerable.call(value, name)) {
        fields.push(`[${String(name)}]: ${fieldOf(name)}`);
      }
    }
    return fields;
  }

  function within(value: object, { depth, outer, hasLines }: Place): Place {
    return { depth: depth + 1, outer: [...outer, value], hasLines };
  }

  function inLines(parts: readonly string[], { depth }: Place): string {
    if (parts.length === 0) return "";
    const line = `\n${"  ".repeat(depth + 1)}`;
    return `${line}${parts.join(`,${line}`)}\n${"  ".repeat(depth)}`;
  }

  function quoted(text: string, maxLength: number): string {
    if (text.length > maxLength) {
      const left = text.length - maxLength;
      const rest = `... ${left} more character${left > 1 ? "s" : ""}`;
      return quoted(text.slice(0, maxLength), maxLength) + rest;
    }
    const escaped = text
      .replace(/['\\]/g, "\\$&")
      .replace(/[\x00-\x1f]/g, (character) => ESCAPES[character] ?? hexOf(character));
    return `'${escaped}'`;
  }

  function hexOf(character: string): string {
    return `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  }

  function isPlain(value: object): boolean {
    return Object.getPrototypeOf(value) === Object.prototype;
  }

  function kindOf(value: object): string {
    return Object.prototype.toString.call(value).slice(8, -1);
  }

  /** Another object may have the same tag, so the tag is not trusted. */
  function isOfKind(value: object, kind: string): boolean {
    return kindOf(value) === kind && !(Symbol.toStringTag in value);
  }

  function textOf(value: unknown): string {
    return String(value);
  }

  function answers(ask: () => unknown): boolean {
    try {
      ask();
      return true;
    } catch {
      return false;
    }
  }

  return (value) => inspect(value, { depth: 0, outer: [], hasLines: true });
}
