/** Tests money and contacts on a phone. */
import { expect, type Browser } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { addLitterOfDays } from "../support/kennel-litters";
import { firstKennelId, joinKennel, person, register, type SignedIn } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { signIn, test, today } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

async function phoneOf(browser: Browser, who: SignedIn) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await signIn(page, studbook.origin, who);
  return { page, context };
}

test("[GAP-AUTH-03] a viewer sees a puppy without buyer and price until an owner shares them", async ({
  browser,
}) => {
  const owner = await register(studbook.origin, person("Olga"));
  const guest = await register(studbook.origin, person("Vito"));
  const kennelId = await firstKennelId(owner);
  const litter = await addLitterOfDays(owner, kennelId, { daysAgo: 20, collars: ["Red"] });
  const [puppyId = ""] = litter.puppyIds;
  await owner.client.mutation(api.litters.puppies.reserve, {
    puppyId,
    buyerName: "Greta Holm",
    buyerPhone: "(555) 010-2030",
    priceCents: 180_000,
    today,
  });
  await joinKennel(owner, guest, { kennelId, role: "viewer" });
  const at = (path: string) => `${studbook.origin}/k/${kennelId}${path}`;

  const viewer = await phoneOf(browser, guest);
  await viewer.page.goto(at(`/dashboard/litters/${litter.litterId}`));
  const puppy = viewer.page.getByRole("article", { name: "Red collar" });
  await expect(puppy).toContainText("Reserved");
  await expect(puppy).not.toContainText("Greta");
  await expect(puppy).not.toContainText("$1,800");
  await expectAccessible(viewer.page, "litter without money");

  const { page, context } = await phoneOf(browser, owner);
  await page.goto(at("/dashboard/settings?tab=kennel"));
  await page.getByRole("button", { name: `Actions for ${guest.email}` }).tap();
  await page.getByRole("menuitem", { name: "Change Role" }).tap();
  await page.getByRole("button", { name: "Permissions by area" }).tap();
  const choice = page.getByRole("combobox", { name: "Money & contacts" });
  await expect(choice).toHaveText("No access");
  await expectAccessible(page, "rights", "[role=dialog]");
  await choice.tap();
  await page.getByRole("option", { name: "View", exact: true }).tap();
  await page.getByRole("button", { name: "Save", exact: true }).tap();
  await expect(page.getByText("Money & contacts: View")).toBeVisible();

  // The page is still open and shows them.
  await expect(puppy).toContainText("Greta Holm");
  await puppy.getByRole("button", { name: "Details of Red collar" }).tap();
  await expect(puppy).toContainText("For Greta Holm");
  await expect(puppy).toContainText("$1,800");

  await viewer.page.goto(at("/dashboard/breeding?tab=waiting-list"));
  await expect(viewer.page.getByText("Nobody is waiting")).toBeVisible();
  await expect(viewer.page.getByRole("button", { name: "Add Applicant" })).toHaveCount(0);
  await context.close();
  await viewer.context.close();
});

test("a user who may change everything except money saves a puppy, and its buyer and price remain unchanged", async ({
  browser,
}) => {
  const owner = await register(studbook.origin, person("Olga"));
  const helper = await register(studbook.origin, person("Hilde"));
  const kennelId = await firstKennelId(owner);
  const litter = await addLitterOfDays(owner, kennelId, { daysAgo: 20, collars: ["Red"] });
  const [puppyId = ""] = litter.puppyIds;
  await owner.client.mutation(api.litters.puppies.reserve, {
    puppyId,
    buyerName: "Greta Holm",
    priceCents: 180_000,
    today,
  });
  await joinKennel(owner, helper, { kennelId, role: "staff", permissions: { finances: "none" } });
  const { page, context } = await phoneOf(browser, helper);
  await page.goto(`${studbook.origin}/k/${kennelId}/dashboard/litters/${litter.litterId}`);
  await page.getByRole("button", { name: "More for Red collar" }).tap();
  await page.getByRole("menuitem", { name: "Edit" }).tap();
  const form = page.getByRole("dialog", { name: "Edit Red collar" });
  await expect(form.getByLabel("Price (USD)")).toHaveCount(0);
  await form.getByLabel("Color", { exact: true }).fill("Sable");
  await form.getByRole("button", { name: "Update Puppy" }).tap();
  await expect(page.getByText("Puppy saved")).toBeVisible();
  const stored = await owner.client.query(api.litters.puppies.get, { puppyId });
  expect(stored).toMatchObject({ color: "Sable", priceCents: 180_000, buyer: { name: "Greta Holm" } });
  await page.goto(`${studbook.origin}/k/${kennelId}/dashboard/breeding?tab=waiting-list`);
  await expect(page.getByText(/^Money and contacts are not shared with you\./u)).toBeVisible();
  await expectAccessible(page, "waiting list without money");
  await context.close();
});

