/**
 * Defines which tests take long, and groups test files by the modules that they mock. Files with the same mocks can
 * run one after another with the same loaded modules. This takes little more than half the processor time. Files
 * with different mocks cannot share modules, because a mock would also affect the other file.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";

/** Folders whose tests start the runtime or the app as a process. Only `npm run test:all` runs these tests. */
export const LONG_FOLDERS = [
  ...["parity", "cli", "components", "billing", "deliveries", "histories", "operation", "attacks"],
].map((name) => `tests/${name}`);

/** Mocks whose replacement is on the same line and uses nothing else from the file. */
const COMMON_MOCKS = new Map([
  [
    'vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);',
    "fake backend",
  ],
  ['vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));', "fixed day"],
]);

/**
 * Returns the mocks that determine the group of a test file. Null if the file must run alone.
 * @param {string} source
 */
export function mocksOf(source) {
  const lines = source.split("\n").filter((line) => /\bvi\s*\.\s*(?:mock|doMock|hoisted)\b/u.test(line));
  const names = lines.map((line) => COMMON_MOCKS.get(line.trim()));
  if (names.includes(undefined) || /\bvi\s*\n\s*\.\s*(?:mock|doMock|hoisted)\b/u.test(source)) return null;
  return [...new Set(names)].sort().join(" and ") || "no mocks";
}

/**
 * Finds the groups of the test files in the given folders. Files that end in `.long.test.ts` are grouped
 * separately.
 * @param {string} kind the beginning of the groups' names, after `long: ` for long tests
 * @param {string[]} folders relative to the repository
 * @returns {{ name: string, files: string[], canShare: boolean }[]}
 */
export function groupByMocks(kind, ...folders) {
  /** @type {Map<string, { name: string, files: string[], canShare: boolean }>} */
  const groups = new Map();
  for (const folder of folders) {
    for (const entry of readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).sort()) {
      if (!/\.test\.tsx?$/u.test(entry)) continue;
      const file = path.posix.join(folder, entry.split(path.sep).join("/"));
      const mocks = mocksOf(readFileSync(path.join(root, file), "utf8"));
      const name = `${/\.long\.test\./u.test(file) ? "long: " : ""}${kind}: ${mocks ?? "alone"}`;
      const { files } = groups.get(name) ?? { files: [] };
      groups.set(name, { name, files: [...files, file], canShare: mocks !== null });
    }
  }
  return [...groups.values()];
}
