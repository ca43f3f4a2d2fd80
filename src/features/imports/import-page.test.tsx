/** Finished imports, and undoing an import. */
import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { ImportPage } from "@/features/imports/import-page";
import { ImportsPage } from "@/features/imports/imports-page";
import type { ImportRun } from "@/features/imports/use-import";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const PATH = "/dashboard/dogs/imports";

const makeRun = (values: Partial<ImportRun> = {}): ImportRun => ({
  // The screen only sends the id back to the server.
  _id: "run" as ImportRun["_id"],
  ...{ kind: "dogs", mode: "skip", fileName: "kennel.csv", fingerprint: "", state: "finished" },
  ...{ rowCount: 60, chunkCount: 1, stagedChunks: 1, done: 60, total: 60 },
  report: {
    ...{ added: 57, updated: 0, skipped: 2, untouched: 1, ancestors: 12, errors: 1, warnings: 0 },
    ...{ isOverLimit: false, countedChange: 57, unknownParents: 4 },
    links: { certain: 80, doubted: 1, answered: 3, made: 20, emptied: 0 },
  },
  notes: ["60 lines, 60 rows"],
  ...{ dogLimit: null, isRechecked: false, problem: null, isMine: false, startedBy: "Olga Owner" },
  ...{ startedAt: 0, finishedAt: Date.UTC(2026, 10, 25, 12), canUndo: true },
  ...values,
});
const foresight = {
  ...{ dogs: 55, ancestors: 12, kept: 2, keptNames: ["Rex", "Heidi"], restored: 1, unrestored: 0 },
};
const show = (run: ImportRun | null) => fakeConvex.query(api.imports.imports.get, () => run);
const open = (role: "owner" | "viewer" = "owner") =>
  renderScreen(<ImportPage />, { path: `${PATH}/:runId`, at: `${PATH}/run`, role });

beforeEach(() => {
  fakeConvex.reset();
  show(makeRun());
  fakeConvex.query(api.imports.imports.problems, () => ({
    errors: [{ line: 3, fields: { gender: "Gender “?” cannot be read" } }],
    warnings: [],
    skipped: [],
    ancestors: [{ name: "Zar", gender: "male", lines: [4], lineCount: 1 }],
    questions: [],
    changes: [],
    links: [
      { role: "dam", name: "Ina", to: "Ina (line 9)", reason: "By name alone", lines: [5], lineCount: 1 },
    ],
    listed: 500,
  }));
  fakeConvex.mutation(api.imports.imports.foresee, () => foresight);
  fakeConvex.mutation(api.imports.imports.remove, () => show(makeRun({ state: "undoing", done: 10 })));
});

