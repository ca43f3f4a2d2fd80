/** Tests a contract on two phones, from sending to the final file. Clicks are counted. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { sha256Of } from "../../domain/backups/checksum";
import { grouped } from "../../domain/signings/rules";
import { firstKennelId, person, type SignedIn } from "../support/people";
import { attachmentsOf, linesOf, readPdf } from "../support/pdf-text";
import { expectAccessible } from "./accessibility";
import { test, today, visitor } from "./studbook";

const PHONE = { viewport: { width: 390, height: 844 } };

/** The puppy is reserved, and the template has no missing values. */
async function prepare({ client }: SignedIn, kennelId: Id<"kennels">) {
  const dam = await client.mutation(api.dogs.dogs.create, {
    ...{ kennelId, name: "Bella", breed: "Beagle", gender: "female", today },
  });
  const sire = await client.mutation(api.dogs.dogs.createExternal, {
    ...{ kennelId, name: "Rex", breed: "Beagle", gender: "male" },
  });
  const breeding = await client.mutation(api.breedings.breedings.create, {
    ...{ kennelId, damId: dam._id, sireId: sire._id, breedingDate: "2026-07-01" },
  });
  const { _id: litterId } = await client.mutation(api.litters.litters.create, {
    ...{ breedingId: breeding._id, whelpingDate: "2026-09-01", today },
  });
  const { _id: puppyId } = await client.mutation(api.litters.puppies.create, { litterId, name: "Quill" });
  await client.mutation(api.litters.puppies.reserve, {
    ...{ puppyId, buyerName: "Anna Berg", buyerEmail: "anna@family.example", buyerId: "new", today },
  });
  await client.mutation(api.contracts.contractTemplates.create, {
    ...{ kennelId, name: "Our Sale", kind: "sale", isDefault: true },
    body: "# Sale of {{puppy}}\n{{buyer}} buys {{puppy}} from {{kennel}}.\n- The buyer keeps the puppy well.",
  });
  const { data } = await client.query(api.placements.placements.list, { kennelId, puppyId });
  return { litterId, placementId: data[0]?._id as Id<"placements"> }; // The puppy is reserved.
}

/** A family's page always uses the device's color scheme. */
async function expectFamilyAccessible(page: Page, place: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
      `${place}, ${colorScheme}`,
    ).toEqual([]);
  }
}

/** The code word is on the last page of the file. */
async function wordOf(page: Page, href: string): Promise<string> {
  const bytes = await (await page.context().request.get(href)).body();
  const { pages } = await readPdf(new Uint8Array(bytes));
  const lines = linesOf((await readPdf(new Uint8Array(bytes), pages.length - 1)).texts);
  return (lines.find((line) => /^(?:[A-Z] ){3}[A-Z]$/u.test(line)) ?? "").replaceAll(" ", "");
}

