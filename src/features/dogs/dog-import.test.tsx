/** The import dialog, and the reading of files from other programs. */
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { decodeText } from "@/features/imports/decode-text";
import { fetchLateDogParts } from "@/features/dogs/list/late-parts";
import { DogsPage } from "@/features/dogs/list/dogs-page";
import { fingerprintOf, guessColumns, readChunks, readImportFile } from "@/features/imports/import-file";
import type { ImportRun } from "@/features/imports/use-import";
import { makeDogPage } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { workbook } from "@/testing/workbook";
import type { PermissionOverrides } from "@domain/permissions/rules";

beforeAll(fetchLateDogParts);

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const DOGS = "/dashboard/dogs";
const utf8 = (text: string) => new TextEncoder().encode(text);

/** jsdom's File lacks arrayBuffer. */
function makeFile(content: string | Uint8Array<ArrayBuffer>): File {
  const bytes = typeof content === "string" ? utf8(content) : content;
  const file = new File([bytes], "kennel.csv", { type: "text/csv" });
  Object.defineProperty(file, "arrayBuffer", { value: async () => bytes.buffer });
  return file;
}

async function openImport(content: string | Uint8Array<ArrayBuffer>, rights: PermissionOverrides = {}) {
  const { user } = renderScreen(<DogsPage />, { path: DOGS, role: "manager", rights });
  await user.click(screen.getByRole("button", { name: "Actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Import from CSV" }));
  const dialog = within(screen.getByRole("dialog", { name: "Import from CSV" }));
  await user.upload(dialog.getByLabelText("CSV file"), makeFile(content));
  return { user, dialog };
}

const report = {
  added: 1,
  updated: 0,
  skipped: 0,
  ancestors: 0,
  errors: 1,
  warnings: 0,
  isOverLimit: false,
  countedChange: 1,
};

const figure = (within: { getByText: (text: string) => HTMLElement }, label: string) =>
  within.getByText(label).nextSibling?.textContent;

const makeRun = (values: Partial<ImportRun>): ImportRun => ({
  // The screen only sends the id back to the server.
  _id: "run" as ImportRun["_id"],
  kind: "dogs",
  mode: "skip",
  fileName: "kennel.csv",
  fingerprint: "",
  state: "checked",
  rowCount: 2,
  chunkCount: 1,
  stagedChunks: 1,
  done: 0,
  total: 2,
  report,
  notes: [],
  dogLimit: null,
  isRechecked: false,
  problem: null,
  startedAt: new Date(2025, 5, 15, 12).getTime(),
  finishedAt: null,
  canUndo: false,
  isMine: true,
  startedBy: "Olga Owner",
  ...values,
});
const showRun = (values: Partial<ImportRun> | null) =>
  fakeConvex.query(api.imports.imports.list, () => (values ? [makeRun(values)] : []));

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([], args));
  fakeConvex.query(api.dogs.dogs.ownBreeds, () => ["Boxer"]);
  fakeConvex.query(api.dogs.dogs.breeds, () => ["Boxer", "Beagle"]);
  fakeConvex.query(api.imports.imports.problems, () => ({
    errors: [{ line: 3, fields: { gender: "Gender “?” cannot be read" } }],
    warnings: [],
    skipped: [],
    ancestors: [],
    questions: [],
    changes: [],
    links: [],
    listed: 500,
  }));
  showRun(null);
  fakeConvex.mutation(api.imports.imports.start, () => ({ runId: "run", stagedChunks: 0 }));
  fakeConvex.mutation(api.imports.imports.stage, () => showRun({ state: "checked" }));
  fakeConvex.mutation(api.imports.imports.confirm, () => showRun({ state: "writing" }));
  fakeConvex.mutation(api.imports.imports.cancel, () => showRun(null));
});

