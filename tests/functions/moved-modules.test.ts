/** What convex/moved-modules.json promises to jobs and pages of earlier versions holds for the folders of today. */
import { expect, it } from "vitest";
import moves from "../../convex/moved-modules.json";

const modules = import.meta.glob<object>(["../../convex/**/*.ts", "!../../convex/_generated/**"]);
const fileOf = (module: string) => `../../convex/${module}.ts`;

/** Whether a module, or a function as `module:function`, is there today. */
async function isThere(path: string): Promise<boolean> {
  const [module = "", name] = path.split(":");
  const load = modules[fileOf(module)];
  return load !== undefined && (name === undefined || name in (await load()));
}

it("names for each former path a module or function that is there", async () => {
  const lost: string[] = [];
  for (const path of Object.values(moves)) if (!(await isThere(path))) lost.push(path);
  expect(lost).toEqual([]);
});

it("lists no path as a former one where there is a module today", async () => {
  const taken: string[] = [];
  for (const path of Object.keys(moves)) if (await isThere(path)) taken.push(path);
  expect(taken).toEqual([]);
});
