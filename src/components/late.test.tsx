/** Parts of a page whose code loads when they are first needed. */
import { act, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { late } from "@/components/late";

type Props = { isOpen: boolean };

function makeLate() {
  let arrive: () => void = () => {};
  let count = 0;
  const Part = late<Props>(
    () => {
      count += 1;
      return new Promise((resolve) => {
        arrive = () => resolve(({ isOpen }) => <p>{isOpen ? "open" : "closing"}</p>);
      });
    },
    ({ isOpen }) => isOpen,
  );
  // Completes the loading of the code.
  const come = () => act(async () => await Promise.resolve(arrive()));
  return { Part, come, fetched: () => count };
}

describe("a late part", () => {
  it("does not load its code before the user needs it", () => {
    const { Part, fetched } = makeLate();
    render(<Part isOpen={false} />);
    expect(fetched()).toBe(0);
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("shows that its code is loading, and stays mounted so that it can close with its animation", async () => {
    const { Part, come, fetched } = makeLate();
    const { rerender } = render(<Part isOpen />);
    await act(async () => await Promise.resolve());
    expect(screen.getByRole("status", { name: "Loading" })).toBeTruthy();
    await come();
    expect(screen.queryByRole("status")).toBeNull();
    expect(screen.getByText("open")).toBeTruthy();
    rerender(<Part isOpen={false} />);
    expect(screen.getByText("closing")).toBeTruthy();
    rerender(<Part isOpen />);
    expect(fetched()).toBe(1);
  });

  it("loads once the user presses anything, and then opens without waiting", async () => {
    const { Part, come, fetched } = makeLate();
    const { rerender } = render(<Part isOpen={false} />);
    expect(fetched()).toBe(0);
    window.dispatchEvent(new Event("pointerdown"));
    await vi.waitFor(() => expect(fetched()).toBe(1));
    await come();
    rerender(<Part isOpen />);
    expect(screen.queryByRole("status")).toBeNull();
    expect(screen.getByText("open")).toBeTruthy();
  });
});
