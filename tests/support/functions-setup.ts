/**
 * Runs before each file of the functions' tests, which share what is loaded: loads what keeps the timers that it finds
 * then, before any test sets others in their place, and takes back what a file changed of the world once it has ended.
 */
// Its dates extend Date as it is when they are loaded, which must not be a test's fake one.
import "@date-fns/tz";
import "@pdf-lib/fontkit";
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
