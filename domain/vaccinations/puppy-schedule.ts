/**
 * The puppy schedule: the ages for each vaccine, the state of each milestone, and the future dates. The next due
 * date of a dose leads to a milestone (next-dose.ts). The dose completes the milestone before that milestone, so
 * the schedule and the dose show the same date. Sources: document 001 sections 4 and 9, decisions GAP-IMM-02,
 * GAP-VAX-01, GAP-VAX-02 and GAP-VAX-07.
 */
import { DUE_NOW_WEEKS, PUPPY_SCHEDULE, PUPPY_SCHEDULE_WEEKS, type PuppyVaccine } from "./rules";
import { daysBetween } from "../dates/calendar-days";
import { judgedDayOf } from "../health/due-state";
import { dayAtWeeks, nextDoseAfter } from "./next-dose";
import { repeatYearsOf, vaccineKeyOf } from "./vaccines";

const DAYS_OF_A_WEEK = 7;

export interface GivenDose {
  readonly vaccineName: string;
  readonly dateAdministered: string;
  readonly nextDueDate?: string | null | undefined;
  readonly expirationDate?: string | null | undefined;
}

export type MilestoneLabel = "Completed" | "Due Now" | "Due/Completed" | "Upcoming";

interface Milestone {
  readonly week: number;
  readonly dueOn: string;
  readonly label: MilestoneLabel;
  readonly hint: string | null;
  readonly givenOn: string | null;
}

interface VaccineSchedule {
  readonly vaccineName: string;
  readonly repeatYears: number;
  /** Years until the typical first booster; null if this interval equals the later interval. */
  readonly firstBoosterYears: number | null;
  readonly milestones: Milestone[];
}

export interface PuppySchedule {
  readonly bornOn: string;
  readonly ageWeeks: number;
  readonly isFolded: boolean;
  readonly vaccines: VaccineSchedule[];
}

/** A milestone's age in weeks, or a booster. */
export interface DayAhead {
  readonly week: number | null;
  readonly dueOn: string;
}

/** Rounds down. */
export const ageInWeeks = (bornOn: string, day: string): number =>
  Math.max(0, Math.floor(daysBetween(bornOn, day) / DAYS_OF_A_WEEK));

/** Labels a milestone without a recorded dose. */
export function labelMilestone(week: number, ageWeeks: number): Pick<Milestone, "label" | "hint"> {
  if (Math.abs(ageWeeks - week) <= DUE_NOW_WEEKS) return { label: "Due Now", hint: null };
  return ageWeeks > week
    ? { label: "Due/Completed", hint: "no dose recorded" }
    : { label: "Upcoming", hint: null };
}

/** The latest dose is last. */
export const dosesOfVaccine = <Dose extends GivenDose>(doses: readonly Dose[], vaccineName: string): Dose[] =>
  doses
    .filter((dose) => vaccineKeyOf(dose.vaccineName) === vaccineKeyOf(vaccineName))
    .sort((a, b) => daysBetween(b.dateAdministered, a.dateAdministered));

/** After the last milestone, returns the number of milestones. */
function placeAfter({ weeks }: PuppyVaccine, bornOn: string, dose: GivenDose): number {
  const next = nextDoseAfter({ ...dose, bornOn });
  return next.reason === "milestone" ? weeks.indexOf(next.week) : weeks.length;
}

interface Progress {
  readonly givenOn: readonly (string | null)[];
  /** Null if no further dose is due. */
  readonly next: { readonly place: number; readonly dueOn: string | null };
}

function progressOf(vaccine: PuppyVaccine, bornOn: string, given: readonly GivenDose[]): Progress {
  const givenOn: (string | null)[] = vaccine.weeks.map(() => null);
  for (const dose of given) {
    const place = placeAfter(vaccine, bornOn, dose) - 1;
    if (place >= 0) givenOn[place] ??= dose.dateAdministered;
  }
  const newest = given.at(-1);
  const next = newest
    ? { place: placeAfter(vaccine, bornOn, newest), dueOn: judgedDayOf(newest) }
    : { place: 0, dueOn: dayAtWeeks(bornOn, vaccine.weeks[0] ?? 0) };
  return { givenOn, next };
}

/**
 * The dates are the date after the newest dose, the milestones after that date, and the booster after the last
 * milestone. Without a dose, all milestones are listed.
 */
export function listDaysAhead(
  vaccine: PuppyVaccine,
  bornOn: string,
  doses: readonly GivenDose[],
): DayAhead[] {
  const { vaccineName, weeks } = vaccine;
  const { next } = progressOf(vaccine, bornOn, dosesOfVaccine(doses, vaccineName));
  const { place, dueOn } = next;
  if (dueOn === null) return [];
  const days: DayAhead[] = [{ week: weeks[place] ?? null, dueOn }];
  if (place >= weeks.length) return days;
  const later = weeks
    .slice(place + 1)
    .map((week) => ({ week, dueOn: dayAtWeeks(bornOn, week) }))
    .filter((milestone) => milestone.dueOn > dueOn);
  const last = later.at(-1)?.dueOn ?? dueOn;
  const booster = nextDoseAfter({ vaccineName, dateAdministered: last, bornOn });
  return [...days, ...later, { week: null, dueOn: booster.dueOn }];
}

export function makePuppySchedule(bornOn: string, doses: readonly GivenDose[], today: string): PuppySchedule {
  const ageWeeks = ageInWeeks(bornOn, today);
  const vaccines = PUPPY_SCHEDULE.map((vaccine) => {
    const { vaccineName, weeks } = vaccine;
    const { givenOn, next } = progressOf(vaccine, bornOn, dosesOfVaccine(doses, vaccineName));
    const milestones = weeks.map((week, place) => {
      const usualDay = dayAtWeeks(bornOn, week);
      const dueOn = place === next.place ? (next.dueOn ?? usualDay) : usualDay;
      const given = givenOn[place] ?? null;
      return given === null
        ? { week, dueOn, givenOn: null, ...labelMilestone(ageInWeeks(bornOn, dueOn), ageWeeks) }
        : { week, dueOn, givenOn: given, label: "Completed" as const, hint: null };
    });
    const repeatYears = repeatYearsOf(vaccineName);
    const firstBoosterYears = repeatYears === vaccine.repeatYears ? null : vaccine.repeatYears;
    return { vaccineName, repeatYears, firstBoosterYears, milestones };
  });
  return { bornOn, ageWeeks, isFolded: ageWeeks > PUPPY_SCHEDULE_WEEKS, vaccines };
}
