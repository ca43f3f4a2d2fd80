/** The scale of a drawn pedigree at each zoom. */
import { expect, it } from "vitest";
import { scaleAt } from "@/features/pedigree/use-pan";

it("[ANC-04] the smallest zoom shows the whole width of any drawing", () => {
  expect(scaleAt(0.5, 0.6, 0.2)).toBeCloseTo(0.2);
  expect(scaleAt(0.75, 0.6, 0.2)).toBeCloseTo(0.4);
  expect(scaleAt(1, 0.6, 0.2)).toBeCloseTo(0.6);
});

it("[ANC-03] the scale is proportional to the zoom: at every zoom if the drawing fits, only above a zoom of 1 if it does not", () => {
  expect(scaleAt(0.5, 1, 1.4)).toBeCloseTo(0.5);
  expect(scaleAt(0.8, 1, 1.4)).toBeCloseTo(0.8);
  expect(scaleAt(2, 0.6, 0.2)).toBeCloseTo(1.2);
});
