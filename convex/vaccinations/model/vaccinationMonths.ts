/**
 * Reads the number of given, due and scheduled doses on each date, and uses these numbers to find positions in
 * lists.
 */
import { monthOf } from "../../../domain/dates/months";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

export type DayKind = "given" | "due" | "booked";

/** Two hundred years. The rules for dates allow fewer months. */
const MOST_MONTHS = 2400;

const DAYS_OF_A_MONTH = 31;

/** These strings are sorted before and after every calendar date. */
export const FIRST_DAY = "0000-00-00";
export const LAST_DAY = "9999-99-99";

const none = (): number[] => Array.from({ length: DAYS_OF_A_MONTH }, () => 0);

/** Both ends are included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface CountedDay {
  readonly day: string;
  readonly count: number;
}

/** The earliest date is first. */
export class VaccinationDays {
  private constructor(private readonly months: readonly Doc<"vaccinationMonths">[]) {}

  static async read(ctx: QueryCtx, kennelId: Id<"kennels">, { from, to }: Days): Promise<VaccinationDays> {
    const months = await ctx.db
      .query("vaccinationMonths")
      .withIndex("by_kennel_and_month", (q) =>
        q.eq("kennelId", kennelId).gte("month", monthOf(from)).lte("month", monthOf(to)),
      )
      .take(MOST_MONTHS);
    return new VaccinationDays(months);
  }

  /** The entries include the total of the events. */
  list(kinds: readonly DayKind[], { from, to }: Days): CountedDay[] {
    return this.months.flatMap((row) =>
      none()
        .map((_, place) => ({
          day: `${row.month}-${String(place + 1).padStart(2, "0")}`,
          count: kinds.reduce((sum, kind) => sum + (row[kind][place] ?? 0), 0),
        }))
        .filter(({ day, count }) => count > 0 && from <= day && day <= to),
    );
  }

  sum(kinds: readonly DayKind[], days: Days): number {
    return totalOf(this.list(kinds, days));
  }
}

export const totalOf = (days: readonly CountedDay[]): number =>
  days.reduce((sum, { count }) => sum + count, 0);

/** Finds the date of the entry after `skip` other entries, and how many entries of that date come before it. */
export function findPlace(days: readonly CountedDay[], skip: number): { day: string; skip: number } | null {
  let left = skip;
  for (const { day, count } of days) {
    if (left < count) return { day, skip: left };
    left -= count;
  }
  return null;
}
