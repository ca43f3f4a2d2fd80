// @vitest-environment jsdom
/** The mark of a puppy shows a collar that it wears, and none that it does not; its curve has the same colour. */
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

it("a collar has its own colour, the same by day and by night, and on its curve", () => {
  const { container } = render(<PuppyDot puppy={{ collarColor: "Yellow" }} />);
  const { style, className } = container.querySelector<HTMLElement>("[data-collar]") ?? {};
  expect(style?.background).toBe("rgb(245, 205, 31)");
  expect(className).not.toMatch(/dark:/u);
  expect(curvesOf([{ collarColor: "Yellow" }])).toEqual([
    { color: collarOf({ collarColor: "Yellow" })?.fill, dash: undefined },
  ]);
});

it("[GAP-LIT-01] no two curves of a litter look alike, with collars of one colour or without any", () => {
  const litter = ["Red", "dark red", null, null, "rainbow", "Green"].map((collarColor) => ({ collarColor }));
  const looks = curvesOf(litter).map(({ color, dash }) => `${color} ${dash ?? "plain"}`);
  expect(new Set(looks).size).toBe(litter.length);
});
