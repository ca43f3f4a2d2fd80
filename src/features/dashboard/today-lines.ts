/** What the panel of today says, line by line, the most pressing first. Pure. */
import { dueText } from "@domain/dashboard/words";
import { formatShortDay } from "@domain/formatting/formatting";
import { dayOfHeat } from "@domain/heats/prediction";
import { timeText, type Course } from "@/entities/medications/medication-words";
import type {
  BreedingAgenda,
  HealthAgenda,
  HeatsAhead,
  MedicationDue,
} from "@/features/dashboard/use-dashboard";
import { formatDose } from "@domain/health/medications";

export type TodayKind = "whelping" | "doses" | "weighing" | "vaccination" | "follow_up" | "heat" | "leaving";

/** A dose that is not given yet: its course, and which one of the day it is. */
export interface DueDose {
  readonly course: Course;
  readonly slot: number;
}

export interface TodayLine {
  readonly key: string;
  readonly kind: TodayKind;
  readonly title: string;
  readonly detail: string;
  readonly to: string;
  /** What stands in a chip, and whether it presses. */
  readonly mark: string | null;
  readonly isPressing: boolean;
  /** The dose that is ticked off on the line. */
  readonly dose?: DueDose;
}

/** Doses that have a line of their own; the rest of the day is one line. */
const MOST_DOSES = 8;

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Names the first few and counts the others. */
function namesText(names: readonly string[], count: number): string {
  const rest = count - names.length;
  return rest > 0 && names.length > 0 ? `${names.join(", ")} and ${rest} more` : names.join(", ");
}

function whelpingLines({ whelpings }: BreedingAgenda, today: string): TodayLine[] {
  return whelpings.map(({ breedingId, damName, sireName, dueOn, isConfirmed }) => ({
    key: `whelping ${breedingId}`,
    kind: "whelping",
    title: `${damName} ${dueOn < today ? "should have whelped" : "is due to whelp"}`,
    detail: `By ${sireName}, ${formatShortDay(dueOn)}${isConfirmed ? "" : ", not confirmed"}`,
    to: `/dashboard/breeding/${breedingId}`,
    mark: dueText(dueOn, today),
    isPressing: dueOn <= today,
  }));
}

function litterLines({ litters }: BreedingAgenda, today: string): TodayLine[] {
  return litters.flatMap(({ litterId, damName, puppies, toWeigh, leavingOn }): TodayLine[] => [
    ...(toWeigh > 0
      ? [
          {
            key: `weighing ${litterId}`,
            kind: "weighing" as const,
            title: `Weigh ${damName}'s puppies`,
            detail:
              toWeigh === puppies
                ? `${counted(puppies, "puppy", "puppies")} in the box`
                : `${toWeigh} of ${puppies} still to weigh`,
            to: `/dashboard/litters/${litterId}/weigh`,
            mark: null,
            isPressing: false,
          },
        ]
      : []),
    ...(leavingOn === null
      ? []
      : [
          {
            key: `leaving ${litterId}`,
            kind: "leaving" as const,
            title: `${damName}'s puppies may leave`,
            detail: `${counted(puppies, "puppy", "puppies")}, eight weeks old on ${formatShortDay(leavingOn)}`,
            to: `/dashboard/litters/${litterId}`,
            mark: leavingOn < today ? null : dueText(leavingOn, today),
            isPressing: false,
          },
        ]),
  ]);
}

function heatLines({ heats }: BreedingAgenda, today: string): TodayLine[] {
  return heats.map(({ dogId, name, startOn, bestFrom, bestTo }) => {
    const isBest = bestFrom !== null && bestTo !== null && bestFrom <= today && today <= bestTo;
    const best =
      bestFrom === null || bestTo === null
        ? ""
        : `, best ${formatShortDay(bestFrom)} to ${formatShortDay(bestTo)}`;
    return {
      key: `heat ${dogId}`,
      kind: "heat" as const,
      title: `${name} is in heat`,
      detail: `Day ${dayOfHeat(startOn, today)}${best}`,
      to: `/dashboard/breeding?tab=heats&bitch=${dogId}`,
      mark: isBest ? "Mate now" : null,
      isPressing: isBest,
    };
  });
}

