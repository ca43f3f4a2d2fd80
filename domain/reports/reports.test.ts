/**
 * Tests the calculations of the reports. A rate that cannot be calculated is null, and money is exact to the cent.
 */
import { describe, expect, it } from "vitest";
import { addMoney, balanceOf, costOf, incomeOf, NO_MONEY, studFeeOf, studFeeWayOf } from "./finances";
import {
  byParent,
  byYear,
  figuresOf,
  summarize,
  type CountedBreeding,
  type CountedLitter,
} from "./statistics";

const breeding = (fields: Partial<CountedBreeding> = {}): CountedBreeding => ({
  status: "whelped",
  breedingDate: "2025-01-01",
  sireKey: "rex",
  damKey: "bella",
  ...fields,
});
const litter = (of: CountedBreeding, fields: Partial<CountedLitter> = {}): CountedLitter => ({
  breeding: of,
  whelpingDate: "2025-03-05",
  numberBorn: 6,
  numberAlive: 5,
  numberMales: 3,
  numberFemales: 3,
  ...fields,
});

describe("statistics", () => {
  it("[GAP-BRD-12] do not count a canceled plan as a failed mating", () => {
    const all = [breeding({ status: "whelped" }), breeding({ status: "failed", isCalledOff: true })];
    expect(summarize(all, [])).toMatchObject({ decided: 1, conceptionRate: 100, successRate: 100 });
  });

  it("[GAP-BRD-12] have no rate if there is nothing to divide by", () => {
    expect(summarize([], [])).toMatchObject({
      breedings: 0,
      conceptionRate: null,
      successRate: null,
      averageLitterSize: null,
      lossRate: null,
      averageGestationDays: null,
    });
    expect(figuresOf([breeding({ status: "bred" })], [])).toMatchObject({
      breedings: 1,
      conceptionRate: null,
    });
    expect(
      figuresOf([breeding()], [litter(breeding(), { numberBorn: 0, numberAlive: 0 })]).lossRate,
    ).toBeNull();
  });

  it("[GAP-BRD-12] count conception and success among the breedings with a known outcome", () => {
    const statuses = ["planned", "bred", "confirmed", "whelped", "completed", "failed", "failed"] as const;
    const all = statuses.map((status) => breeding({ status }));
    expect(summarize(all, [])).toMatchObject({
      breedings: 7,
      conceived: 3,
      decided: 5,
      conceptionRate: 60,
      successRate: 50,
      byStatus: { planned: 1, bred: 1, confirmed: 1, whelped: 1, completed: 1, failed: 2 },
    });
  });

  it("[GAP-BRD-12] round average litter sizes and losses to one decimal", () => {
    const of = breeding();
    const litters = [
      litter(of),
      litter(of, { numberBorn: 7, numberAlive: 7 }),
      litter(of, { numberBorn: 7 }),
    ];
    expect(summarize([of], litters)).toMatchObject({
      litters: 3,
      born: 20,
      alive: 17,
      averageLitterSize: 6.7,
      lossRate: 15,
      averageGestationDays: 63,
    });
  });

  it("are grouped by parent, the parent with the most puppies first, without unknown parents", () => {
    const [one, other] = [breeding(), breeding({ sireKey: "max", status: "failed" })];
    const groups = byParent([one, other, breeding({ sireKey: null })], [litter(one)], "sireKey");
    expect(groups).toMatchObject([
      { key: "rex", breedings: 1, born: 6, conceptionRate: 100 },
      { key: "max", breedings: 1, born: 0, conceptionRate: 0, lossRate: null },
    ]);
  });

  it("are grouped by year, so that a mating in December and its litter in February count in different years", () => {
    const winter = breeding({ breedingDate: "2024-12-01" });
    expect(byYear([winter], [litter(winter, { whelpingDate: "2025-02-02" })])).toMatchObject([
      { key: "2025", breedings: 0, litters: 1, born: 6 },
      { key: "2024", breedings: 1, litters: 0, born: 0 },
    ]);
  });
});

describe("the money of breedings", () => {
  it("is added up in whole cents", () => {
    const money = Array.from({ length: 3 }, () => ({ ...NO_MONEY, salesCents: 10, otherCostCents: 20 }));
    const sum = money.reduce(addMoney, NO_MONEY);
    expect([incomeOf(sum), costOf(sum), balanceOf(sum)]).toEqual([30, 60, -30]);
  });

  it("[GAP-BRD-10] has the stud fee as a cost for an external sire and as income for an external dam, due after mating", () => {
    const fee = { studFeeCents: 150_050, status: "bred" } as const;
    const moneyOf = (isSireOwn: boolean, isDamOwn: boolean) =>
      studFeeOf({ ...fee, way: studFeeWayOf({ isSireOwn, isDamOwn }) });
    expect(moneyOf(false, true)).toEqual({ ...NO_MONEY, studCostCents: 150_050 });
    expect(moneyOf(true, false)).toEqual({ ...NO_MONEY, studIncomeCents: 150_050 });
    expect([moneyOf(true, true), moneyOf(false, false)]).toEqual([NO_MONEY, NO_MONEY]);
    expect(studFeeOf({ ...fee, status: "planned", way: "paid" })).toEqual(NO_MONEY);
  });
});
