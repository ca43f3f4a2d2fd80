// @vitest-environment jsdom
/** The mark of a puppy shows a collar that it wears, and none that it does not. */
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { PuppyDot } from "@/features/litters/puppy-dot";

it.each([
  ["light blue", false, "Blue"],
  [null, false, "none"],
  ["rainbow", false, "none"],
  [null, true, "Blue"],
])("a collar %s, as a curve: %s, is shown as %s", (collarColor, isCurve, shown) => {
  const { container } = render(<PuppyDot puppy={{ collarColor, order: 2 }} isCurve={isCurve} />);
  expect(container.querySelector("[data-collar]")?.getAttribute("data-collar")).toBe(shown);
});

it("a collar has its own colour, the same by day and by night", () => {
  const { container } = render(<PuppyDot puppy={{ collarColor: "Red", order: 1 }} />);
  const { style, className } = container.querySelector<HTMLElement>("[data-collar]") ?? {};
  expect(style?.background).toBe("rgb(214, 58, 47)");
  expect(className).not.toMatch(/dark:/u);
});
