/** Tests contacts. */
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { contentsOf, madeBackup, restored, wipe } from "../support/backups";

const { contacts } = api.contacts;

let team: Team;

beforeEach(async () => {
  team = await startTeam();
});

const add = async (typed: { name: string; email?: string; phone?: string; address?: string }) =>
  await team.owner.as.mutation(contacts.create, { kennelId: team.kennelId, ...typed });
const namesOf = async (search = "", asked: { page?: number; limit?: number } = {}) => {
  const { data } = await team.owner.as.query(contacts.list, { kennelId: team.kennelId, search, ...asked });
  return data.map(({ name }) => name);
};

describe("contacts", () => {
  it("require the right to money and contacts, in every function", async () => {
    const { _id: contactId } = await add({ name: "Anna Berg", email: "anna@example.com" });
    const { as } = team.viewer;
    const { kennelId } = team;
    for (const call of [
      as.query(contacts.list, { kennelId }),
      as.query(contacts.twins, { kennelId, email: "anna@example.com" }),
      as.query(contacts.get, { contactId }),
      as.mutation(contacts.create, { kennelId, name: "Ben" }),
      as.mutation(contacts.update, { contactId, name: "Ben" }),
      as.mutation(contacts.remove, { contactId }),
    ]) {
      expect((await failureOf(call)).code).toBe("FORBIDDEN");
    }
  });

  it("are listed A to Z in natural order, page by page with their total", async () => {
    for (const name of ["Zoe", "anna", "Ödön", "Ben"]) await add({ name });
    expect(await namesOf()).toEqual(["anna", "Ben", "Ödön", "Zoe"]);
    expect(await namesOf("", { page: 2, limit: 3 })).toEqual(["Zoe"]);
    const { pagination } = await team.owner.as.query(contacts.list, { kennelId: team.kennelId, limit: 3 });
    expect(pagination).toMatchObject({ totalItems: 4, totalPages: 2, hasNext: true });
  });

  it("are found by the start of any word, by email, by address, and by the phone's digits in any format", async () => {
    await add({ name: "Jürgen Weiß", phone: "+49 171 333 0142", address: "Dorfstraße 3, Ulm" });
    await add({ name: "Anna Berg", email: "a.berg@hill.example", phone: "(555) 010-2030" });
    await add({ name: "山田 花子" });
    for (const [search, name] of [
      ["weiss", "Jürgen Weiß"],
      ["juergen", "Jürgen Weiß"],
      ["ulm", "Jürgen Weiß"],
      ["0171 3330142", "Jürgen Weiß"],
      ["berg a.berg", "Anna Berg"],
      ["555 010", "Anna Berg"],
      ["山田", "山田 花子"],
      ["山", "山田 花子"],
      ["+49 171 3330142", "Jürgen Weiß"],
      ["+49 (0)171 3330142", "Jürgen Weiß"],
      ["010-2030", "Anna Berg"],
    ] as const) {
      expect([search, await namesOf(search)]).toEqual([search, [name]]);
    }
    expect(await namesOf("nobody")).toEqual([]);
  });

  it("show other contacts with the same email or phone, with or without the country code", async () => {
    const { _id } = await add({ name: "Anna", email: "Anna@Example.com", phone: "+44 20 7946 0018" });
    const twins = async (reached: { email?: string; phone?: string }) => {
      const found = await team.owner.as.query(contacts.twins, { kennelId: team.kennelId, ...reached });
      return found.map((each) => each._id);
    };
    expect(await twins({ email: "anna@example.com" })).toEqual([_id]);
    expect(await twins({ phone: "020 7946 0018" })).toEqual([_id]);
    expect(await twins({ phone: "0018", email: "" })).toEqual([]);
    await team.owner.as.mutation(contacts.update, { contactId: _id, email: null });
    expect(await twins({ email: "anna@example.com" })).toEqual([]);
  });

  it.each([
    ["+49 171 333 0142", "0171 3330142", true],
    ["0171 3330142", "+49 (0)171 333-0142", true],
    ["+47 22 33 44 55", "22 33 44 55", true],
    ["+39 06 1234 5678", "06 12345678", true],
    ["0731 12345", "+49 731 12345", true],
    ["555-010-2030 ext. 5", "(555) 010-2030", true],
    ["(212) 555-0100", "(312) 555-0100", false],
    ["+33 6 12 34 56 78", "+34 612 345 678", false],
    ["+1 555 010 2030", "+43 550 102030", false],
  ])("are recognized as duplicates by %s and %s: %s", async (phone, other, isSame) => {
    await add({ name: "Anna", phone });
    const { owner, kennelId } = team;
    expect(await owner.as.query(contacts.twins, { kennelId, phone: other })).toHaveLength(isSame ? 1 : 0);
    if (isSame) expect(await namesOf(other)).toEqual(["Anna"]);
  });

  it("are found by a rare word among hundreds that share the longer word", async () => {
    for (let n = 0; n < 520; n += 1) await add({ name: `Annabelle ${String(n).padStart(3, "0")}` });
    await add({ name: "Zo Annabelle" });
    expect(await namesOf("annabelle zo")).toEqual(["Zo Annabelle"]);
  });

  it("are found by words longer than a search index stores", async () => {
    const names = [
      "Frau Donaudampfschifffahrtsgesellschaft",
      "ร้าน โรงพยาบาลสัตว์มหาวิทยาลัยเกษตรศาสตร์",
      "鈴木 山田山田山田山田山田花子",
    ];
    for (const name of names) await add({ name });
    for (const name of names) expect(await namesOf(name.split(" ")[1])).toEqual([name]);
  });

  it("refuse invalid values, at their field", async () => {
    const { details } = await failureOf(add({ name: " ", email: "not an address" }));
    expect(Object.keys(details.fields ?? {}).sort()).toEqual(["email", "name"]);
  });

  it("have a history, can be undone, and are found again by search", async () => {
    const { owner, kennelId } = team;
    const { _id: contactId } = await add({ name: "Anna", phone: "555 010 2030" });
    await owner.as.mutation(contacts.update, { contactId, name: "Anna Berg" });
    const { page } = await owner.as.query(api.history.history.ofRecord, {
      ...{ kennelId, table: "contacts", recordId: contactId, now: Date.now() },
      paginationOpts: { numItems: 20, cursor: null },
    });
    await owner.as.mutation(api.history.history.undo, {
      ...{ kennelId, changeId: page[0]?._id ?? "", today: TODAY },
    });
    expect(await namesOf("berg")).toEqual([]);
    await owner.as.mutation(contacts.remove, { contactId });
    expect(await namesOf()).toEqual([]);
    await owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId: contactId });
    expect(await namesOf("0102030")).toEqual(["Anna"]);
    const seen = await team.viewer.as.query(api.history.history.page, {
      ...{
        kennelId,
        areDeletions: false,
        table: null,
        userId: null,
        now: Date.now(),
        paginationOpts: { numItems: 50, cursor: null },
      },
    });
    expect(JSON.stringify(seen)).not.toContain("Anna");
  });

  it("are part of the kennel's files and its backup, and are found after a restore", async () => {
    await add({ name: "Anna Berg", phone: "555 010 2030" });
    const query = `kennelId=${team.kennelId}&format=csv&today=${TODAY}`;
    const response = await team.owner.as.fetch(`/api/backups/export?${query}`);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(strFromU8(files["contacts.csv"] ?? new Uint8Array())).toContain("Anna Berg");
    const backupId = await madeBackup(team);
    expect((await contentsOf(team, backupId)).data).toMatchObject({ contacts: [{ name: "Anna Berg" }] });
    await wipe(team);
    expect(await namesOf()).toEqual([]);
    expect((await restored(team, backupId, "exact")).errors).toEqual([]);
    expect(await namesOf("5550102030")).toEqual(["Anna Berg"]);
    const { pagination } = await team.owner.as.query(contacts.list, { kennelId: team.kennelId });
    expect(pagination.totalItems).toBe(1);
  });

  it("are written over REST with their version", async () => {
    const call = async (method: string, path: string, json?: object) =>
      await callRest(team.owner.as, method, path, { json });
    const made = await call("POST", "/contacts", {
      ...{ kennelId: team.kennelId, name: "Anna", kinds: ["owner", "buyer"] },
    });
    expect(made).toMatchObject({ status: 201, body: { data: { name: "Anna", kinds: ["buyer", "owner"] } } });
    const { id, updatedAt } = made.body.data as { id: string; updatedAt: string };
    const change = { phone: "555 010 2030", updatedAt };
    expect((await call("PUT", `/contacts/${id}`, change)).status).toBe(200);
    expect((await call("PUT", `/contacts/${id}`, change)).status).toBe(409);
    const page = await call("GET", `/contacts?kennelId=${team.kennelId}&search=5550102030`);
    expect(page.body.data).toMatchObject({ data: [{ id }] });
    expect((await call("DELETE", `/contacts/${id}`)).status).toBe(200);
  });

  it("are listed together when similar until they are merged, and again after an undo", async () => {
    const { owner, kennelId } = team;
    const groups = async () =>
      (await owner.as.query(contacts.alike, { kennelId })).groups.map((group) =>
        group.contacts.map(({ name }) => name),
      );
    await add({ name: "Zoe", email: "zoe@example.com" });
    expect(await owner.as.query(contacts.anyAlike, { kennelId })).toBe(false);
    const anna = await add({ name: "Anna Berg", phone: "+49 171 333 0142" });
    const other = await add({ name: "A. Berg", phone: "0171 3330142" });
    const cleo = await add({ name: "Cleo", email: "zoe@example.com" });
    expect(await owner.as.query(contacts.anyAlike, { kennelId })).toBe(true);
    expect(await groups()).toEqual([
      ["A. Berg", "Anna Berg"],
      ["Cleo", "Zoe"],
    ]);
    await owner.as.mutation(contacts.update, { contactId: cleo._id, email: null });
    await owner.as.mutation(contacts.merge, { contactId: anna._id, otherId: other._id });
    expect(await groups()).toEqual([]);
    const { page } = await owner.as.query(api.history.history.ofRecord, {
      ...{ kennelId, table: "contacts", recordId: other._id, now: Date.now() },
      paginationOpts: { numItems: 1, cursor: null },
    });
    await owner.as.mutation(api.history.history.undo, {
      ...{ kennelId, changeId: page[0]?._id ?? "", today: TODAY },
    });
    expect(await groups()).toEqual([["A. Berg", "Anna Berg"]]);
    await owner.as.mutation(contacts.remove, { contactId: other._id });
    expect(await owner.as.query(contacts.anyAlike, { kennelId })).toBe(false);
    expect((await failureOf(team.viewer.as.query(contacts.alike, { kennelId }))).code).toBe("FORBIDDEN");
  });

  it("are marked as similar by a restore and by the migration, whatever the file contains", async () => {
    const { owner, kennelId, deployment } = team;
    await add({ name: "Anna", email: "anna@example.com" });
    await add({ name: "Anna Berg", email: "anna@example.com" });
    await add({ name: "Zoe" });
    const backupId = await madeBackup(team);
    await wipe(team);
    await restored(team, backupId, "exact");
    const marked = async () =>
      await deployment.run(async (ctx) =>
        (await ctx.db.query("contacts").collect()).filter(({ isTwin }) => isTwin).map(({ name }) => name),
      );
    expect((await marked()).sort()).toEqual(["Anna", "Anna Berg"]);
    await deployment.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("contacts").collect())
        await ctx.db.patch("contacts", _id, { isTwin: undefined });
    });
    vi.useFakeTimers();
    await deployment.mutation(internal.migrations.run, { fn: "migrations:markAlike" });
    await deployment.finishAllScheduledFunctions(vi.runAllTimers);
    vi.useRealTimers();
    expect((await marked()).sort()).toEqual(["Anna", "Anna Berg"]);
    expect(await owner.as.query(contacts.anyAlike, { kennelId })).toBe(true);
  });

  it("are merged over REST with their versions, and are listed there while they are similar", async () => {
    const call = async (method: string, path: string, json?: object) =>
      await callRest(team.owner.as, method, path, { json });
    const anna = await add({ name: "Anna Berg", email: "anna@example.com" });
    const other = await add({ name: "Anna", email: "anna@example.com", phone: "555 010 2030" });
    const alike = `/contacts/alike?kennelId=${team.kennelId}`;
    expect((await call("GET", alike)).body.data).toMatchObject({
      ...{ groups: [{ contacts: [{ name: "Anna" }, { name: "Anna Berg" }] }], hasMore: false },
    });
    const path = `/contacts/${anna._id}/merge`;
    const old = { otherId: other._id, updatedAt: "2020-01-01T00:00:00.000Z" };
    expect((await call("POST", path, old)).status).toBe(409);
    const merged = await call("POST", path, { otherId: other._id, phone: "555 010 2030" });
    expect(merged).toMatchObject({
      ...{ status: 201, body: { data: { id: anna._id, name: "Anna Berg", phone: "555 010 2030" } } },
    });
    expect((await call("GET", `/contacts/${other._id}`)).body.data).toMatchObject({ id: anna._id });
    expect((await call("POST", path, { otherId: other._id })).status).toBe(409);
    expect((await call("GET", alike)).body.data.groups).toEqual([]);
    expect((await callRest(team.viewer.as, "POST", path, { json: { otherId: other._id } })).status).toBe(403);
  });
});
