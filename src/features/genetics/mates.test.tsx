/** The mates of one dog, and the effect of a planned litter on the breed. */
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { PlannedLitter } from "@/entities/genetics/planned-litter";
import { MatesPage } from "@/features/genetics/mates-page";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const rex = {
  ...{ _id: "rex", name: "Rex of Oak Hill", isExternal: false, dateOfBirth: "2021-01-01", offspring: 12 },
  ...{ coefficient: 0.031, standing: "lower", meanKinship: 0.0087, position: 12, completeness: 0.98 },
  ...{ against: null, harm: null, group: "good", untested: [], carries: [] },
};
const zar = {
  ...{ ...rex, _id: "zar", name: "Zar", isExternal: true, dateOfBirth: null, offspring: 1 },
  ...{ coefficient: 0.125, standing: "higher", position: 103, completeness: 0.58 },
};
const untested = { ...rex, _id: "ben", name: "Ben", group: "test first", untested: ["prcd-PRA", "MDR1"] };
const son = { ...rex, _id: "son", name: "Son", against: "offspring", group: "not advised" };
const answer = (mates: object[], changes: object = {}) =>
  fakeConvex.query(api.genetics.mates.list, ({ isNotAdvised }) => ({
    progress: null,
    result: {
      ...{ name: "Bella", gender: "female", reference: 340, meanInbreeding: 0.05, limit: 0.0625 },
      ...{ isByTests: true, carries: [], isPartial: false },
      ...{ good: 2, testFirst: 0, notAdvised: 1, page: 1, pages: 1 },
      mates: isNotAdvised ? [son] : mates,
      ...changes,
    },
  }));
const open = () =>
  renderScreen(<MatesPage />, { path: "/dashboard/dogs/mates/:dogId", at: "/dashboard/dogs/mates/bella" });

beforeEach(() => {
  fakeConvex.reset();
  answer([rex, zar]);
});

afterEach(() => vi.unstubAllGlobals());