/**
 * Only people with the right to money and contacts may receive these texts and amounts. Each is stored once below.
 */
const CANARIES = [
  ...[
    "Kanariebuyer",
    "Kanarieapplicant",
    "Kanariecontact",
    "Kanarieowner",
    "Kanariecoowner",
    "Kanarieseller",
  ],
  ...["Kanarienote", "Kanariecost", "(555) 019-9001", "canary@example.com"],
  // Price, deposit, stud fee, cost of acquisition and of a breeding, in cents and in dollars.
  ...["27182811", "271828.11", "27182822", "271828.22", "27182833", "271828.33", "27182844", "271828.44"],
  ...["27182855", "271828.55"],
] as const;

test("[GAP-AUTH-03] no frame and no response that a viewer's browser receives contains money or a contact", async ({
  browser,
}) => {
  const owner = await register(studbook.origin, person("Olga"));
  const guest = await register(studbook.origin, person("Vito"));
  const kennelId = await firstKennelId(owner);
  const { client } = owner;
  const litter = await addLitterOfDays(owner, kennelId, { daysAgo: 20, collars: ["Red", "Blue"] });
  const [puppyId = ""] = litter.puppyIds;
  await client.mutation(api.litters.puppies.reserve, {
    ...{ puppyId, buyerName: "Kanariebuyer", buyerPhone: "(555) 019-9001", buyerEmail: "canary@example.com" },
    ...{ priceCents: 27_182_822, depositCents: 27_182_811, today },
  });
  const [placed] = (await client.query(api.placements.placements.list, { kennelId })).data;
  await client.mutation(api.placements.placements.update, {
    ...{ placementId: placed?._id ?? "", notes: "Kanarienote" },
  });
  await client.mutation(api.litters.waitingList.create, { kennelId, name: "Kanarieapplicant" });
  await client.mutation(api.contacts.contacts.create, { kennelId, name: "Kanariecontact" });
  const dog = await client.mutation(api.dogs.dogs.create, {
    ...{ kennelId, name: "Juno", breed: "Beagle", gender: "female", status: "active", today },
    ...{ dateOfBirth: "2021-03-01", currentOwnerName: "Kanarieowner", acquiredFromName: "Kanarieseller" },
    ...{ acquiredForCents: 27_182_844, acquiredHow: "bought", acquiredOn: "2021-06-01" },
  });
  await client.mutation(api.dogs.dogOwners.create, { dogId: dog._id, name: "Kanariecoowner", share: 50 });
  const { breedingId } = await client.query(api.litters.litters.get, { litterId: litter.litterId });
  await client.mutation(api.breedings.breedings.update, { breedingId, studFeeCents: 27_182_833 });
  await client.mutation(api.breedings.breedingFinances.create, {
    ...{
      breedingId,
      kind: "cost",
      amountCents: 27_182_855,
      category: "other",
      description: "Kanariecost",
      bookedOn: today,
    },
  });
  await joinKennel(owner, guest, { kennelId, role: "viewer" });

  const { page, context } = await phoneOf(browser, guest);
  const received: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => received.push(String(payload))),
  );
  page.on("response", async (response) => {
    if (response.url().startsWith(studbook.origin) && !/\.(js|css|woff2|png)$/.test(response.url()))
      received.push(await response.text().catch(() => ""));
  });
  const places = [
    ...["/dashboard", "/dashboard/dogs", `/dashboard/dogs/${dog._id}`, "/dashboard/breeding"],
    ...[`/dashboard/breeding/${breedingId}`, "/dashboard/breeding?tab=waiting-list"],
    ...["/dashboard/breeding?tab=reports", `/dashboard/litters/${litter.litterId}`, "/dashboard/contacts"],
    ...["/dashboard/health", "/dashboard/reminders", "/dashboard/history"],
  ];
  for (const place of places) {
    await page.goto(`${studbook.origin}/k/${kennelId}${place}`);
    await expect(page.locator("main")).toBeVisible();
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  }
  // The browser has received the kennel's records, so the absence of these values proves something.
  const all = received.join("\n");
  expect(all).toContain("Juno");
  expect(all).toContain("Red");
  expect(CANARIES.filter((word) => all.includes(word))).toEqual([]);
  await context.close();
});
