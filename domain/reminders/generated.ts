/**
 * Reminders that are planned from a mating, a birth or a puppy's age. A reminder has the same key every time it is
 * calculated. Source: decision GAP-REM-13.
 */
import { PUPPY_SCHEDULE } from "../vaccinations/rules";
import { GESTATION_DAYS } from "../breedings/rules";
import type { ReminderPriority, ReminderType } from "./rules";
import { addDays } from "../dates/calendar-days";
import { judgedDayOf } from "../health/due-state";
import { dosesOfVaccine, listDaysAhead, type DayAhead, type GivenDose } from "../vaccinations/puppy-schedule";
import { vaccineKeyOf } from "../vaccinations/vaccines";

export interface PlannedReminder {
  readonly key: string;
  readonly title: string;
  readonly description?: string;
  readonly reminderType: ReminderType;
  readonly priority: ReminderPriority;
  readonly dueDate: string;
  readonly daysInAdvance: number[];
}

/** Days after the mating. From then on a vet can see the pregnancy. */
const PREGNANCY_CHECK_DAYS = 28;
const WHELPING_PREPARATION_DAYS = 58;

export const PREGNANCY_CHECK = "pregnancy-check";

interface PlannedBreeding {
  /** The name of the dam, or of both parents. */
  readonly name: string;
  readonly breedingDate: string;
  readonly expectedDueDate: string | null;
}

export function planForBreeding({ name, breedingDate, expectedDueDate }: PlannedBreeding): PlannedReminder[] {
  return [
    {
      key: PREGNANCY_CHECK,
      title: `Pregnancy check: ${name}`,
      description: "Day 28 after mating: an ultrasound shows whether she is pregnant.",
      reminderType: "health_check",
      priority: "medium",
      dueDate: addDays(breedingDate, PREGNANCY_CHECK_DAYS),
      daysInAdvance: [3, 1],
    },
    {
      key: "whelping-preparation",
      title: `Prepare for whelping: ${name}`,
      description:
        "Day 58 after mating: have the whelping box and supplies ready, and take her temperature twice a day.",
      reminderType: "breeding",
      priority: "high",
      dueDate: addDays(breedingDate, WHELPING_PREPARATION_DAYS),
      daysInAdvance: [3, 1],
    },
    {
      key: "due",
      title: `Puppies due: ${name}`,
      reminderType: "breeding",
      priority: "urgent",
      dueDate: expectedDueDate ?? addDays(breedingDate, GESTATION_DAYS),
      daysInAdvance: [7, 1],
    },
  ];
}

const DAYS_PER_WEEK = 7;
const WORMING_WEEKS = [2, 4, 6, 8] as const;
const FIRST_VACCINATION_WEEKS = 6;
const GOING_HOME_WEEKS = 8;

/** The reminders end when the puppies leave the kennel. */
export function planForLitter(name: string, whelpingDate: string): PlannedReminder[] {
  const at = (weeks: number): string => addDays(whelpingDate, weeks * DAYS_PER_WEEK);
  return [
    ...WORMING_WEEKS.map((weeks) => ({
      key: `worming-${weeks}`,
      title: `Worm the puppies (${weeks} weeks): ${name}`,
      reminderType: "medication" as const,
      priority: "medium" as const,
      dueDate: at(weeks),
      daysInAdvance: [1],
    })),
    {
      key: "first-vaccination",
      title: `First vaccination: ${name}`,
      reminderType: "vaccination",
      priority: "high",
      dueDate: at(FIRST_VACCINATION_WEEKS),
      daysInAdvance: [7, 1],
    },
    {
      key: "going-home",
      title: `Puppies go home: ${name}`,
      description: "Contracts, papers, vaccination records and food for the first days.",
      reminderType: "appointment",
      priority: "high",
      dueDate: at(GOING_HOME_WEEKS),
      daysInAdvance: [7, 1],
    },
  ];
}

interface VaccinatedDog {
  readonly name: string;
  readonly dateOfBirth: string | null;
  readonly doses: readonly GivenDose[];
}

const vaccination = (dog: string, vaccineName: string, { week, dueOn }: DayAhead): PlannedReminder => ({
  key: plannedDoseKey(vaccineName, week),
  title: week === null ? `${vaccineName} booster: ${dog}` : `${vaccineName} (${week} weeks): ${dog}`,
  reminderType: "vaccination",
  priority: "high",
  dueDate: dueOn,
  daysInAdvance: [7, 1],
});

/** `week` is the age in weeks; null means a booster. */
export const plannedDoseKey = (vaccineName: string, week: number | null): string =>
  `${vaccineKeyOf(vaccineName)}:${week ?? "booster"}`;

/**
 * For a vaccine of the puppy schedule: the doses after the newest dose, and the booster after the last of these
 * doses. For other vaccines, and for dogs without a birth date: the next dose after the newest dose.
 */
export function planAllVaccinations({ name, dateOfBirth, doses }: VaccinatedDog): PlannedReminder[] {
  const schedule = dateOfBirth === null ? [] : PUPPY_SCHEDULE;
  const byAge = schedule.flatMap((vaccine) =>
    listDaysAhead(vaccine, dateOfBirth ?? "", doses).map((day) =>
      vaccination(name, vaccine.vaccineName, day),
    ),
  );
  const scheduled = new Set(schedule.map(({ vaccineName }) => vaccineKeyOf(vaccineName)));
  const others = new Set(doses.map(({ vaccineName }) => vaccineKeyOf(vaccineName)));
  const byDoses = [...others]
    .filter((key) => !scheduled.has(key))
    .flatMap((key) => {
      const latest = dosesOfVaccine(doses, key).at(-1);
      const dueOn = latest ? judgedDayOf(latest) : null;
      return latest && dueOn !== null ? [vaccination(name, latest.vaccineName, { week: null, dueOn })] : [];
    });
  return [...byAge, ...byDoses];
}

/** Only today and dates in the future are planned. */
export const planVaccinations = (dog: VaccinatedDog, today: string): PlannedReminder[] =>
  planAllVaccinations(dog).filter(({ dueDate }) => dueDate >= today);
