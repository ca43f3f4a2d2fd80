/**
 * Tests that convex/moved-modules.json names existing modules for the scheduled jobs and open pages of earlier
 * versions.
 */
import { expect, it } from "vitest";
import moves from "../../convex/moved-modules.json";

const modules = import.meta.glob<object>(["../../convex/**/*.ts", "!../../convex/_generated/**"]);
const fileOf = (module: string) => `../../convex/${module}.ts`;

/** `path` is a module, or a function as `module:function`. */
async function isThere(path: string): Promise<boolean> {
  const [module = "", name] = path.split(":");
  const load = modules[fileOf(module)];
  return load !== undefined && (name === undefined || name in (await load()));
}

it("the list of moved modules names an existing module or function for each former path", async () => {
  const lost: string[] = [];
  for (const path of Object.values(moves)) if (!(await isThere(path))) lost.push(path);
  expect(lost).toEqual([]);
});

it("the list of moved modules lists no former path at which a module exists today", async () => {
  const taken: string[] = [];
  for (const path of Object.keys(moves)) if (await isThere(path)) taken.push(path);
  expect(taken).toEqual([]);
});
