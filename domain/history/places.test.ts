/** Tests where records are seen. */
import { expect, it } from "vitest";
import { placeOf } from "./places";

it("a record without a screen of its own is seen on the page of its owner, the litter before the dog", () => {
  expect(placeOf("puppyWeights", "w", { litters: "l", puppies: "p" })).toBe("/dashboard/litters/l");
  expect(placeOf("placements", "p", { dogs: "d" })).toBe("/dashboard/dogs/d");
  expect(placeOf("photos", "p", { litters: "l", puppies: "p" })).toBe("/dashboard/litters/l");
  expect(placeOf("medicationDoses", "m", { dogs: "d", medicationCourses: "c" })).toBe(
    "/dashboard/dogs/d?tab=health",
  );
  expect(placeOf("scheduledVaccinations", "s", { puppies: "p", litters: "l" })).toBe(
    "/dashboard/health/schedule?patient=puppy:p",
  );
});

it("a record is seen nowhere if it has neither a screen nor an owner", () => {
  for (const table of ["puppies", "healthTests", "heats", "healthAttachments", "reminderTemplates"] as const)
    expect(placeOf(table, "id", {})).toBeNull();
});
