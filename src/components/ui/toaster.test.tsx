/** The duration of toasts. */
import { act, render, screen } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Toaster } from "@/components/ui/toaster";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe("toaster", () => {
  it("[SHELL-06] shows a toast for 6000 ms", async () => {
    render(<Toaster dark={false} />);
    act(() => void toast.success("Dog added successfully"));
    await pass(1);
    const isGoing = () =>
      screen.getByText("Dog added successfully").closest("li")?.getAttribute("data-removed") === "true";
    await pass(5_900);
    expect(isGoing()).toBe(false);
    await pass(200);
    expect(isGoing()).toBe(true);
    await pass(1_000);
    expect(screen.queryByText("Dog added successfully")).toBeNull();
  });
});
