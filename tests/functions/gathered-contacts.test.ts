/** Tests contacts created from people who were typed before contacts existed. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import { MAX_CONTACTS } from "../../domain/contacts/record";
import { DOG_FIELDS } from "../../domain/dogs/record";
import { VETERINARIAN_FIELDS } from "../../domain/health/record";
import { APPLICANT_FIELDS } from "../../domain/litters/record";
import type { Fields } from "../../domain/records/fields";
import { omitFields } from "../../domain/records/record";
import { demoRows } from "../../scripts/demo-data";
import { startTeam, TODAY, type Team } from "../support/backend";
import { expectExact } from "../support/counts";
import { addLitter, addPuppy } from "../support/litters";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

/** Each migration needs one step for every batch of dogs. */
const MOST_STEPS = 1000;

const gather = async () => {
  await team.deployment.mutation(internal.migrations.runAll, {});
  await team.deployment.finishAllScheduledFunctions(vi.runAllTimers, MOST_STEPS);
};

/** A day after all dates of the demo data. */
const DEMO_DAY = "2026-11-21";

type Row = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

const described = (fields: Fields, row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in fields));

type Typed = "dogs" | "puppies" | "waitingList" | "veterinaryRecords";
const LINKS = ["currentOwnerId", "buyerId", "contactId"];

/** Leaves out the links to contacts. */
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

/** An earlier version stored no links to contacts. */
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

describe("people who were typed before contacts existed", () => {
  it("become one contact each, matched by email, then phone, then name and address, and a second run adds none", async () => {
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

  it("of the demo kennel become contacts: applicants, buyers, owners, clinics and veterinarians", async () => {
    vi.setSystemTime(new Date(`${DEMO_DAY}T12:00:00Z`));
    const { owner, kennelId, deployment } = team;
    const { dogs = [], waitingList = [], veterinaryRecords = [] } = demoRows();
    for (const dog of dogs) {
      const fields = described(omitFields(DOG_FIELDS, ["sireId", "damId"]), dog);
      const args = { kennelId, today: DEMO_DAY, ...fields };
      await owner.as.mutation(api.dogs.dogs.create, args as never); // The description declares this type.
    }
    const { litterId } = await addLitter(team);
    for (const applicant of waitingList) {
      const args = described(APPLICANT_FIELDS, applicant);
      await owner.as.mutation(api.litters.waitingList.create, { kennelId, ...args } as never); // The description declares this type.
      const { _id: puppyId } = await addPuppy(team, litterId);
      const buyer = {
        ...{ buyerName: String(args["name"]), buyerEmail: textOf(args["email"]) },
        buyerPhone: textOf(args["phone"]),
      };
      await owner.as.mutation(api.litters.puppies.reserve, { puppyId, today: DEMO_DAY, ...buyer });
    }
    const [dog] = await deployment.run(async (ctx) => await ctx.db.query("dogs").take(1));
    for (const row of veterinaryRecords) {
      const args = { ...described(VETERINARIAN_FIELDS, row), dogId: dog?._id ?? "", isPrimary: false };
      await owner.as.mutation(api.health.veterinaryRecords.create, args as never); // The description declares this type.
    }
    const before = await typedRows();
    await gather();
    const found = await contactRows();
    const namesIn = (rows: readonly Row[], ...fields: string[]) =>
      rows.flatMap((row) => fields.flatMap((field) => textOf(row[field]) ?? []));
    const owners = namesIn(dogs, "currentOwnerName", "breederName", "acquiredFromName");
    const doctors = namesIn(veterinaryRecords, "veterinarianName", "veterinaryClinic");
    const applicants = namesIn(waitingList, "name");
    expect(Math.min(owners.length, doctors.length, applicants.length)).toBeGreaterThan(0);
    expect(namesOf(found)).toEqual([...new Set([...owners, ...doctors, ...applicants])].sort());
    const links = await deployment.run(async (ctx) => ({
      applicants: (await ctx.db.query("waitingList").collect()).map(({ contactId }) => contactId),
      buyers: (await ctx.db.query("puppies").collect()).map(({ buyerId }) => buyerId),
    }));
    expect(links.applicants).not.toContain(undefined);
    expect(new Set(links.buyers)).toEqual(new Set(links.applicants));
    expect(await typedRows()).toEqual(before);
    await expectExact(team);
  });

  it("of five hundred dogs with a hundred owners become a hundred contacts", async () => {
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

  it("remain text when the kennel has the maximum number of contacts", async () => {
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
