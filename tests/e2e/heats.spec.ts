/** Tests heats, progesterone, the calendar and the advice on a pair. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { firstKennelId, person, joinKennel } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, visitor, type Visitor, workIn } from "./studbook";

/** The browser's clock is set to this day. */
const TODAY = "2025-06-15";
const NOW = new Date("2025-06-15T12:00:00");

let studbook: Runtime;
let anna: Visitor;
let kennelId: Id<"kennels">;
let bella: Id<"dogs">;
let rex: Id<"dogs">;

test.beforeAll(async ({ browser, studbook: shared }) => {
  studbook = shared;
  anna = await visitor(browser, studbook.origin, person("Anna"));
  await anna.page.clock.setFixedTime(NOW);
  kennelId = await firstKennelId(anna.person);
  const breeding = { breed: "Beagle", isBreedingDog: true, breedingRights: "full" } as const;
  const add = async (name: string, gender: "male" | "female", dateOfBirth: string, parents = {}) => {
    const dog = { kennelId, name, gender, dateOfBirth, today: TODAY, ...breeding, ...parents };
    return (await anna.person.client.mutation(api.dogs.dogs.create, dog))._id;
  };
  rex = await add("Rex of Oak Hill", "male", "2020-02-01");
  bella = await add("Bella of Oak Hill", "female", "2022-03-01");
  await add("Luna of Oak Hill", "female", "2023-04-01", { sireId: rex });
});
test.afterAll(async () => {
  await anna.context.close();
});

const open = async (page: Page, address: string) => await page.goto(`${studbook.origin}/dashboard${address}`);

async function openBreedingTab(page: Page, dogId: string): Promise<void> {
  await open(page, `/dogs/${dogId}`);
  await page.getByRole("tab", { name: "Breeding", exact: true }).click();
}

