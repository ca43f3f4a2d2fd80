/** The import dialog as a breeder uses it, and the reading of files from other programs. */
import "@/testing/dom";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DogsPage } from "@/features/dogs/dogs-page";
import { decodeText, readImportFile } from "@/features/dogs/import-file";
import { makeDogPage } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const DOGS = "/dashboard/dogs";
const utf8 = (text: string) => new TextEncoder().encode(text);

/** jsdom's File lacks arrayBuffer. */
function makeFile(text: string): File {
  const file = new File([text], "kennel.csv", { type: "text/csv" });
  Object.defineProperty(file, "arrayBuffer", { value: async () => utf8(text).buffer });
  return file;
}

async function openImport(text: string) {
  const { user } = renderScreen(<DogsPage />, { path: DOGS });
  await user.click(screen.getByRole("button", { name: "Actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Import from CSV" }));
  const dialog = within(screen.getByRole("dialog", { name: "Import from CSV" }));
  await user.upload(dialog.getByLabelText("CSV file"), makeFile(text));
  return { user, dialog };
}

const report = {
  added: 1,
  updated: 0,
  skipped: 0,
  ancestors: 0,
  isOverLimit: false,
  dogLimit: null,
  errors: [],
};

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query("dogs:list", (args) => makeDogPage([], args));
  fakeConvex.query("dogImport:check", () => report);
  fakeConvex.mutation("dogImport:run", () => report);
});

describe("import", () => {
  it("[GAP-DOG-03] shows how the file is understood, checks it, and writes only when confirmed", async () => {
    const { user, dialog } = await openImport(
      "Name;Sex;Born;Breed\nRex;M;25.12.2019;Boxer\nBad;?;1.1.2020;Boxer\n",
    );
    expect(await dialog.findByText("2 rows, UTF-8, separated by semicolon")).toBeTruthy();
    expect(dialog.getByRole("combobox", { name: "Dates are written as" }).textContent).toBe(
      "Day, month, year",
    );
    expect(dialog.getByRole("combobox", { name: "Sex" }).textContent).toBe("Gender");
    await user.click(dialog.getByRole("button", { name: "Check File" }));
    expect(
      await dialog.findByText(/1 new, 0 updated, 0 skipped, 0 external ancestors, 1 with errors/),
    ).toBeTruthy();
    expect(dialog.getByText("Line 3:").parentElement?.textContent).toContain("Gender “?” cannot be read");
    expect(fakeConvex.callsOf("dogImport:run")).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Import 1 dogs" }));
    expect(await screen.findByText("1 dogs imported")).toBeTruthy();
    const values = { name: "Rex", gender: "male", dateOfBirth: "2019-12-25", breed: "Boxer" };
    expect(fakeConvex.callsOf("dogImport:run")).toMatchObject([
      { mode: "skip", rows: [{ line: 2, values }] },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("[GAP-DOG-03] lets a column be matched by hand, and then asks for a new check", async () => {
    const { user, dialog } = await openImport("Who,Sex,Breed\nRex,M,Boxer\n");
    await user.click(await dialog.findByRole("button", { name: "Check File" }));
    await dialog.findByRole("button", { name: "Import 1 dogs" });
    await user.click(dialog.getByRole("combobox", { name: "Who" }));
    await user.click(screen.getByRole("option", { name: "Name" }));
    expect(dialog.queryByRole("button", { name: "Import 1 dogs" })).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Check File" }));
    await waitFor(() =>
      expect(fakeConvex.reads.at(-1)?.args.rows).toMatchObject([{ values: { name: "Rex", gender: "male" } }]),
    );
  });

  it("keeps the dialog and says why when the import fails", async () => {
    const { user, dialog } = await openImport("Name,Sex,Breed\nRex,M,Boxer\n");
    fakeConvex.mutation("dogImport:run", () => {
      throw new Error("down");
    });
    await user.click(await dialog.findByRole("button", { name: "Check File" }));
    await user.click(await dialog.findByRole("button", { name: "Import 1 dogs" }));
    expect((await dialog.findByRole("alert")).textContent).toBe("Failed to import dogs");
  });

  it("says what is wrong with a file without rows", async () => {
    const { dialog } = await openImport("Name,Sex\n");
    expect((await dialog.findByRole("alert")).textContent).toBe("The file has no rows under its headings.");
  });
});

describe("files", () => {
  it.each([
    ["UTF-8", utf8("\uFEFFZoë")],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0])],
    ["UTF-16", new Uint8Array([0xfe, 0xff, 0, 0x5a, 0, 0x6f, 0, 0xeb])],
    ["Windows-1252", new Uint8Array([0x5a, 0x6f, 0xeb])],
  ])("[GAP-DOG-03] reads %s", (encoding, bytes) => {
    expect(decodeText(bytes)).toEqual({ text: "Zoë", encoding });
  });

  it("[GAP-DOG-03] keeps quoted delimiters and line ends in their cell", async () => {
    const file = await readImportFile("a.csv", utf8('Name\tNotes\r\nRex\t"a\tb\r\nc"\r\n\r\n'));
    expect(file).toMatchObject({ delimiter: "\t", headings: ["Name", "Notes"] });
    expect(file.rows.map(({ cells }) => cells)).toEqual([["Rex", "a\tb\r\nc"]]);
  });
});
