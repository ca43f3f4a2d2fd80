/**
 * Runs before each test file of the screens. Adds browser features that jsdom lacks, and cleans up after each test.
 */
import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { preferDark } from "./dom";

// These tests do not measure how long a screen takes, and a busy computer needs more than the default second.
configure({ asyncUtilTimeout: 15_000 });

// jsdom paints nothing, so a screen does not appear in pieces.
vi.mock("@/hooks/use-is-painted", () => ({ useIsPainted: () => true }));

class ResizeObserverStub implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Reports every element as visible. */
class IntersectionObserverStub {
  constructor(private readonly report: (entries: readonly { isIntersecting: boolean }[]) => void) {}
  observe(): void {
    this.report([{ isIntersecting: true }]);
  }
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", IntersectionObserverStub);
  vi.stubGlobal("ResizeObserver", ResizeObserverStub);
  preferDark(false);
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.releasePointerCapture = () => {};
});

afterEach(() => {
  vi.useRealTimers();
  // A toast is meant to outlive its page. Without this cleanup, the next test would find the toast.
  toast.dismiss();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.classList.remove("dark");
  vi.unstubAllGlobals();
});

/** Sonner removes a toast from its list 200 ms after it was dismissed, even if its page was closed. */
const TOAST_REMOVED_MS = 250;
const toastsBefore = new Set(toast.getHistory().map(({ id }) => id));

// A toast at the end of a test file is rendered and removed later, when the page would already be closed.
afterAll(async () => {
  const hasToasts = toast.getHistory().some(({ id }) => !toastsBefore.has(id));
  await new Promise((resolve) => {
    setTimeout(resolve, hasToasts ? TOAST_REMOVED_MS : 0);
  });
});
