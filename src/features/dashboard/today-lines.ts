/** Creates the lines of today's list, by group. */
import { dueText } from "@domain/dashboard/words";
import { formatShortDay, formatTime } from "@domain/formatting/formatting";
import { dayOfHeat } from "@domain/heats/prediction";
import type { Due } from "@/entities/health/recorded-doses";
import { healthOf, heatsOf, pageOf } from "@domain/history/places";
import type { Course, Dose } from "@/entities/medications/medication-words";
import type { Reminder } from "@/entities/reminders/reminder-words";
import type {
  Alerts,
  BreedingAgenda,
  HealthAgenda,
  HeatsAhead,
  MedicationDue,
} from "@/features/dashboard/use-dashboard";
import { formatDose } from "@domain/health/medications";

export type TodayKind = "doses" | "weighing" | "vaccination" | "follow_up" | "heat" | "leaving" | "reminder";

export interface TodayLine {
  readonly key: string;
  readonly kind: TodayKind;
  readonly title: string;
  readonly detail: string;
  readonly to: string;
  /** The time or the date, in words. */
  readonly when: string;
  /** Whether the item is due now or was due earlier. */
  readonly isPressing: boolean;
  /** The user ticks a dose of this course on the line. `given` is the dose if it was given. */
  readonly dose?: { readonly course: Course; readonly slot: number; readonly given: Dose | null };
  readonly reminder?: Reminder;
}

type Alert = Alerts[number];
export type Pregnancy = BreedingAgenda["pregnancies"][number];

/** An alert has its subject if the line can show or tick the subject. */
export interface AttentionLine {
  readonly key: string;
  readonly alert: Alert | null;
  readonly pregnancy?: Pregnancy;
  readonly reminder?: Reminder;
}

/** Up to this number, all doses are listed. If there are more, only the next doses to give are listed. */
const MOST_DOSES = 8;

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** `count` may be larger than the number of names. */
function namesText(names: readonly string[], count: number): string {
  const rest = count - names.length;
  return rest > 0 && names.length > 0 ? `${names.join(", ")} and ${rest} more` : names.join(", ");
}

export const breedingPath = ({ breedingId }: Pick<Pregnancy, "breedingId">): string =>
  pageOf("breedings", breedingId);

/** An alert's id consists of the kennel, the kind, the record's id and the date, separated by dots. */
function recordOf({ id: alertId }: Alert): { id: string; on: string } {
  const [, , id = "", on = ""] = alertId.split(".");
  return { id, on };
}

/** For a due dose, the id of the dose after which it is due. */
export const attentionIdOf = ({ key, alert }: AttentionLine): string =>
  alert?.dose ? recordOf(alert).id : key;

/** Null for lines that are not about a due dose. */
export const dueInAttention = ({ alert }: AttentionLine): Due | null =>
  alert?.dose
    ? { patient: alert.dose.patient, vaccine: alert.dose.vaccineName, dueOn: recordOf(alert).on }
    : null;

/**
 * Combines alerts and overdue reminders so that everything appears once. An alert about a reminder or a pregnancy
 * replaces the line of that reminder or pregnancy. A reminder whose alert was dismissed appears in neither list.
 */
export function attentionLines(
  alerts: Alerts,
  reminders: readonly Reminder[],
  pregnancies: readonly Pregnancy[],
  today: string,
): AttentionLine[] {
  const overdue = reminders.filter(({ dueDate }) => dueDate < today);
  const ofAlert = new Set<Reminder>();
  const lines = alerts.map((alert): AttentionLine => {
    const pregnancy = pregnancies.find(
      (each) => alert.kind === "whelping" && breedingPath(each) === alert.link,
    );
    const reminder = overdue.find(({ _id }) => alert.kind === "reminder" && recordOf(alert).id === _id);
    if (reminder) ofAlert.add(reminder);
    return { key: alert.id, alert, ...(pregnancy && { pregnancy }), ...(reminder && { reminder }) };
  });
  const others = overdue.filter((reminder) => !ofAlert.has(reminder));
  return [...lines, ...others.map((reminder) => ({ key: reminder._id, alert: null, reminder }))];
}

const DUE_MESSAGE = /^(?:(?<whose>.+): )?(?<when>\d+ days? overdue|Today|Tomorrow|In \d+ days?)$/u;

/**
 * Splits an alert into columns. The message 'Nova: 5 days overdue' contains the name and the date (dueText). The alert
 * of a dose has only the vaccine as its title, because the date says that the dose is overdue.
 */
export function alertColumns({ title, message, dose }: Alert): { title: string; when: string; note: string } {
  const { whose = "", when } = DUE_MESSAGE.exec(message)?.groups ?? {};
  if (when === undefined) return { title, when: "", note: message };
  return { title: dose?.vaccineName ?? title, when, note: whose };
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
                ? counted(puppies, "puppy", "puppies")
                : `${toWeigh} of ${puppies} still to weigh`,
            to: `${pageOf("litters", litterId)}/weigh`,
            when: "Any time",
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
            to: pageOf("litters", litterId),
            when: leavingOn < today ? "" : dueText(leavingOn, today),
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
        : `Best ${formatShortDay(bestFrom)} to ${formatShortDay(bestTo)}`;
    return {
      key: `heat ${dogId}`,
      kind: "heat" as const,
      title: isBest ? `Mate ${name} now` : `${name} is in heat`,
      detail: best,
      to: heatsOf(dogId),
      when: `Day ${dayOfHeat(startOn, today)}`,
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
    to: heatsOf(dogId),
    when: dueText(expectedOn, today),
    isPressing: false,
  }));
}

