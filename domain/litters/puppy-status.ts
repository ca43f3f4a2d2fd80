/**
 * The statuses of a puppy. Only an available puppy can be reserved. A sale can be undone on the day it was
 * recorded. The puppy then gets its former status. If a death, or keeping a puppy, was recorded by mistake, this
 * can be undone.
 *
 *   available ── reserved ── sold          available ── kept
 *       └───────────────────┘             any but sold ── deceased
 *
 * Source: decision GAP-PUP-02.
 */
import { GOING_HOME_DAYS, type PuppyStatus } from "./rules";
import { goingHomeOn } from "./matching";
import type { FieldErrors } from "../errors";

const NEXT: Record<PuppyStatus, readonly PuppyStatus[]> = {
  available: ["reserved", "sold", "kept", "deceased"],
  reserved: ["available", "sold", "deceased"],
  kept: ["available", "deceased"],
  deceased: ["available"],
  // A sale can be undone only on the same day.
  sold: ["available", "reserved"],
};

interface StatusFacts {
  readonly status: PuppyStatus;
  readonly saleRecordedOn?: string;
  /** The puppy was reserved before it was sold. */
  readonly isReserved: boolean;
  readonly isDog: boolean;
  readonly isStillborn: boolean;
}

const GOING_HOME_WEEKS = GOING_HOME_DAYS / 7;

/** The puppy must be old enough to leave its dam. */
export const warnOfEarlySale = (saleDate: string, bornOn: string): string | null =>
  saleDate < goingHomeOn(bornOn)
    ? `The puppy is younger than ${GOING_HOME_WEEKS} weeks on the sale date ${saleDate}; it is ${GOING_HOME_WEEKS} weeks old on ${goingHomeOn(bornOn)}`
    : null;

/** Returns null if the status is possible. */
export function findStatusObstacle(puppy: StatusFacts, to: PuppyStatus, today: string): string | null {
  if (!NEXT[puppy.status].includes(to)) {
    return to === "reserved"
      ? "Only an available puppy can be reserved"
      : `A puppy that is ${puppy.status} cannot become ${to}`;
  }
  if (puppy.status === "sold") return findUndoObstacle(puppy, to, today);
  if (puppy.isDog && to === "available") return "This puppy is one of the kennel's dogs";
  if (puppy.isStillborn) return "This puppy was stillborn";
  return null;
}

interface Death {
  readonly status: PuppyStatus;
  readonly causeOfDeath?: string | null | undefined;
  readonly causeOfDeathNotes?: string | null | undefined;
}

export const checkDeath = (puppy: Death): FieldErrors =>
  Object.fromEntries(
    (["causeOfDeath", "causeOfDeathNotes"] as const)
      .filter((name) => puppy.status !== "deceased" && puppy[name])
      .map((name) => [name, "Only a deceased puppy has a cause of death"]),
  );

const DAY_MS = 86_400_000;

/**
 * Refuses a time of birth (milliseconds since 1970) that is eight days or more from the beginning of the whelping
 * date in UTC, because this is a typing error. The message says a week; the additional day allows for every time
 * zone.
 */
export function checkTimeOfBirth(bornAt: number | null | undefined, whelpingDate: string): FieldErrors {
  const isNear = typeof bornAt !== "number" || Math.abs(bornAt - Date.parse(whelpingDate)) < 8 * DAY_MS;
  return isNear ? {} : { bornAt: "Time of birth must be within a week of the whelping date" };
}

function findUndoObstacle(puppy: StatusFacts, to: PuppyStatus, today: string): string | null {
  if (puppy.saleRecordedOn !== today) return "A sale can be undone only on the day it was recorded";
  const back = puppy.isReserved ? "reserved" : "available";
  return to === back ? null : `Undoing this sale makes the puppy ${back} again`;
}
