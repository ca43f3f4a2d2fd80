/** Contacts made of the people who were typed before there were contacts: counted, matched, and nothing typed changes. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import { MAX_CONTACTS } from "../../domain/contacts/record";
import { instantOf } from "../../domain/dates/zones";
import { demoBackup, DEMO_KENNEL } from "../../scripts/demo-data";
import { startTeam, TODAY, type Team } from "../support/backend";
import { expectExact } from "../support/counts";
import { callRest } from "../support/backend-rest";
import { backupForm } from "../support/backups";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const gather = async () => {
  await team.deployment.mutation(internal.migrations.runAll, {});
  await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
};

/** A day after all that the demo tells of. */
const DEMO_DAY = "2026-11-21";

type Typed = "dogs" | "puppies" | "waitingList" | "veterinaryRecords";
const LINKS = ["currentOwnerId", "buyerId", "contactId"];

/** Returns the rows of all kinds that name people, without the links to contacts. */
const typedRows = async () =>
  await team.deployment.run(async (ctx) => {
    const rows: Record<string, object[]> = {};
    for (const table of ["dogs", "puppies", "waitingList", "veterinaryRecords"] as const satisfies Typed[]) {
      rows[table] = (await ctx.db.query(table).collect()).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !LINKS.includes(name))),
      );
    }
    return rows;
  });
const contactRows = async (): Promise<Doc<"contacts">[]> =>
  await team.deployment.run(async (ctx) => await ctx.db.query("contacts").collect());
const linkedDogs = async () =>
  await team.deployment.run(
    async (ctx) =>
      (await ctx.db.query("dogs").collect()).filter(({ currentOwnerId }) => currentOwnerId).length,
  );

/** Stores owned dogs as an earlier version did, which linked nobody. */
const storeDogs = async (owners: readonly Partial<Doc<"dogs">>[]) => {
  const { owner, kennelId } = team;
  for (const [number, fields] of owners.entries()) {
    const dog = {
      kennelId,
      name: `Dog ${number}`,
      breed: "Beagle",
      gender: "female",
      today: TODAY,
    } as const;
    const { _id } = await owner.as.mutation(api.dogs.dogs.create, dog);
    await team.deployment.run(async (ctx) => await ctx.db.patch("dogs", _id, fields));
  }
};

const namesOf = (rows: readonly Doc<"contacts">[]) => rows.map(({ name }) => name).sort();

describe("people typed before there were contacts", () => {
  it("become one contact each by email, then phone, then name and address; once", async () => {
    await storeDogs([
      { currentOwnerName: "Anna Berg", currentOwnerEmail: "anna@hill.example" },
      {
        currentOwnerName: "A. Berg",
        currentOwnerEmail: "ANNA@hill.example",
        currentOwnerPhone: "+49 171 3330142",
      },
      { currentOwnerName: "Anna", currentOwnerPhone: "0171 333 0142" },
      { currentOwnerName: "Anna Berg", currentOwnerPhone: "555 010 2030" },
      { currentOwnerName: "Anna Berg" },
      { currentOwnerName: "anna  BERG" },
      { currentOwnerName: "Ольга Штерн" },
      {},
    ]);
    const before = await typedRows();
    await gather();
    const found = await contactRows();
    expect(namesOf(found)).toEqual(["Anna Berg", "Anna Berg", "Anna Berg", "Ольга Штерн"]);
    expect(found.find(({ email }) => email)).toMatchObject({
      ...{ name: "Anna Berg", phone: "+49 171 3330142", kinds: ["owner"] },
    });
    expect(await linkedDogs()).toBe(7);
    expect(await typedRows()).toEqual(before);
    await gather();
    expect(await contactRows()).toHaveLength(4);
    await expectExact(team);
  });

  it("of the demo: applicants, buyers, owners, clinics and veterinarians", async () => {
    vi.setSystemTime(instantOf(DEMO_DAY, "12:00", DEMO_KENNEL.timeZone));
    const { owner, kennelId, deployment } = team;
    const readPhoto = async (name: string) => await Promise.resolve(new TextEncoder().encode(name));
    const form = backupForm({ kennelId }, await demoBackup(Date.now(), readPhoto));
    expect((await callRest(owner.as, "POST", "/backups/restore", { form })).status).toBe(201);
    await deployment.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("puppies").collect()) {
        await ctx.db.patch("puppies", _id, { buyerId: undefined });
      }
    });
    const [before, known] = [await typedRows(), await contactRows()];
    await gather();
    const { dogs, puppies, applicants, veterinarians } = await deployment.run(async (ctx) => ({
      dogs: (await ctx.db.query("dogs").collect()).filter(({ currentOwnerName }) => currentOwnerName),
      puppies: (await ctx.db.query("puppies").collect()).filter(({ buyer }) => buyer),
      applicants: await ctx.db.query("waitingList").collect(),
      veterinarians: await ctx.db.query("veterinaryRecords").collect(),
    }));
    const links = [
      ...dogs.map(({ currentOwnerId }) => currentOwnerId),
      ...puppies.map(({ buyerId }) => buyerId),
      ...applicants.map(({ contactId }) => contactId),
    ];
    expect(Math.min(dogs.length, puppies.length, applicants.length, veterinarians.length)).toBeGreaterThan(0);
    expect(links).not.toContain(undefined);
    const people = [
      ...dogs.map(({ currentOwnerName }) => currentOwnerName),
      ...puppies.map(({ buyer }) => buyer?.name),
      ...applicants.map(({ name }) => name),
      ...veterinarians.flatMap(({ veterinarianName, veterinaryClinic }) => [
        veterinarianName,
        veterinaryClinic,
      ]),
      ...known.map(({ name }) => name),
    ];
    expect(new Set(namesOf(await contactRows()))).toEqual(new Set(people));
    expect(await contactRows()).toHaveLength(new Set(people).size);
    expect(await typedRows()).toEqual(before);
    await expectExact(team);
  });

  it("of five hundred dogs with a hundred owners are a hundred contacts", async () => {
    await storeDogs(
      Array.from({ length: 500 }, (_, number) => {
        const who = number % 100;
        return who % 2 === 0
          ? { currentOwnerName: `Owner ${who}`, currentOwnerEmail: `owner${who}@hill.example` }
          : { currentOwnerName: `Owner ${who}`, currentOwnerPhone: `+49 171 333 ${1000 + who}` };
      }),
    );
    const before = await typedRows();
    await gather();
    expect(await contactRows()).toHaveLength(100);
    expect(await linkedDogs()).toBe(500);
    expect(await typedRows()).toEqual(before);
    await expectExact(team);
  });

  it("stay text beyond the most contacts that a kennel may have", async () => {
    await storeDogs([
      { currentOwnerName: "Anna" },
      { currentOwnerName: "Ben" },
      { currentOwnerName: "anna" },
    ]);
    await team.owner.as.mutation(api.contacts.contacts.create, { kennelId: team.kennelId, name: "Zoe" });
    await team.deployment.run(async (ctx) => {
      const [row] = await ctx.db.query("kennelCounters").collect();
      if (row) await ctx.db.patch("kennelCounters", row._id, { contacts: MAX_CONTACTS - 1 });
    });
    const before = await typedRows();
    await gather();
    expect(namesOf(await contactRows())).toEqual(["Anna", "Zoe"]);
    expect(await linkedDogs()).toBe(2);
    expect(await typedRows()).toEqual(before);
  });
});
