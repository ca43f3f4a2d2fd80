/** The first text on a family's page: the current state, and the single next step. */
import { addDays, daysBetween } from "../dates/calendar-days";
import { formatDay } from "../formatting/formatting";

/**
 * The states of a family, in this order:
 *
 *   on the list ─► offered ─► reserved ─► contract open ─► getting ready ─► home        goodbye, from any state
 */
export const FAMILY_STATES = [
  "on_list",
  "offered",
  "reserved",
  "contract",
  "getting_ready",
  "home",
  "goodbye",
] as const;
export type FamilyState = (typeof FAMILY_STATES)[number];

export interface FamilyFacts {
  readonly kennelName: string;
  /** The mark that distinguishes the puppy from its littermates is used if it has no name. */
  readonly puppyName: string | null;
  readonly entry: {
    readonly status: string;
    readonly offerUntil: string | null;
    readonly pausedUntil: string | null;
    /** Null if the kennel does not show places. */
    readonly place: number | null;
  } | null;
  readonly placement: { readonly status: string } | null;
  readonly contract: { readonly signBy: string | null } | null;
  /** The gain between the last two weights that are at least half a day apart. */
  readonly gramsPerDay: number | null;
  readonly nextDose: { readonly name: string; readonly dueOn: string } | null;
}

export function familyState({ entry, placement, contract }: FamilyFacts): FamilyState {
  switch (placement?.status) {
    case "reserved":
    case "agreed":
      if (contract) return "contract";
      return placement.status === "agreed" ? "getting_ready" : "reserved";
    case "handed_over":
      return "home";
    default:
  }
  if (entry?.status === "offered") return "offered";
  if (entry?.status === "waiting") return "on_list";
  return "goodbye";
}

export type NextAction = "answer" | "sign" | "health";

export interface NextStep {
  readonly state: FamilyState;
  readonly title: string;
  readonly text: string;
  readonly button: { readonly label: string; readonly action: NextAction } | null;
}

const nothingToDo = (puppy: string, gramsPerDay: number | null): string =>
  gramsPerDay !== null && gramsPerDay > 0
    ? `There is nothing you need to do. ${puppy} gains about ${Math.round(gramsPerDay)} g a day.`
    : "There is nothing you need to do right now.";

/** Formats a date as "today", "tomorrow", or the date. `day` is not before today. */
const untilWords = (day: string, today: string): string =>
  day === today ? "today" : day === addDays(today, 1) ? "tomorrow" : `by ${formatDay(day)}`;

function offered({ kennelName, entry }: FamilyFacts, puppy: string, today: string): NextStep {
  const until = entry?.offerUntil ?? null;
  const isLate = until !== null && until < today;
  return {
    state: "offered",
    title: `${kennelName} offers you ${puppy}`,
    text: isLate
      ? `The day to answer was ${formatDay(until)}. As long as you see this offer here, you can still answer.`
      : `Please answer${until === null ? "" : ` ${untilWords(until, today)}`}. If it is not the right moment, you keep your place.`,
    button: { label: "Answer", action: "answer" },
  };
}

function onList({ kennelName, entry }: FamilyFacts, today: string): NextStep {
  const pausedUntil = entry?.pausedUntil ?? null;
  const place = entry?.place ?? null;
  const isPaused = pausedUntil !== null && pausedUntil > today;
  return {
    state: "on_list",
    title: "You are on the list",
    text: isPaused
      ? `You asked for no offers until ${formatDay(pausedUntil)}. You keep your place.`
      : `${place === null ? "" : `You are number ${place}. `}There is nothing you need to do. ${kennelName} writes to you when there is news, and it appears here.`,
    button: null,
  };
}

function home({ nextDose }: FamilyFacts, puppy: string, today: string): NextStep {
  const days = nextDose && daysBetween(today, nextDose.dueOn);
  return {
    state: "home",
    title: `${puppy} is home`,
    text:
      nextDose && days !== null
        ? days < 0
          ? `${nextDose.name} was due on ${formatDay(nextDose.dueOn)}. Your veterinarian knows when it fits.`
          : `Next comes ${nextDose.name}, ${days === 0 ? "due today" : `due on ${formatDay(nextDose.dueOn)}`}.`
        : "All that was recorded here stays here for you.",
    button: nextDose ? { label: "See Vaccinations", action: "health" } : null,
  };
}

export function nextStep(facts: FamilyFacts, today: string): NextStep {
  const step = stepOf(facts, today);
  return { ...step, title: step.title.charAt(0).toUpperCase() + step.title.slice(1) };
}

function stepOf(facts: FamilyFacts, today: string): NextStep {
  const puppy = facts.puppyName ?? "your puppy";
  const state = familyState(facts);
  switch (state) {
    case "on_list":
      return onList(facts, today);
    case "offered":
      return offered(facts, puppy, today);
    case "reserved":
      return {
        state,
        title: `${puppy} is reserved for you`,
        text: nothingToDo(puppy, facts.gramsPerDay),
        button: null,
      };
    case "contract": {
      const signBy = facts.contract?.signBy ?? null;
      return {
        state,
        title: "Your contract is ready",
        text: `Please read and sign it${signBy === null ? "" : ` ${untilWords(signBy, today)}`}.`,
        button: { label: "Read and Sign", action: "sign" },
      };
    }
    case "getting_ready":
      return {
        state,
        title: `${puppy} is getting ready`,
        text: nothingToDo(puppy, facts.gramsPerDay),
        button: null,
      };
    case "home":
      return home(facts, puppy, today);
    case "goodbye":
      return {
        state,
        title: "Goodbye, and thank you",
        text: `This page will close soon. ${facts.kennelName} is glad to hear from you at any time.`,
        button: null,
      };
    default:
      return state satisfies never;
  }
}
