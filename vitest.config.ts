/**
 * The unit, function and engine suites. Each project runs where its code runs: plain Node for the
 * runtime and the pure code, edge-runtime for the Convex functions, jsdom for the screens.
 */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { sourceAliases as alias } from "./scripts/source-aliases.mjs";
import { groupByMocks } from "./scripts/test-groups.mjs";

/** Screens whose test files mock the same modules in the same words share their modules; each other file is alone. */
const screens = groupByMocks("src").map(({ name, files, canShare }) => ({
  plugins: [react()],
  resolve: { alias },
  test: {
    name: `screens: ${name}`,
    environment: "jsdom",
    setupFiles: ["src/testing/setup.ts"],
    include: files,
    isolate: !canShare,
    testTimeout: 20_000,
  },
}));

/** So do those of the functions, which need the classes of the edge runtime to be the same for all, too. */
const functions = groupByMocks("convex", "tests/functions", "tests/rest").map(
  ({ name, files, canShare }) => ({
    resolve: { alias },
    test: {
      name: `functions: ${name}`,
      // Every deployment has it.
      env: { CONVEX_SITE_URL: "http://studbook.test" },
      environment: "./tests/support/edge-once.ts",
      setupFiles: ["tests/support/first-with-real-timers.ts"],
      include: files,
      isolate: !canShare,
      server: { deps: { inline: ["convex-test", /@convex-dev/] } },
      testTimeout: 60_000,
    },
  }),
);

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "engine",
          environment: "node",
          include: [
            "packages/convex-embedded/**/*.test.ts",
            "scripts/**/*.test.ts",
            "tests/parity/**/*.test.ts",
            "tests/cli/**/*.test.ts",
            "tests/components/**/*.test.ts",
            "tests/billing/**/*.test.ts",
            "tests/deliveries/**/*.test.ts",
            "tests/histories/**/*.test.ts",
            "tests/operation/**/*.test.ts",
            "tests/attacks/**/*.test.ts",
          ],
          globalSetup: ["tests/support/build.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        // Pure code keeps nothing between files that another could see.
        test: { name: "domain", environment: "node", isolate: false, include: ["domain/**/*.test.ts"] },
      },
      ...functions,
      ...screens,
    ],
  },
});
