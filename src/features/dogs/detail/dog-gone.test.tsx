/** The page of a dog that retired, died or was sold. */
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { DogAncestry } from "@/features/pedigree/dog-ancestry";
import { DogBreedings } from "@/features/dogs/detail/dog-breeding";
import { DogHealthParts } from "@/features/dogs/detail/dog-health-parts";
import { makeDog } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import type { DogStatus } from "@domain/dogs/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const TODAY = "2025-06-15";

const NO_DATA = { data: [], pagination: { page: 1, limit: 100, totalItems: 0, totalPages: 0 } };

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.breedings.breedings.history, () => []);
  fakeConvex.query(api.health.dogHealth.list, () => ({ records: [], immunizations: [] }));
  fakeConvex.query(api.health.healthTests.list, () => []);
  fakeConvex.query(api.health.medications.ofDog, () => []);
  fakeConvex.query(api.reminders.reminders.ofDog, () => NO_DATA);
});

/** The actions that the three planning parts of the page offer. */
function offersTo(status: DogStatus): string[] {
  const dog = makeDog({ name: "Bella", dateOfBirth: "2020-01-01", status });
  const { unmount } = renderScreen(
    <>
      <DogBreedings dog={dog} />
      <DogHealthParts dog={dog} today={TODAY} />
      <DogAncestry dog={dog} today={TODAY} />
    </>,
  );
  const names = ["Plan a Breeding", "Plan Vaccinations", "Add Reminder", "Start Medication", "Quick Note"];
  const found = names.filter(
    (name) => screen.queryByRole("button", { name }) ?? screen.queryByRole("link", { name }),
  );
  if (screen.queryByRole("region", { name: "Try a mating" })) found.push("Try a mating");
  if (screen.queryByText(/Recommended before breeding|A starter list names/u)) found.push("Health tests");
  unmount();
  return found;
}

describe("the page of a dog", () => {
  const all = [
    "Plan a Breeding",
    "Plan Vaccinations",
    "Add Reminder",
    "Start Medication",
    "Quick Note",
    "Try a mating",
    "Health tests",
  ];

  it("offers to plan breedings, vaccinations, medication and reminders for a dog in the kennel", () => {
    expect(offersTo("active")).toEqual(all);
  });

  it("offers all plans except a breeding for a retired dog", () => {
    expect(offersTo("retired")).toEqual(all.filter((name) => name !== "Plan a Breeding"));
  });

  it("[GAP-DOG-05] offers no plans for a deceased dog, but lets users add a note", () => {
    expect(offersTo("deceased")).toEqual(["Quick Note"]);
  });

  it("[GAP-DOG-05] shows existing reminders of a sold dog, but offers no plans", () => {
    expect(offersTo("sold")).toEqual(["Add Reminder", "Quick Note"]);
  });
});
