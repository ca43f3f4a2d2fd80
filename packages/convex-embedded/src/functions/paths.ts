/**
 * The names of functions: the canonical path `dir/module:function`, the forms that clients may write, and the
 * addresses in syscalls of `convex/server`. The name of a component's function begins with the component's path:
 * `component/path;dir/module:function`.
 */
import { EngineError } from "../errors.js";
import { parseFunctionHandle } from "../values/function-handles.js";
import type { Analysis } from "./analysis.js";

/** Exactly one of the three is set. */
export interface FunctionAddress {
  readonly name?: string;
  readonly reference?: string;
  readonly functionHandle?: string;
}

const CHILD_REFERENCE = /^_reference\/childComponent\/([^/]+)\/(.+)$/;
const FUNCTION_REFERENCE = /^_reference\/function\/(.+)$/;

export function pathIn(component: string, name: string): string {
  return component === "" ? name : `${component};${name}`;
}

/** Accepts `module.js:function`, `dir/module:function` or `module`. */
export function canonicalPath(path: string): string {
  const colon = path.lastIndexOf(":");
  const module = colon < 0 ? path : path.slice(0, colon);
  const name = colon < 0 ? "default" : path.slice(colon + 1);
  return `${module.replace(/^\/+/, "").replace(/\.js$/, "")}:${name}`;
}

/** Maps former paths of the app's modules, and of functions as `module:function`, to the new ones. */
export type ModuleMoves = Readonly<Record<string, string>>;

/** Unchanged unless the function or its module has moved. */
export function pathAfterMove(path: string, moves: ModuleMoves): string {
  if (Object.hasOwn(moves, path)) return moves[path] ?? path;
  const colon = path.lastIndexOf(":");
  const former = path.slice(0, colon);
  return Object.hasOwn(moves, former) ? `${moves[former]}${path.slice(colon)}` : path;
}

export function componentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(";")));
}

export function pathInComponent(path: string): string {
  return path.slice(path.lastIndexOf(";") + 1);
}

/** Messages leave out `:default`. */
export function displayPath(path: string): string {
  return pathInComponent(path).replace(/:default$/, "");
}

/** Convex stores `dir/module.js:function`. */
export function storedPath(path: string): string {
  const colon = path.lastIndexOf(":");
  return `${path.slice(0, colon)}.js${path.slice(colon)}`;
}

/** A function can be passed on and called later by this text. */
export function functionHandle(path: string): string {
  return `function://${componentOf(path)};${storedPath(pathInComponent(path))}`;
}

/** `component` is that of the caller. Throws InvalidReference if the caller may not call the function. */
export function pathOfAddress(
  address: FunctionAddress,
  component: string,
  functions: Analysis["functions"],
): string {
  if (address.functionHandle !== undefined) {
    const handle = parseFunctionHandle(address.functionHandle);
    if (handle === null) {
      throw new EngineError("InvalidReference", `Invalid function handle: ${address.functionHandle}`);
    }
    return pathIn(handle.component, canonicalPath(handle.path));
  }
  if (address.name?.includes(";")) {
    throw new EngineError("InvalidReference", `Invalid function path: ${address.name}`);
  }
  if (address.name !== undefined) return pathIn(component, canonicalPath(address.name));
  if (address.reference !== undefined) return pathOfReference(address.reference, component, functions);
  throw new EngineError("InvalidReference", "Must provide exactly one of `name` or `reference`");
}

/** Only the parent of a component can call its public functions. */
function pathOfReference(reference: string, component: string, functions: Analysis["functions"]): string {
  const own = FUNCTION_REFERENCE.exec(reference)?.[1];
  if (own !== undefined) return pathIn(component, canonicalPath(own));
  const [, name, exported] = CHILD_REFERENCE.exec(reference) ?? [];
  if (name === undefined || exported === undefined) {
    throw new EngineError("InvalidReference", `Invalid reference: ${reference}`);
  }
  const child = component === "" ? name : `${component}/${name}`;
  const path = pathIn(child, exported.replace(/\/([^/]*)$/, ":$1"));
  if (functions[path]?.visibility === "public") return path;
  const exists = Object.values(functions).some((one) => one.component === child);
  throw new EngineError(
    "InvalidReference",
    exists
      ? `Child component "${name}" does not export ${JSON.stringify(exported.split("/"))}`
      : `Child component "${name}" not found`,
  );
}
