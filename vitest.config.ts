/**
 * The tests of units, functions and the runtime. Each project runs in the environment of its code: Node for the
 * runtime and the pure code, edge-runtime for the Convex functions, jsdom for the screens.
 */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { fasterConvexTest } from "./scripts/faster-convex-test.mjs";
import { sourceAliases as alias } from "./scripts/source-aliases.mjs";
import { groupByMocks, LONG_FOLDERS } from "./scripts/test-groups.mjs";

/** Long time limits, so that no test fails because the machine is busy. */
const PATIENT = { testTimeout: 60_000, hookTimeout: 60_000 };

/** Screen tests that mock exactly the same modules share their loaded modules. Every other file runs alone. */
const screens = groupByMocks("screens", "src").map(({ name, files, canShare }) => ({
  plugins: [react()],
  resolve: { alias },
  test: {
    name,
    environment: "jsdom",
    setupFiles: ["src/testing/setup.ts"],
    // Node's own localStorage is undefined without a file, and would hide the localStorage of jsdom.
    execArgv: ["--no-experimental-webstorage"],
    include: files,
    isolate: !canShare,
    ...PATIENT,
  },
}));

/** Tests of functions share modules in the same way, and also the classes of the edge runtime. */
const functions = groupByMocks("functions", "convex", "tests/functions", "tests/rest").map(
  ({ name, files, canShare }) => ({
    plugins: [fasterConvexTest()],
    resolve: { alias },
    test: {
      name,
      // Convex sets this variable in every deployment.
      env: { CONVEX_SITE_URL: "http://studbook.test" },
      environment: "./tests/support/edge-once.ts",
      setupFiles: ["tests/support/functions-setup.ts"],
      include: files,
      isolate: !canShare,
      server: { deps: { inline: ["convex-test", /@convex-dev/] } },
      ...PATIENT,
    },
  }),
);

/** Tests that start processes, with a runtime that was built before. */
const processes = {
  environment: "node",
  globalSetup: ["tests/support/build.ts"],
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

/**
 * `npm test` leaves out projects whose name begins with "long: ". Files that end in `.long.test.ts` belong to such
 * a project.
 */
const long = "**/*.long.test.ts";

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "runtime",
          environment: "node",
          include: ["packages/convex-embedded/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: [long, "**/node_modules/**"],
          ...PATIENT,
        },
      },
      {
        resolve: { alias },
        test: {
          ...{ name: "smoke", ...processes, include: ["tests/smoke/**/*.test.ts"] },
          exclude: [long, "**/node_modules/**"],
        },
      },
      {
        resolve: { alias },
        // Pure code stores no state, so its test files can share modules.
        test: {
          ...{ name: "domain", environment: "node", isolate: false, include: ["domain/**/*.test.ts"] },
          ...PATIENT,
        },
      },
      ...functions,
      ...screens,
      {
        resolve: { alias },
        test: {
          name: "long: processes",
          ...processes,
          include: [
            ...["packages/convex-embedded/**/*.long.test.ts", "tests/smoke/**/*.long.test.ts"],
            ...LONG_FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
          ],
        },
      },
    ],
  },
});
