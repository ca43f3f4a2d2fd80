/** Money and contacts on a phone: what a viewer is not shown, and how an owner shares it. */
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

/** Opens Studbook on somebody's phone. */
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

  // The page that is open has it at once.
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

test("who may change all else but money saves a puppy and leaves its buyer and price as they are", async ({
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