/** Lines without a time come last. */
type Timed = { readonly at: string; readonly line: TodayLine };

/** `now` is the time of day. If there are many doses, only the next doses are listed. */
function doseLines(dogs: MedicationDue, now: string): { timed: Timed[]; rest: TodayLine[] } {
  const all = dogs.flatMap(({ dog, courses }) =>
    courses.flatMap((course) =>
      course.today.map(({ slot, time, dose }) => ({ dog, course, slot, time, dose })),
    ),
  );
  const left = all.filter(({ dose }) => dose === null).sort((a, b) => (a.time < b.time ? -1 : 1));
  const listed = all.length > MOST_DOSES ? left.slice(0, MOST_DOSES) : all;
  const more = all.length > MOST_DOSES ? left.length - listed.length : 0;
  return {
    timed: listed.map(({ dog, course, slot, time, dose: given }) => ({
      at: time,
      line: {
        key: `dose ${course._id} ${slot}`,
        kind: "doses",
        title: `Give ${dog.callName ?? dog.name} ${course.drug}`,
        detail: formatDose(course.doseAmount, course.doseUnit),
        to: healthOf(dog._id),
        when: formatTime(time),
        isPressing: given === null && time <= now,
        dose: { course, slot, given },
      },
    })),
    rest:
      more === 0
        ? []
        : [
            {
              key: "doses",
              kind: "doses",
              title: `${counted(more, "more dose")} today`,
              ...{ detail: "", to: "/dashboard/health", when: "", isPressing: false },
            },
          ],
  };
}

const reminderLines = (reminders: readonly Reminder[], today: string): Timed[] =>
  reminders
    .filter(({ dueDate }) => dueDate === today)
    .map((reminder) => ({
      at: reminder.dueTime ?? "",
      line: {
        key: reminder._id,
        kind: "reminder",
        title: reminder.title,
        detail: reminder.dog ? (reminder.dog.callName ?? reminder.dog.name) : "",
        to: pageOf("reminders", reminder._id),
        when: reminder.dueTime ? formatTime(reminder.dueTime) : "Any time",
        isPressing: false,
        reminder,
      },
    }));

/** One line counts several patients together. Without patients there is no line. */
function groupLine(
  { count, names }: HealthAgenda["due"],
  one: string,
  many: string,
  line: Pick<TodayLine, "key" | "kind" | "to">,
): TodayLine[] {
  if (count === 0) return [];
  const title = count === 1 ? one : `${count} ${many}`;
  return [{ ...line, title, detail: namesText(names, count), when: "Any time", isPressing: false }];
}

const SCHEDULE = "/dashboard/health/schedule?due=due_this_month";

const healthLines = ({ booked, due, followUps }: HealthAgenda): TodayLine[] => [
  ...groupLine(booked, "A vaccination is scheduled", "vaccinations are scheduled", {
    ...{ key: "booked", kind: "vaccination", to: SCHEDULE },
  }),
  ...groupLine(due, "A vaccination is due", "vaccinations are due", {
    ...{ key: "due", kind: "vaccination", to: SCHEDULE },
  }),
  ...groupLine(followUps, "A follow-up is open", "follow-ups are open", {
    ...{ key: "follow-ups", kind: "follow_up", to: "/dashboard/health" },
  }),
];

interface Agendas {
  readonly breeding: BreedingAgenda | undefined;
  readonly heats: HeatsAhead | undefined;
  readonly health: HealthAgenda | undefined;
  readonly medication: MedicationDue | undefined;
  readonly reminders: readonly Reminder[] | undefined;
}

/**
 * Creates the lines of a day: first bitches that should be mated today, then lines with a time in order, then the
 * others. `now` is the time of day, such as 08:05.
 */
export function todayLines(
  { breeding, health, medication, reminders = [] }: Agendas,
  today: string,
  now: string,
): TodayLine[] {
  const doses = doseLines(medication ?? [], now);
  const reminded = reminderLines(reminders, today);
  const timed = [...doses.timed, ...reminded.filter(({ at }) => at !== "")];
  return [
    ...(breeding ? heatLines(breeding, today).filter(({ isPressing }) => isPressing) : []),
    ...timed.sort((a, b) => Number(a.at > b.at) - Number(a.at < b.at)).map(({ line }) => line),
    ...doses.rest,
    ...reminded.flatMap(({ at, line }) => (at === "" ? [line] : [])),
    ...(health ? healthLines(health) : []),
    ...(breeding ? litterLines(breeding, today) : []),
  ];
}

/**
 * Bitches in heat and expected heats. Bitches that should be mated today have another line and are omitted here.
 */
export const heatsOfNow = ({ breeding, heats }: Agendas, today: string): TodayLine[] => [
  ...(breeding ? heatLines(breeding, today).filter(({ isPressing }) => !isPressing) : []),
  ...(heats ? aheadLines(heats, today) : []),
];

export function countDoses(dogs: MedicationDue): { given: number; all: number } {
  const doses = dogs.flatMap(({ courses }) => courses.flatMap(({ today }) => today));
  return { given: doses.filter(({ dose }) => dose !== null).length, all: doses.length };
}
