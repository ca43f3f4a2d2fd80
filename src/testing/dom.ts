/** Sets system preferences of the device that a test simulates. */
import { vi } from "vitest";

export function preferDark(isDark: boolean): void {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("dark") && isDark,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}
