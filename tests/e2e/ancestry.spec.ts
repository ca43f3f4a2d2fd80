/** Tests a dog's ancestry in the browser, on paper and as a certificate. */
import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import { linesOf, readPdf } from "../support/pdf-text";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, visitor, type Visitor } from "./studbook";

const TODAY = "2026-11-21";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

/** The dog's parents are full siblings. Returns its id and its dam's id. */
async function addFamily({ person: signedIn }: Visitor) {
  const { client } = signedIn;
  const kennelId = await firstKennelId(signedIn);
  const add = async (name: string, gender: "male" | "female", sireId?: string, damId?: string) =>
    (
      await client.mutation(api.dogs.dogs.create, {
        kennelId,
        name,
        gender,
        breed: "Beagle",
        sireId,
        damId,
        today: TODAY,
      })
    )._id;
  const [oak, elm] = [await add("Oak", "male"), await add("Elm", "female")];
  const rex = await add("Rex", "male", oak, elm);
  const bella = await add("Bella", "female", oak, elm);
  return { pup: await add("Pup", "male", rex, bella), bella };
}

test(
  "[ANC-01] [ANC-03] the ancestry opens, zooms and links to a dog by keyboard, and shows another user's edit",
  { tag: "@core" },
  async ({ browser }) => {
    const anna = await visitor(browser, studbook.origin, person("Anna"));
    const { pup, bella } = await addFamily(anna);
    const { page } = anna;
    await page.goto(`${studbook.origin}/dashboard/dogs?ancestry=${pup}`);
    const tree = page.getByRole("group", { name: "Ancestry of Pup" });
    await expect(tree.getByRole("button", { name: /appears 2 times in this pedigree/u })).toHaveCount(4);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Zoom in" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status", { name: "Zoom level" })).toHaveText("110%");
    await page.getByRole("combobox", { name: "Generations" }).focus();
    await page.keyboard.press("Enter");
    for (const count of ["2", "3", "4", "5"]) {
      await expect(page.getByRole("option", { name: count, exact: true })).toBeVisible();
    }
    await page.keyboard.press("End");
    await expect(page.getByRole("option", { name: "5", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Generations" })).toHaveText("5");
    await anna.person.client.mutation(api.dogs.dogs.update, {
      dogId: bella,
      name: "Bella the Second of Oakwood",
      today: TODAY,
    });
    const dam = tree.getByRole("button", { name: /^Dam: Bella the Second of Oakwood/u });
    // A letter may extend a little beyond its line. A hidden line is 16 pixels high.
    const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight + 8;
    expect(await dam.locator(".font-title").evaluate(isCut), "the name stands there to its end").toBe(false);
    await dam.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/dashboard/dogs/${bella}`));
    await expect(page.getByRole("dialog", { name: "Bella the Second of Oakwood" })).toBeVisible();
    await anna.context.close();
  },
);

test("[ANC-03] the pedigree first fits its width, can be dragged by the mouse, and is readable on a phone", async ({
  browser,
}) => {
  const dora = await visitor(browser, studbook.origin, person("Dora"));
  const { pup } = await addFamily(dora);
  const { page } = dora;
  const address = `${studbook.origin}/dashboard/dogs?ancestry=${pup}`;
  const tree = page.getByRole("group", { name: "Ancestry of Pup" });
  const dog = tree.getByRole("button", { name: /^Pup/u });
  const choose = async (generations: string) => {
    await page.getByRole("combobox", { name: "Generations" }).click();
    await page.getByRole("option", { name: generations, exact: true }).click();
  };
  const areaOf = async () =>
    await tree.evaluate((svg) => {
      const area = svg.parentElement ?? svg;
      const { scrollWidth, clientWidth, scrollLeft, scrollHeight, clientHeight, scrollTop } = area;
      return { scrollWidth, clientWidth, scrollLeft, scrollHeight, clientHeight, scrollTop };
    });

  await page.setViewportSize({ width: 1100, height: 700 });
  await page.goto(address);
  await expect(page.getByRole("dialog", { name: "Ancestry of Pup" })).toBeVisible();
  await choose("2");
  await expect(dog).toBeInViewport({ ratio: 1 });
  const first = await areaOf();
  expect(first.scrollWidth, "two generations fit").toBeLessThanOrEqual(first.clientWidth);
  await expect(page.getByRole("status", { name: "Zoom level" })).toHaveText("100%");
  for (let times = 0; times < 5; times += 1) await page.getByRole("button", { name: "Zoom in" }).click();
  const enlarged = await areaOf();
  expect(enlarged.scrollWidth).toBeGreaterThan(enlarged.clientWidth);
  const box = await tree.locator("xpath=..").boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 4 });
  await page.mouse.up();
  const dragged = await areaOf();
  expect(enlarged.scrollLeft - dragged.scrollLeft, "it follows the mouse").toBeCloseTo(40, -1);
  await expect(page, "a drag opens no dog").toHaveURL(/ancestry=/u);
  await page.getByRole("button", { name: "Reset zoom" }).click();
  await expect(dog).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 390, height: 844 });
  await choose("5");
  await expect(dog).toBeInViewport({ ratio: 1 });
  const middleOf = (place: { y: number; height: number } | null) => (place ? place.y + place.height / 2 : 0);
  const off = async () =>
    middleOf(await dog.boundingBox()) - middleOf(await tree.locator("xpath=..").boundingBox());
  await expect.poll(async () => Math.abs(await off()), "the dog stands in the middle").toBeLessThan(60);
  expect((await dog.boundingBox())?.height ?? 0, "a place is tall enough for a finger").toBeGreaterThan(44);
  const hidden = async () => {
    const { scrollWidth, clientWidth } = await areaOf();
    return scrollWidth - clientWidth;
  };
  await expect.poll(hidden, "five generations are seen at once").toBeLessThanOrEqual(0);
  await dora.context.close();
});

test(
  "[GAP-DOG-01] [GAP-ANC-06] Print Pedigree opens the certificate as a PDF of one page",
  { tag: "@core" },
  async ({ browser }) => {
    const berta = await visitor(browser, studbook.origin, person("Berta"));
    await addFamily(berta);
    const { page } = berta;
    await page.goto(`${studbook.origin}/dashboard/dogs`);
    await page.getByRole("button", { name: "Actions for Pup" }).click();
    await page.getByRole("menuitem", { name: "Print Pedigree" }).click();
    const dialog = page.getByRole("dialog", { name: "Print Pedigree" });
    await expect(dialog.getByText(/^Ready: one page/u)).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    const started = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Download" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe("Pedigree of Pup.pdf");
    const { pages, texts } = await readPdf(readFileSync(await download.path()));
    expect(pages).toHaveLength(1);
    for (const name of ["Pup", "Rex", "Bella", "Oak", "Elm", "25.00%"])
      expect(linesOf(texts)).toContain(name);

    // The breeder clicks on a link, so no pop-up blocker stops it.
    const opened = page.waitForEvent("popup");
    const link = dialog.getByRole("link", { name: "Open PDF" });
    await link.click();
    // A browser without a PDF viewer saves the file and leaves the new window empty. The address of that window is
    // empty or a colon, depending on when it is read.
    expect([await link.getAttribute("href"), "", ":"]).toContain((await opened).url());
    await berta.context.close();
  },
);

test("[GAP-ANC-02] a mating is tried in the Ancestry tab", { tag: "@core" }, async ({ browser }) => {
  const carla = await visitor(browser, studbook.origin, person("Carla"));
  const { pup } = await addFamily(carla);
  const { page } = carla;
  await page.goto(`${studbook.origin}/dashboard/dogs/${pup}`);
  await page.getByRole("tab", { name: "Ancestry" }).click();
  const trial = page.getByRole("region", { name: "Try a mating" });
  await expect(trial.getByRole("combobox", { name: "Sire" })).toHaveValue("Pup");
  await trial.getByRole("combobox", { name: "Dam" }).fill("Bel");
  await trial.getByRole("option", { name: /Bella/u }).click();
  await expect(trial.getByText("37.50%").first()).toBeVisible();
  await expectAccessible(page);
  await carla.context.close();
});
