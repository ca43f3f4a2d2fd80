/** Tests the owners of a dog. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { strFromU8, unzipSync } from "fflate";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { matchColumns } from "../../domain/imports/fields";
import { alteredInWords } from "../../domain/history/words";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { contentsOf, madeBackup, restored, wipe } from "../support/backups";
import { restoredFile } from "../support/broken-restores";
import { checkRows, dog, finishScheduled, importRows } from "../support/imports";
import { expectSettled } from "../support/settled";

const { contacts } = api.contacts;
const { dogOwners } = api.dogs;

let team: Team;
let dogId: string;

beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;
});

interface Typed {
  readonly name?: string;
  readonly share?: number | null;
  readonly ownerId?: string;
  readonly from?: string | null;
  readonly until?: string | null;
}
const add = async (fields: Typed & { readonly name: string }) =>
  await team.owner.as.mutation(dogOwners.create, { dogId, ...fields });
const change = async (dogOwnerId: string, fields: Typed) =>
  await team.owner.as.mutation(dogOwners.update, { dogOwnerId, ...fields });
const all = async (by: Person = team.owner) => (await by.as.query(dogOwners.ofDog, { dogId })) ?? [];
const fieldsOf = async (work: Promise<unknown>) => (await failureOf(work)).details.fields;
const contact = async (name: string, more: object = {}) =>
  await team.owner.as.mutation(contacts.create, { kennelId: team.kennelId, name, ...more });

describe("shares of a dog", () => {
  it("are recorded with role and dates, and the typed owner remains as text", async () => {
    const days = { from: "2024-05-01", until: null };
    const made = await add({ name: " Anna Berg ", share: 33.33, ...days });
    expect(made).toMatchObject({ dogId, name: "Anna Berg", role: "co_owner", share: 33.33, ...days });
    expect(made).toMatchObject({ ownerId: null });
    expect(await change(made._id, { name: "Anna Stern" })).toMatchObject({ share: 33.33, ...days });
  });

  it("are refused at their field when they exceed the whole dog on any day", async () => {
    await add({ name: "Anna", share: 60, from: "2024-01-01", until: "2025-01-01" });
    const ben = await add({ name: "Ben", share: 40 });
    const over = "All shares together would be 101% from January 1, 2024";
    expect(await fieldsOf(add({ name: "Cleo", share: 1 }))).toEqual({ share: over });
    expect(await fieldsOf(change(ben._id, { share: 41 }))).toEqual({ share: over });
    expect(await add({ name: "Cleo", share: 60, from: "2025-01-01" })).toBeTruthy();
    expect(await fieldsOf(add({ name: "Dora", share: 101 }))).toEqual({
      share: "Share must be at most 100 percent",
    });
    const backwards = { from: "2025-01-02", until: "2025-01-01" };
    expect(await fieldsOf(add({ name: "Dora", ...backwards }))).toEqual({
      until: "Until cannot be before From",
    });
  });

  it("are refused before the dog's birth and over the maximum number of owners, also on restore", async () => {
    const { kennelId, owner } = team;
    await owner.as.mutation(api.dogs.dogs.update, { dogId, dateOfBirth: "2020-05-01", today: TODAY });
    expect(await fieldsOf(add({ name: "Anna", from: "2020-04-30" }))).toEqual({
      from: "From cannot be before the birth",
    });
    const { _id: recordId } = await add({ name: "Anna", from: "2020-05-01" });
    await owner.as.mutation(dogOwners.remove, { dogOwnerId: recordId });
    for (let number = 1; number <= 20; number += 1)
      await add({ name: `Owner ${number}`, from: "2030-01-01" });
    expect((await failureOf(add({ name: "One more" }))).code).toBe("LIMIT_REACHED");
    const back = owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId });
    expect((await failureOf(back)).code).toBe("LIMIT_REACHED");
  });

  it("are refused when an undo or a restored owner would exceed the maximum", async () => {
    const { kennelId, owner } = team;
    const anna = await add({ name: "Anna", share: 60 });
    await change(anna._id, { share: 20 });
    await add({ name: "Ben", share: 70 });
    const historyOf = async (recordId: string) => {
      const asked = { kennelId, table: "dogOwners" as const, recordId, now: Date.now() };
      const paginationOpts = { numItems: 5, cursor: null };
      return (await owner.as.query(api.history.history.ofRecord, { ...asked, paginationOpts })).page;
    };
    const [shrunk] = await historyOf(anna._id);
    expect(shrunk?.fields.map((field) => alteredInWords(shrunk, field))).toEqual([
      { label: "Share", before: "60%", after: "20%" },
    ]);
    const undo = { kennelId, changeId: shrunk?._id ?? "", today: TODAY };
    expect(await fieldsOf(owner.as.mutation(api.history.history.undo, undo))).toHaveProperty("share");
    await owner.as.mutation(dogOwners.remove, { dogOwnerId: anna._id });
    await owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId: anna._id });
    expect(await all()).toMatchObject([{ name: "Ben" }, { name: "Anna", share: 20 }]);
  });

  it("from a file are at most the number that a dog can have, and never more than the whole dog", async () => {
    await add({ name: "Anna", share: 60 });
    const { data } = await contentsOf(team, await madeBackup(team));
    const [anna = {}] = data.dogOwners ?? [];
    const more = (number: number) => ({ ...anna, _id: `owner${number}`, name: `Owner ${number}` });
    const many = Array.from({ length: 60 }, (_, number) => more(number));
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    const { errors } = await restoredFile(team, { ...data, dogOwners: [anna, ...many] }, "exact");
    vi.useRealTimers();
    const { data: dogs } = await team.owner.as.query(api.dogs.dogs.list, { kennelId: team.kennelId });
    dogId = dogs[0]?._id ?? "";
    const shares = (await all()).map(({ share }) => share ?? 0);
    expect(shares).toHaveLength(20);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(60);
    expect(errors.map(({ message }) => message)).toContain(
      "Owner 59 was left out: A dog has at most 20 owners",
    );
  });

  it("are deleted with their dog, and restored with it", async () => {
    await add({ name: "Anna", share: 60 });
    const { kennelId, owner } = team;
    await owner.as.mutation(api.dogs.dogs.remove, { dogId });
    const bringBack = { kennelId, recordId: dogId };
    await owner.as.mutation(api.history.history.bringBackRecord, bringBack);
    const { data } = await owner.as.query(api.dogs.dogs.list, { kennelId });
    dogId = data[0]?._id ?? "";
    expect(await all()).toMatchObject([{ name: "Anna", share: 60 }]);
  });

  it("are in exports, are backed up, and are restored from the backup", async () => {
    const { _id: ownerId } = await contact("Anna");
    await add({ name: "Anna", share: 60, ownerId, ...{ from: "2024-05-01" } });
    const query = `kennelId=${team.kennelId}&format=csv&today=${TODAY}`;
    const response = await team.owner.as.fetch(`/api/backups/export?${query}`);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const csv = strFromU8(files["owners.csv"] ?? new Uint8Array());
    expect(csv).toContain("Share (%)");
    expect(csv).toMatch(/Bella,[^,]+,Anna,co_owner,60,2024-05-01,/u);
    const backupId = await madeBackup(team);
    await wipe(team);
    await restored(team, backupId, "exact");
    const { data } = await team.owner.as.query(api.dogs.dogs.list, { kennelId: team.kennelId });
    dogId = data[0]?._id ?? "";
    const [owner] = await all();
    expect(owner).toMatchObject({ name: "Anna", share: 60, from: "2024-05-01" });
    const named = await team.owner.as.query(contacts.get, { contactId: owner?.ownerId ?? "" });
    expect(named).toMatchObject({ name: "Anna" });
  });
});

describe("an owner who is a contact", () => {
  it("is chosen, or created from a typed name, and the dog is listed on the contact's page", async () => {
    const { _id: anna } = await contact("Anna Berg");
    await add({ name: "Anna Berg", ownerId: anna });
    const made = await add({ name: "Ben", ownerId: "new" });
    expect(made.ownerId).not.toBeNull();
    const dealings = async (contactId: string) =>
      (await team.owner.as.query(contacts.dealings, { contactId })).coOwned.rows;
    expect(await dealings(anna)).toMatchObject([{ name: "Bella" }]);
    expect(await dealings(made.ownerId ?? "")).toMatchObject([{ name: "Bella" }]);
    const asked = { kennelId: team.kennelId, search: "ben" };
    expect(await team.owner.as.query(contacts.suggest, asked)).toMatchObject([
      { dealing: { kind: "owns", what: "Bella" } },
    ]);
    // The contact was created along with the owner. When the owner is deleted, the contact remains, as with any
    // other record.
    await team.owner.as.mutation(dogOwners.remove, { dogOwnerId: made._id });
    expect(await team.owner.as.query(contacts.list, { kennelId: team.kennelId })).toMatchObject({
      data: [{ name: "Anna Berg" }, { name: "Ben" }],
    });
  });

  it("is listed once for a dog that the contact owned twice, and not for a dog that is being deleted", async () => {
    const { _id: ownerId } = await contact("Anna Berg");
    await add({ name: "Anna Berg", ownerId, from: "2021-01-01", until: "2022-01-01" });
    await add({ name: "Anna Berg", ownerId, from: "2023-01-01" });
    const dealings = async () =>
      (await team.owner.as.query(contacts.dealings, { contactId: ownerId })).coOwned.rows;
    expect(await dealings()).toMatchObject([{ name: "Bella" }]);
    // This is the state while the records of a dog are deleted in batches.
    await team.deployment.run(async (ctx) => await ctx.db.delete("dogs", dogId as Id<"dogs">));
    expect(await dealings()).toEqual([]);
  });

  it("is linked to the remaining contact after a merge, and keeps the typed text after a rename", async () => {
    const [anna, twin] = [await contact("Anna Berg"), await contact("A. Berg")];
    const owner = await add({ name: "A. Berg", ownerId: twin._id });
    await team.owner.as.mutation(contacts.merge, {
      ...{ contactId: anna._id, expectedUpdatedAt: anna.updatedAt },
      ...{ otherId: twin._id, otherUpdatedAt: twin.updatedAt },
    });
    const { coOwned } = await team.owner.as.query(contacts.dealings, { contactId: anna._id });
    expect(coOwned.rows).toMatchObject([{ name: "Bella" }]);
    const stored = { name: "A. Berg", ownerId: twin._id };
    expect(await all()).toMatchObject([stored]);
    await team.owner.as.mutation(contacts.update, { contactId: anna._id, name: "Anna Stern" });
    expect(await all()).toMatchObject([stored]);
    // A name that cannot belong to the contact removes the link.
    expect(await change(owner._id, { name: "Cleo" })).toMatchObject({ name: "Cleo", ownerId: null });
  });

  it("becomes only a name when the contact is deleted", async () => {
    const { _id: ownerId } = await contact("Anna Berg");
    await add({ name: "Anna Berg", share: 50, ownerId });
    await team.owner.as.mutation(contacts.remove, { contactId: ownerId });
    expect(await all()).toMatchObject([{ name: "Anna Berg", share: 50, ownerId: null }]);
  });
});

describe("a user who may not see contacts", () => {
  /** All of these texts about an owner must be hidden from these users. */
  const SECRETS = ["Zebedee Quill", "73.25", "1999-12-31"];

  it("sees no owner in results, REST, history, activities, search and files", async () => {
    const { viewer, kennelId } = team;
    const { _id: dogOwnerId, ownerId } = await add({
      ...{ name: "Zebedee Quill", ownerId: "new", share: 73.25 },
      ...{ from: "1999-12-31" },
    });
    await change(dogOwnerId, { name: "Zebedee Quill jun." });
    const refused = [
      viewer.as.query(dogOwners.ofDog, { dogId }),
      viewer.as.query(dogOwners.list, { kennelId }),
      viewer.as.query(dogOwners.get, { dogOwnerId }),
      viewer.as.mutation(dogOwners.update, { dogOwnerId, share: 1 }),
      viewer.as.mutation(dogOwners.create, { dogId, name: "Anna" }),
      viewer.as.mutation(dogOwners.remove, { dogOwnerId }),
      viewer.as.query(contacts.dealings, { contactId: ownerId ?? "" }),
    ];
    for (const each of refused) {
      expect(["FORBIDDEN", "NOT_FOUND"]).toContain((await failureOf(each)).code);
    }
    const paginationOpts = { numItems: 50, cursor: null };
    const files = await viewer.as.fetch(
      `/api/backups/export?kennelId=${kennelId}&format=json&today=${TODAY}`,
    );
    const answers = [
      await viewer.as.query(api.dogs.dogs.get, { dogId }),
      await viewer.as.query(api.dogs.dogs.list, { kennelId }),
      await viewer.as.query(api.history.history.page, {
        areDeletions: false,
        table: null,
        userId: null,
        kennelId,
        now: Date.now(),
        paginationOpts,
      }),
      await viewer.as.query(api.platform.activities.recent, { kennelId }),
      (await callRest(viewer.as, "GET", `/dogs/${dogId}`)).body,
      (await callRest(viewer.as, "GET", `/dogs/${dogId}/owners`)).body,
      (await callRest(viewer.as, "GET", `/dog-owners?kennelId=${kennelId}`)).body,
      await files.text(),
    ];
    const told = JSON.stringify(answers);
    for (const secret of SECRETS) expect(told).not.toContain(secret);
    expect(told).toContain("Bella");
  });
});

