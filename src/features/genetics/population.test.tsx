/** The page about a breed's diversity. */
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { PopulationPage } from "@/features/genetics/population-page";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const PATH = "/dashboard/dogs/population";
const rex = { _id: "rex", name: "Rex", isExternal: false };
const zar = { _id: "zar", name: "Zar vom Eck", isExternal: true };
const population = {
  breeds: [
    { breed: "Beagle", dogs: 4000 },
    { breed: "Boxer", dogs: 12 },
  ],
  ...{ breed: "Beagle", dogs: 4000, reference: 340, birthYears: { first: 1998, last: 2024 } },
  born: null as { from: number | null; to: number | null } | null,
  completeness: [1, 1, 0.98, 0.96, 0.94],
  figures: {
    ...{ meanInbreeding: 0.031, meanKinship: 0.042, geneDiversity: 0.958, founderGenomeEquivalents: 11.9 },
    ...{ founders: 300, unknownParents: 4, effectiveFounders: 39.9, effectiveKnownFounders: 18.1 },
    equivalentGenerations: 5,
  },
  founders: [{ ...zar, share: 0.125 }],
  rank: {
    ...{ page: 1, pages: 14 },
    dogs: [{ ...rex, position: 1, meanKinship: 0.0087, coefficient: 0.0625 }],
  },
};
const trend = {
  breed: "Beagle",
  years: [
    { year: 2020, dogs: 40, meanInbreeding: 0.02, meanKinship: 0.03 },
    { year: 2021, dogs: 60, meanInbreeding: 0.025, meanKinship: 0.035 },
  ],
  generationInterval: 4.25,
  ne: { individual: 61.2, inbreedingByYear: 70.4, kinshipByYear: null },
  sires: [
    {
      year: 2021,
      dogs: 60,
      generations: [
        [
          { ...rex, dogs: 15 },
          { ...zar, dogs: 7 },
        ],
        [],
        [],
      ],
    },
  ],
};
const ancestors = {
  breed: "Beagle",
  effective: { low: 9.12, high: 9.44 },
  explained: 0.95,
  ancestors: [{ ...zar, share: 0.25 }],
};

const answer = (result: object | null, progress: object | null = null) => {
  fakeConvex.query(api.genetics.population.now, () => ({ progress, result }));
  fakeConvex.query(api.genetics.population.trend, () => ({ progress, result: result && trend }));
  fakeConvex.query(api.genetics.population.ancestors, () => ({ progress, result: result && ancestors }));
};
const open = () => renderScreen(<PopulationPage />, { path: PATH });
const tile = (label: string) =>
  screen.getByText(label, { selector: "dt" }).nextElementSibling?.textContent ?? "";

beforeEach(() => {
  fakeConvex.reset();
  answer(population);
});

