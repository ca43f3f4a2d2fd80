/** The texts of a kennel's events in a calendar, and their paths in the app. */
import { formatDay, formatShortDay } from "../formatting/formatting";
import { heatsOf, pageOf } from "../history/places";

export interface KennelEvent {
  readonly kind:
    | "mating"
    | "due"
    | "due_by_ovulation"
    | "whelping"
    | "leaving"
    | "heat"
    | "best_mating"
    | "heat_expected";
  readonly between: { readonly from: string; readonly to: string } | null;
  readonly dog: { readonly _id: string; readonly name: string; readonly callName: string | null } | null;
  readonly dogName: string | null;
  /** The sire's name, or the number of puppies. */
  readonly detail: string | null;
  readonly breedingId: string | null;
  readonly litterId: string | null;
}

export const callNameOf = ({
  name,
  callName,
}: {
  name: string;
  callName?: string | null | undefined;
}): string => callName ?? name;

const bitchOf = ({ dog, dogName }: KennelEvent): string =>
  dog ? callNameOf(dog) : (dogName ?? "Dam unknown");

export function titleOfEvent(event: KennelEvent): string {
  const bitch = bitchOf(event);
  const { kind, detail } = event;
  switch (kind) {
    case "mating":
      return detail === null ? `Mating: ${bitch}` : `Mating: ${detail} × ${bitch}`;
    case "due":
      return `Puppies due: ${bitch}`;
    case "due_by_ovulation":
      return `Puppies due by ovulation: ${bitch}`;
    case "whelping":
      return detail === null ? `Whelped: ${bitch}` : `Whelped: ${bitch}, ${detail}`;
    case "leaving":
      return `Puppies eight weeks old: ${bitch}`;
    case "heat":
      return `In heat: ${bitch}`;
    case "best_mating":
      return `Best days for mating: ${bitch}`;
    case "heat_expected":
      return `Heat expected: ${bitch}`;
    default:
      return kind satisfies never;
  }
}

/** One paragraph each. */
export function linesOfEvent({ kind, between, dog, detail }: KennelEvent): string[] {
  const isBirth = kind === "due" || kind === "due_by_ovulation";
  return [
    ...(dog && dog.callName !== null && dog.callName !== dog.name ? [dog.name] : []),
    ...(isBirth && detail !== null ? [`Sire: ${detail}`] : []),
    ...(kind === "leaving" && detail !== null ? [detail] : []),
    ...(between ? [`Between ${formatDay(between.from)} and ${formatDay(between.to)}`] : []),
  ];
}

export function pathOfEvent({ litterId, breedingId, dog }: KennelEvent): string {
  if (litterId !== null) return pageOf("litters", litterId);
  if (breedingId !== null) return pageOf("breedings", breedingId);
  return dog === null ? "/dashboard/breeding" : heatsOf(dog._id);
}

interface WordedReminder {
  readonly title: string;
  readonly description: string | null;
  readonly dueDate: string;
  readonly snoozedUntil: string | null;
  readonly completedDate: string | null;
  readonly completionNotes: string | null;
  readonly dogName: string | null;
}

/** A snoozed reminder has the date on which it returns. */
export const dayOfReminder = ({
  dueDate,
  snoozedUntil,
}: Pick<WordedReminder, "dueDate" | "snoozedUntil">): string =>
  snoozedUntil !== null && snoozedUntil > dueDate ? snoozedUntil : dueDate;

/** The title contains the dog's name. A completed reminder has a check mark. */
export function wordReminder(reminder: WordedReminder): { title: string; lines: string[] } {
  const { title, description, dueDate, completedDate, completionNotes, dogName } = reminder;
  const isNamed = dogName === null || title.toLowerCase().includes(dogName.toLowerCase());
  const named = isNamed ? title : `${title}: ${dogName}`;
  const isMoved = completedDate === null && dayOfReminder(reminder) !== dueDate;
  return {
    title: completedDate === null ? named : `✓ ${named}`,
    lines: [
      ...(description === null ? [] : [description]),
      ...(isMoved ? [`Due ${formatShortDay(dueDate)}, snoozed until then`] : []),
      ...(completedDate === null ? [] : [`Completed ${formatDay(completedDate)}`]),
      ...(completionNotes === null ? [] : [completionNotes]),
    ],
  };
}
