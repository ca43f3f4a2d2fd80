/**
 * The puppy schedule: at which ages a puppy gets which vaccine, and how it stands with each. The doses given are
 * counted for the milestones in the order of their days. Sources: document 001 sections 4 and 9, decisions
 * GAP-VAX-01, GAP-VAX-02 and GAP-VAX-07.
 */
import { DUE_NOW_WEEKS, PUPPY_SCHEDULE, PUPPY_SCHEDULE_WEEKS } from "../constants/vaccines";
import { addDays, daysBetween } from "../dates/calendar-days";
import { vaccineKeyOf } from "./vaccines";

const DAYS_OF_A_WEEK = 7;

interface GivenDose {
  readonly vaccineKey: string;
  readonly dateAdministered: string;
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
  readonly milestones: Milestone[];
}

export interface PuppySchedule {
  readonly bornOn: string;
  readonly ageWeeks: number;
  readonly isFolded: boolean;
  readonly vaccines: VaccineSchedule[];
}

/** Counts whole weeks of age, cut down. */
export const ageInWeeks = (bornOn: string, today: string): number =>
  Math.max(0, Math.floor(daysBetween(bornOn, today) / DAYS_OF_A_WEEK));

/** Labels a milestone that no dose is recorded for. */
export function labelMilestone(week: number, ageWeeks: number): Pick<Milestone, "label" | "hint"> {
  if (Math.abs(ageWeeks - week) <= DUE_NOW_WEEKS) return { label: "Due Now", hint: null };
  return ageWeeks > week
    ? { label: "Due/Completed", hint: "no dose recorded" }
    : { label: "Upcoming", hint: null };
}

/** Says how a dog or puppy stands with every milestone of the schedule. */
export function makePuppySchedule(bornOn: string, doses: readonly GivenDose[], today: string): PuppySchedule {
  const ageWeeks = ageInWeeks(bornOn, today);
  const vaccines = PUPPY_SCHEDULE.map(({ vaccineName, weeks, repeatYears }) => {
    const key = vaccineKeyOf(vaccineName);
    const days = doses
      .filter(({ vaccineKey }) => vaccineKey === key)
      .map(({ dateAdministered }) => dateAdministered)
      .sort();
    const milestones = weeks.map((week, index) => {
      const givenOn = days[index] ?? null;
      const dueOn = addDays(bornOn, week * DAYS_OF_A_WEEK);
      return givenOn === null
        ? { week, dueOn, givenOn, ...labelMilestone(week, ageWeeks) }
        : { week, dueOn, givenOn, label: "Completed" as const, hint: null };
    });
    return { vaccineName, repeatYears, milestones };
  });
  return { bornOn, ageWeeks, isFolded: ageWeeks > PUPPY_SCHEDULE_WEEKS, vaccines };
}