describe("the page of a breed's diversity", () => {
  it("shows each figure with a sentence, and its method on request", async () => {
    const { user } = open();
    expect(tile("Mean inbreeding")).toMatch(/^3\.10%How likely/u);
    expect(tile("Gene diversity")).toMatch(/^95\.80%/u);
    expect(tile("Founder genome equivalents")).toMatch(/^11\.9/u);
    expect(tile("Effective founders")).toMatch(/^39\.9So many founders .* for the 300 that are known/u);
    expect(tile("Effective ancestors")).toMatch(/^9\.1 to 9\.4/u);
    expect(tile("Effective size (Ne)")).toMatch(/^61.*inbreeding 70, kinship not falling/u);
    expect(tile("Generation interval")).toMatch(/^4\.3 years/u);
    expect(screen.queryByText(/Lacy 1989/u)).toBeNull();
    await user.click(screen.getByRole("button", { name: "How it is calculated: Effective founders" }));
    expect(screen.getByText(/Lacy 1989; Boichard, Maignel and Verrier 1997/u)).toBeTruthy();
    expect(screen.getByText(/98% of their ancestors are known/u)).toBeTruthy();
    expect(screen.queryByText(/Gaps make this look better/u)).toBeNull();
  });

  it("marks the figures that look better than they are if less than 90% of the ancestors are known, and adds the effective founders among known founders", () => {
    answer({ ...population, completeness: [1, 0.9, 0.8, 0.7, 0.6] });
    open();
    expect(screen.getByText(/80% of their ancestors are known/u)).toBeTruthy();
    expect(tile("Effective founders")).toContain("18.1 if only known founders are counted");
    for (const label of ["Mean inbreeding", "Mean kinship", "Effective ancestors", "Effective size (Ne)"]) {
      expect(tile(label)).toContain("Gaps make this look better than it is");
    }
    expect(tile("Generation interval")).not.toContain("Gaps");
  });

  it("ranks rare lines first, with links to each dog or to the pedigree of an external ancestor", async () => {
    const { user, router } = open();
    const rank = screen.getByRole("region", { name: "Rare lines first" });
    expect(within(rank).getByRole("row", { name: /Rex 1 of 340 0\.87% 6\.25%/u })).toBeTruthy();
    expect(within(rank).getByRole("link", { name: "Rex" }).getAttribute("href")).toMatch(
      /\/dashboard\/dogs\/rex$/u,
    );
    expect(screen.getAllByRole("button", { name: "Zar vom Eck" }).length).toBeGreaterThan(0);
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(router.state.location.search).toBe("?page=2");
    expect(fakeConvex.subscriptionsOf(api.genetics.population.now).at(-1)).toMatchObject({ page: 2 });
  });

  it("shows figures of the dogs born in chosen years, which are in the address", async () => {
    const { user, router } = open();
    expect(screen.getByText(/^340 living breeding dogs of 4,000 recorded/u)).toBeTruthy();
    await user.click(screen.getByRole("combobox", { name: "Dogs born since" }));
    await user.click(screen.getByRole("option", { name: "2018" }));
    expect(router.state.location.search).toBe("?from=2018");
    expect(fakeConvex.subscriptionsOf(api.genetics.population.now).at(-1)).toMatchObject({ bornFrom: 2018 });
    expect(fakeConvex.subscriptionsOf(api.genetics.population.ancestors).at(-1)).toMatchObject({
      bornFrom: 2018,
    });
  });

  it.each([
    [{ from: 2018, to: null }, "born since 2018"],
    [{ from: 2018, to: 2020 }, "born from 2018 to 2020"],
    [{ from: 2018, to: 2018 }, "born in 2018"],
    [{ from: null, to: 2020 }, "born until 2020"],
  ])("says which dogs the figures are about: %j", async (born, words) => {
    answer({ ...population, born, reference: 12 });
    const { user, router } = renderScreen(<PopulationPage />, { path: PATH, at: `${PATH}?from=2018&page=3` });
    expect(screen.getByText(new RegExp(`^12 dogs ${words}, of 4,000 recorded`, "u"))).toBeTruthy();
    expect(screen.getByRole("heading", { name: `Figures of the dogs ${words}` })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Living Breeding Dogs" }));
    expect(router.state.location.search).toBe("");
  });

  it("ignores an invalid year in the address, and says that no dog was born in these years", () => {
    answer({ ...population, born: { from: 2018, to: null }, reference: 0, figures: null });
    renderScreen(<PopulationPage />, { path: PATH, at: `${PATH}?from=2018&to=2011&page=x` });
    expect(fakeConvex.subscriptionsOf(api.genetics.population.now).at(-1)).toMatchObject({ bornFrom: 2018 });
    expect(fakeConvex.subscriptionsOf(api.genetics.population.now).at(-1)).not.toHaveProperty("bornTo");
    expect(screen.getByText("No dogs of these years")).toBeTruthy();
  });

  it("marks sires of more than 5, 10 and 20% of a year's dogs", () => {
    open();
    const sires = screen.getByRole("region", { name: "Popular sires by year of birth" });
    expect(within(sires).getByText("Rex").closest("li")?.textContent).toBe("Rex25%over 20%");
    expect(within(sires).getByText("Zar vom Eck").closest("li")?.textContent).toBe("Zar vom Eck12%over 10%");
    expect(within(sires).getAllByText("none over 5%")).toHaveLength(2);
  });

  it("lists no popular sires if too few dogs were born", () => {
    fakeConvex.query(api.genetics.population.trend, () => ({
      progress: null,
      result: { ...trend, sires: trend.sires.map((year) => ({ ...year, dogs: 19 })) },
    }));
    open();
    expect(screen.queryByText("over 20%")).toBeNull();
    expect(screen.getByText(/at least 20 dogs with a known sire/u)).toBeTruthy();
  });

  it("says which figures are still being calculated, and which failed to load", async () => {
    fakeConvex.query(api.genetics.population.ancestors, () => ({ progress: null, result: null }));
    const { unmount } = open();
    expect(tile("Effective ancestors")).toMatch(/^…Being calculated\.\.\./u);
    expect(tile("Mean kinship")).toMatch(/^4\.20%/u);
    unmount();
    fakeConvex.query(api.genetics.population.ancestors, () => coded("INTERNAL"));
    open();
    expect(await screen.findByText("Failed to load. Please reload the page.")).toBeTruthy();
    expect(tile("Effective ancestors")).toMatch(/^–Failed/u);
  });

  it("shows the progress of a calculation instead of figures", () => {
    answer(null, { done: 50, total: 200 });
    open();
    expect(screen.getByText(/being recalculated: 25%/u)).toBeTruthy();
    expect(screen.queryByText("Mean inbreeding")).toBeNull();
  });

  it("says what is missing: dogs, living breeding dogs, or dates of birth", () => {
    answer(null);
    const { unmount } = open();
    expect(screen.getByText("No dogs yet")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Add First Dog" }).getAttribute("href")).toBe(
      "/dashboard/dogs?add=1",
    );
    unmount();
    answer({
      ...population,
      reference: 0,
      figures: null,
      founders: [],
      rank: { page: 1, pages: 0, dogs: [] },
    });
    fakeConvex.query(api.genetics.population.trend, () => ({
      progress: null,
      result: { ...trend, years: [], generationInterval: null, sires: [] },
    }));
    open();
    expect(screen.getByText("No living breeding dogs")).toBeTruthy();
    expect(screen.getByText(/no dog of the last years has a date of birth/u)).toBeTruthy();
  });
});