describe("owners over REST", () => {
  it("are added, listed with the dog, changed with the version and deleted", async () => {
    const call = async (method: string, path: string, json?: object) =>
      await callRest(team.owner.as, method, path, { json });
    const made = await call("POST", "/dog-owners", { dogId, name: "Anna", share: 50, from: "2024-05-01" });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { name: "Anna", share: 50, role: "co_owner" } },
    });
    const { id, updatedAt } = made.body.data;
    expect((await call("GET", `/dogs/${dogId}/owners`)).body.data).toMatchObject([{ id, share: 50 }]);
    const page = await call("GET", `/dog-owners?kennelId=${team.kennelId}&search=anna`);
    expect(page.body.data).toMatchObject({ data: [{ id }], pagination: { totalItems: 1 } });
    const more = await call("POST", "/dog-owners", { dogId, name: "Ben", share: 51 });
    expect([more.status, more.body.errors]).toEqual([
      400,
      { share: "All shares together would be 101% from May 1, 2024" },
    ]);
    const shrunk = { share: 25, updatedAt };
    expect((await call("PUT", `/dog-owners/${id}`, shrunk)).body.data).toMatchObject({ share: 25 });
    expect((await call("PUT", `/dog-owners/${id}`, shrunk)).status).toBe(409);
    expect((await call("DELETE", `/dog-owners/${id}`)).status).toBe(200);
    expect(await all()).toEqual([]);
  });
});

