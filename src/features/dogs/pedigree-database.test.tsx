/** The pedigree database. */
import { screen } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { fetchLateDogParts } from "@/features/dogs/list/late-parts";
import { PedigreeDatabasePage } from "@/features/dogs/pedigree-database-page";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

beforeAll(fetchLateDogParts);

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const PATH = "/dashboard/dogs/pedigree-database";
const zar = {
  _id: "zar",
  name: "Zar vom Eck",
  callName: null,
  breed: "Boxer",
  registrationNumber: "Z 1",
  dateOfBirth: "1998-03-12",
  isExternal: true,
};
const result = {
  dogs: 100_000,
  founders: 300,
  inbredDogs: 90_000,
  mean: 0.0825,
  ownMean: 0.0625,
  years: [
    { year: 1990, dogs: 300, mean: 0 },
    { year: 2000, dogs: 400, mean: 0.0825 },
  ],
  mostInbred: [{ _id: "zar", name: "Zar vom Eck", isExternal: true, coefficient: 0.375 }],
};
const overview = (values: object) =>
  fakeConvex.query(api.pedigree.coefficients.overview, () => ({
    progress: null,
    result: null,
    ...values,
  }));

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.imports.imports.list, () => []);
  fakeConvex.query(api.dogs.dogs.searchAncestors, ({ search }) => ({
    total: 100_000,
    found: search ? [zar] : [],
  }));
  overview({});
});

describe("the pedigree database", () => {
  it("[GAP-DOG-17] explains its purpose while it is empty", () => {
    fakeConvex.query(api.dogs.dogs.searchAncestors, () => ({ total: 0, found: [] }));
    renderScreen(<PedigreeDatabasePage />, { path: PATH });
    expect(screen.getByText(/No ancestors yet. Import your club/)).toBeTruthy();
    expect(screen.getByText(/No dogs or ancestors recorded yet/)).toBeTruthy();
    expect(screen.queryByText("Imported files")).toBeNull();
  });

  it("[GAP-DOG-17] says that a search found more than it lists", async () => {
    const found = Array.from({ length: 20 }, (_, index) => ({ ...zar, _id: `zar${index}` }));
    fakeConvex.query(api.dogs.dogs.searchAncestors, ({ search }) => ({
      total: 900,
      found: search ? found : [],
    }));
    const { user } = renderScreen(<PedigreeDatabasePage />, { path: PATH });
    await user.type(screen.getByRole("searchbox", { name: "Search ancestors" }), "zar");
    expect(await screen.findByText(/^The first 20 from A to Z/)).toBeTruthy();
  });

  it("[GAP-DOG-17] finds an ancestor and adds it as a dog of the kennel", async () => {
    fakeConvex.mutation(api.dogs.dogs.adopt, () => ({}));
    const { user } = renderScreen(<PedigreeDatabasePage />, { path: PATH });
    expect(screen.getByText(/100,000 ancestors from outside the kennel/)).toBeTruthy();
    await user.type(screen.getByRole("searchbox", { name: "Search ancestors" }), "zar");
    await user.click(await screen.findByRole("button", { name: "Add to my dogs: Zar vom Eck" }));
    expect(fakeConvex.callsOf(api.dogs.dogs.adopt)).toEqual([{ dogId: "zar" }]);
    expect(await screen.findByText("Zar vom Eck is a dog of your kennel now")).toBeTruthy();
  });

  it("[GAP-ANC-02] shows the breed's inbreeding", () => {
    overview({ result });
    renderScreen(<PedigreeDatabasePage />, { path: PATH });
    expect(screen.getByText("Mean of all").nextSibling?.textContent).toBe("8.25%");
    expect(screen.getByText("Mean of your dogs").nextSibling?.textContent).toBe("6.25%");
    expect(screen.getByRole("img", { name: /from 1990, 0.00%, to 2000, 8.25%/ })).toBeTruthy();
    expect(screen.getByRole("row", { name: /Zar vom Eck 37.50%/ })).toBeTruthy();
  });

  it("[GAP-ANC-02] shows the progress of a calculation instead of outdated figures", () => {
    overview({ progress: { done: 50, total: 200 } });
    renderScreen(<PedigreeDatabasePage />, { path: PATH });
    const bar = screen.getByRole("progressbar", { name: "Calculation" });
    expect([bar.getAttribute("aria-valuenow"), bar.getAttribute("aria-valuetext")]).toEqual([
      "25",
      "Calculating 50 of 200",
    ]);
    expect(screen.queryByText("Mean of all")).toBeNull();
  });

  it("[GAP-DOG-17] lists the imported files, each with a link to its page", () => {
    const run = {
      ...{ _id: "run", kind: "ancestors", mode: "complete", state: "finished", fileName: "breed.csv" },
      ...{
        startedAt: 0,
        finishedAt: 0,
        startedBy: "Olga",
        report: { added: 1200, updated: 3, ancestors: 0 },
      },
    };
    fakeConvex.query(api.imports.imports.list, () => [run]);
    renderScreen(<PedigreeDatabasePage />, { path: PATH });
    expect(screen.getByText(/1,200 ancestors added, 3 completed/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "breed.csv" }).getAttribute("href")).toContain(
      "/dashboard/dogs/imports/run",
    );
  });
});
