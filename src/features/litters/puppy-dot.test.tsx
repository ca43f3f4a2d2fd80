// @vitest-environment jsdom
/**
 * The mark of a puppy shows the color of its collar, and no color without a collar. Its curve has the same color.
 */
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { collarOf, curvesOf } from "@/features/litters/puppy-dot";
import { PuppyDot } from "@/features/litters/puppy-dot";

it.each([
  ["light blue", "Blue"],
  [null, "none"],
  ["rainbow", "Other"],
  [" ", "none"],
])("a collar %s is shown as %s", (collarColor, shown) => {
  const { container } = render(<PuppyDot puppy={{ collarColor }} />);
  expect(container.querySelector("[data-collar]")?.getAttribute("data-collar")).toBe(shown);
});

it("a collar's color is the same in both themes and on the puppy's curve", () => {
  const { container } = render(<PuppyDot puppy={{ collarColor: "Yellow" }} />);
  const { style, className } = container.querySelector<HTMLElement>("[data-collar]") ?? {};
  expect(style?.background).toBe("rgb(245, 205, 31)");
  expect(className).not.toMatch(/dark:/u);
  expect(curvesOf([{ collarColor: "Yellow" }])).toEqual([
    { color: collarOf({ collarColor: "Yellow" })?.fill, dash: undefined },
  ]);
});

it("[GAP-LIT-01] the curves of six puppies look different, even with collars of one color or without collars", () => {
  const litter = ["Red", "dark red", null, null, "rainbow", "Green"].map((collarColor) => ({ collarColor }));
  const looks = curvesOf(litter).map(({ color, dash }) => `${color} ${dash ?? "plain"}`);
  expect(new Set(looks).size).toBe(litter.length);
});