describe("the mates of a dog", () => {
  it("have three lines each, in words", () => {
    open();
    const [first, second] = within(screen.getByRole("list", { name: "Good mates" })).getAllByRole("listitem");
    const lines = (item?: HTMLElement) => [...(item?.querySelectorAll("p") ?? [])].map((p) => p.textContent);
    expect(lines(first)).toEqual([
      expect.stringMatching(/^Rex of Oak Hill\d+ years · 12 puppies$/u),
      "Puppies 3.10% inbredlower than breed",
      "Rare lines: 12th of 340",
    ]);
    expect(lines(second)).toEqual([
      "Zar1 puppy",
      "Puppies 12.50% inbredover your limit",
      "Rare lines: 103rd of 340 · pedigree 58% known",
    ]);
    expect(screen.getByRole("link", { name: "Rex of Oak Hill" }).getAttribute("href")).toMatch(
      /\/dogs\/rex$/u,
    );
  });

  it("that are not advised are folded and counted, with the reason", async () => {
    const { user } = open();
    // The list includes a mate whose puppies would be very inbred, so that no such mate is called good.
    expect(screen.getByRole("heading", { name: "Good (2)" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show 1 Not Advised" }));
    expect(screen.getByRole("heading", { name: "Not advised (1)" })).toBeTruthy();
    expect(screen.getByText("Not advised: offspring of this dog")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show 2 Possible" }));
    expect(screen.getByRole("link", { name: "Rex of Oak Hill" })).toBeTruthy();
  });

  it("without a test for a variant that the bitch carries are in a separate group; each mate has at most one remark", () => {
    const carrier = (isOtherClear: boolean, isAtRisk = false) => ({ name: "MDR1", isAtRisk, isOtherClear });
    answer(
      [
        { ...rex, carries: [carrier(true)] },
        { ...zar, carries: [carrier(true, true), { ...carrier(false), name: "DM" }] },
        untested,
      ],
      { testFirst: 1, carries: ["prcd-PRA", "MDR1"] },
    );
    open();
    const last = (list: string) =>
      within(screen.getByRole("list", { name: list }))
        .getAllByRole("listitem")
        .map((item) => [...item.querySelectorAll("p")].at(-1)?.textContent);
    expect(last("Good mates")).toEqual([
      "Rare lines: 12th of 340 · carrier of MDR1, she is clear",
      "Rare lines: 103rd of 340 · carrier of DM, she is not tested and 1 more",
    ]);
    expect(last("Test first mates")).toEqual([
      "Rare lines: 12th of 340 · not tested for prcd-PRA and 1 more",
    ]);
    expect(screen.getByRole("heading", { name: "Test first (1)" })).toBeTruthy();
    expect(screen.getByText(/^Bella carries prcd-PRA and MDR1, by the recorded results/u)).toBeTruthy();
  });

  it("show the risk of a harmful cross instead of the inbreeding", () => {
    const harm = "Both carry prcd-PRA: a quarter of the puppies are affected";
    answer([{ ...rex, group: "not advised", against: "harmful cross", harm }]);
    open();
    expect(screen.getByText(`Not advised: ${harm}`)).toBeTruthy();
    expect(screen.queryByText(/inbred$/u)).toBeNull();
  });

  it("are listed without tests for a user who may not see health records, with a note", () => {
    answer([rex], { isByTests: false });
    open();
    expect(screen.getByText(/^Genetic results are not part of this list/u)).toBeTruthy();
  });

  it("are saved as a file with all pages, including mates that are not advised", async () => {
    const saved: Blob[] = [];
    vi.stubGlobal(
      "URL",
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
        revokeObjectURL: () => {},
      }),
    );
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Save as CSV" }));
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    const lines = ((await saved[0]?.text()) ?? "").trim().split("\r\n");
    expect(lines[0]).toMatch(/Name,Group,Date of Birth,Inbreeding of the puppies,/u);
    expect(lines.slice(1).map((line) => line.split(",").slice(0, 2))).toEqual([
      ["Rex of Oak Hill", "Good"],
      ["Zar", "Good"],
      ["Son", "Not advised"],
    ]);
  });

  it("are a sortable table on a wide screen", async () => {
    vi.stubGlobal("matchMedia", (media: string) => ({
      ...{ media, matches: media.includes("80rem") },
      ...{ addEventListener: () => {}, removeEventListener: () => {} },
    }));
    const { user } = open();
    expect(
      screen.getByRole("row", {
        name: /Rex of Oak Hill .* 3\.10%, lower than breed 0\.87% 12th of 340 98% 12 –/u,
      }),
    ).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Kinship to the breed" }));
    expect(fakeConvex.subscriptionsOf(api.genetics.mates.list).at(-1)).toMatchObject({
      sort: "kinship",
      page: 1,
    });
    expect(screen.getByRole("columnheader", { name: "Kinship to the breed" }).getAttribute("aria-sort")).toBe(
      "ascending",
    );
  });

  it("are replaced by a message if there are none, during a calculation, and for a deleted dog", () => {
    answer([], { good: 0, notAdvised: 0, pages: 0 });
    const { unmount } = open();
    expect(screen.getByText(/^None\. Mates are living breeding dogs/u)).toBeTruthy();
    unmount();
    fakeConvex.query(api.genetics.mates.list, () => ({ progress: { done: 1, total: 4 }, result: null }));
    const calculating = open();
    expect(screen.getByText(/being recalculated: 25%/u)).toBeTruthy();
    calculating.unmount();
    fakeConvex.query(api.genetics.mates.list, () => null);
    open();
    expect(screen.getByText("Dog not found")).toBeTruthy();
  });
});

describe("a planned litter", () => {
  const plan = (
    changes: object,
    completeness = [1, 1, 1, 0.9, 0.8],
    isAlone = false,
    isOverLimit = false,
  ) => {
    const breed = { puppyKinship: 0.0087, breedKinship: 0.0089, diversityChange: 0.0004, ...changes };
    fakeConvex.query(api.genetics.mates.litter, () => ({
      progress: null,
      result: {
        coefficient: 0.031,
        limit: 0.0625,
        isOverLimit,
        completeness,
        reference: 40,
        puppies: 6,
        breed: isAlone ? null : breed,
      },
    }));
    renderScreen(<PlannedLitter sireId="rex" damId="bella" />);
    return within(screen.getByRole("list", { name: "The litter and its breed" }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  };

  it("compares the puppies with the breed, and shows how they change its figures", () => {
    expect(plan({})).toEqual([
      "F of the puppies 3.10% over the whole known pedigree; 94% of their ancestors are known over 5 generations",
      "Kinship to the breed 0.87%, breed 0.89%: rarer than average",
      "Diversity of the breed +0.04% with 6 puppies",
    ]);
  });

  it("shows an interval if the parentage of a near ancestor is doubtful", () => {
    fakeConvex.query(api.genetics.mates.doubt, () => ({
      interval: { low: 0.024, high: 0.04, links: [] },
    }));
    expect(plan({})[0]).toBe(
      "F of the puppies 3.10% (2.4% to 4.0% if the doubtful links are wrong) over the whole known pedigree; 94% of their ancestors are known over 5 generations",
    );
  });

  it.each([
    [0.000049, 2],
    [-0.000049, 2],
    [0.000051, 3],
    [-0.0012, 3],
  ])("omits a change that would be displayed as 0.00%%: %s", (diversityChange, lines) => {
    const said = plan({ diversityChange });
    expect(said).toHaveLength(lines);
    expect(said.join()).not.toContain("0.00%");
  });

  it.each([
    [0.00891, "as common as average"],
    [0.0095, "more common than average"],
  ])("for a kinship compared with the breed of %s, says: %s", (puppyKinship, words) => {
    expect(plan({ puppyKinship })[1]).toContain(words);
  });

  it("says that the coefficient is above the kennel's limit", () => {
    expect(plan({}, [1, 1, 1, 1, 1], false, true)[1]).toBe("That is over your kennel's limit of 6.25%");
  });

  it("says that missing ancestors make the figures too low, and that there is no breed for a comparison", () => {
    const said = plan({}, [1, 0.5, 0, 0, 0], true);
    expect(said[0]).toMatch(/30% of their ancestors are known .*, and gaps make F look lower than it is$/u);
    expect(said.slice(1)).toEqual(["No living breeding dogs of the breed are recorded to compare with"]);
  });
});
