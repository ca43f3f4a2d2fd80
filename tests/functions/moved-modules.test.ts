/** What convex/moved-modules.json promises to jobs and pages of earlier versions holds for the folders of today. */
import { expect, it } from "vitest";
import moves from "../../convex/moved-modules.json";

const modules = import.meta.glob(["../../convex/**/*.ts", "!../../convex/_generated/**"]);
const fileOf = (module: string) => `../../convex/${module}.ts`;

it("names for each former path a module that is there", () => {
  const lost = Object.values(moves).filter((path) => !(fileOf(path) in modules));
  expect(lost).toEqual([]);
});

it("names no path as a former one where a module stands today", () => {
  expect(Object.keys(moves).filter((path) => fileOf(path) in modules)).toEqual([]);
});