test(
  "a contract is sent, signed by a family on its phone, and counter-signed",
  { tag: "@core" },
  async ({ browser, studbook }) => {
    test.setTimeout(180_000);
    const { origin } = studbook;
    const breeder = await visitor(browser, origin, person("Margaret"), PHONE);
    const { client } = breeder.person;
    const kennelId = await firstKennelId(breeder.person);
    const { litterId, placementId } = await prepare(breeder.person, kennelId);
    const { page } = breeder;
    const card = page.getByRole("article", { name: "Quill" });

    await test.step("the breeder sends it", async () => {
      await page.goto(`${origin}/k/${kennelId}/dashboard/litters/${litterId}`);
      await card.getByRole("button", { name: "More for Quill" }).click();
      await page.getByRole("menuitem", { name: "Create Contract" }).click();
      const dialog = page.getByRole("dialog", { name: "Create Contract" });
      await expect(dialog.getByText(/simple electronic signatures/u)).toBeVisible();
      await expect(dialog.getByRole("region", { name: "Text of the contract" })).toContainText(
        "Anna Berg buys Quill",
      );
      await expectAccessible(page, "contract to send");
      await dialog.getByRole("button", { name: "Send for Signature" }).click();
      await expect(dialog.getByText("Sent to Anna Berg at anna@family.example.")).toBeVisible();
      await dialog.getByRole("button", { name: "Close" }).first().click();
      await card.getByRole("button", { name: "Details of Quill", exact: true }).click();
      await expect(card.getByText("Out for signature")).toBeVisible();
      await expectAccessible(page, "card with a document");
      await card.getByRole("button", { name: "Details of Quill", exact: true }).click();
    });

    const link = await client.mutation(api.families.links.create, { kennelId, placementId });
    const phone = await browser.newContext({ ...PHONE, reducedMotion: "reduce" });
    const family = await phone.newPage();
    await test.step("the family signs with four clicks", async () => {
      await family.goto(link.address?.replace(/^.*(?=\/f\/)/u, origin) ?? "");
      await expect(family.getByText("Your contract is ready")).toBeVisible();
      await expectFamilyAccessible(family, "page of a family with a contract");
      // Click 1. The button is on the page once, and the document below only shows its status.
      await expect(family.getByRole("button", { name: /Read and Sign/u })).toHaveCount(0);
      await family.getByRole("link", { name: "Read and Sign" }).click();
      await expect(family.getByText("Step 1 of 3")).toBeVisible();
      await expectFamilyAccessible(family, "code of a family");
      let code = "";
      await expect
        .poll(async () => {
          const waiting = await client.query(api.families.links.get, { kennelId, placementId });
          code = waiting?.devices.find((device) => device.code)?.code?.digits ?? "";
          return code;
        })
        .not.toBe("");
      await family.getByLabel("Code").fill(code);
      await expect(family.getByText("Step 2 of 3")).toBeVisible();
      await expect(family.getByRole("region", { name: /^Text of/u })).toContainText("Anna Berg buys Quill");
      await expectFamilyAccessible(family, "document of a family");
      const file = family.getByRole("link", { name: "Open the File" });
      const word = await wordOf(family, (await file.getAttribute("href")) ?? "");
      expect(word).toMatch(/^[A-Z]{4}$/u);
      expect(await family.locator("body").textContent(), "the word is in the file alone").not.toContain(word);
      // Click 2.
      const [opened] = await Promise.all([phone.waitForEvent("page"), file.click()]);
      await opened.close();
      // Click 3.
      await family.getByRole("button", { name: "Continue" }).click();
      await expect(family.getByText("Step 3 of 3")).toBeVisible();
      await family.getByLabel("Your full name").fill("Anna Berg");
      await family.getByLabel("The word on the last page").fill("XXXX");
      await family.getByRole("button", { name: "I Sign" }).click();
      await expect(
        family.getByRole("alert").filter({ hasText: "This is not the word on the last page" }),
      ).toBeVisible();
      await expect(family.getByLabel("Your full name")).toHaveValue("Anna Berg");
      await expectFamilyAccessible(family, "signature of a family");
      await family.getByLabel("The word on the last page").fill(word.toLowerCase());
      // Click 4.
      await family.getByRole("button", { name: "I Sign" }).click();
      await expect(family.getByText(/^Thank you\. .* signs next\.$/u)).toBeVisible();
      await expectFamilyAccessible(family, "signed document of a family");
    });

    await test.step("the breeder counter-signs with two clicks, and everybody sees it immediately", async () => {
      await card.getByRole("button", { name: /^Counter-sign/u }).click();
      const dialog = page.getByRole("dialog", { name: "Counter-Sign" });
      await expect(dialog.getByLabel("Your full name")).toHaveValue(/^Margaret/u);
      await expectAccessible(page, "counter-signature");
      await dialog.getByRole("button", { name: "I Sign" }).click();
      await expect(dialog).toBeHidden();
      await expect(family.getByText(/Signed by both sides/u)).toBeVisible();
      await card.getByRole("button", { name: "Details of Quill", exact: true }).click();
      await expect(card.getByText("Signed by both")).toBeVisible();
      await card.getByRole("button", { name: "Details of Our Sale: Quill" }).click();
      await expect(page.getByRole("list", { name: "What happened" }).getByText(/^Signed/u)).toHaveCount(2);
      await expectAccessible(page, "details of a document");
    });

    await test.step("the final file contains the signed one", async () => {
      const [signing] = await client.query(api.signings.signings.list, { placementId });
      await expect(family.getByText(grouped(signing?.sha256 ?? ""))).toBeVisible();
      let finalPath: string | null = null;
      await expect
        .poll(async () => {
          finalPath = (await client.query(api.signings.signings.list, { placementId }))[0]?.finalPath ?? null;
          return finalPath;
        })
        .not.toBeNull();
      const final = await (await fetch(`${origin}/api${String(finalPath)}`)).arrayBuffer();
      const [attached] = [...(await attachmentsOf(final)).values()];
      expect(await sha256Of(new Uint8Array(attached ?? []))).toBe(signing?.sha256);
      const { events } = await client.query(api.signings.signings.events, { signingId: signing?._id ?? "" });
      expect(events.filter(({ what }) => what === "signed").map(({ from }) => from)).toEqual([
        "127.0.0.1",
        "127.0.0.1",
      ]);
    });
    await phone.close();
    await breeder.context.close();
  },
);
