/**
 * When the next dose is due: as typed, or else reckoned from the vaccine, and how that follows a change of what it was
 * reckoned from. Sources: document 001 section 5, decisions GAP-IMM-02 and GAP-IMM-04.
 */
import { nextDueAfter } from "./vaccines";

interface Given {
  readonly vaccineName: string;
  readonly dateAdministered: string;
}

interface DueDates {
  readonly nextDueDate: string | null;
  readonly expirationDate: string | null;
}

/** Undefined is what was not typed; null is what was left empty. */
interface TypedDates {
  readonly nextDueDate?: string | null | undefined;
  readonly expirationDate?: string | null | undefined;
}

const reckon = ({ vaccineName, dateAdministered }: Given): string =>
  nextDueAfter(vaccineName, dateAdministered);

/** An expiration date that says nothing of its own. */
const ownExpiration = (expirationDate: string | null, nextDueDate: string | null): string | null =>
  expirationDate === nextDueDate ? null : expirationDate;

/** Settles a new dose's dates; an expiration date is kept only where it differs from the next due date. */
export function newDueDates(given: Given, typed: TypedDates): DueDates {
  const nextDueDate = typed.nextDueDate === undefined ? reckon(given) : typed.nextDueDate;
  return { nextDueDate, expirationDate: ownExpiration(typed.expirationDate ?? null, nextDueDate) };
}

/** Settles a changed dose's dates: a next due date that had been reckoned is reckoned anew, a typed one stays. */
export function changedDueDates(before: Given & DueDates, given: Given, typed: TypedDates): DueDates {
  const follows = before.nextDueDate === reckon(before);
  const kept = follows ? reckon(given) : before.nextDueDate;
  const nextDueDate = typed.nextDueDate === undefined ? kept : typed.nextDueDate;
  const expirationDate = typed.expirationDate === undefined ? before.expirationDate : typed.expirationDate;
  return { nextDueDate, expirationDate: ownExpiration(expirationDate, nextDueDate) };
}
