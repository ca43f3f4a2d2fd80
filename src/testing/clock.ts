/**
 * The day used in tests of screens that read the current day. src/testing/setup.ts restores the clock after each
 * test.
 */
import { vi } from "vitest";

export const TODAY = "2025-06-15";

/** Stops the clock at noon of `TODAY`. Timers still run. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${TODAY}T12:00:00`) });
}