function aheadLines(heats: HeatsAhead, today: string): TodayLine[] {
  return heats.map(({ dogId, name, expectedOn }) => ({
    key: `heat ahead ${dogId}`,
    kind: "heat",
    title: `${name}'s heat is expected`,
    detail: `About ${formatShortDay(expectedOn)}`,
    to: `/dashboard/breeding?tab=heats&bitch=${dogId}`,
    mark: dueText(expectedOn, today),
    isPressing: false,
  }));
}

/** Writes the doses that are left of the day in the order of their times; `now` is the time of day. */
function doseLines(dogs: MedicationDue, now: string): TodayLine[] {
  const left = dogs
    .flatMap(({ dog, courses }) =>
      courses.flatMap((course) =>
        course.today.flatMap(({ slot, time, dose }) => (dose === null ? [{ dog, course, slot, time }] : [])),
      ),
    )
    .sort((a, b) => (a.time < b.time ? -1 : 1));
  const lines = left.slice(0, MOST_DOSES).map(({ dog, course, slot, time }): TodayLine => {
    const isDue = time <= now;
    return {
      key: `dose ${course._id} ${slot}`,
      kind: "doses",
      title: `Give ${dog.callName ?? dog.name} ${course.drug}`,
      detail: `${formatDose(course.doseAmount, course.doseUnit)}, ${timeText(time)}`,
      to: `/dashboard/dogs/${dog._id}?tab=health`,
      mark: isDue ? "Due now" : null,
      isPressing: isDue,
      dose: { course, slot },
    };
  });
  const more = left.length - lines.length;
  if (more > 0) {
    lines.push({
      key: "doses",
      kind: "doses",
      title: `${counted(more, "more dose")} today`,
      detail: "",
      to: "/dashboard/health",
      mark: null,
      isPressing: false,
    });
  }
  return lines;
}

/** Writes the line of patients that are counted together; none where there are none. */
function groupLine(
  { count, names }: HealthAgenda["due"],
  one: string,
  many: string,
  line: Omit<TodayLine, "title" | "detail">,
): TodayLine[] {
  if (count === 0) return [];
  return [{ ...line, title: count === 1 ? one : `${count} ${many}`, detail: namesText(names, count) }];
}

const SCHEDULE = "/dashboard/health/schedule?due=";

const healthLines = ({ booked, due, overdue, followUps }: HealthAgenda): TodayLine[] => [
  ...groupLine(overdue, "A vaccination is overdue", "vaccinations are overdue", {
    ...{ key: "overdue", kind: "vaccination", to: `${SCHEDULE}overdue` },
    ...{ mark: "Overdue", isPressing: true },
  }),
  ...groupLine(booked, "A vaccination is scheduled", "vaccinations are scheduled", {
    ...{ key: "booked", kind: "vaccination", to: `${SCHEDULE}due_this_month` },
    ...{ mark: "Today", isPressing: true },
  }),
  ...groupLine(due, "A vaccination is due", "vaccinations are due", {
    ...{ key: "due", kind: "vaccination", to: `${SCHEDULE}due_this_month` },
    ...{ mark: "Today", isPressing: false },
  }),
  ...groupLine(followUps, "A follow-up is open", "follow-ups are open", {
    ...{ key: "follow-ups", kind: "follow_up", to: "/dashboard/health" },
    ...{ mark: null, isPressing: false },
  }),
];

interface Agendas {
  readonly breeding: BreedingAgenda | undefined;
  readonly heats: HeatsAhead | undefined;
  readonly health: HealthAgenda | undefined;
  readonly medication: MedicationDue | undefined;
}

/** Writes the lines of a day; `now` is the time of day, as 08:05. */
export function todayLines(
  { breeding, heats, health, medication }: Agendas,
  today: string,
  now: string,
): TodayLine[] {
  const lines = [
    ...(breeding ? whelpingLines(breeding, today) : []),
    ...(medication ? doseLines(medication, now) : []),
    ...(health ? healthLines(health) : []),
    ...(breeding ? [...litterLines(breeding, today), ...heatLines(breeding, today)] : []),
    ...(heats ? aheadLines(heats, today) : []),
  ];
  return [...lines.filter(({ isPressing }) => isPressing), ...lines.filter(({ isPressing }) => !isPressing)];
}
