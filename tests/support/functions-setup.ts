/**
 * Runs before each test file of the functions, which share loaded modules. It loads modules that store the timers
 * they find when they are loaded, before a test replaces the timers, and restores the globals that a file changed
 * after the file has ended.
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
