/**
 * A new user imports a realistic spreadsheet with many faults, on a phone and on a desktop. Nothing is written that
 * was not shown before. Refused rows are returned as a file, and a second import duplicates nothing.
 */
import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { dogCard, signUp, test } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const HEADINGS = "Kennel Name;Pet Name;D/B;D.O.B.;KC Reg No;Chip No.;Sire's Name;Dam's Name;Weight;Died";
const LINES = [
  "sep=;",
  "Oakhill Gundogs - all our dogs;;;;;;;;;",
  ";;;;;;;;;",
  HEADINGS,
  "CH Oakhill Max;Max;D;12/03/2015;AA1;985112000000001;Unknown;n/k;38,5 kg;",
  "Oakhill Bella;Bella;B;3 April 2016;AA2;9.85112E+14;;;;",
  "Oakhill Rose;Rose;B;05/06/2018;AA3;985112000000003;Oakhill Max;Oakhill Bella;31;",
  "Oakhill Tess;Tess;B;05/06/2019;AA4;985112000000004;Oakhill Rose;Oakhill Bella;;2021",
  "Oakhill Pip;;D;01/02/2021;AA5;;Sandylands Mark;Oakhill Rose;;",
  "Oakhill Sam;;D;01/02/2013;AA6;;;;;",
  "Oakhill Sam;;D;01/02/2012;AA7;;;;;",
  "Oakhill Joy;;B;25/12/2020;AA8;;Oakhill Sam;Oakhill Rose;;",
  "Total: 8 dogs;;;;;;;;;",
];

const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** The smallest side of a touch target. Source: WCAG 2.2, 2.5.5, target size. */
const THUMB = 44;

/**
 * Nothing may be wider than its dialog, or than the page if no dialog is open. Every control must be large enough
 * to tap.
 */
async function expectFits(part: Locator, isPhone: boolean): Promise<void> {
  const misfits = await part.evaluate(
    (root, least) => {
      const frame = root.closest("[role=dialog]") ?? document.documentElement;
      const { left, right } = frame.getBoundingClientRect();
      const found: string[] = [];
      for (const element of root.querySelectorAll("button, a, [role=combobox], p, li, h3, label")) {
        const box = element.getBoundingClientRect();
        if (box.width === 0 || element.closest(".sr-only")) continue;
        const name = `${element.tagName} ${element.textContent.trim().slice(0, 40)}`;
        if (box.left < left - 1 || box.right > right + 1) found.push(`${name} is outside`);
        // A control that is drawn smaller also accepts taps around it.
        const around = getComputedStyle(element, "::before");
        const [width, height] = [
          Math.max(box.width, Number.parseFloat(around.width) || 0),
          Math.max(box.height, Number.parseFloat(around.height) || 0),
        ];
        const isControl = element.matches("button, [role=combobox]");
        if (isControl && Math.min(width, height) < least - 0.5)
          found.push(`${name} is ${width} by ${height}`);
      }
      return found;
    },
    isPhone ? THUMB : 0,
  );
  expect(misfits).toEqual([]);
}