describe("a file with co-owners", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout"] }));
  afterEach(() => vi.useRealTimers());

  const ownersOf = async (name: string) => {
    const { kennelId, owner } = team;
    const { data } = await owner.as.query(api.dogs.dogs.list, { kennelId, search: name });
    const rows = (await owner.as.query(dogOwners.ofDog, { dogId: data[0]?._id ?? "" })) ?? [];
    return [data[0]?.currentOwnerName, rows.map((row) => [row.name, row.share, row.role, row.ownerId])];
  };
  const takeBack = async (runId: string) => {
    await team.owner.as.mutation(api.imports.imports.remove, { kennelId: team.kennelId, runId });
    await finishScheduled(team);
  };
  const idOf = (run: Awaited<ReturnType<typeof importRows>>) => run?._id ?? "";

  it("[GAP-DOG-03] is read by its headings, and by shares in the owner column", () => {
    const headings = ["Name", "Owners", "Co-Owners"];
    expect(matchColumns(headings)).toEqual(["name", "currentOwnerName", "coOwners"]);
    expect(matchColumns(["Miteigent\u00fcmer", "Copropri\u00e9taire"])).toContain("coOwners");
  });

  it("[GAP-DOG-03] adds them to new and known dogs, and its undo removes them", async () => {
    const file = [
      dog("Rex", { currentOwnerName: "Anna Berg", coOwners: "Ben Stern (25%); Cleo" }),
      dog("Max", { currentOwnerName: "Anna Berg (50%); Ben Stern (50%)" }),
      dog("Bella", { breed: "Beagle", gender: "female", coOwners: "Dora (1/3)" }),
    ];
    const run = await importRows(team, file, { mode: "complete" });
    expect(run).toMatchObject({ report: { added: 2, updated: 1, errors: 0 } });
    const rex = [
      "Anna Berg",
      [
        ["Ben Stern", 25, "co_owner", null],
        ["Cleo", null, "co_owner", null],
      ],
    ];
    expect(await ownersOf("Rex")).toEqual(rex);
    expect(await ownersOf("Max")).toEqual([
      "Anna Berg, Ben Stern",
      [
        ["Anna Berg", 50, "co_owner", null],
        ["Ben Stern", 50, "co_owner", null],
      ],
    ]);
    expect(await ownersOf("Bella")).toEqual([null, [["Dora", 33.33, "co_owner", null]]]);
    // Existing owners of a dog are kept, with their dates and contacts.
    const again = await importRows(team, [dog("Rex", { coOwners: "Emil (10%)" })], { mode: "update" });
    expect(again).toMatchObject({ report: { unchanged: 1 } });
    expect(await ownersOf("Rex")).toEqual(rex);
    await takeBack(idOf(again));
    expect(await ownersOf("Rex")).toEqual(rex);
    await takeBack(idOf(run));
    expect(await ownersOf("Bella")).toEqual([null, []]);
    const { data } = await team.owner.as.query(api.dogs.dogs.list, { kennelId: team.kennelId });
    expect(data.map(({ name }) => name)).toEqual(["Bella"]);
    await expectSettled(team);
  });

  it("[GAP-DOG-03] previews the owners, keeps dogs whose owners somebody changed, and refuses too many", async () => {
    const { kennelId, owner } = team;
    const file = [
      dog("Rex", { coOwners: "Ben (60%); Cleo (60%)" }),
      dog("Max", { coOwners: "Ben (50%)" }),
      dog("Bella", { breed: "Beagle", gender: "female", coOwners: "Dora (1/3)" }),
    ];
    const runId = await checkRows(team, file, { mode: "update" });
    const { errors, changes } = await owner.as.query(api.imports.imports.problems, { kennelId, runId });
    expect(errors.map(({ fields }) => fields)).toEqual([{ coOwners: "All shares together would be 120%" }]);
    expect(changes).toEqual([
      { name: "Bella", fields: [{ label: "Co-Owner", from: "", to: "Dora (33.33%)" }] },
    ]);
    await owner.as.mutation(api.imports.imports.confirm, { kennelId, runId });
    await finishScheduled(team);
    const [max] = (await owner.as.query(dogOwners.list, { kennelId, search: "ben" })).data;
    await change(max?._id ?? "", { share: 40 });
    await takeBack(runId);
    expect(await ownersOf("Max")).toEqual([null, [["Ben", 40, "co_owner", null]]]);
    expect(await ownersOf("Bella")).toEqual([null, []]);
  });

  it("[GAP-AUTH-03] creates and shows no owners for a user without the right to contacts", async () => {
    const { kennelId, owner, staff } = team;
    const permissions = { finances: "none" } as const;
    await owner.as.mutation(api.kennels.members.update, {
      ...{ kennelId, userId: staff.userId, role: "staff", permissions },
    });
    const file = [
      dog("Rex", { currentOwnerName: "Zebedee (50%); Quill (50%)", coOwners: "Quokka (101%)" }),
      dog("Max", { coOwners: "Quokka (10%)" }),
      dog("Bella", { breed: "Beagle", gender: "female", coOwners: "Quokka (10%)" }),
    ];
    const run = await importRows(team, file, { mode: "update", by: staff });
    const told = await staff.as.query(api.imports.imports.problems, { kennelId, runId: idOf(run) });
    expect(JSON.stringify(told)).not.toMatch(/Zebedee|Quill|Quokka|101/u);
    expect((await owner.as.query(dogOwners.list, { kennelId })).data).toEqual([]);
    expect(await ownersOf("Max")).toEqual([null, []]);
  });
});
