/** Comparisons and trial matings of two dogs. */
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { DogComparison } from "@/features/pedigree/dog-ancestry";
import { MatingTrial } from "@/features/pedigree/dog-ancestry";
import { makeDog } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const rex = makeDog({ name: "Rex", gender: "male" });
const max = makeDog({ name: "Max", gender: "male" });
const bella = makeDog({ name: "Bella", gender: "female" });

const compared = (dog: typeof rex) => ({
  _id: dog._id,
  name: dog.name,
  coefficient: 0,
  known: 2,
  possible: 62,
});

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.dogs.dogs.searchParents, ({ gender }) => (gender === "male" ? [max] : [bella]));
  fakeConvex.query(api.pedigree.ancestry.kinship, () => ({
    dog: compared(rex),
    other: compared(max),
    kinship: 0.25,
    relationship: 0.5,
    words: "Rex and Max are full siblings",
    isCloser: true,
    generations: 5,
    progress: null,
    further: 0,
    commonAncestors: [
      { _id: bella._id, name: "Elm", contribution: 0.125, inbreeding: 0, stepsFromDog: 1, stepsFromOther: 0 },
    ],
  }));
});

async function compareWith(name: RegExp) {
  const view = renderScreen(<DogComparison dog={rex} />);
  await view.user.click(screen.getByRole("combobox", { name: "Compare Rex with" }));
  await view.user.click(screen.getByRole("option", { name }));
  return view;
}

describe("comparing two dogs", () => {
  it("offers dogs of both sexes, and shows their relationship, figures and common ancestors", async () => {
    const { user } = await compareWith(/Max/u);
    expect(fakeConvex.subscriptionsOf(api.pedigree.ancestry.kinship).at(-1)).toEqual({
      kennelId: "kennel1",
      dogId: rex._id,
      otherId: max._id,
    });
    expect(screen.getByText("Rex and Max are full siblings")).toBeTruthy();
    expect(screen.getByText(/also related in other ways/u)).toBeTruthy();
    expect(screen.getByText("25.00%")).toBeTruthy();
    expect(screen.getByText("50.00%")).toBeTruthy();
    expect(screen.getAllByText("2 of 62 (3%)")).toHaveLength(2);
    const row = within(screen.getByRole("row", { name: /^Elm/u }));
    expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
      "Elm",
      "1",
      "itself",
      "12.50%",
    ]);
    await user.clear(screen.getByRole("combobox", { name: "Compare Rex with" }));
    await user.tab();
    expect(screen.getByText(/Choose a dog of either sex/u)).toBeTruthy();
  });

  it("says that a change is being calculated, summarizes the ancestors that are not named, and offers a retry after a failure", async () => {
    fakeConvex.query(api.pedigree.ancestry.kinship, () => ({
      dog: compared(rex),
      other: compared(bella),
      kinship: null,
      relationship: null,
      progress: { done: 1, total: 3 },
      words: "No common ancestor is recorded",
      isCloser: false,
      generations: 5,
      commonAncestors: [],
      further: 0,
    }));
    await compareWith(/Bella/u);
    expect(screen.getByText(/being recalculated: 33%/u)).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
    fakeConvex.query(api.pedigree.ancestry.kinship, () => new Error("gone"));
    expect(await screen.findByText("Failed to load ancestry data")).toBeTruthy();
  });
});

describe("a trial mating without common ancestors", () => {
  const showMating = (known: number) =>
    fakeConvex.query(api.pedigree.ancestry.mating, () => ({
      kennelId: "kennel1",
      generations: 5,
      method: "Wright's coefficient",
      coefficient: 0,
      percentage: 0,
      relationship: 0,
      sire: compared(rex),
      dam: compared(bella),
      progress: null,
      commonAncestors: [],
      further: 0,
      completeness: [
        { generation: 1, known: 2, possible: 2, completeness: 1 },
        { generation: 2, known, possible: 4, completeness: known / 4 },
      ],
    }));

  it("says that this means little while grandparents are unknown, but not if all are known", async () => {
    showMating(1);
    const { user } = renderScreen(<MatingTrial dog={rex} />);
    await user.click(screen.getByRole("combobox", { name: "Dam" }));
    await user.click(screen.getByRole("option", { name: /Bella/u }));
    expect(screen.getByText("No common ancestor is known, over 5 generations")).toBeTruthy();
    expect(
      screen.getByText("1 of the litter's 4 grandparents is recorded, so this figure says little."),
    ).toBeTruthy();
    showMating(0);
    expect(await screen.findByText(/None of the litter's 4 grandparents is recorded/u)).toBeTruthy();
    showMating(4);
    expect(await screen.findByText("4 of 4 (100%)")).toBeTruthy();
    expect(screen.queryByText(/says little/u)).toBeNull();
  });
});
