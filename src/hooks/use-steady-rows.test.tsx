/** Rows that leave a list while somebody uses the page. */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useSteadyRows } from "@/hooks/use-steady-rows";

type Listed = readonly string[] | undefined;

function List({ listed }: { listed: Listed }) {
  const { rows, leftIds } = useSteadyRows({
    listed,
    idOf: (row) => row,
    isKept: (row) => !row.startsWith("-"),
  });
  return (
    <>
      <main>
        <ul>{rows.map((row) => `${leftIds.includes(row) ? "left " : ""}${row}`).join(", ")}</ul>
      </main>
      <button type="button">over the page</button>
    </>
  );
}

const FIVE_MINUTES = 5 * 60_000;
const pointAtList = () => fireEvent.pointerMove(screen.getByRole("list"));
const pointElsewhere = () => fireEvent.pointerMove(screen.getByRole("button"));
const shown = () => screen.getByRole("list").textContent;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a function that changes the list. */
function show(...first: string[]): (...listed: string[]) => void {
  const { rerender } = render(<List listed={first} />);
  return (...listed) => rerender(<List listed={listed} />);
}

describe("a list with steady rows", () => {
  it("keeps the place of a row that has left, also while the pointer is elsewhere", () => {
    const list = show("a", "b", "c");
    list("a", "c");
    expect(shown()).toBe("a, left b, c");
    pointAtList();
    list("a");
    expect(shown()).toBe("a, left b, left c");
    pointElsewhere();
    expect(shown()).toBe("a, left b, left c");
  });

  it("moves no row while the pointer is over the page, and sorts the new ones afterwards", () => {
    const list = show("b", "c");
    pointAtList();
    list("a", "c");
    expect(shown()).toBe("left b, c, a");
    pointElsewhere();
    expect(shown()).toBe("left b, a, c");
  });

  it("shows a new row in its place if a dialog covers the page", () => {
    const list = show("b", "c");
    pointAtList();
    // The dialog appears under the mouse.
    fireEvent.pointerOver(screen.getByRole("button"));
    list("a", "b", "c");
    expect(shown()).toBe("a, b, c");
  });

  it("lists a row that returns where it was", () => {
    const list = show("a", "b");
    list("b");
    list("a", "b");
    expect(shown()).toBe("a, b");
  });

  it("is as loaded when nobody has used the page for five minutes", () => {
    const list = show("b", "c");
    pointAtList();
    list("a", "c");
    act(() => void vi.advanceTimersByTime(FIVE_MINUTES - 1));
    expect(shown()).toBe("left b, c, a");
    fireEvent.keyDown(document.body, { key: "Tab" });
    act(() => void vi.advanceTimersByTime(FIVE_MINUTES - 1));
    expect(shown()).toBe("left b, c, a");
    act(() => void vi.advanceTimersByTime(1));
    expect(shown()).toBe("a, c");
    list("a");
    expect(shown()).toBe("a");
  });

  it("keeps as many rows as can leave at once, and the latest of them", () => {
    const many = Array.from({ length: 201 }, (_, index) => `row ${index}`);
    const list = show(...many);
    list(...many.slice(1));
    list();
    expect(shown()?.split(", ")).toHaveLength(200);
    expect(shown()).not.toContain("row 0,");
  });

  it("does not keep rows that may leave at once", () => {
    const list = show("a", "-b");
    list("a");
    expect(shown()).toBe("a");
  });

  it("stays as it is while the list loads again", () => {
    const { rerender } = render(<List listed={["a", "b"]} />);
    rerender(<List listed={undefined} />);
    expect(shown()).toBe("a, b");
    rerender(<List listed={["a", "b"]} />);
    expect(shown()).toBe("a, b");
  });
});
