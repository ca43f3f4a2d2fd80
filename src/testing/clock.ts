/** The day on which screens are tested that read today's; src/testing/setup.ts lets the clock go again after each test. */
import { vi } from "vitest";

export const TODAY = "2025-06-15";

/** Stops the clock at noon of that day; timers go on as they are. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${TODAY}T12:00:00`) });
}
