/** Tests two people in one kennel. */
import { expect, type Locator, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addLitterOfDays } from "../support/kennel-litters";
import { firstKennelId, person, joinKennel } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { addDog, dogCard, nameField, test, today, visitor, type Visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

async function kennelOfTwo(
  browser: Parameters<typeof visitor>[0],
  role: "staff" | "viewer",
): Promise<{ owner: Visitor; other: Visitor; kennelId: Id<"kennels"> }> {
  const owner = await visitor(browser, studbook.origin, person("Olga"));
  const kennelId = await firstKennelId(owner.person);
  await owner.person.client.mutation(api.kennels.kennels.update, { kennelId, name: "Oakwood Kennel" });
  const other = await visitor(browser, studbook.origin, person("Stefan"));
  await joinKennel(owner.person, other.person, { kennelId, role });
  await other.page
    .getByRole("button", { name: /kennel/i })
    .first()
    .click();
  await other.page.getByRole("menuitemradio", { name: /Oakwood Kennel/ }).click();
  for (const { page } of [owner, other]) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dogs" }).click();
    await expect(page.getByText("No dogs yet")).toBeVisible();
  }
  return { owner, other, kennelId };
}

test(
  "a dog added, edited and deleted by one appears, changes and disappears on the other's list without a reload",
  { tag: "@core" },
  async ({ browser }) => {
    const { owner, other } = await kennelOfTwo(browser, "staff");
    await addDog(other.page, { name: "Bella", breed: "Beagle" });
    await expect(dogCard(owner.page, "Bella")).toBeVisible();

    await dogCard(owner.page, "Bella").getByRole("button").last().click();
    await owner.page.getByRole("menuitem", { name: "Edit" }).click();
    const dialog = owner.page.getByRole("dialog", { name: "Edit Dog" });
    await nameField(dialog).fill("Bella of Oak");
    await dialog.getByRole("button", { name: "Update Dog" }).click();
    await expect(dogCard(other.page, "Bella of Oak")).toBeVisible();

    await dogCard(other.page, "Bella of Oak").getByRole("button").last().click();
    await other.page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(other.page.getByText("Are you sure you want to delete Bella of Oak?")).toBeVisible();
    await other.page.getByRole("button", { name: "Delete" }).click();
    await expect(other.page.getByText("Dog deleted successfully")).toBeVisible();
    await expect(owner.page.getByText("No dogs yet")).toBeVisible();
    await owner.context.close();
    await other.context.close();
  },
);

