/** The types of breedings in results, and their words on screen: name, dates, failures. */
import { isMatingAhead } from "@domain/breedings/dates";
import { daysBetween } from "@domain/dates/calendar-days";
import type { BreedingStatus } from "@domain/breedings/rules";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "@domain/errors";
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type BreedingPage = FunctionReturnType<typeof api.breedings.breedings.list>;
export type Breeding = BreedingPage["data"][number];
export type Mate = NonNullable<Breeding["sire"]>;

type Named = { name: string } | null;

/** A sire may have no record. */
export const sireNameOf = ({ sire, sireName }: { sire: Named; sireName: string | null }): string =>
  sire?.name ?? sireName ?? "Sire unknown";

/** A dam may have no record. */
export const damNameOf = ({ dam, damName }: { dam: Named; damName: string | null }): string =>
  dam?.name ?? damName ?? "Dam unknown";

export const titleOf = (
  breeding: Parameters<typeof sireNameOf>[0] & Parameters<typeof damNameOf>[0],
): string => `${sireNameOf(breeding)} × ${damNameOf(breeding)}`;

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

/** Like 'in 12 days', 'today', '3 days ago'. */
export function distanceText(day: string, today: string): string {
  const left = daysBetween(today, day);
  if (left === 0) return "today";
  return left > 0 ? `in ${days(left)}` : `${days(-left)} ago`;
}

/** A future or canceled mating is not labelled 'Bred'. */
export const matingLabel = (
  {
    status,
    isCalledOff,
    breedingDate,
  }: { status: BreedingStatus; isCalledOff: boolean; breedingDate: string },
  today: string,
): string =>
  status === "planned" || isCalledOff || isMatingAhead(breedingDate, today) ? "Mating date" : "Bred date";

/** The distance of the due date while puppies are expected. Null afterwards. */
export function dueText(
  { status, expectedDueDate }: { status: BreedingStatus; expectedDueDate: string | null },
  today: string,
): string | null {
  if (expectedDueDate === null || (status !== "bred" && status !== "confirmed")) return null;
  const left = daysBetween(today, expectedDueDate);
  return left < 0 ? `overdue by ${days(-left)}` : distanceText(expectedDueDate, today);
}

/** Null without a litter. */
export function puppiesText({
  numberBorn,
  numberAlive,
}: {
  numberBorn: number | null;
  numberAlive: number | null;
}): string | null {
  if (numberBorn === null) return null;
  return `${numberBorn} born, ${numberAlive ?? 0} alive`;
}

/** Joins the documented message with the server's reason, if there is one. */
export const failureSentence = (message: string, error: unknown): string =>
  getErrorData(error) ? failureText(message.replace(/\.$/u, ""), error) : message;
