/**
 * Tests the right to money and contacts. A user without the right finds no confidential value in any function
 * result, file or history, and can change none. Descriptions define what is confidential, and the registry lists
 * the functions, so new fields and functions are tested automatically.
 */
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import schema from "../../convex/schema";
import { AREAS, type PermissionOverrides } from "../../domain/permissions/rules";
import {
  CONFIDENTIAL_FIELDS,
  CONFIDENTIAL_NAMES,
  CONFIDENTIAL_TABLES,
} from "../../domain/permissions/confidential";
import { choosingFrom } from "../support/audit-arguments";
import { isOfLink } from "../../convex/platform/model/people/requirements";
import { AuditCaller, PUBLIC_FUNCTIONS, type Audited } from "../support/audit-calls";
import { seedAuditKennel, type Ids } from "../support/audit-kennel";
import {
  addDog,
  addMember,
  failureOf,
  signIn,
  startTeam,
  TODAY,
  type Person,
  type Team,
} from "../support/backend";
import { checkRows, dog, finishScheduled, importRows } from "../support/imports";
import { plantSecrets, SECRETS, tellSecrets } from "../support/secrets";

const ALL: PermissionOverrides = Object.fromEntries(AREAS.map((area) => [area, "write"]));

let team: Team;
let ids: Ids;
let planted: string[];
let caller: AuditCaller;
/** Has every right except the one to money and contacts. */
let bare: Person;

beforeAll(async () => {
  vi.useFakeTimers();
  team = await startTeam();
  const { deployment, kennelId, owner } = team;
  bare = await signIn(deployment, "bare@example.com");
  const permissions: PermissionOverrides = { ...ALL, finances: "none" };
  await addMember(owner, bare, { kennelId, role: "manager", permissions });
  ids = await seedAuditKennel(team, "Plain");
  await tellSecrets(team, ids);
  planted = await plantSecrets(deployment, kennelId);
  caller = new AuditCaller(deployment, { kennelId, marks: SECRETS });
}, 60_000);

afterAll(() => {
  vi.useRealTimers();
});

/** Returns the names of the functions that return a secret to the person. */
async function tellers(person: Person, kinds: readonly Audited["kind"][]): Promise<string[]> {
  const found: string[] = [];
  // A user with the session of a family's link acts as that family, so functions of links are left out.
  const called = PUBLIC_FUNCTIONS.filter(({ kind, demand }) => kinds.includes(kind) && !isOfLink(demand));
  for (const audited of called) {
    const { leaks } = await caller.call(audited, person, choosingFrom(ids));
    const secrets = leaks.filter((leak) => SECRETS.some((secret) => leak === `tells ${secret}`));
    if (secrets.length > 0) found.push(`${audited.name}: ${secrets.join(", ")}`);
  }
  return found;
}

const tells = (text: string): boolean => SECRETS.some((secret) => text.includes(secret));

describe("the confidential fields", () => {
  it("are all columns that contain an amount or name a buyer, applicant or owner", () => {
    // These columns are not confidential: colleagues, the kennel itself, the plan, and the dates of a reservation.
    const others =
      /^(users|userSettings|kennels|kennelRemovals|kennelSettings|invitations|accountMails|billingAccounts|subscriptions|veterinaryRecords)\./;
    const open = Object.entries(schema.tables).flatMap(([table, { validator }]) =>
      Object.keys("fields" in validator ? validator.fields : {}).flatMap((name) =>
        /Cents$|[bB]uyer|Owner(Name|Phone|Email)$|^(email|phone|address)$|contractTerms/.test(name) &&
        !others.test(`${table}.${name}`) &&
        !CONFIDENTIAL_TABLES.has(table) &&
        !CONFIDENTIAL_FIELDS[table]?.includes(name)
          ? [`${table}.${name}`]
          : [],
      ),
    );
    expect(open).toEqual([]);
  });

  it("have a value in every such table of the test data, so that the search can find it", () => {
    const missing = [...Object.keys(CONFIDENTIAL_FIELDS), ...CONFIDENTIAL_TABLES].filter(
      (table) => !planted.includes(table),
    );
    expect(missing).toEqual([]);
  });
});

