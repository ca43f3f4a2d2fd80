/** What jsdom lacks and the components need, and the tidying up after each test. Imported for its effects. */
import { cleanup } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, vi } from "vitest";

class ResizeObserverStub implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Makes the system prefer dark or light. */
export function preferDark(isDark: boolean): void {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("dark") && isDark,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", ResizeObserverStub);
  preferDark(false);
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.releasePointerCapture = () => {};
});

afterEach(() => {
  // A toast outlives its page on purpose; here the next test would find it.
  toast.dismiss();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.classList.remove("dark");
  vi.unstubAllGlobals();
});
