/** The edges at which a sideways scrolling row has more content. */
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Tabs, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { WideTable } from "@/components/ui/wide-table";

/** Sets widths that a browser would calculate. */
function scroll(element: HTMLElement, widths: { whole: number; seen: number; left: number }): string | null {
  Object.defineProperty(element, "scrollWidth", { configurable: true, value: widths.whole });
  Object.defineProperty(element, "clientWidth", { configurable: true, value: widths.seen });
  element.scrollLeft = widths.left;
  fireEvent.scroll(element);
  return element.getAttribute("data-more");
}

it("a row of tabs fades only at an edge with further tabs beyond it", () => {
  render(
    <Tabs defaultValue="a">
      <TabsList aria-label="Parts">
        <TabsTrigger value="a">Records</TabsTrigger>
        <TabsTrigger value="b">Reminders</TabsTrigger>
      </TabsList>
    </Tabs>,
  );
  const row = screen.getByRole("tablist");
  expect(row.className).toContain("fade-edges");
  expect(scroll(row, { whole: 600, seen: 360, left: 0 })).toBe("after");
  expect(scroll(row, { whole: 600, seen: 360, left: 100 })).toBe("before after");
  expect(scroll(row, { whole: 600, seen: 360, left: 240 })).toBe("before");
  expect(scroll(row, { whole: 360, seen: 360, left: 0 })).toBeNull();
});

it("a wide table fades in the same way, and can be scrolled by keyboard", () => {
  render(<WideTable label="Sales" />);
  const table = screen.getByRole("region", { name: "Sales" });
  expect(table.tabIndex).toBe(0);
  expect(scroll(table, { whole: 361, seen: 360, left: 0 })).toBeNull();
  expect(scroll(table, { whole: 500, seen: 360, left: 0 })).toBe("after");
});