async function look(page: Page, name: string): Promise<void> {
  const folder = process.env["LOOKS"];
  if (!folder) return;
  const width = page.viewportSize()?.width ?? 0;
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await expect(page.locator("html.dark")).toHaveCount(scheme === "dark" ? 1 : 0);
    // The colors are in transition.
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png` });
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

const DEVICES = [
  { name: "a phone", who: "Ida", viewport: { width: 390, height: 844 }, isPhone: true },
  { name: "a desk", who: "Dora", viewport: { width: 1440, height: 900 }, isPhone: false },
];

for (const { name, who, viewport, isPhone } of DEVICES) {
  test(`[GAP-DOG-03] a messy spreadsheet is imported on ${name}, with nothing written that was not shown`, async ({
    browser,
  }) => {
    test.slow();
    const touch = isPhone ? { hasTouch: true, isMobile: true } : {};
    const context = await browser.newContext({
      viewport,
      reducedMotion: "reduce",
      acceptDownloads: true,
      ...touch,
    });
    const page = await context.newPage();
    const press = async (control: Locator) => await (isPhone ? control.tap() : control.click());
    await signUp(page, studbook.origin, person(who));
    const dialog = page.getByRole("dialog", { name: "Import from CSV" });
    const choose = async (label: string, choice: string) => {
      await press(dialog.getByRole("combobox", { name: label }));
      await press(page.getByRole("option", { name: choice }));
    };
    const open = async (file: ReturnType<typeof csv>) => {
      await page.goto(`${studbook.origin}/dashboard/dogs`);
      await press(page.getByRole("button", { name: "Actions", exact: true }));
      await press(page.getByRole("menuitem", { name: "Import from CSV" }));
      await dialog.getByLabel("CSV file").setInputFiles(file);
    };
    const figure = (label: string) => dialog.locator("dt", { hasText: label }).locator("+ dd");
    const check = async () => await press(dialog.getByRole("button", { name: "Check File" }));

    await open(csv("kennel.csv", LINES.join("\r\n")));
    await expect(dialog.getByText("8 rows, UTF-8, separated by semicolon")).toBeVisible();
    await expect(
      dialog.getByText("Line 2 “Oakhill Gundogs - all our dogs” is treated as a title"),
    ).toBeVisible();
    await expect(dialog.getByText("Line 13 “Total: 8 dogs” is treated as a footer")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Check File" })).toBeDisabled();
    await look(page, "1-settings");
    await choose("Weight is in", "kg");
    await dialog
      .getByRole("combobox", { name: "Breed" })
      .or(dialog.getByLabel("Breed"))
      .first()
      .fill("Labrador Retriever");
    await expectFits(dialog, isPhone);
    await expectAccessible(page, "settings");
    await check();

    // Three dogs are uncertain, and nothing can be imported before they are decided.
    await expect(dialog.getByText("3 dogs are not certain.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: /^Import \d/u })).toBeDisabled();
    await expect(dialog.getByRole("combobox", { name: "Sire “Oakhill Max”" })).toContainText(
      "CH Oakhill Max",
    );
    await look(page, "2-questions");
    await expectFits(dialog, isPhone);
    await expectAccessible(page, "questions");
    await choose("Sire “Oakhill Sam”", "AA6");
    await choose("Sire “Oakhill Rose”", "Leave");
    await look(page, "3-answered");
    await press(dialog.getByRole("button", { name: /answers/iu }));
    await expect(dialog.getByText("7 new, 0 updated, 0 unchanged")).toBeVisible();
    await expect(figure("Parents")).toHaveText("2 certain, 2 by your answer, 3 new, 3 left empty");
    await expect(figure("New ancestors")).toHaveText("2");
    await expect(figure("Lines not imported")).toHaveText("1");
    await expect(dialog.getByText("Sandylands Mark sire in line 9")).toBeVisible();
    await expect(dialog.getByText("Oakhill Bella dam in lines 7, 8")).toBeVisible();
    await expect(dialog.getByText(/Line 6: .*It is named as a parent in lines 7, 8/u)).toBeVisible();
    await look(page, "4-checked");
    await expectFits(dialog, isPhone);
    await expectAccessible(page, "checked");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      press(dialog.getByRole("button", { name: "Download the Lines Left Out" })),
    ]);
    const refused = readFileSync(await download.path(), "utf8");
    expect(refused).toContain("Oakhill Bella");
    await press(dialog.getByRole("button", { name: "Import 7 dogs" }));
    await expect(dialog).toBeHidden();
    const message = page.getByRole("listitem").filter({ hasText: "7 dogs imported" });
    await expect(message.getByRole("button", { name: "View Import" })).toBeVisible();
    await expectFits(message, isPhone);
    await expect(dogCard(page, "Oakhill Rose")).toBeVisible();
    await expect(dogCard(page, "Oakhill Bella")).toHaveCount(0);

    // The row is corrected. The ancestor that was created in its place becomes the dog.
    await open(csv("kennel-left-out.csv", refused.replace("9.85112E+14", "985112000000002")));
    await check();
    await expect(figure("Lines not imported")).toHaveText("0");
    await press(dialog.getByRole("button", { name: "Import 1 dog", exact: true }));
    await expect(dialog).toBeHidden();
    await expect(dogCard(page, "Oakhill Bella")).toHaveCount(1);

    // The same file again, with the corrected chip number: no dog is added twice.
    const corrected = LINES.join("\r\n").replace("9.85112E+14", "985112000000002");
    await open(csv("kennel.csv", corrected));
    await choose("Weight is in", "kg");
    await check();
    await expect(dialog.getByText("0 new, 0 updated, 8 unchanged")).toBeVisible();
    await expect(figure("Lines not imported")).toHaveText("0");
    await expect(dialog.getByRole("button", { name: /^Import 0/u })).toBeDisabled();
    await press(dialog.getByRole("button", { name: "Back" }));

    // A Czech list without a distinctive letter is read as Western until its encoding is chosen.
    const czech = Buffer.from("Name;Sex;Breed\r\nDvo\xf8\xe1k;M;Boxer\r\n", "latin1");
    await open({ ...csv("psi.csv", ""), buffer: czech });
    await expect(dialog.getByRole("combobox", { name: "Letters are read as" })).toHaveText(
      "Dvoøák (Windows-1252)",
    );
    await expectFits(dialog, isPhone);
    await choose("Letters are read as", "Dvořák (Windows-1250)");
    await expect(dialog.getByText("1 row, Windows-1250, separated by semicolon")).toBeVisible();
    await look(page, "spelling");
    await press(dialog.getByRole("button", { name: "Cancel" }));

    // An update shows old and new values before it writes.
    await open(csv("kennel.csv", `${HEADINGS}\r\nOakhill Rose;Rosie;B;05/06/2018;AA3;;;;;`));
    await choose("Dogs already in the kennel", "Update them");
    await choose("Dates are written as", "Day, month, year");
    await check();
    await expect(dialog.getByText("Oakhill Rose: Call Name Rose becomes Rosie")).toBeVisible();
    await look(page, "5-update");
    await expectFits(dialog, isPhone);
    await press(dialog.getByRole("button", { name: "Import 1 dog", exact: true }));
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("article")).toHaveCount(8);

    // The first file's page lists its dogs. Undoing it keeps what later imports have built on it.
    await press(page.getByRole("button", { name: "Actions", exact: true }));
    await press(page.getByRole("menuitem", { name: "Imports" }));
    await expect(page.getByRole("list", { name: "Imports" }).getByRole("link")).toHaveCount(3);
    await look(page, "6-imports");
    await expectAccessible(page, "imports");
    await press(page.getByRole("list", { name: "Imports" }).getByRole("link").last());
    await expect(page.getByText("2 certain, 2 by your answer, 3 new, 3 left empty")).toBeVisible();
    await look(page, "7-import");
    await expectFits(page.getByRole("main"), isPhone);
    await expectAccessible(page, "import");
    await press(page.getByRole("button", { name: "Undo This Import" }));
    const question = page.getByRole("alertdialog", { name: "Undo this import?" });
    await expect(question.getByText(/that the file added stay/u)).toContainText("Oakhill Rose");
    await look(page, "8-undoing");
    await expectFits(question, isPhone);
    await press(question.getByRole("button", { name: "Undo Import" }));
    await expect(page.getByRole("heading", { name: "Import undone" })).toBeVisible();
    await press(page.getByRole("link", { name: "All Dogs" }));
    await expect(dogCard(page, "Oakhill Rose")).toHaveCount(1);
    await expect(dogCard(page, "Oakhill Pip")).toHaveCount(0);
    await context.close();
  });
}