test(
  "[GAP-AUTH-03] a viewer sees the dogs and can change none, in the page, over REST or by calling the mutation",
  { tag: "@core" },
  async ({ browser }) => {
    const { owner, other, kennelId } = await kennelOfTwo(browser, "viewer");
    await addDog(owner.page, { name: "Cora", breed: "Beagle" });
    await expect(dogCard(other.page, "Cora")).toBeVisible();
    await expect(other.page.getByRole("button", { name: /add (first )?dog/i })).toHaveCount(0);
    await dogCard(other.page, "Cora").getByRole("button").last().click();
    await expect(other.page.getByRole("menuitem")).toHaveText([
      "View Details",
      "View Ancestry",
      "Print Pedigree",
      "History",
    ]);

    const { token, client } = other.person;
    const rest = await fetch(`${studbook.origin}/api/dogs`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ kennelId, name: "Smuggled", breed: "Beagle", gender: "male" }),
    });
    expect(rest.status).toBe(403);
    const list = await fetch(`${studbook.origin}/api/dogs?kennelId=${kennelId}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = (await list.json()) as { data: { data: { id: Id<"dogs">; name: string }[] } };
    expect(page.data.data.map((dog) => dog.name)).toEqual(["Cora"]);
    const dogId = page.data.data[0]?.id;
    if (!dogId) throw new Error("The list has no dog");
    await expect(client.mutation(api.dogs.dogs.remove, { dogId, confirmed: true })).rejects.toMatchObject({
      data: { code: "FORBIDDEN" },
    });
    await owner.context.close();
    await other.context.close();
  },
);

test(
  "[KEN-05] a removed member's open page loses the data immediately",
  { tag: "@core" },
  async ({ browser }) => {
    const { owner, other, kennelId } = await kennelOfTwo(browser, "staff");
    await addDog(owner.page, { name: "Dina", breed: "Beagle" });
    await expect(dogCard(other.page, "Dina")).toBeVisible();
    const me = await other.person.client.query(api.accounts.users.me, {});
    if (!me) throw new Error("The member has no user row");
    await owner.person.client.mutation(api.kennels.members.remove, { kennelId, userId: me._id });
    await expect(dogCard(other.page, "Dina")).toHaveCount(0);
    await expect(other.page.getByText("You no longer have access to Oakwood Kennel")).toBeVisible();
    await expect(other.person.client.query(api.kennels.kennels.get, { kennelId })).rejects.toMatchObject({
      data: { code: "NOT_FOUND" },
    });
    await owner.context.close();
    await other.context.close();
  },
);

test("another person's change does not move the text that is being typed", async ({ browser }) => {
  const { owner, other, kennelId } = await kennelOfTwo(browser, "staff");
  await addDog(owner.page, { name: "Emma", breed: "Beagle" });
  await dogCard(other.page, "Emma").getByRole("button").last().click();
  await other.page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = other.page.getByRole("dialog", { name: "Edit Dog" });
  const notes = dialog.getByLabel("Notes");
  await notes.pressSequentially("Calm with ");
  await addDog(owner.page, { name: "Anka", breed: "Beagle" });
  await notes.pressSequentially("puppies");
  await expect(notes).toHaveValue("Calm with puppies");
  await expect(notes).toBeFocused();
  await dialog.getByRole("button", { name: "Update Dog" }).click();
  await expect(other.page.getByText("Dog updated successfully")).toBeVisible();
  const dogs = await owner.person.client.query(api.dogs.dogs.list, {
    kennelId,
    page: 1,
    limit: 12,
    today: "2026-11-21",
  });
  expect(dogs.data.map((dog) => [dog.name, dog.notes ?? ""])).toEqual([
    ["Anka", ""],
    ["Emma", "Calm with puppies"],
  ]);
  await owner.context.close();
  await other.context.close();
});

async function openDog(page: Page, name: string): Promise<Locator> {
  await dogCard(page, name).getByRole("link").first().click();
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function editDog(page: Page, name: string): Promise<Locator> {
  await dogCard(page, name).getByRole("button").last().click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Dog" });
  await expect(dialog).toBeVisible();
  return dialog;
}

const company = (place: Page | Locator) => place.getByRole("button", { name: /^Who else is here/ });

test("two people at one dog see each other, whether they view or edit, and when one leaves", async ({
  browser,
}) => {
  const { owner, other } = await kennelOfTwo(browser, "staff");
  await addDog(owner.page, { name: "Freya", breed: "Beagle" });
  await expect(company(owner.page)).toHaveAccessibleName("Who else is here: Stefan Lindqvist is here");

  const detail = await openDog(owner.page, "Freya");
  await expect(company(detail)).toHaveCount(0);
  const form = await editDog(other.page, "Freya");
  await expect(company(form)).toHaveAccessibleName("Who else is here: Olga Lindqvist is viewing");
  await expect(detail.getByText("Stefan Lindqvist is editing").last()).toBeVisible();

  await company(detail).press("Enter");
  await expect(owner.page.getByRole("listitem").filter({ hasText: "Stefan Lindqvist" })).toContainText(
    "editing",
  );
  await owner.page.keyboard.press("Escape");
  await expect(detail).toBeVisible();

  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(company(detail)).toHaveCount(0);
  await other.page.close();
  await owner.page.keyboard.press("Escape");
  await expect(company(owner.page)).toHaveCount(0);
  await owner.context.close();
  await other.context.close();
});

test("the screen and the record show who is present, also in a phone's menu", async ({ browser }) => {
  const { owner, other } = await kennelOfTwo(browser, "staff");
  await addDog(owner.page, { name: "Freya", breed: "Beagle" });
  await openDog(other.page, "Freya");
  await company(owner.page).click();
  const stefan = owner.page.getByRole("listitem").filter({ hasText: "Stefan Lindqvist" });
  await expect(stefan).toContainText("Dogs · Freya");
  await owner.page.keyboard.press("Escape");
  await expect(stefan).toHaveCount(0);
  await owner.page.setViewportSize({ width: 390, height: 844 });
  await owner.page.getByRole("button", { name: "Open menu" }).click();
  const line = owner.page.getByRole("region", { name: "Who else is here" });
  await expect(line).toContainText("Dogs · Freya");
  await other.page.goto(`${studbook.origin}/dashboard/health`);
  await expect(line).toContainText("Health");
  await owner.context.close();
  await other.context.close();
});

test("a removed member's face disappears immediately", async ({ browser }) => {
  const { owner, other, kennelId } = await kennelOfTwo(browser, "staff");
  await expect(company(owner.page)).toBeVisible();
  const me = await other.person.client.query(api.accounts.users.me, {});
  if (!me) throw new Error("The member has no user row");
  await owner.person.client.mutation(api.kennels.members.remove, { kennelId, userId: me._id });
  await expect(company(owner.page)).toHaveCount(0);
  await owner.context.close();
  await other.context.close();
});

test(
  "[GAP-API-11] two people who edit one dog lose nothing: fields are merged, and a field that both changed must be chosen",
  { tag: "@core" },
  async ({ browser }) => {
    const { owner, other, kennelId } = await kennelOfTwo(browser, "staff");
    await addDog(owner.page, { name: "Greta", breed: "Beagle" });
    await expect(dogCard(other.page, "Greta")).toBeVisible();
    const mine = await editDog(owner.page, "Greta");
    const theirs = await editDog(other.page, "Greta");
    await mine.getByLabel("Color").fill("Tan");
    await mine.getByLabel("Markings").fill("White paws");
    await theirs.getByLabel("Color").fill("Red");
    await theirs.getByLabel("Call Name").fill("Gre");
    await theirs.getByRole("button", { name: "Update Dog" }).click();
    await expect(theirs).toBeHidden();

    await expect(mine.getByLabel("Call Name")).toHaveValue("Gre");
    await expect(mine.getByLabel("Color")).toHaveValue("Tan");
    await expect(mine.getByText("Stefan Lindqvist changed Color, and so did you.")).toBeVisible();
    await mine.getByRole("button", { name: "Update Dog" }).click();
    const choice = owner.page.getByRole("dialog", { name: "Two Versions of Greta" });
    await expect(choice.getByRole("radio", { name: /Theirs.*Stefan Lindqvist/ })).toBeVisible();
    await expectAccessible(owner.page);
    await choice.getByText("Tan").click();
    await choice.getByRole("button", { name: "Save Chosen" }).click();
    await expect(owner.page.getByText("Dog updated successfully")).toBeVisible();
    const { data } = await owner.person.client.query(api.dogs.dogs.list, { kennelId, today: "2026-11-21" });
    expect(data).toMatchObject([{ name: "Greta", callName: "Gre", color: "Tan", markings: "White paws" }]);
    await owner.context.close();
    await other.context.close();
  },
);

test("[GAP-API-11] two people who change the kennel's details lose nothing", async ({ browser }) => {
  const { owner, kennelId } = await kennelOfTwo(browser, "staff");
  const { page, person: olga } = owner;
  await page.goto(`${studbook.origin}/dashboard/settings?tab=kennel`);
  await page.getByLabel("Phone").fill("555-1");
  await page.getByLabel("Prefix").fill("Oak");
  await olga.client.mutation(api.kennels.kennels.update, { kennelId, phone: "777", website: "oak.example" });
  await expect(page.getByLabel("Website")).toHaveValue("oak.example");
  await page.getByRole("button", { name: "Save Kennel" }).click();
  const choice = page.getByRole("dialog", { name: "Two Versions of the Kennel Details" });
  await choice.getByText("777").click();
  await choice.getByRole("button", { name: "Save Chosen" }).click();
  await expect(page.getByText("Kennel settings updated")).toBeVisible();
  const kennel = await olga.client.query(api.kennels.kennels.get, { kennelId });
  expect(kennel).toMatchObject({ phone: "777", prefix: "Oak", website: "oak.example" });
  await owner.context.close();
});

test("[GAP-API-11] two people at one breeding: steps and lists update, and an undo never reverts the other person's step", async ({
  browser,
}) => {
  const { owner, other, kennelId } = await kennelOfTwo(browser, "staff");
  const { litterId } = await addLitterOfDays(owner.person, kennelId, { daysAgo: 6, collars: ["Red"] });
  const [{ _id: breedingId } = { _id: "" }] = (
    await owner.person.client.query(api.breedings.breedings.list, { kennelId })
  ).data;
  const visit = async (visitor_: Visitor, path: string) =>
    await visitor_.page.goto(`${studbook.origin}/dashboard/${path}`);
  const badge = ({ page }: Visitor) => page.getByRole("article", { name: "Rex × Bella" });
  const choose = async ({ page }: Visitor, entry: string) => {
    await page.getByRole("button", { name: "Actions for Rex × Bella" }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };

  // One person changes the status. The undo comes after the other person has made a further change.
  for (const each of [owner, other]) await visit(each, "breeding");
  await choose(owner, "Mark as Completed");
  await expect(owner.page.getByText("Breeding status updated to 'completed'")).toBeVisible();
  await expect(badge(other)).toContainText("Completed");
  await other.person.client.mutation(api.breedings.breedings.setStatus, {
    breedingId,
    status: "whelped",
    today,
  });
  await expect(badge(owner)).toContainText("Whelped");
  await owner.page.getByRole("button", { name: "Undo" }).click();
  await expect(owner.page.getByText(/somebody else has changed the status since/)).toBeVisible();
  await expect(badge(owner)).toContainText("Whelped");

  // One person edits the litter while the other records a puppy: the counts of puppies are updated, and typed text
  // is kept.
  for (const each of [owner, other]) await visit(each, `litters/${litterId}`);
  await owner.page.getByRole("button", { name: "Litter actions" }).click();
  await owner.page.getByRole("menuitem", { name: "Edit" }).click();
  const form = owner.page.getByRole("dialog", { name: "Edit Litter" });
  await form.getByLabel("Whelping notes").fill("Calm night");
  await other.page.getByRole("button", { name: "Record Another Puppy" }).click();
  const log = other.page.getByRole("form", { name: "Record a puppy" });
  await log.getByRole("button", { name: "Male", exact: true }).click();
  await log.getByRole("button", { name: "Record Puppy" }).click();
  await expect(form.getByLabel("Born")).toHaveValue("2");
  await form.getByRole("button", { name: "Update Litter" }).click();
  await expect(form).toBeHidden();
  await expect(other.page.getByText("Calm night")).toBeVisible();
  await expect(other.page.getByText(/^2 born, 2 alive/)).toBeVisible();

  // Both people change the order of the waiting list.
  for (const name of ["Ada", "Ben"]) {
    await owner.person.client.mutation(api.litters.waitingList.create, { kennelId, name });
  }
  for (const each of [owner, other]) await visit(each, "breeding?tab=waiting-list");
  const list = (visitor_: Visitor) => visitor_.page.getByRole("list", { name: "Waiting list" });
  await expect(list(other)).toContainText(/Ada.*Ben/s);
  await owner.page.getByRole("button", { name: "Actions for Ben" }).click();
  await owner.page.getByRole("menuitem", { name: "Move Up" }).click();
  await expect(list(other)).toContainText(/Ben.*Ada/s);
  await owner.context.close();
  await other.context.close();
});
