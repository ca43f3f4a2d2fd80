/**
 * The places where "use node" code finds the packages that convex.json excludes from its bundle: beside the
 * functions folder, or in the folder where the runtime was started. Pushed functions are in the data folder, which
 * has no packages beside it.
 */
import type { createRequire } from "node:module";

/**
 * Searches each place in turn. A worker also runs this function from its source text, so it may use only its
 * arguments.
 */
export function requireFrom(
  create: typeof createRequire,
  places: readonly [string, ...string[]],
): (name: string) => unknown {
  const looks = places.map((place) => create(`${place}/functions.cjs`));
  const find = (look: NodeJS.Require, name: string): string | null => {
    try {
      return look.resolve(name);
    } catch {
      return null; // If the package is in no place, the error of the first place is thrown.
    }
  };
  const load = create(`${places[0]}/functions.cjs`);
  return (name) => {
    const found = looks.map((look) => find(look, name)).find((file) => file !== null);
    return load(found ?? name) as unknown;
  };
}
