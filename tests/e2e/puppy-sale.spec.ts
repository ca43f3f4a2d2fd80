/**
 * From the plan to the puppy's new home: one of six puppies is reserved, one is sold with its contract, and one is
 * kept. The reports agree to the cent.
 */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDays } from "../../domain/dates/calendar-days";
import { firstKennelId, person, type SignedIn } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, today, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const DAY_MS = 86_400_000;
const matedOn = addDays(today, -100);
const whelpedOn = addDays(today, -37);

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${studbook.origin}${path}`);
};

/** The bitch belongs to the breeder, the dog to another owner. */
async function addParents({ client }: SignedIn, kennelId: Id<"kennels">): Promise<void> {
  const dog = { kennelId, breed: "Beagle", today };
  await client.mutation(api.dogs.dogs.create, {
    ...dog,
    name: "Bella of Oakhollow",
    gender: "female",
    isBreedingDog: true,
    registrationNumber: "HR654321",
  });
  const sire = { kennelId, breed: "Beagle", name: "Rex vom Eichenhof", gender: "male" } as const;
  await client.mutation(api.dogs.dogs.createExternal, sire);
}

/** The litter has six puppies. */
async function planToWhelped(page: Page): Promise<void> {
  await open(page, "/dashboard/breeding?add=1");
  const form = page.getByRole("dialog", { name: "Plan New Breeding" });
  for (const [role, name] of [
    ["Sire", "Rex vom Eichenhof"],
    ["Dam", "Bella of Oakhollow"],
  ] as const) {
    await form.getByRole("combobox", { name: role }).fill(name);
    await page.getByRole("option", { name: new RegExp(`^${name}`, "u") }).click();
  }
  await form.getByLabel(/^Mating Date/u).fill(matedOn);
  await form.getByLabel(/^Stud Fee/u).fill("800.50");
  await form.getByRole("button", { name: "Plan Breeding" }).click();
  await expect(page.getByText("Breeding planned successfully")).toBeVisible();
  await page
    .getByRole("article", { name: /Rex vom Eichenhof/u })
    .getByRole("link")
    .first()
    .click();
  const detail = page.getByRole("dialog", { name: /Rex vom Eichenhof/u });
  for (const step of ["Mark as Bred", "Confirm Pregnancy"]) {
    await detail.getByRole("button", { name: step }).click();
    await page.getByRole("dialog", { name: step }).getByRole("button", { name: step }).click();
  }
  await detail.getByRole("button", { name: "Mark as Whelped" }).click();
  const whelping = page.getByRole("dialog", { name: "Mark as Whelped" });
  await whelping.getByLabel(/^Whelping date/u).fill(whelpedOn);
  await whelping.getByLabel("Born").fill("6");
  await whelping.getByRole("button", { name: "Mark as Whelped" }).click();
  await expect(whelping).toBeHidden();
}

const PUPPIES = ["Juniper", "Moss", "Fern", "Ash", "Hazel", "Rowan"] as const;

/** Weighs each of the six puppies twice. */
async function recordPuppies({ client }: SignedIn, kennelId: Id<"kennels">): Promise<Id<"litters">> {
  const { data } = await client.query(api.litters.litters.list, { kennelId });
  const litterId = data[0]?._id;
  if (litterId === undefined) throw new Error("There is no litter");
  for (const [index, name] of PUPPIES.entries()) {
    const gender = index % 2 === 0 ? "female" : "male";
    const { _id: puppyId } = await client.mutation(api.litters.puppies.create, {
      litterId,
      name,
      gender,
      color: "Tricolor",
      birthWeightGrams: 300 + index,
    });
    for (const days of [30, 1]) {
      await client.mutation(api.litters.puppyWeights.add, {
        puppyId,
        grams: 3000 - days * 60 + index,
        weighedAt: Date.now() - days * DAY_MS,
        entryKey: `${puppyId}-${days}`,
      });
    }
  }
  return litterId;
}

test(
  "[GAP-PUP-02] [GAP-PUP-03] [GAP-BRD-12] [GAP-BRD-13] puppies are sold, from the plan of the breeding to the new home",
  { tag: "@core" },
  async ({ browser }) => {
    test.slow();
    const breeder: Visitor = await visitor(browser, studbook.origin, person("Olga"));
    const { page, person: me } = breeder;
    page.setDefaultTimeout(15_000);
    const kennelId = await firstKennelId(me);
    await addParents(me, kennelId);
    await planToWhelped(page);
    const litterId = await recordPuppies(me, kennelId);

    await test.step("a person waits for a puppy", async () => {
      await open(page, "/dashboard/breeding?tab=waiting-list");
      await page.getByRole("button", { name: "Add Applicant" }).click();
      const form = page.getByRole("dialog", { name: "Add Applicant" });
      await form.getByLabel(/^Name/u).fill("Anna Berg");
      await form.getByLabel("Deposit ($)").fill("250.50");
      await form.getByRole("button", { name: "Add Applicant" }).click();
      await expect(page.getByRole("list", { name: "Waiting list" }).getByText("Anna Berg")).toBeVisible();
      await expectAccessible(page, "waiting list");
      await page.getByRole("button", { name: "Offer Puppy" }).click();
      const offer = page.getByRole("dialog", { name: "Offer a Puppy to Anna Berg" });
      await offer.getByRole("radio", { name: /^Moss/u }).click();
      const name = await offer.getByText("Moss", { exact: true }).boundingBox();
      const ready = await offer
        .getByText(/^Ready /u)
        .first()
        .boundingBox();
      expect(ready?.x, "the name and the day begin on one edge").toBe(name?.x);
      await expectAccessible(page, "offer of a puppy");
      await offer.getByRole("button", { name: "Offer Puppy" }).click();
      await page.getByRole("button", { name: "Accepted" }).click();
      await expect(page.getByText("Moss is reserved for Anna Berg")).toBeVisible();
    });

    await test.step("one puppy is reserved and sold, and one is kept", async () => {
      await open(page, `/dashboard/litters/${litterId}`);
      const card = (name: string) => page.getByRole("article", { name });
      await card("Juniper").getByRole("button", { name: "Reserve" }).click();
      const reserve = page.getByRole("dialog", { name: "Reserve Juniper" });
      await reserve.getByLabel(/^Buyer/u).fill("Robin Hale");
      await reserve.getByLabel("Price ($)").fill("2,500.10");
      await reserve.getByLabel("Deposit ($)").fill("500");
      await expect(reserve.getByText("Balance $2,000.10")).toBeVisible();
      await reserve.getByRole("button", { name: "Reserve Puppy" }).click();
      await expect(card("Juniper").getByText("For Robin Hale")).toBeVisible();
      await card("Juniper").getByRole("button", { name: "Sell" }).click();
      await page
        .getByRole("dialog", { name: "Sell Juniper" })
        .getByRole("button", { name: "Sell Puppy" })
        .click();
      await page.getByRole("button", { name: "Sell Anyway" }).click();
      await expect(card("Juniper").getByText(/^To Robin Hale/u)).toBeVisible();
      await card("Moss").getByRole("button", { name: "Sell" }).click();
      const sell = page.getByRole("dialog", { name: "Sell Moss" });
      await sell.getByLabel("Price ($)").fill("1999.95");
      await sell.getByRole("button", { name: "Sell Puppy" }).click();
      await page.getByRole("button", { name: "Sell Anyway" }).click();
      await expect(card("Moss").getByText(/^To Anna Berg/u)).toBeVisible();
      await card("Fern").getByRole("button", { name: "More for Fern" }).click();
      await page.getByRole("menuitem", { name: "Add to My Dogs" }).click();
      await page
        .getByRole("dialog", { name: "Add Fern to My Dogs" })
        .getByRole("button", { name: "Add to My Dogs" })
        .click();
      await expect(card("Fern").getByText("One of the kennel's dogs")).toBeVisible();
      await expectAccessible(page, "litter with sold puppies");
    });

    await test.step("the contract is a PDF among the documents", async () => {
      const card = page.getByRole("article", { name: "Juniper" });
      // The next step for a sold puppy.
      await card.getByRole("button", { name: "Create Contract" }).click();
      const dialog = page.getByRole("dialog", { name: "Create Contract" });
      const text = dialog.getByRole("region", { name: "Text of the contract" });
      await expect(text).toContainText("Price: $2,500.10");
      await expect(text).toContainText("Balance due on handover: $2,000.10");
      await expect(text.getByText("[microchip: not recorded]")).toBeVisible();
      await expectAccessible(page, "contract");

      // A missing value is recorded at its place, and the contract is open again after saving.
      await dialog.getByRole("link", { name: "Microchip", exact: true }).click();
      const puppy = page.getByRole("dialog", { name: "Edit Juniper" });
      await expect(puppy.getByLabel("Microchip number")).toBeFocused();
      await page.keyboard.type("985112345678929");
      await puppy.getByRole("button", { name: "Update Puppy" }).click();
      await expect(text).toContainText("985112345678929");
      await dialog.getByRole("link", { name: "Buyer's address" }).click();
      const buyer = page.getByRole("dialog", { name: "Edit Contact" });
      await expect(buyer.getByLabel("Address")).toBeFocused();
      await page.keyboard.type("4 Elm St, Akron OH");
      await buyer.getByRole("button", { name: "Update Contact" }).click();
      await expect(text).toContainText("4 Elm St, Akron OH");
      // The sire belongs to another kennel.
      await dialog.getByRole("link", { name: "Sire's registrations" }).click();
      const sire = page.getByRole("dialog", { name: "Edit Dog" });
      await expect(sire.getByLabel("Registration Number")).toBeFocused();
      await page.keyboard.type("HR123456");
      await sire.getByRole("button", { name: "Update Dog" }).click();
      await expect(text).toContainText("registration HR123456");
      await dialog.getByRole("link", { name: "Kennel address" }).click();
      await expect(page.getByLabel("Address")).toBeFocused();
      await page.goBack();
      await dialog.getByRole("button", { name: "Create PDF" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        dialog.getByRole("link", { name: "Download" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("Puppy sale contract Robin Hale.pdf");
    });

    await test.step("the account and the documents are on the breeding's page", async () => {
      const [breeding] = (await me.client.query(api.breedings.breedings.list, { kennelId })).data;
      await open(page, `/dashboard/breeding/${breeding?._id}`);
      const detail = page.getByRole("dialog", { name: /Rex vom Eichenhof/u });
      await expect(detail.getByText("Puppy sale contract Robin Hale.pdf")).toBeVisible();
      await detail.getByRole("button", { name: "Add Entry" }).click();
      const entry = page.getByRole("dialog", { name: "Add Income or Cost" });
      await entry.getByLabel(/^Amount/u).fill("123.45");
      await entry.getByRole("button", { name: "Save" }).click();
      await expect(entry).toBeHidden();
      await expect(detail.getByRole("list", { name: "Income and costs" })).toContainText("Whelping");
      await detail.getByLabel("Document files").setInputFiles({
        name: "hips.pdf",
        mimeType: "application/pdf",
        buffer: Buffer.from("%PDF-1.7\n%%EOF\n"),
      });
      await expect(detail.getByRole("link", { name: "Download hips.pdf" })).toBeVisible();
      await expectAccessible(page, "breeding with documents and account");
    });

    await test.step("the reports agree to the cent", async () => {
      await open(page, "/dashboard/breeding?tab=reports");
      await expect(page.getByText("1 of 1 with a known outcome")).toBeVisible();
      await expect(page.getByText("6 puppies in 1 litter")).toBeVisible();
      await expectAccessible(page, "statistics");
      await page.getByRole("button", { name: "Puppy sales" }).click();
      // 2,500.10 plus 1,999.95.
      await expect(page.getByText("$4,500.05 in total")).toBeVisible();
      await expectAccessible(page, "sales");
      await page.getByRole("button", { name: "Income and costs" }).click();
      const byBreeding = page.getByRole("region", { name: /^Breedings in/u });
      // 4,500.05 less 123.45. The stud fee of 800.50 counts in the year of the mating.
      const total = matedOn.slice(0, 4) === today.slice(0, 4) ? "$3,576.10" : "$4,376.60";
      await expect(byBreeding.getByRole("row", { name: /^Together/u })).toContainText(total);
      await expectAccessible(page, "income and costs");
      await page.getByRole("button", { name: "Export" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: "PDF" }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^finances-\d{4}-.*\.pdf$/u);
    });
    await breeder.context.close();
  },
);
