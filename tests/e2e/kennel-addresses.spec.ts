/** Tests the kennel in the address, on a phone. */
import { expect, type Browser, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { firstKennelId, joinKennel, person, register, type Person, type SignedIn } from "../support/people";
import type { Runtime } from "../support/runtime";
import { dogCard, signIn, test, today } from "./studbook";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

async function addDog({ client }: SignedIn, kennelId: Id<"kennels">, name: string): Promise<string> {
  const dog = await client.mutation(api.dogs.dogs.create, {
    kennelId,
    name,
    breed: "Beagle",
    gender: "female",
    today,
  });
  return dog._id;
}

async function breeder(firstName: string, kennelName: string, dogName: string) {
  const owner = await register(studbook.origin, person(firstName));
  const kennelId = await firstKennelId(owner);
  await owner.client.mutation(api.kennels.kennels.update, { kennelId, name: kennelName });
  const dogId = await addDog(owner, kennelId, dogName);
  return { owner, kennelId, link: `${studbook.origin}/k/${kennelId}/dashboard/dogs/${dogId}` };
}

async function newDevice(browser: Browser, who: Person): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await signIn(page, studbook.origin, who);
  return page;
}

test(
  "a colleague opens a shared link on a new device and sees the intended dog",
  { tag: "@core" },
  async ({ browser, page }) => {
    const { owner, kennelId, link } = await breeder("Olga", "Oakhollow", "Aria of Oak");
    const colleague = await register(studbook.origin, person("Carl"));
    await joinKennel(owner, colleague, { kennelId, role: "staff" });
    await page.goto(link);
    await page.getByLabel("Email").fill(colleague.email);
    await page.getByLabel("Password", { exact: true }).fill(colleague.password);
    await page.getByRole("button", { name: /^sign in$/i }).click();
    await expect(page.getByRole("dialog", { name: "Aria of Oak" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("dialog", { name: "Aria of Oak" })).toBeVisible();
    expect(page.url()).toBe(link);

    // On the next new device, an address without a kennel opens the last opened kennel.
    const other = await newDevice(browser, colleague);
    await other.goto(`${studbook.origin}/dashboard/dogs`);
    await expect(dogCard(other, "Aria of Oak")).toBeVisible();
    await expect(other).toHaveURL(`${studbook.origin}/k/${kennelId}/dashboard/dogs`);
    await other.context().close();
  },
);

test("a link into another of my kennels switches to that kennel, and Back returns", async ({ browser }) => {
  const { owner, kennelId } = await breeder("Ria", "Riverbend", "Rana of River");
  const second = await owner.client.mutation(api.kennels.kennels.create, { name: "Second Home" });
  const dogId = await addDog(owner, second._id, "Sila of Second");
  const page = await newDevice(browser, owner);
  await page.goto(`${studbook.origin}/k/${kennelId}/dashboard/dogs`);
  await expect(dogCard(page, "Rana of River")).toBeVisible();
  await page.goto(`${studbook.origin}/k/${second._id}/dashboard/dogs/${dogId}`);
  await expect(page.getByRole("dialog", { name: "Sila of Second" })).toBeVisible();
  await page.goBack();
  await expect(dogCard(page, "Rana of River")).toBeVisible();
  await expect(page).toHaveTitle("Dogs · Riverbend · Studbook");
  await page.context().close();
});

test("a link into a kennel of which I am no member explains whom to ask and offers my kennels", async ({
  browser,
}) => {
  const { link } = await breeder("Nora", "Northgate", "Nala of North");
  const stranger = await register(studbook.origin, person("Sven"));
  const page = await newDevice(browser, stranger);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "You are not a member of this kennel" })).toBeVisible();
  await expect(page.getByText(stranger.email)).toBeVisible();
  await expect(page.getByText("may have been deleted")).toHaveCount(0);
  await page.getByRole("link", { name: "Go to My Kennel" }).tap();
  await expect(page).toHaveTitle("Dashboard · My Kennel · Studbook");
  await page.context().close();
});

test("two tabs in two kennels work in parallel, and each keeps its kennel on reload", async ({ browser }) => {
  const { owner, kennelId } = await breeder("Tara", "Tallgrass", "Tessa of Tall");
  const second = await owner.client.mutation(api.kennels.kennels.create, { name: "Upland" });
  await addDog(owner, second._id, "Una of Upland");
  const one = await newDevice(browser, owner);
  await one.goto(`${studbook.origin}/k/${kennelId}/dashboard/dogs`);
  const two = await one.context().newPage();
  await two.goto(`${studbook.origin}/k/${second._id}/dashboard/dogs`);
  await expect(dogCard(two, "Una of Upland")).toBeVisible();
  for (const [tab, mine, other] of [
    [one, "Tessa of Tall", "Una of Upland"],
    [two, "Una of Upland", "Tessa of Tall"],
  ] as const) {
    await tab.reload();
    await expect(dogCard(tab, mine)).toBeVisible();
    await expect(dogCard(tab, other)).toHaveCount(0);
    await tab.getByRole("button", { name: "Open menu" }).tap();
    await tab.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Settings" }).tap();
    await expect(tab.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await tab.goBack();
    await expect(dogCard(tab, mine)).toBeVisible();
  }
  await one.context().close();
});

test(
  "[GAP-KEN-02] a new user names the kennel with one tap and sees the form for the first dog",
  { tag: "@core" },
  async ({ page }) => {
    const who = person("Nele");
    await page.goto(`${studbook.origin}/register`);
    await page.getByLabel("First name").fill(who.firstName);
    await page.getByLabel("Last name").fill("Lindqvist");
    await page.getByLabel("Email").fill(who.email);
    await page.getByLabel("Password", { exact: true }).fill(who.password);
    await page.getByRole("button", { name: /create/i }).tap();
    const name = page.getByRole("textbox", { name: "Kennel name" });
    await expect(name).toHaveValue("My Kennel");
    await name.fill("Nettlecombe");
    await page.getByRole("button", { name: "Create Kennel and Add First Dog" }).tap();
    await expect(page.getByRole("dialog", { name: "Add New Dog" })).toBeVisible();
    await expect(page).toHaveURL(/\/k\/[^/]+\/dashboard\/dogs\?add=1$/u);
  },
);