test(
  "a heat is recorded, progesterone is measured, ovulation is read from the curve, and a mistake is undone",
  { tag: "@core" },
  async () => {
    const { page } = anna;
    await openBreedingTab(page, bella);
    const heats = page.getByRole("region", { name: "Heats" });
    await heats.getByRole("button", { name: "Record Heat" }).click();
    const dialog = page.getByRole("dialog", { name: /Record a Heat/ });
    await dialog.getByLabel("First day").fill("2025-06-16");
    await dialog.getByRole("button", { name: "Add Heat" }).click();
    await expect(dialog.getByText("First day cannot be in the future")).toBeVisible();
    await dialog.getByLabel("First day").fill("2025-06-01");
    await dialog.getByLabel("Flagging").check();
    await dialog.getByRole("button", { name: "Add Heat" }).click();
    await expect(dialog).toBeHidden();
    await expect(heats.getByText("In heat")).toBeVisible();
    await expect(heats.getByText("Day 15")).toBeVisible();

    for (const [day, value] of [
      ["2025-06-08", "0.8"],
      ["2025-06-10", "2,5"],
      ["2025-06-12", "5"],
    ] as const) {
      await heats.getByRole("button", { name: "Add Progesterone" }).click();
      await heats.getByLabel("Progesterone", { exact: false }).last().fill(value);
      await heats.getByLabel("Day", { exact: true }).fill(day);
      await heats.getByLabel("Time").fill("08:30");
      await heats.getByRole("button", { name: "Save Reading" }).click();
      await expect(heats.getByRole("button", { name: "Add Progesterone" })).toBeVisible();
    }
    await expect(heats.getByText("Ovulation about Jun 12.")).toBeVisible();
    await expect(heats.getByText("Best days for mating Jun 14 – Jun 16", { exact: false })).toBeVisible();
    await expect(heats.getByRole("img", { name: /Progesterone curve: 3 readings/ })).toBeVisible();

    await heats.getByRole("button", { name: "Delete the reading of Jun 12, 08:30" }).click();
    await expect(heats.getByText("Ovulation expected about Jun 12", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(heats.getByText("Ovulation about Jun 12.")).toBeVisible();
  },
);

test("the kennel's heats, a bitch's heat log and the calendar pass axe", async () => {
  const { page } = anna;
  await expectHeatOf(bella);
  await open(page, "/breeding?tab=heats");
  const inHeat = page.getByRole("region", { name: "In heat" });
  await expect(inHeat.getByText("Best days now")).toBeVisible();
  await expect(page.getByRole("region", { name: "No heat recorded" })).toContainText("Luna of Oak Hill");
  await expectAccessible(page, "heats");
  await inHeat.getByRole("button", { name: "Bella of Oak Hill" }).click();
  const log = page.getByRole("dialog", { name: "Bella of Oak Hill" });
  await expect(log.getByRole("img", { name: /Progesterone curve/ })).toBeVisible();
  await expect(page).toHaveTitle(/^Heats of Bella of Oak Hill · Breeding Management · /);
  await log.getByRole("button", { name: "Add Progesterone" }).click();
  await expectAccessible(page, "log");
  await page.goBack();
  await expect(log).toBeHidden();
  await open(page, "/breeding?tab=calendar&month=2025-06");
  await expect(page.getByRole("table", { name: "June 2025" })).toContainText("Heat began");
  await expectAccessible(page, "calendar");
});

test("a progesterone reading is saved with two presses on the card of a bitch in heat, also on a phone", async () => {
  const { page, person: who } = anna;
  const nova = await who.client.mutation(api.dogs.dogs.create, {
    ...{ kennelId, name: "Nova of Oak Hill", gender: "female", breed: "Beagle" },
    ...{ dateOfBirth: "2022-05-01", today: TODAY },
  });
  await who.client.mutation(api.heats.heats.add, { dogId: nova._id, startOn: "2025-06-06", today: TODAY });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/breeding?tab=heats");
  const card = page.getByRole("listitem").filter({ hasText: "Nova of Oak Hill" });
  await expect(card).toContainText("Progesterone shows the best days.");
  const [reading, plan] = [card.getByText("Add Progesterone"), card.getByText("Plan Breeding")];
  expect((await plan.boundingBox())?.y, "both buttons are in one row").toBe((await reading.boundingBox())?.y);
  await reading.click();
  const dialog = page.getByRole("dialog", { name: "Progesterone of Nova of Oak Hill" });
  await expect(dialog.getByLabel(/^Progesterone/u)).toBeFocused();
  await page.keyboard.type("1.8");
  await expectAccessible(page, "reading");
  await dialog.getByRole("button", { name: "Save Reading" }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText("Progesterone 1.8 ng/mL on Jun 15");
  await expect(card).toContainText("Read again by Jun 18 to be sure of the day of ovulation.");
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isWide).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
});

/** Records the heat of the first test if it is missing, so that each test can run alone. */
async function expectHeatOf(dogId: Id<"dogs">): Promise<void> {
  const { client } = anna.person;
  const log = await client.query(api.heats.heats.ofDog, { dogId });
  const [last] = log?.heats ?? [];
  const heat =
    last ?? (await client.mutation(api.heats.heats.add, { dogId, startOn: "2025-06-01", today: TODAY }));
  for (const [takenOn, value] of [
    ["2025-06-08", 0.8],
    ["2025-06-10", 2.5],
    ["2025-06-12", 5],
  ] as const) {
    const reading = { takenOn, takenTime: "08:30", value, unit: "ng/mL", today: TODAY };
    await client.mutation(api.heats.heats.addProgesterone, { heatId: heat._id, ...reading });
  }
}

test("the advice warns of a mating of father and daughter, depends on the day, and does not prevent saving", async () => {
  const { page } = anna;
  await open(page, "/breeding?add=1");
  const dialog = page.getByRole("dialog", { name: "Plan New Breeding" });
  const advice = dialog.getByRole("region", { name: "Advice" });
  await expect(dialog).toContainText("Choose both to see inbreeding and tests");
  for (const [field, name] of [
    ["Sire", "Rex of Oak Hill"],
    ["Dam", "Luna of Oak Hill"],
  ] as const) {
    const choice = dialog.getByRole("combobox", { name: field });
    // The initial list is replaced by the search results, possibly in the middle of a click.
    await expect(async () => {
      await choice.fill(name.slice(0, 4));
      await page.getByRole("option", { name: new RegExp(name) }).click({ timeout: 2000 });
      await expect(choice).toHaveValue(name, { timeout: 2000 });
    }).toPass();
  }
  await expect(advice).toContainText("Rex of Oak Hill and Luna of Oak Hill are father and daughter.");
  await expect(advice).toContainText("25.0%");
  await expect(advice).not.toContainText("under a year");
  await dialog.getByLabel("Mating Date").fill("2024-03-01");
  await expect(advice).toContainText("11 months old at mating, under a year");
  await expectAccessible(page, "advice");
  await dialog.getByLabel("Mating Date").fill("2025-06-14");
  await dialog.getByRole("button", { name: "Plan Breeding" }).click();
  const question = page.getByRole("alertdialog", { name: "Plan this breeding?" });
  await expect(question).toContainText("Rex of Oak Hill and Luna of Oak Hill are father and daughter.");
  await question.getByRole("button", { name: "Plan Anyway" }).click();
  await expect(dialog).toBeHidden();
});

test("the calendar shows both due dates, changes months by keyboard, prints, and is a list on a phone", async () => {
  const { page, person: who } = anna;
  await expectHeatOf(bella);
  const { _id: breedingId } = await who.client.mutation(api.breedings.breedings.create, {
    kennelId,
    sireId: rex,
    damId: bella,
    breedingDate: "2025-06-14",
  });
  await who.client.mutation(api.breedings.breedings.setStatus, { breedingId, status: "bred", today: TODAY });
  await open(page, "/breeding?tab=calendar&month=2025-07");
  await page.getByRole("button", { name: "Next month" }).focus();
  await page.keyboard.press("Enter");
  const august = page.getByRole("table", { name: "August 2025" });
  await expect(august.getByRole("cell", { name: /Thursday, August 14/ })).toContainText("Due by ovulation");
  await expect(august.getByRole("cell", { name: /Saturday, August 16/ })).toContainText("Due by mating");
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute("data-printed", document.body.innerText.length > 0 ? "yes" : "");
  });
  await page.getByRole("button", { name: "Print the month" }).click();
  await expect(page.locator("body[data-printed=yes] > .print-sheet")).toContainText("Thursday, August 14");
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(page.locator(".print-sheet")).toHaveCount(0);
  await august.getByRole("link", { name: /Due by ovulation/ }).click();
  await expect(page.getByRole("dialog")).toContainText("Bella of Oak Hill");

  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/breeding?tab=calendar&month=2025-08");
  await expect(page.getByRole("heading", { name: "Thursday, August 14" })).toBeVisible();
  await expect(page.getByRole("table")).toBeHidden();
  await expect(page.getByText("with Rex of Oak Hill, Aug 13 – Aug 15")).toBeVisible();
  await expectAccessible(page, "calendar on a phone");
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isWide).toBe(false);
  await open(page, "/breeding?tab=calendar&month=2025-06");
  await expect(page.getByRole("link", { name: "Plan Breeding" })).toHaveCount(3);
  const dayAhead = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /June 16/ }) });
  await dayAhead.getByRole("link", { name: "Plan Breeding" }).click();
  const plan = page.getByRole("dialog", { name: "Plan New Breeding" });
  await expect(plan.getByRole("combobox", { name: "Dam" })).toHaveValue(/Bella of Oak Hill/u);
  await expect(plan.getByLabel("Mating Date")).toHaveValue("2025-06-16");
  await plan.getByRole("button", { name: "Cancel" }).click();
  await expect(plan).toBeHidden();
  await expect(page).toHaveURL(/\?tab=calendar&month=2025-06$/u);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("a viewer can read heats but not change them, and a male dog has no heats", async ({ browser }) => {
  await expectHeatOf(bella);
  const vera = await visitor(browser, studbook.origin, person("Vera"));
  await vera.page.clock.setFixedTime(NOW);
  await joinKennel(anna.person, vera.person, { kennelId, role: "viewer" });
  await workIn(vera, kennelId);
  await openBreedingTab(vera.page, bella);
  const heats = vera.page.getByRole("region", { name: "Heats" });
  await expect(heats.getByText("Ovulation about Jun 12.")).toBeVisible();
  await expect(heats.getByRole("button", { name: /Record|Add|Edit|Delete|Change|spayed/ })).toHaveCount(0);
  await openBreedingTab(anna.page, rex);
  await expect(anna.page.getByRole("region", { name: "Breedings" })).toBeVisible();
  await expect(anna.page.getByRole("region", { name: "Heats" })).toHaveCount(0);
  await vera.context.close();
});
