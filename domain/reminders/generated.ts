/**
 * The reminders that follow from a mating, a birth or a puppy's age. Each has a key that is the same whenever it is
 * reckoned again. Source: decision GAP-REM-13.
 */
import { PUPPY_SCHEDULE, type PuppyVaccine } from "../constants/vaccines";
import { GESTATION_DAYS } from "../constants/breedings";
import type { ReminderPriority, ReminderType } from "../constants/reminders";
import { addDays, addYears } from "../dates/calendar-days";
import { vaccineKeyOf } from "../health/vaccines";

export interface PlannedReminder {
  readonly key: string;
  readonly title: string;
  readonly description?: string;
  readonly reminderType: ReminderType;
  readonly priority: ReminderPriority;
  readonly dueDate: string;
  readonly daysInAdvance: number[];
}

/** Days after mating on which a vet can see the pregnancy, and on which the whelping box should stand ready. */
const PREGNANCY_CHECK_DAYS = 28;
const WHELPING_PREPARATION_DAYS = 58;

interface PlannedBreeding {
  /** How people call it: the dam's name, or both. */
  readonly name: string;
  readonly breedingDate: string;
  readonly expectedDueDate: string | null;
}

/** Plans what to think of between mating and whelping. */
export function planForBreeding({ name, breedingDate, expectedDueDate }: PlannedBreeding): PlannedReminder[] {
  return [
    {
      key: "pregnancy-check",
      title: `Pregnancy check: ${name}`,
      description: "Day 28 after mating: an ultrasound shows whether there will be puppies.",
      reminderType: "health_check",
      priority: "medium",
      dueDate: addDays(breedingDate, PREGNANCY_CHECK_DAYS),
      daysInAdvance: [3, 1],
    },
    {
      key: "whelping-preparation",
      title: `Prepare for whelping: ${name}`,
      description:
        "Day 58 after mating: whelping box and supplies ready, and her temperature taken twice a day.",
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

/** Plans what a litter needs until its puppies go home. */
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

/** A dose given, with the day on which the next is due. */
export interface GivenDose {
  readonly vaccineName: string;
  readonly dateAdministered: string;
  readonly nextDueDate: string | null;
}

interface VaccinatedDog {
  readonly name: string;
  readonly dateOfBirth: string | null;
  readonly doses: readonly GivenDose[];
}

const vaccination = (dog: string, vaccineName: string, part: string, dueDate: string): PlannedReminder => ({
  key: `${vaccineKeyOf(vaccineName)}:${part}`,
  title: part === "booster" ? `${vaccineName} booster: ${dog}` : `${vaccineName} (${part} weeks): ${dog}`,
  reminderType: "vaccination",
  priority: "high",
  dueDate,
  daysInAdvance: [7, 1],
});

/** The doses of one vaccine, the latest last. */
const dosesOf = (doses: readonly GivenDose[], key: string): GivenDose[] =>
  doses
    .filter(({ vaccineName }) => vaccineKeyOf(vaccineName) === key)
    .sort((a, b) => (a.dateAdministered < b.dateAdministered ? -1 : 1));

/** Plans the doses of a puppy's schedule that were not given, and then the booster after its last one. */
function planPuppyVaccine(
  { name, doses }: VaccinatedDog,
  bornOn: string,
  { vaccineName, weeks, repeatYears }: PuppyVaccine,
): PlannedReminder[] {
  const given = dosesOf(doses, vaccineKeyOf(vaccineName));
  const ahead = weeks
    .slice(given.length)
    .map((week) => vaccination(name, vaccineName, String(week), addDays(bornOn, week * DAYS_PER_WEEK)));
  const lastWeek = weeks.at(-1) ?? 0;
  const reckoned = addYears(addDays(bornOn, lastWeek * DAYS_PER_WEEK), repeatYears);
  const booster = given.length >= weeks.length ? given.at(-1)?.nextDueDate : null;
  return [...ahead, vaccination(name, vaccineName, "booster", booster ?? reckoned)];
}

/**
 * Plans a dog's vaccinations: the puppy milestones by its age that were not given, and boosters by its recorded
 * doses. Vaccines outside of the schedule have boosters alone.
 */
export function planAllVaccinations(
  dog: VaccinatedDog,
  schedule: readonly PuppyVaccine[],
): PlannedReminder[] {
  const scheduled = new Set(schedule.map(({ vaccineName }) => vaccineKeyOf(vaccineName)));
  const byAge =
    dog.dateOfBirth === null
      ? []
      : schedule.flatMap((vaccine) => planPuppyVaccine(dog, dog.dateOfBirth ?? "", vaccine));
  const others = new Set(dog.doses.map(({ vaccineName }) => vaccineKeyOf(vaccineName)));
  const byDoses = [...others]
    .filter((key) => dog.dateOfBirth === null || !scheduled.has(key))
    .flatMap((key) => {
      const latest = dosesOf(dog.doses, key).at(-1);
      return latest?.nextDueDate
        ? [vaccination(dog.name, latest.vaccineName, "booster", latest.nextDueDate)]
        : [];
    });
  return [...byAge, ...byDoses];
}

/** Plans a dog's vaccinations that are still ahead. */
export const planVaccinations = (
  dog: VaccinatedDog,
  schedule: readonly PuppyVaccine[],
  today: string,
): PlannedReminder[] => planAllVaccinations(dog, schedule).filter(({ dueDate }) => dueDate >= today);

/** The schedule used unless another is given. */
export const USUAL_SCHEDULE: readonly PuppyVaccine[] = PUPPY_SCHEDULE;
