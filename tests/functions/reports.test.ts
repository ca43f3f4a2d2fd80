/** Tests accounts of breedings and the kennel's reports. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { recordBreeding, recordLitter } from "../support/breedings";

let team: Team;
let breedingId: Id<"breedings">;
beforeEach(async () => {
  team = await startTeam();
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
  breedingId = await recordBreeding(team, { damId: dam._id, status: "whelped" });
});

const COST = { kind: "cost", category: "whelping", amountCents: 12_345, bookedOn: "2025-03-05" };
const book = async (fields: object = {}, id = breedingId) =>
  await team.staff.as.mutation(api.breedings.breedingFinances.create, { ...COST, breedingId: id, ...fields });
const finances = async (year?: string) =>
  await team.staff.as.query(api.reports.reports.finances, { kennelId: team.kennelId, year });

it("reports refuse an invalid date", async () => {
  const { kennelId } = team;
  const { viewer, staff, owner } = team;
  for (const ask of [
    () => viewer.as.query(api.reports.reports.statistics, { kennelId, today: "" }),
    () => staff.as.query(api.reports.reports.finances, { kennelId, today: "soon" }),
    () => staff.as.query(api.breedings.breedingFinances.account, { breedingId, today: "soon" }),
    () => owner.as.query(api.dashboard.dashboard.finances, { kennelId, today: "soon" }),
  ]) {
    expect((await failureOf(ask())).details.fields).toEqual({ today: "Today must be a date" });
  }
});

describe("breedingFinances", () => {
  it("adds, changes and deletes entries, and the account is correct to the cent", async () => {
    const { _id: entryId, updatedAt } = await book({ description: " Box and lamp " });
    await book({ kind: "income", category: "other", amountCents: 1 });
    const account = async () =>
      await team.staff.as.query(api.breedings.breedingFinances.account, { breedingId });
    expect((await account()).money).toEqual({
      salesCents: 0,
      studIncomeCents: 0,
      otherIncomeCents: 1,
      // The sire is not one of the kennel's dogs.
      studCostCents: 150_050,
      otherCostCents: 12_345,
    });
    expect((await account()).entries).toMatchObject([{ description: "Box and lamp" }, { description: null }]);
    const change = { ...COST, entryId, amountCents: 10, expectedUpdatedAt: updatedAt };
    await team.manager.as.mutation(api.breedings.breedingFinances.update, change);
    expect((await account()).money.otherCostCents).toBe(10);
    const late = team.owner.as.mutation(api.breedings.breedingFinances.update, change);
    expect((await failureOf(late)).code).toBe("STALE_UPDATE");
    await team.manager.as.mutation(api.breedings.breedingFinances.remove, { entryId });
    expect((await account()).money.otherCostCents).toBe(0);
  });

  it("refuses an invalid amount, date or category at its field", async () => {
    const fieldsOf = async (fields: object) => (await failureOf(book(fields))).details.fields;
    expect(await fieldsOf({ amountCents: 0, bookedOn: "", category: "bribe" })).toEqual({
      amountCents: "Amount must be greater than zero",
      bookedOn: "Date is required",
      category: "Choose what it was for",
    });
    expect(await fieldsOf({ amountCents: 0.5 })).toEqual({ amountCents: "Amount must be in whole cents" });
    expect(await fieldsOf({ kind: "income" })).toEqual({ category: "Choose what it was for" });
  });

  it("[GAP-AUTH-03] [GAP-API-06] allows viewers to read, and refuses other kennels", async () => {
    const { _id: entryId } = await book();
    const remove = async (person: Team["viewer"]) =>
      (await failureOf(person.as.mutation(api.breedings.breedingFinances.remove, { entryId }))).code;
    expect([await remove(team.viewer), await remove(team.stranger)]).toEqual(["FORBIDDEN", "NOT_FOUND"]);
    const theirs = team.stranger.as.query(api.breedings.breedingFinances.account, { breedingId });
    expect((await failureOf(theirs)).code).toBe("NOT_FOUND");
    const report = team.stranger.as.query(api.reports.reports.finances, { kennelId: team.kennelId });
    expect((await failureOf(report)).code).toBe("NOT_FOUND");
  });

  it("[GAP-BRD-18] deletes entries with their breeding, and subtracts them from the year's sums", async () => {
    const other = await recordBreeding(team, {});
    await book({}, other);
    await team.owner.as.mutation(api.breedings.breedings.remove, { breedingId: other });
    expect((await finances()).years).toMatchObject([{ year: "2025", money: { otherCostCents: 0 } }]);
    const rows = await team.deployment.run(async (ctx) => await ctx.db.query("breedingFinances").take(5));
    expect(rows).toEqual([]);
  });
});

describe("reports.finances", () => {
  it("returns as the sum of a year exactly the total of its breedings", async () => {
    await book();
    await book({ bookedOn: "2024-12-31", amountCents: 1 });
    const other = await recordBreeding(team, { status: "bred" });
    await book({ kind: "income", category: "prize", amountCents: 5 }, other);
    const { years, year, breedings } = await finances();
    expect(years.map((each) => each.year)).toEqual(["2025", "2024"]);
    expect(year).toBe("2025");
    const sum = breedings.reduce(
      (all, { money }) => ({
        otherCostCents: all.otherCostCents + money.otherCostCents,
        otherIncomeCents: all.otherIncomeCents + money.otherIncomeCents,
        studCostCents: all.studCostCents + money.studCostCents,
      }),
      { otherCostCents: 0, otherIncomeCents: 0, studCostCents: 0 },
    );
    expect(years[0]?.money).toMatchObject(sum);
    expect(sum).toEqual({ otherCostCents: 12_345, otherIncomeCents: 5, studCostCents: 150_050 });
    expect((await finances("2024")).breedings).toMatchObject([{ breedingId, money: { otherCostCents: 1 } }]);
    expect((await failureOf(finances("last"))).details.fields).toEqual({ year: "Year must be like 2025" });
  });
});

describe("stud fees in reports.finances", () => {
  const own = async (name: string, gender: "male" | "female") =>
    (await addDog(team.owner, team.kennelId, { name, gender }))._id;
  const outside = async (name: string, gender: "male" | "female") =>
    (
      await team.owner.as.mutation(api.dogs.dogs.createExternal, {
        ...{ kennelId: team.kennelId, name, gender, breed: "Beagle" },
      })
    )._id;
  const plan = async (
    fields: { sireId: string; damId: string; studFeeCents?: number; breedingDate?: string },
    status = "bred",
  ) => {
    const { _id } = await team.staff.as.mutation(api.breedings.breedings.create, {
      ...{ kennelId: team.kennelId, breedingDate: "2025-02-01", studFeeCents: 33_333, ...fields },
    });
    await team.staff.as.mutation(api.breedings.breedings.setStatus, {
      breedingId: _id,
      status,
      today: "2025-06-15",
    });
    return _id;
  };

  it("[GAP-BRD-12] are part of each year's sum and each breeding's account, to the cent", async () => {
    const [rex, dam] = [await own("Rex", "male"), await own("Cora", "female")];
    const [far, visitor] = [await outside("Far", "male"), await outside("Visitor", "female")];
    const ids = [
      breedingId,
      await plan({ sireId: far, damId: dam, studFeeCents: 10_001 }),
      await plan({ sireId: rex, damId: visitor, studFeeCents: 20_002, breedingDate: "2024-06-01" }),
      await plan({ sireId: rex, damId: dam }),
      await plan({ sireId: far, damId: dam }, "planned"),
      await plan({ sireId: rex, damId: dam, studFeeCents: 0, breedingDate: "2023-03-01" }),
    ];
    // An entry of a breeding counts in the year of the entry, with or without a stud fee.
    for (const [order, id] of ids.entries()) await book({ amountCents: 100 + order }, id);
    const { years } = await finances();
    const money = (studIncomeCents: number, studCostCents: number, otherCostCents: number) => ({
      ...{ salesCents: 0, otherIncomeCents: 0, studIncomeCents, studCostCents, otherCostCents },
    });
    expect(years).toEqual([
      { year: "2025", money: money(0, 160_051, 615) },
      { year: "2024", money: money(20_002, 0, 0) },
    ]);
    const now = (await finances("2025")).breedings;
    const before = (await finances("2024")).breedings;
    expect(now.reduce((sum, each) => sum + each.money.otherCostCents, 0)).toBe(615);
    expect(now.reduce((sum, each) => sum + each.money.studCostCents, 0)).toBe(160_051);
    expect(before).toMatchObject([{ breedingId: ids[2], parents: "Rex × Visitor" }]);
    const days = now.map((each) => each.breedingDate);
    expect(days).toEqual([...days].sort().reverse());
    expect(now.map((each) => each.breedingId)).toEqual([
      ...[1, 3, 4].map((at) => ids[at]).reverse(),
      ids[0],
      ids[2],
      ids[5],
    ]);
    for (const id of ids) {
      const account = await team.staff.as.query(api.breedings.breedingFinances.account, { breedingId: id });
      const parts = [...now, ...before].filter((each) => each.breedingId === id);
      for (const field of ["studIncomeCents", "studCostCents", "otherCostCents"] as const) {
        expect(parts.reduce((sum, each) => sum + each.money[field], 0)).toBe(account.money[field]);
      }
    }
  });

  it("change with the fee and when a mating moves to another year, and remain when a sire is deleted or adopted", async () => {
    const [far, dam] = [await outside("Far", "male"), await own("Cora", "female")];
    const id = await plan({ sireId: far, damId: dam });
    const studOf = async (year: string) =>
      (await finances()).years.find((each) => each.year === year)?.money.studCostCents ?? 0;
    const other = 150_050; // The first breeding.
    expect(await studOf("2025")).toBe(other + 33_333);
    const change = async (fields: object) =>
      await team.staff.as.mutation(api.breedings.breedings.update, { breedingId: id, ...fields });
    await change({ studFeeCents: 0 });
    expect(await studOf("2025")).toBe(other);
    expect((await finances("2025")).breedings.map((each) => each.breedingId)).toEqual([breedingId]);
    await change({ studFeeCents: 1, breedingDate: "2024-12-31", expectedDueDate: "2025-03-04" });
    expect([await studOf("2025"), await studOf("2024")]).toEqual([other, 1]);
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: far, confirmed: true });
    expect(await studOf("2024")).toBe(1);
    expect((await finances("2024")).breedings).toMatchObject([{ breedingId: id, parents: "Far × Cora" }]);
    const near = await outside("Near", "male");
    await change({ sireId: near });
    expect(await studOf("2024")).toBe(1);
    await team.owner.as.mutation(api.dogs.dogs.adopt, { dogId: near });
    expect(await studOf("2024")).toBe(1);
    // A mating of two own dogs has no stud fee.
    await change({ sireId: await own("Rex", "male") });
    expect(await studOf("2024")).toBe(0);
  });

  it("depend on the owner on the day of mating: a stud that was bought before the mating costs no fee", async () => {
    const [far, dam] = [await outside("Far", "male"), await own("Cora", "female")];
    const id = await plan({ sireId: far, damId: dam }, "planned");
    await team.owner.as.mutation(api.dogs.dogs.adopt, { dogId: far });
    await team.staff.as.mutation(api.breedings.breedings.setStatus, {
      ...{ breedingId: id, status: "bred", today: "2025-06-15" },
    });
    const account = await team.staff.as.query(api.breedings.breedingFinances.account, { breedingId: id });
    expect(account.money).toMatchObject({ studCostCents: 0, studIncomeCents: 0 });
  });

  it("are not created between two own dogs when one of them is deleted", async () => {
    const [rex, dam] = [await own("Rex", "male"), await own("Cora", "female")];
    const id = await plan({ sireId: rex, damId: dam });
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: rex, confirmed: true });
    const account = await team.staff.as.query(api.breedings.breedingFinances.account, { breedingId: id });
    expect(account.money).toMatchObject({ studCostCents: 0, studIncomeCents: 0 });
  });
});

describe("GET /breeding/statistics", () => {
  const statistics = () => `/breeding/statistics?kennelId=${team.kennelId}`;

  it("[GAP-BRD-12] returns totals, statuses, rates, and figures by year, sire and dam", async () => {
    await recordLitter(team, breedingId);
    const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    await recordBreeding(team, { sireId: sire._id, status: "failed", breedingDate: "2024-05-01" });
    await recordBreeding(team, { status: "planned" });
    const { status, body } = await callRest(team.staff.as, "GET", statistics());
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      total: 3,
      byStatus: { planned: 1, bred: 0, confirmed: 0, whelped: 1, completed: 0, failed: 1 },
      successRate: 50,
      conceptionRate: 50,
      averageLitterSize: 7,
      lossRate: 14.3,
      averageGestationDays: 63,
      byYear: [
        { year: "2025", breedings: 2, born: 7, alive: 6 },
        { year: "2024", breedings: 1, born: 0, conceptionRate: 0 },
      ],
      bySire: [{ name: "Rex", breedings: 1 }],
      byDam: [{ name: "Bella", breedings: 1, born: 7 }],
    });
    expect(body.data.byYear[0]).not.toHaveProperty("key");
  });

  it("[GAP-DOG-15] still names a parent whose record was deleted", async () => {
    const [dam] = (await callRest(team.owner.as, "GET", "/dogs")).body.data.data;
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: dam.id, confirmed: true });
    const { body } = await callRest(team.staff.as, "GET", statistics());
    expect(body.data.byDam).toMatchObject([{ name: "Bella" }]);
  });
});

describe("reports.sales", () => {
  const puppyOf = async (name: string) => {
    const [litter] = await team.owner.as.query(api.breedings.breedings.litters, { breedingId });
    const litterId = litter?._id ?? (await recordLitter(team, breedingId));
    return (await team.owner.as.mutation(api.litters.puppies.create, { litterId, name }))._id;
  };
  const today = "2025-06-15";
  const sell = async (puppyId: string, fields: { priceCents?: number; saleDate?: string }) =>
    await team.staff.as.mutation(api.litters.puppies.sell, {
      puppyId,
      buyerName: "Robin Hale",
      today,
      ...fields,
    });
  const sales = async (year?: string) =>
    await team.staff.as.query(api.reports.reports.sales, { kennelId: team.kennelId, year });

  it("[GAP-BRD-12] updates counts, prices and revenue after a sale, price change and undo, to the cent", async () => {
    const [one, other, third] = [await puppyOf("Juniper"), await puppyOf("Moss"), await puppyOf("Fern")];
    await sell(one, { priceCents: 250_010 });
    await sell(other, { priceCents: 199_990, saleDate: "2025-05-01" });
    await team.staff.as.mutation(api.litters.puppies.reserve, {
      puppyId: third,
      buyerName: "Kim",
      depositCents: 50_000,
      today,
    });
    expect(await sales()).toMatchObject({
      counts: { sold: 2, reserved: 1 },
      revenueCents: 450_000,
      year: "2025",
      yearSold: 2,
      rows: [
        { puppy: "Juniper", priceCents: 250_010, buyer: "Robin Hale", parents: "Unknown × Bella" },
        { puppy: "Moss", saleDate: "2025-05-01" },
      ],
      reservations: [{ puppy: "Fern", depositCents: 50_000 }],
    });
    await team.staff.as.mutation(api.litters.puppies.update, { puppyId: one, priceCents: 250_000 });
    expect((await sales()).revenueCents).toBe(449_990);
    await team.staff.as.mutation(api.litters.puppies.setStatus, { puppyId: one, status: "available", today });
    expect(await sales()).toMatchObject({ revenueCents: 199_990, yearSold: 1, rows: [{ puppy: "Moss" }] });
    expect((await finances()).years[0]?.money.salesCents).toBe(199_990);
    expect((await finances()).breedings[0]?.money.salesCents).toBe(199_990);
  });

  it("names a puppy without a name by its collar, as its litter does, also in the account and the history", async () => {
    const puppyId = await puppyOf("Juniper");
    await team.staff.as.mutation(api.litters.puppies.update, { puppyId, name: null, collarColor: "Red" });
    await sell(puppyId, { priceCents: 100_000 });
    expect(await sales()).toMatchObject({ rows: [{ puppy: "Red collar" }] });
    expect(
      await team.owner.as.query(api.breedings.breedingFinances.account, { breedingId, today }),
    ).toMatchObject({
      sales: [{ name: "Red collar" }],
    });
    const { page } = await team.owner.as.query(api.history.history.ofRecord, {
      kennelId: team.kennelId,
      table: "puppies",
      recordId: puppyId,
      now: 0,
      paginationOpts: { numItems: 1, cursor: null },
    });
    expect(page).toMatchObject([{ title: "Red collar" }]);
  });

  it("[GAP-BRD-12] GET /breeding/puppy-sales-report returns dollars, years and the rows of one year", async () => {
    await sell(await puppyOf("Juniper"), { priceCents: 250_010 });
    const path = `/breeding/puppy-sales-report?kennelId=${team.kennelId}`;
    const { status, body } = await callRest(team.staff.as, "GET", path);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      sold: 1,
      reserved: 0,
      available: 0,
      revenue: 2500.1,
      byYear: [{ year: "2025", sold: 1, revenue: 2500.1 }],
      rows: [{ puppy: "Juniper", price: 2500.1, status: "sold", saleDate: today }],
    });
    expect((await callRest(team.staff.as, "GET", `${path}&year=2024`)).body.data.rows).toEqual([]);
    expect((await callRest(team.staff.as, "GET", `${path}&year=x`)).status).toBe(400);
  });
});