describe("the page of an import", () => {
  it("[GAP-DOG-03] says who imported which file, with the figures and lists of the preview", () => {
    open();
    expect(screen.getByRole("heading", { name: "kennel.csv" })).toBeTruthy();
    expect(screen.getByText(/^Imported Nov 25, 2026.* by Olga Owner$/u)).toBeTruthy();
    const figure = (label: string) => screen.getByText(label, { selector: "dt" }).nextSibling?.textContent;
    expect(figure("Dogs")).toBe("57 new, 0 updated, 1 unchanged");
    expect(figure("Parents")).toBe(
      "80 certain, 1 by a number whose dog has another name, 3 by answer, 20 new, 4 left empty",
    );
    expect(figure("New ancestors")).toBe("12");
    expect(figure("Lines not imported")).toBe("2");
    expect(screen.getByText("Line 3:").parentElement?.textContent).toContain("cannot be read");
    expect(screen.getByText("Dam “Ina” in line 5:").parentElement?.textContent).toContain(
      "Ina (line 9). By name alone.",
    );
    expect(screen.getByText("Zar").parentElement?.textContent).toBe("Zar sire in line 4");
    expect(screen.getByText("60 lines, 60 rows")).toBeTruthy();
  });

  it("[GAP-DOG-03] says what an undo deletes and keeps, and shows the undo until it is finished", async () => {
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Undo This Import" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Undo this import?" }));
    expect(
      await question.findByText("55 dogs and 12 ancestors that the file added are deleted."),
    ).toBeTruthy();
    expect(question.getByText(/^2 dogs that the file added stay: Rex, Heidi\. /u)).toBeTruthy();
    expect(question.getByText("1 dog gets its former values back.")).toBeTruthy();
    expect(fakeConvex.callsOf(api.imports.imports.remove)).toEqual([]);
    await user.click(question.getByRole("button", { name: "Undo Import" }));
    expect(fakeConvex.callsOf(api.imports.imports.remove)).toMatchObject([{ runId: "run" }]);
    expect(await screen.findByRole("progressbar", { name: "Import" })).toBeTruthy();
    act(() => show(null));
    expect(await screen.findByRole("heading", { name: "Import undone" })).toBeTruthy();
  });

  it("[GAP-DOG-03] says that an import is undone even if the undo finished before the page saw it start", async () => {
    open();
    expect(screen.getByRole("heading", { name: "kennel.csv" })).toBeTruthy();
    act(() => show(null));
    expect(await screen.findByRole("heading", { name: "Import undone" })).toBeTruthy();
  });

  it("[GAP-DOG-03] offers no undo if the undo could not be checked", async () => {
    fakeConvex.mutation(api.imports.imports.foresee, () => {
      throw new Error("down");
    });
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Undo This Import" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Undo this import?" }));
    expect((await question.findByRole("alert")).textContent).toContain("Failed to check what would change");
    expect(question.getByRole("button", { name: "Undo Import" }).hasAttribute("disabled")).toBe(true);
  });

  it("[GAP-DOG-03] has no Undo button for a viewer, or if an import can no longer be undone", () => {
    const { unmount } = open("viewer");
    expect(screen.getByRole("heading", { name: "kennel.csv" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Undo This Import" })).toBeNull();
    unmount();
    show(makeRun({ canUndo: false }));
    open();
    expect(screen.queryByRole("button", { name: "Undo This Import" })).toBeNull();
  });

  it("says that there is no such import", () => {
    show(null);
    open();
    expect(screen.getByRole("heading", { name: "Import not found" })).toBeTruthy();
  });
});

describe("the list of imports", () => {
  const list = (runs: readonly ImportRun[]) =>
    fakeConvex.query(api.imports.imports.list, ({ kind }) => runs.filter((run) => run.kind === kind));

  it("[GAP-DOG-03] links to the page of each import, newest first", () => {
    list([
      makeRun(),
      makeRun({ state: "checked" }),
      makeRun({
        ...{ _id: "breed" as ImportRun["_id"], kind: "ancestors", mode: "complete", fileName: "breed.csv" },
        startedAt: 5,
      }),
    ]);
    renderScreen(<ImportsPage />, { path: PATH });
    const links = within(screen.getByRole("list", { name: "Imports" })).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")?.split("/").at(-1)])).toEqual([
      ["breed.csv", "breed"],
      ["kennel.csv", "run"],
    ]);
    expect(screen.getByText(/by Olga Owner: 57 dogs added$/u)).toBeTruthy();
  });

  it("offers a new import to users who may change dogs", () => {
    list([]);
    const { unmount } = renderScreen(<ImportsPage />, { path: PATH });
    const links = ["Import Dogs", "Import Pedigree File"].map((name) => screen.getByRole("link", { name }));
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/dashboard/dogs?import=1",
      "/dashboard/dogs/pedigree-database?import=1",
    ]);
    unmount();
    renderScreen(<ImportsPage />, { path: PATH, role: "viewer" });
    expect(screen.queryByRole("link", { name: /^Import/u })).toBeNull();
  });

  it("says what appears here while it is empty", () => {
    list([]);
    renderScreen(<ImportsPage />, { path: PATH });
    expect(screen.getByRole("heading", { name: "No imports yet" })).toBeTruthy();
  });
});