describe("importing dogs", () => {
  it("[GAP-DOG-03] says where a full export can be restored, and links there", async () => {
    const { dialog } = await openImport(
      '{\n  "metadata": {"product": "Studbook", "kind": "export"}, "data": {}}',
    );
    expect((await dialog.findByRole("alert")).textContent).toContain("This file contains a whole kennel");
    const link = dialog.getByRole("link", { name: "Open Data & Backup" });
    expect(link.getAttribute("href")).toContain("/dashboard/settings?tab=data");
    expect(dialog.getByRole("button", { name: "Check File" }).hasAttribute("disabled")).toBe(true);
  });

  it("[GAP-DOG-03] shows how the columns are understood, checks the file, and imports it only after a confirmation", async () => {
    const { user, dialog } = await openImport(
      "Name;Sex;Born;Breed\nRex;M;25.12.2019;Boxer\nBad;?;1.1.2020;Boxer\n",
    );
    expect(await dialog.findByText("2 rows, UTF-8, separated by semicolon")).toBeTruthy();
    expect(dialog.getByRole("combobox", { name: "Dates are written as" }).textContent).toBe(
      "Day, month, year",
    );
    expect(dialog.getByRole("combobox", { name: "Sex" }).textContent).toBe("Gender");
    await user.click(dialog.getByRole("button", { name: "Check File" }));
    expect(await dialog.findByText("1 new, 0 updated, 0 unchanged")).toBeTruthy();
    expect(figure(dialog, "Lines not imported")).toBe("1");
    expect(dialog.getByText("Line 3:").parentElement?.textContent).toContain("Gender “?” cannot be read");
    expect(fakeConvex.callsOf(api.imports.imports.confirm)).toEqual([]);
    const values = { name: "Rex", gender: "male", dateOfBirth: "2019-12-25", breed: "Boxer" };
    expect(fakeConvex.callsOf(api.imports.imports.start)).toMatchObject([
      { mode: "skip", rowCount: 2, chunkCount: 1 },
    ]);
    expect(fakeConvex.callsOf(api.imports.imports.stage)).toMatchObject([
      {
        index: 0,
        rows: [
          { line: 2, values },
          { line: 3, errors: { gender: expect.any(String) } },
        ],
      },
    ]);
    await user.click(dialog.getByRole("button", { name: "Import 1 dog" }));
    expect(await dialog.findByRole("progressbar", { name: "Import" })).toBeTruthy();
    act(() => showRun({ state: "finished" }));
    expect(await screen.findByText("1 dog imported")).toBeTruthy();
    expect(screen.getByRole("button", { name: "View Import" })).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("[GAP-BILL-12] names the plan that has room for a file's dogs and returns to the import, or imports the first dogs", async () => {
    const dogLimit = { canAddDog: true, currentCount: 0, limit: 3, planType: "free" as const };
    const full = { state: "checked" as const, dogLimit, report: { ...report, added: 59, countedChange: 59 } };
    fakeConvex.mutation(api.imports.imports.stage, () => showRun(full));
    fakeConvex.mutation(api.imports.imports.takeFirst, () =>
      showRun({ state: "checked", report: { ...report, added: 3, countedChange: 3 } }),
    );
    fakeConvex.mutation(api.billing.actions.payments.startCheckout, () => new Promise(() => {}));
    const { user, dialog } = await openImport("Name,Sex,Breed\nRex,M,Boxer\n", { billing: "write" });
    await user.click(await dialog.findByRole("button", { name: "Check File" }));
    const need = "This file needs room for 59 dogs: Enterprise has room for them.";
    expect(await dialog.findByText(need)).toBeTruthy();
    expect(dialog.queryByText(/limit reached/u)).toBeNull();
    expect(dialog.getByRole("button", { name: "Import 59 dogs" }).hasAttribute("disabled")).toBe(true);
    await user.click(dialog.getByRole("button", { name: "Upgrade to Enterprise" }));
    expect(fakeConvex.callsOf(api.billing.actions.payments.startCheckout)).toMatchObject([
      { tier: "enterprise", successUrl: expect.stringMatching(/\/dashboard\?checkout=success$/u) },
    ]);
    await user.click(dialog.getByRole("button", { name: "Only the First 3 Now" }));
    expect(await dialog.findByRole("button", { name: "Import 3 dogs" })).toBeTruthy();
    expect(dialog.queryByText(need)).toBeNull();
  });

  it("[BILL-28] says that the limit is reached if no dog of the file fits", async () => {
    const dogLimit = { canAddDog: false, currentCount: 3, limit: 3, planType: "free" as const };
    fakeConvex.mutation(api.imports.imports.stage, () => showRun({ state: "checked", dogLimit }));
    const { user, dialog } = await openImport("Name,Sex,Breed\nRex,M,Boxer\n", { billing: "none" });
    await user.click(await dialog.findByRole("button", { name: "Check File" }));
    expect(
      await dialog.findByText(/Dog limit reached! You have 3 of 3 dogs on the Free plan\./u),
    ).toBeTruthy();
    expect(dialog.getByText("The kennel's owner can change the plan.")).toBeTruthy();
    expect(dialog.queryByRole("button", { name: /^(Upgrade|Only)/u })).toBeNull();
  });

  it("says that owner columns are omitted if the user may not set owners", async () => {
    const file = "Name,Owner,Phone\nRex,Jane,555\n";
    const note = "to import owners, so they are left out: Owner, Phone.";
    const bare = await openImport(file, { finances: "read" });
    expect((await bare.dialog.findByText(/You need the right/u)).textContent).toContain(note);
    cleanup();
    const { dialog } = await openImport(file);
    expect(await dialog.findByText("1 row, UTF-8, separated by comma")).toBeTruthy();
    expect(dialog.queryByText(/You need the right/u)).toBeNull();
  });

  it("[GAP-DOG-03] lets the user change the meaning of a column, also after a check", async () => {
    const { user, dialog } = await openImport("Who,Sex,Breed\nRex,M,Boxer\n");
    await user.click(await dialog.findByRole("button", { name: "Check File" }));
    await user.click(await dialog.findByRole("button", { name: "Back" }));
    expect(fakeConvex.callsOf(api.imports.imports.cancel)).toHaveLength(1);
    await user.click(await dialog.findByRole("combobox", { name: "Who" }));
    await user.click(screen.getByRole("option", { name: "Name" }));
    await user.click(dialog.getByRole("button", { name: "Check File" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.imports.imports.stage).at(-1)).toMatchObject({
        rows: [{ values: { name: "Rex", gender: "male" } }],
      }),
    );
  });

  it("[GAP-DOG-03] asks which dog a repeated heading belongs to, and checks nothing before the choice", async () => {
    const { user, dialog } = await openImport(
      "Name,Sex,Breed,Reg No,Sire,Reg No,Dam\nPup,M,Boxer,P-1,Zar,Z-1,Heidi\n",
    );
    expect(
      await dialog.findByText(/which dog is meant: Reg No \(column 4\), Reg No \(column 6\)/),
    ).toBeTruthy();
    const check = dialog.getByRole("button", { name: "Check File" });
    for (const [column, choice] of [
      ["Reg No (column 4)", "Registration Number"],
      ["Reg No (column 6)", "Sire Registration"],
    ] as const) {
      expect(check.hasAttribute("disabled")).toBe(true);
      await user.click(dialog.getByRole("combobox", { name: column }));
      await user.click(screen.getByRole("option", { name: choice }));
    }
    await user.click(check);
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.imports.imports.stage).at(-1)).toMatchObject({
        rows: [{ values: { registrationNumber: "P-1", sire: "Zar", sireNumber: "Z-1", dam: "Heidi" } }],
      }),
    );
  });

  it("[GAP-DOG-03] shows the possible readings if several old encodings fit, and uses the chosen encoding", async () => {
    // The byte of this letter in Windows-1250.
    const letters: Record<string, number> = { ř: 0xf8 };
    const text = "Name,Sex,Breed\nDvořak,M,Boxer\nMarka,F,Boxer\n";
    const bytes = Uint8Array.from(text, (letter) => letters[letter] ?? letter.charCodeAt(0));
    const { user, dialog } = await openImport(bytes);
    const spelling = await dialog.findByRole("combobox", { name: "Letters are read as" });
    expect(spelling.textContent).toBe("Dvoøak (Windows-1252)");
    await user.click(dialog.getByRole("combobox", { name: "Dogs already in the kennel" }));
    await user.click(screen.getByRole("option", { name: "Update them" }));
    await user.click(spelling);
    await user.click(screen.getByRole("option", { name: "Dvořak (Windows-1250)" }));
    expect(await dialog.findByText("2 rows, Windows-1250, separated by comma")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Check File" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.imports.imports.stage).at(-1)).toMatchObject({
        rows: [{ values: { name: "Dvořak" } }, { values: { name: "Marka" } }],
      }),
    );
    expect(fakeConvex.callsOf(api.imports.imports.start)).toMatchObject([{ mode: "update" }]);
  });

  it("[GAP-DOG-03] does not ask for the encoding if all possible encodings give the same text", async () => {
    const { dialog } = await openImport(
      Uint8Array.from("Name,Sex,Breed\nJäger von Größe,M,Boxer\n", (letter) => letter.charCodeAt(0)),
    );
    expect(await dialog.findByText("1 row, Windows-1252, separated by comma")).toBeTruthy();
    expect(dialog.queryByRole("combobox", { name: "Letters are read as" })).toBeNull();
  });

  it("[GAP-DOG-03] lets the user choose a sheet of a workbook", async () => {
    const bytes = workbook({
      Sold: [
        ["Name", "Sex", "Breed"],
        ["Zar", "M", "Boxer"],
      ],
      Dogs: [
        ["Name", "Sex", "Breed", "Born"],
        ["Heidi", "F", "Boxer", "2020-01-01"],
      ],
    });
    const { user, dialog } = await openImport(new Uint8Array(bytes));
    expect(await dialog.findByText("1 row, Excel, sheet “Dogs”")).toBeTruthy();
    await user.click(dialog.getByRole("combobox", { name: "Sheet" }));
    await user.click(screen.getByRole("option", { name: "Sold (1 row)" }));
    await user.click(dialog.getByRole("button", { name: "Check File" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.imports.imports.stage).at(-1)).toMatchObject({
        rows: [{ line: 2, values: { name: "Zar", gender: "male", breed: "Boxer" } }],
      }),
    );
  });

  it("[GAP-DOG-03] asks for the breed if the file has no breeds, and suggests the kennel's own breeds first", async () => {
    const { user, dialog } = await openImport("Name,Sex\nRex,M\n");
    const breed = await dialog.findByRole("combobox", { name: /Breed/ });
    expect(breed).toHaveProperty("value", "Boxer");
    await user.clear(breed);
    expect(dialog.getByRole("button", { name: "Check File" })).toHaveProperty("disabled", true);
    await user.type(breed, "Beagle");
    await user.click(dialog.getByRole("button", { name: "Check File" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.imports.imports.start)).toMatchObject([{ breed: "Beagle" }]),
    );
  });

  it("[GAP-DOG-03] shows all new ancestors on request, and says if its list of refused lines is incomplete", async () => {
    const made = Array.from({ length: 140 }, (_, at) => ({
      name: `Founder ${at}`,
      gender: "male",
      lines: [at + 2],
      lineCount: 1,
    }));
    fakeConvex.query(api.imports.imports.problems, () => ({
      errors: [{ line: 3, fields: { gender: "Gender “?” cannot be read" }, values: { name: "Rex" } }],
      warnings: [],
      skipped: [],
      ancestors: made,
      questions: [],
      changes: [],
      links: [],
      listed: 500,
    }));
    showRun({ report: { ...report, ancestors: 140, errors: 2 } });
    const { user } = renderScreen(<DogsPage />, { path: DOGS, at: `${DOGS}?import=1` });
    const dialog = within(await screen.findByRole("dialog", { name: "Import from CSV" }));
    expect(dialog.getByText(/The file contains the first 1 of 2/u)).toBeTruthy();
    expect(dialog.queryByText("Founder 139")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Show all 140" }));
    expect(dialog.getByText("Founder 139")).toBeTruthy();
  });

  it("[GAP-DOG-03] shows how parents are linked, the least certain links first with their reason, and nothing twice", async () => {
    const links = { certain: 1200, doubted: 0, answered: 2, made: 3, emptied: 1 };
    showRun({ report: { ...report, skipped: 5, unchanged: 2, untouched: 4, unknownParents: 6, links } });
    fakeConvex.query(api.imports.imports.problems, () => ({
      errors: [{ line: 3, fields: { gender: "Gender “?” cannot be read" } }],
      warnings: [],
      skipped: [],
      ancestors: [],
      questions: [],
      changes: [],
      links: [
        {
          role: "sire",
          name: "Max",
          to: "Max (line 3)",
          reason: "By name alone; the file gives no number",
          lines: [4, 5, 6, 7, 8, 9],
          lineCount: 7,
        },
      ],
      listed: 500,
    }));
    renderScreen(<DogsPage />, { path: DOGS, at: `${DOGS}?import=1` });
    const dialog = within(await screen.findByRole("dialog", { name: "Import from CSV" }));
    expect(figure(dialog, "Dogs")).toBe("1 new, 0 updated, 6 unchanged");
    expect(figure(dialog, "Parents")).toBe("1,200 certain, 2 by your answer, 3 new, 7 left empty");
    // One line with errors, and one line that is not about a dog.
    expect(figure(dialog, "Lines not imported")).toBe("2");
    expect(
      dialog.getByText("Sire “Max” in lines 4, 5, 6, 7, 8 and 2 more:").parentElement?.textContent,
    ).toContain("Max (line 3). By name alone; the file gives no number.");
  });

  it("[GAP-DOG-03] counts all questions, lists only some, and can answer all others with new dogs", async () => {
    const candidates = [
      { node: "a", name: "Ajax", detail: "NHSB 1", isLikely: true },
      { node: "b", name: "Ajax II", detail: "", isLikely: false },
    ];
    const asked = { role: "sire" as const, reason: "similar" as const, others: [], lines: [2], lineCount: 1 };
    fakeConvex.query(api.imports.imports.problems, () => ({
      ...{ errors: [], warnings: [], skipped: [], ancestors: [], changes: [], links: [], listed: 500 },
      questions: [
        { ...asked, key: "1", name: "Ajaks", candidates },
        { ...asked, key: "2", name: "Aiax", candidates: candidates.slice(1) },
      ],
    }));
    showRun({ report: { ...report, questions: 1302 } });
    fakeConvex.mutation(api.imports.imports.answer, () => null);
    const { user } = renderScreen(<DogsPage />, { path: DOGS, at: `${DOGS}?import=1` });
    const dialog = within(await screen.findByRole("dialog", { name: "Import from CSV" }));
    expect(dialog.getByText("To be answered", { selector: "dt" }).nextSibling?.textContent).toBe("1,302");
    await user.click(dialog.getByRole("button", { name: "New Dogs for All Other 1,301" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.imports.imports.answer)).toMatchObject([
        { answers: [{ key: "1", answer: "a" }], areOthersNew: true },
      ]),
    );
  });

  it("[GAP-DOG-03] names the buttons below a question by their effects", async () => {
    const candidates = [{ node: "b", name: "Ajax", detail: "NHSB 1", isLikely: false }];
    const asked = { role: "sire" as const, reason: "unlike" as const, others: [], lines: [2], lineCount: 1 };
    fakeConvex.query(api.imports.imports.problems, () => ({
      ...{ errors: [], warnings: [], skipped: [], ancestors: [], changes: [], links: [], listed: 500 },
      questions: [{ ...asked, key: "1", name: "Ajax", candidates }],
    }));
    showRun({ report: { ...report, questions: 1 } });
    const { user } = renderScreen(<DogsPage />, { path: DOGS, at: `${DOGS}?import=1` });
    const dialog = within(await screen.findByRole("dialog", { name: "Import from CSV" }));
    expect(dialog.getByText("In line 2. The dog with this name has another number.")).toBeTruthy();
    const use = dialog.getByRole<HTMLButtonElement>("button", { name: "Use These Answers" });
    expect(use.disabled).toBe(true);
    await user.click(dialog.getByRole("button", { name: "A New Dog" }));
    expect(use.disabled).toBe(false);
    expect(dialog.queryByRole("button", { name: "A New Dog" })).toBeNull();
  });

  it("[GAP-DOG-03] continues after a reload with the server's state", async () => {
    showRun({ state: "staging", done: 1 });
    fakeConvex.mutation(api.imports.imports.start, () => ({ runId: "run", stagedChunks: 1 }));
    renderScreen(<DogsPage />, { path: DOGS });
    expect(screen.getByText("The upload of kennel.csv is not finished.")).toBeTruthy();
    screen.getByRole("button", { name: "Show" }).click();
    const dialog = within(await screen.findByRole("dialog", { name: "Import from CSV" }));
    expect(dialog.getByText(/Choose the same file again to continue/)).toBeTruthy();
  });

  it("says how old a check of an earlier day is, and asks for the file again instead of importing", async () => {
    showRun({ startedAt: new Date(2025, 5, 12, 23).getTime() });
    const { user } = renderScreen(<DogsPage />, { path: DOGS });
    expect(screen.getByText("Checked 3 days ago. Nothing is written before you confirm.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Import from CSV" }));
    expect(dialog.getByText(/^You chose this file 3 days ago/u)).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Import 1 dog" }).className).not.toContain("bg-primary");
    await user.click(dialog.getByRole("button", { name: "Choose the File Again" }));
    expect(fakeConvex.callsOf(api.imports.imports.cancel)).toHaveLength(1);
    expect(await dialog.findByLabelText("CSV file")).toBeTruthy();
  });

  it("shows no age for a check of today", async () => {
    showRun({});
    renderScreen(<DogsPage />, { path: DOGS, at: `${DOGS}?import=1` });
    const dialog = within(await screen.findByRole("dialog", { name: "Import from CSV" }));
    expect(dialog.queryByText(/You chose this file/u)).toBeNull();
    expect(dialog.getByRole("button", { name: "Import 1 dog" }).className).toContain("bg-primary");
  });

  it("shows another user's import without the controls that change it", async () => {
    showRun({ state: "writing", isMine: false, done: 1 });
    renderScreen(<DogsPage />, { path: DOGS });
    const strip = within(await screen.findByRole("region", { name: "Import" }));
    expect(strip.getByText("kennel.csv, by Olga Owner")).toBeTruthy();
    expect(strip.getByText("Importing 1 of 2...")).toBeTruthy();
    expect(strip.queryByRole("button")).toBeNull();
  });

  it("stays open and shows the reason if the import fails", async () => {
    const { user, dialog } = await openImport("Name,Sex,Breed\nRex,M,Boxer\n");
    fakeConvex.mutation(api.imports.imports.confirm, () => {
      throw new Error("down");
    });
    await user.click(await dialog.findByRole("button", { name: "Check File" }));
    await user.click(await dialog.findByRole("button", { name: "Import 1 dog" }));
    expect((await dialog.findByRole("alert")).textContent).toBe("Failed to import dogs");
  });

  it("stays open if a second check after the confirmation finds changes and the user cancels", async () => {
    const { user, dialog } = await openImport("Name,Sex,Breed\nRex,M,Boxer\n");
    fakeConvex.mutation(api.imports.imports.confirm, () => showRun({ state: "checked", isRechecked: true }));
    await user.click(await dialog.findByRole("button", { name: "Check File" }));
    await user.click(await dialog.findByRole("button", { name: "Import 1 dog" }));
    expect(await dialog.findByText(/so the file was checked again/)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Back" }));
    expect(await dialog.findByRole("button", { name: "Check File" })).toBeTruthy();
    expect(screen.getByRole("dialog", { name: "Import from CSV" })).toBeTruthy();
  });

  it("stays open for a retry if writing failed", async () => {
    const { user, dialog } = await openImport("Name,Sex,Breed\nRex,M,Boxer\n");
    await user.click(await dialog.findByRole("button", { name: "Check File" }));
    await user.click(await dialog.findByRole("button", { name: "Import 1 dog" }));
    act(() => showRun({ state: "failed", problem: "Nothing was imported." }));
    await user.upload(dialog.getByLabelText("CSV file"), makeFile("Name,Sex,Breed\nRex,M,Boxer\n"));
    fakeConvex.mutation(api.imports.imports.stage, () =>
      showRun({ _id: "second" as ImportRun["_id"], state: "checked" }),
    );
    await user.click(await dialog.findByRole("button", { name: "Check File" }));
    expect(await dialog.findByRole("button", { name: "Import 1 dog" })).toBeTruthy();
  });

  it("links from the check to its result; Cancel during the upload deletes the sent rows", async () => {
    const { user, dialog } = await openImport("Name,Sex,Breed\nRex,M,Boxer\n");
    await user.click(await dialog.findByRole("button", { name: "Check File" }));
    const result = await dialog.findByRole("group", { name: "Result of the check" });
    await waitFor(() => expect(document.activeElement).toBe(result));
    await user.click(dialog.getByRole("button", { name: "Back" }));
    let arrive = () => {};
    fakeConvex.mutation(api.imports.imports.start, async () => {
      await new Promise<void>((resolve) => (arrive = resolve));
      return { runId: "run", stagedChunks: 0 };
    });
    const [sent, cancelled] = [api.imports.imports.stage, api.imports.imports.cancel].map(
      (reference) => fakeConvex.callsOf(reference).length,
    );
    await user.click(await dialog.findByRole("button", { name: "Check File" }));
    await waitFor(() => expect(fakeConvex.callsOf(api.imports.imports.start)).toHaveLength(2));
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    arrive();
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.imports.imports.cancel)).toHaveLength((cancelled ?? 0) + 1),
    );
    expect(fakeConvex.callsOf(api.imports.imports.stage)).toHaveLength(sent ?? 0);
  });

  it("says what is wrong with a file without rows", async () => {
    const { dialog } = await openImport("Name,Sex\n");
    expect((await dialog.findByRole("alert")).textContent).toBe("The file has no rows under its headings.");
  });
});

