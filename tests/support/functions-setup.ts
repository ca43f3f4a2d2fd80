/**
 * Runs before each test file of the functions, which share loaded modules. Some modules store the timers that exist
 * when they are loaded, so this file loads them before a test replaces the timers. After a test file has ended, it
 * restores the globals that the file changed.
 */
// This module's dates extend the Date class that exists when it is loaded, which must not be a test's fake one.
import "@date-fns/tz";
import "@pdf-lib/fontkit";
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
