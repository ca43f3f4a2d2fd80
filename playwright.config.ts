/** Browser journeys: a real Chromium against a fresh runtime for each test file. */
import { defineConfig } from "@playwright/test";

const executablePath = process.env["CHROMIUM_PATH"] || undefined;

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/e2e/global-setup.ts",
  workers: 2,
  // A journey waits for many things in a real browser; `npm test` names every test that needed another try.
  retries: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  outputDir: "test-results/e2e",
  use: {
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: ["--no-sandbox"] },
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    reducedMotion: "reduce",
    // Keeping the whole app in every test would only cost time; the tests of the worker itself let it in.
    serviceWorkers: "block",
  },
});