describe("a user with the right", () => {
  it("sees the confidential values, so that their absence elsewhere proves something", async () => {
    expect((await tellers(team.owner, ["query"])).length).toBeGreaterThan(15);
    expect((await tellers(team.staff, ["query"])).length).toBeGreaterThan(15);
  });
});

describe("a user without the right", () => {
  it("[GAP-AUTH-03] gets none of the values from any query, as a viewer", async () => {
    expect(await tellers(team.viewer, ["query"])).toEqual([]);
  });

  it("gets none of the values from any function, with all other rights", async () => {
    expect(await tellers(bare, ["query", "mutation"])).toEqual([]);
  });

  it("sees the other fields of a change, and cannot undo the hidden fields", async () => {
    const asked = {
      kennelId: team.kennelId,
      now: Date.now(),
      paginationOpts: { numItems: 500, cursor: null },
    };
    const all = { ...asked, table: null, userId: null, areDeletions: false };
    const { page } = await bare.as.query(api.history.history.page, all);
    const collar = page.find(({ fields }) => fields.some(({ name }) => name === "collarColor"));
    expect(collar?.fields.map(({ name }) => name)).toEqual(["collarColor"]);
    expect(collar?.remedy).toBeNull();
    expect(page.some(({ table }) => CONFIDENTIAL_TABLES.has(table))).toBe(false);
    const undo = { kennelId: team.kennelId, changeId: collar?._id ?? "", today: TODAY };
    expect((await failureOf(bare.as.mutation(api.history.history.undo, undo))).code).toBe("FORBIDDEN");
    const owners = await team.owner.as.query(api.history.history.page, all);
    expect(owners.page.find(({ _id }) => _id === collar?._id)?.remedy).toBe("undo");
  });

  it("sees events in the activities, without names", async () => {
    const recent = await bare.as.query(api.platform.activities.recent, {
      kennelId: team.kennelId,
      limit: 50,
    });
    expect(recent.find(({ title }) => title === "Puppy reserved")).toMatchObject({ description: "" });
    expect(recent.some(({ title }) => /waiting list/iu.test(title))).toBe(false);
    // Older entries replace the hidden ones.
    const owners = await team.owner.as.query(api.platform.activities.recent, {
      kennelId: team.kennelId,
      limit: 50,
    });
    const place = owners.findIndex(({ title }) => /waiting list/iu.test(title));
    const { kennelId } = team;
    const few = await bare.as.query(api.platform.activities.recent, { kennelId, limit: place + 1 });
    expect(place).toBeGreaterThanOrEqual(0);
    expect(few).toHaveLength(place + 1);
  });

  it("gets files without the values and their columns", async () => {
    const query = `kennelId=${team.kennelId}&today=${TODAY}`;
    const fetched = async (person: Person, path: string) => {
      const response = await person.as.fetch(`/api${path}`);
      expect(response.status).toBe(200);
      return new Uint8Array(await response.arrayBuffer());
    };
    const sheets = (zip: Uint8Array) =>
      Object.entries(unzipSync(zip))
        .map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`)
        .join("\n");
    const csv = `/backups/export?${query}&format=csv`;
    expect(tells(sheets(await fetched(team.owner, csv)))).toBe(true);
    for (const person of [bare, team.viewer]) {
      const text = sheets(await fetched(person, csv));
      expect(tells(text)).toBe(false);
      expect(text).not.toMatch(/Stud fee|Buyer|Owner name|Price \(USD\)|Waiting list|Cost \(USD\)/u);
      expect(tells(strFromU8(await fetched(person, `/backups/export?${query}&format=json`)))).toBe(false);
      expect(tells(strFromU8(await fetched(person, `/breeding/export?${query}&format=csv`)))).toBe(false);
    }
  });
});

describe("a change by a user without the right", () => {
  /** The dog's owner has reserved the puppy. */
  const reserved = async () => {
    const { as } = team.owner;
    const known = await storedPuppy(ids.puppyId ?? "");
    const { _id: puppyId } = await as.mutation(api.litters.puppies.create, {
      litterId: known?.litterId ?? "",
      gender: "male",
    });
    await as.mutation(api.litters.puppies.reserve, { puppyId, buyerName: "Jane", today: TODAY });
    vi.setSystemTime(Date.now() + 60_000);
    return { puppyId };
  };
  const storedPuppy = async (puppyId: string) =>
    await team.deployment.run(async (ctx) => await ctx.db.get("puppies", puppyId as Id<"puppies">));
  const newestChange = async (recordId: string) => {
    const rows = await team.deployment.run(async (ctx) => await ctx.db.query("changes").collect());
    return rows.findLast((row) => row.recordId === recordId)?._id ?? "";
  };
  const UPDATES = {
    dogs: async (values: object) =>
      await bare.as.mutation(api.dogs.dogs.update, { dogId: ids.dogId ?? "", today: TODAY, ...values }),
    breedings: async (values: object) =>
      await bare.as.mutation(api.breedings.breedings.update, {
        breedingId: ids.breedingId ?? "",
        ...values,
      }),
    puppies: async (values: object) =>
      await bare.as.mutation(api.litters.puppies.update, { puppyId: ids.puppyId ?? "", ...values }),
    healthRecords: async (values: object) =>
      await bare.as.mutation(api.health.healthRecords.update, {
        recordId: ids.recordId ?? "",
        today: TODAY,
        ...values,
      }),
  };
  const written = Object.entries(UPDATES).flatMap(([table, update]) =>
    (CONFIDENTIAL_FIELDS[table] ?? [])
      .filter((name) => !(table === "puppies" && name !== "priceCents"))
      .map((name) => ({ name, update, value: name.endsWith("Cents") ? 1 : "Other", notes: `Seen ${name}` })),
  );
  const stored = async () =>
    await team.deployment.run(async (ctx) =>
      JSON.stringify(
        await Promise.all(
          (Object.keys(UPDATES) as (keyof typeof UPDATES)[]).map(async (table) =>
            (await ctx.db.query(table).collect()).map((row) =>
              (CONFIDENTIAL_FIELDS[table] ?? []).map((name) => Reflect.get(row, name) as unknown),
            ),
          ),
        ),
      ),
    );

  it.each(written)("is refused at $name, and keeps an omitted value", async (field) => {
    const before = await stored();
    const refusal = await failureOf(field.update({ [field.name]: field.value }));
    expect(refusal.details.fields).toHaveProperty(field.name);
    // A form sends the hidden fields back empty.
    const empty = field.name.endsWith("Cents") && field.name === "studFeeCents" ? {} : { [field.name]: null };
    const saved = await field.update({ notes: field.notes, ...empty });
    expect(saved).toMatchObject({ notes: field.notes, [field.name]: null });
    expect(await stored()).toBe(before);
  });

  it("can neither cancel nor create a reservation", async () => {
    const { puppyId = "" } = ids;
    const release = { puppyId, status: "available", today: TODAY };
    expect((await failureOf(bare.as.mutation(api.litters.puppies.setStatus, release))).code).toBe(
      "FORBIDDEN",
    );
    const sale = { puppyId, buyerName: "Other", today: TODAY };
    expect((await failureOf(bare.as.mutation(api.litters.puppies.sell, sale))).code).toBe("FORBIDDEN");
  });

  it("does not release a reserved puppy when its death is recorded and undone", async () => {
    const { puppyId } = await reserved();
    const setStatus = async (status: string) =>
      await bare.as.mutation(api.litters.puppies.setStatus, { puppyId, status, today: TODAY });
    await setStatus("deceased");
    expect((await failureOf(setStatus("available"))).code).toBe("FORBIDDEN");
    expect(await storedPuppy(puppyId)).toMatchObject({ status: "deceased", buyer: { name: "Jane" } });
    // Undoing the death in the history leaves the puppy reserved.
    const changeId = await newestChange(puppyId);
    await bare.as.mutation(api.history.history.undo, { kennelId: team.kennelId, changeId, today: TODAY });
    expect(await storedPuppy(puppyId)).toMatchObject({ status: "reserved", buyer: { name: "Jane" } });
  });

  it("cannot undo a sale in the history", async () => {
    const { puppyId } = await reserved();
    await team.owner.as.mutation(api.litters.puppies.sell, { puppyId, today: TODAY });
    vi.setSystemTime(Date.now() + 60_000);
    const changeId = await newestChange(puppyId);
    const undo = { kennelId: team.kennelId, changeId, today: TODAY };
    expect((await failureOf(bare.as.mutation(api.history.history.undo, undo))).code).toBe("FORBIDDEN");
    expect(await storedPuppy(puppyId)).toMatchObject({ status: "sold" });
  });

  it("keeps the owners of dogs when it undoes an import", async () => {
    const { kennelId, owner, deployment } = team;
    const values = { registrationNumber: "R1", color: "red", currentOwnerName: "Before" };
    const { _id } = await addDog(owner, kennelId, { name: "Imp", breed: "Boxer", gender: "male", ...values });
    const changed = { registrationNumber: "R1", color: "black", currentOwnerName: "After" };
    const run = await importRows(team, [dog("Imp", changed)], { mode: "update" });
    vi.setSystemTime(Date.now() + 60_000);
    await bare.as.mutation(api.imports.imports.remove, { kennelId, runId: run?._id ?? "" });
    await finishScheduled(team);
    const row = await deployment.run(async (ctx) => await ctx.db.get("dogs", _id));
    expect(row).toMatchObject({ color: "red", currentOwnerName: "After" });
  });

  it("writes no owners from an import that was checked while the user had the right", async () => {
    const { kennelId, owner, deployment } = team;
    const helper = await signIn(deployment, "helper@example.com");
    await addMember(owner, helper, { kennelId, role: "manager", permissions: ALL });
    const known = { registrationNumber: "R7", currentOwnerName: "Before" };
    const { _id } = await addDog(owner, kennelId, { name: "Old", breed: "Boxer", gender: "male", ...known });
    const rows = [
      dog("Old", { registrationNumber: "R7", color: "black", currentOwnerName: "After" }),
      dog("Young", { currentOwnerName: "New" }),
    ];
    const runId = await checkRows(team, rows, { mode: "update", by: helper });
    const { userId } = helper;
    const permissions: PermissionOverrides = { ...ALL, finances: "read" };
    await owner.as.mutation(api.kennels.members.update, { kennelId, userId, role: "manager", permissions });
    await helper.as.mutation(api.imports.imports.confirm, { kennelId, runId });
    await finishScheduled(team);
    const dogs = await deployment.run(async (ctx) => await ctx.db.query("dogs").collect());
    expect(dogs.find((row) => row._id === _id)).toMatchObject({ color: "black", currentOwnerName: "Before" });
    const young = dogs.find(({ name }) => name === "Young");
    expect(young).toBeDefined();
    expect(young?.currentOwnerName).toBeUndefined();
  });

  it("cannot restore a backup, which would restore every price and buyer", async () => {
    const args = { kennelId: team.kennelId, backupId: "none", mode: "overwrite" } as const;
    expect((await failureOf(bare.as.mutation(api.backups.restores.start, args))).code).toBe("FORBIDDEN");
    expect((await failureOf(team.owner.as.mutation(api.backups.restores.start, args))).code).toBe(
      "NOT_FOUND",
    );
  });

  it("is refused for every argument name of a confidential value", () => {
    const names = PUBLIC_FUNCTIONS.filter(({ kind }) => kind === "mutation").flatMap(({ args }) =>
      [...args.matchAll(/"(\w*(?:[bB]uyer|Owner(?:Name|Phone|Email))\w*)":/gu)].map(([, name = ""]) => name),
    );
    expect([...new Set(names)].filter((name) => !CONFIDENTIAL_NAMES.has(name))).toEqual([]);
  });
});