describe("reading files", () => {
  it.each([
    ["UTF-8", utf8("\uFEFFZoë")],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0])],
    ["UTF-16", new Uint8Array([0xfe, 0xff, 0, 0x5a, 0, 0x6f, 0, 0xeb])],
    ["UTF-16", new Uint8Array([0x5a, 0, 0x6f, 0, 0xeb, 0])],
    ["UTF-16", new Uint8Array([0, 0x5a, 0, 0x6f, 0, 0xeb])],
    ["Windows-1252", new Uint8Array([0x5a, 0x6f, 0xeb])],
  ])("[GAP-DOG-03] reads %s", (encoding, bytes) => {
    expect(decodeText(bytes)).toMatchObject({ text: "Zoë", encoding });
  });

  it("[GAP-DOG-03] keeps quoted delimiters and line ends in their cell", async () => {
    const file = await readImportFile("a.csv", utf8('Name\tNotes\r\nRex\t"a\tb\r\nc"\r\n\r\n'));
    expect(file).toMatchObject({ delimiter: "\t", headings: ["Name", "Notes"] });
    expect(file.format === "table" && file.rows.map(({ cells }) => cells)).toEqual([["Rex", "a\tb\nc"]]);
  });

  it.each(["<html><table>", "\uFEFF\n<?xml version='1.0'?><Workbook>", "<!DOCTYPE html>"])(
    "[GAP-DOG-03] refuses a web page with the file name of a list, and says what to do: %s",
    async (text) => {
      await expect(readImportFile("list.xls", utf8(text))).rejects.toThrow("save it as an Excel workbook");
    },
  );

  it("[GAP-DOG-17] reads GEDCOM as rows, and says that its encoding is unsupported", async () => {
    const gedcom = "0 HEAD\n1 CHAR UTF-8\n0 @I1@ INDI\n1 NAME Rex\n1 SEX M\n";
    const file = await readImportFile("a.ged", utf8(gedcom), "ancestors");
    expect(file).toMatchObject({ format: "gedcom", headings: ["ID", "Name", "Sex"] });
    const [[row] = []] = await readChunks(file, guessColumns(file), "ancestors");
    expect(row).toMatchObject({ line: 3, values: { fileId: "@I1@", name: "Rex", gender: "male" } });
    const adopted = `${gedcom}0 @I2@ INDI\n1 NAME Pup\n1 FAMC @F@\n2 PEDI adopted\n0 @F@ FAM\n1 HUSB @I1@\n`;
    const second = await readImportFile("b.ged", utf8(adopted), "ancestors");
    const [[, pup] = []] = await readChunks(second, guessColumns(second), "ancestors");
    expect(pup).toEqual({
      line: 6,
      values: { fileId: "@I2@", name: "Pup" },
      warnings: ["Left out as parents: Rex, because the file says “adopted”"],
    });
    const ansel = new Uint8Array([...utf8(gedcom.replace("UTF-8", "ANSEL")), 0xe8, 0x61]);
    await expect(readImportFile("a.ged", ansel, "ancestors")).rejects.toThrow("ANSEL");
  });

  it("splits rows into chunks, and recognizes the same file again", async () => {
    const text = `Name,Sex,Notes\n${Array.from({ length: 900 }, (_, n) => `Dog ${n},M,${"x".repeat(n === 5 ? 400_000 : 3)}`).join("\n")}`;
    const file = await readImportFile("a.csv", utf8(text));
    const chunks = await readChunks(file, guessColumns(file), "dogs");
    expect(chunks.map((chunk) => chunk.length)).toEqual([5, 1, 400, 400, 94]);
    expect(fingerprintOf(chunks, "skip")).toBe(fingerprintOf(chunks, "skip"));
    expect(fingerprintOf(chunks, "skip")).not.toBe(fingerprintOf(chunks, "update"));
  });
});
