/**
 * Browser journeys: a real Chromium, with one runtime for each worker. `npm test` runs the journeys that are tagged
 * `@core`, `npm run test:all` runs all journeys.
 */
import { defineConfig } from "@playwright/test";

const executablePath = process.env["CHROMIUM_PATH"] || undefined;

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/e2e/global-setup.ts",
  workers: 2,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // `npm test` reads a JSON report from the file in this variable.
  reporter: [["list"], ...(process.env["PLAYWRIGHT_JSON_OUTPUT_FILE"] ? [["json"] as ["json"]] : [])],
  outputDir: "test-results/e2e",
  use: {
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: ["--no-sandbox"] },
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    reducedMotion: "reduce",
    // With a service worker every test would store the whole app, which only costs time. Only the tests of the
    // service worker allow it.
    serviceWorkers: "block",
  },
});
