/** Sets properties of the machine that a test runs on. */
import { vi } from "vitest";

/** Makes the system prefer dark or light. */
export function preferDark(isDark: boolean): void {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("dark") && isDark,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}
