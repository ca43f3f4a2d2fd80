/**
 * How functions are named: the canonical path `dir/module:function`, the forms that clients may write, and the
 * addresses that `convex/server` puts into syscalls.
 */
import { EngineError } from "../errors.js";

/** How a syscall names a function: exactly one of the three. */
export interface FunctionAddress {
  readonly name?: string;
  readonly reference?: string;
  readonly functionHandle?: string;
}

const HANDLE = /^function:\/\/([^;]*);(.+)$/;

/** Turns `module.js:function`, `dir/module:function` or `module` into the canonical path. */
export function canonicalPath(path: string): string {
  const colon = path.lastIndexOf(":");
  const module = colon < 0 ? path : path.slice(0, colon);
  const name = colon < 0 ? "default" : path.slice(colon + 1);
  return `${module.replace(/^\/+/, "").replace(/\.js$/, "")}:${name}`;
}

/** Writes a canonical path the way messages do: without `:default`. */
export function displayPath(path: string): string {
  return path.replace(/:default$/, "");
}

/** Writes a canonical path the way Convex stores it, `dir/module.js:function`. */
export function storedPath(path: string): string {
  const colon = path.lastIndexOf(":");
  return `${path.slice(0, colon)}.js${path.slice(colon)}`;
}

/** Makes the text by which a function can be passed around and called later. */
export function functionHandle(path: string): string {
  return `function://;${storedPath(path)}`;
}

/** Answers the canonical path of a syscall's address; throws InvalidReference for what is none of ours. */
export function pathOfAddress(address: FunctionAddress): string {
  if (address.functionHandle !== undefined) {
    const match = HANDLE.exec(address.functionHandle);
    if (match?.[2] === undefined) {
      throw new EngineError("InvalidReference", `Invalid function handle: ${address.functionHandle}`);
    }
    if (match[1] !== "") throw componentsUnsupported(match[1] ?? "");
    return canonicalPath(match[2]);
  }
  if (address.name !== undefined) return canonicalPath(address.name);
  if (address.reference !== undefined) throw componentsUnsupported(address.reference);
  throw new EngineError("InvalidReference", "Must provide exactly one of `name` or `reference`");
}

function componentsUnsupported(reference: string): EngineError {
  return new EngineError(
    "NotSupported",
    `${reference} belongs to a component, and this runtime runs functions without components.`,
  );
}
