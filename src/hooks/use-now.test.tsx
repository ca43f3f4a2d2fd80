/** Relative times such as '5 minutes ago'. */
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useNow } from "@/hooks/use-now";
import { relativeTime } from "@domain/dashboard/words";

const HAPPENED_AT = new Date("2025-06-15T12:00:20").getTime();
const SECOND = 1000;
const HOUR = 3600 * SECOND;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function Age() {
  return <p>{relativeTime(HAPPENED_AT, useNow())}</p>;
}
const text = () => screen.getByRole("paragraph").textContent;

it.each([
  [33 * SECOND, "just now"],
  [59 * SECOND, "just now"],
  [80 * SECOND, "1 minute ago"],
  [HOUR - SECOND, "59 minutes ago"],
  [24 * HOUR - SECOND, "23 hours ago"],
  [24 * HOUR + 20 * SECOND, "1 day ago"],
])(
  "[DASH-13] [DASH-15] useNow never shows more time than has passed: after %i ms '%s'",
  (passed, expected) => {
    vi.setSystemTime(HAPPENED_AT + passed);
    render(<Age />);
    expect(text()).toBe(expected);
  },
);

it("[DASH-13] useNow updates while a page stays open", () => {
  vi.setSystemTime(HAPPENED_AT);
  render(<Age />);
  expect(text()).toBe("just now");
  act(() => void vi.advanceTimersByTime(90 * SECOND));
  expect(text()).toBe("1 minute ago");
});
