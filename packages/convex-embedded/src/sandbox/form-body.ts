/**
 * Reads the form encoding of the payment provider's API, in which `a[b][0]=c` stands for nested objects and lists.
 */

export interface FormObject {
  readonly [name: string]: FormValue | undefined;
}
export type FormValue = string | FormObject | readonly FormValue[];

interface Growing {
  [name: string]: string | Growing;
}

const MAX_DEPTH = 8;

function keysOf(name: string): string[] {
  const [head = "", ...rest] = name.split("[");
  return [head, ...rest.map((part) => part.replace(/\]$/, ""))];
}

function place(target: Growing, keys: readonly string[], value: string): void {
  let at = target;
  for (const key of keys.slice(0, -1)) {
    const next = at[key];
    at = typeof next === "object" ? next : (at[key] = newGrowing());
  }
  const last = keys.at(-1) ?? "";
  at[last === "" ? String(Object.keys(at).length) : last] = value;
}

/** Names come from outside, so the objects have no prototype that a name could change. */
const newGrowing = (): Growing => Object.create(null) as Growing;

function settle(value: string | Growing): FormValue {
  if (typeof value === "string") return value;
  const names = Object.keys(value);
  const isList = names.length > 0 && names.every((name, index) => name === String(index));
  const settled = names.map((name) => [name, settle(value[name] ?? "")] as const);
  return isList ? settled.map(([, each]) => each) : Object.fromEntries(settled);
}

export function decodeForm(text: string): FormObject {
  const root = newGrowing();
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = keysOf(name);
    if (keys.length <= MAX_DEPTH) place(root, keys, value);
  }
  return Object.fromEntries(Object.keys(root).map((name) => [name, settle(root[name] ?? "")]));
}

/** Returns "" if there is no text at the path. */
export function textAt(form: FormValue | undefined, ...path: readonly (string | number)[]): string {
  let at: FormValue | undefined = form;
  for (const key of path) {
    if (typeof at !== "object") return "";
    at = Array.isArray(at) ? (at as readonly FormValue[])[Number(key)] : (at as FormObject)[key];
  }
  return typeof at === "string" ? at : "";
}

/** Returns the texts in a list or an object. */
export function fieldsAt(form: FormObject, name: string): Record<string, string> {
  const found = form[name];
  if (typeof found !== "object") return {};
  return Object.fromEntries(
    Object.entries(found).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
  );
}
