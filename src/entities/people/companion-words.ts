/** The words for other members who are here, and for their screens. */
import { joinWords } from "@/hooks/edit-authors";
import type { Companion, PresenceLocation } from "@/hooks/use-stay";
import { PRESENCE_SCREENS } from "@domain/kennels/rules";

/** A sentence names this many people. Others are only counted. */
const MAX_NAMES = 2;

function namesOf(people: readonly Companion[]): string {
  const names = people.slice(0, MAX_NAMES).map(({ name }) => name);
  const rest = people.length - names.length;
  return joinWords(rest > 0 ? [...names, `${rest} more`] : names);
}

const isOrAre = (people: readonly Companion[]): string => (people.length === 1 ? "is" : "are");

/** Like 'Stefan is editing, Maria is viewing'. */
export function sentenceOf(people: readonly Companion[], viewing: string): string {
  const editors = people.filter(({ isEditing }) => isEditing);
  const viewers = people.filter(({ isEditing }) => !isEditing);
  return [
    editors.length > 0 ? `${namesOf(editors)} ${isOrAre(editors)} editing` : "",
    viewers.length > 0 ? `${namesOf(viewers)} ${isOrAre(viewers)} ${viewing}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

const spotOf = ({ screen, record }: PresenceLocation): string =>
  [PRESENCE_SCREENS[screen].label, ...(record === null ? [] : [record])].join(" · ");

/** 'editing', otherwise the person's screen, or `viewing` if the screen is unknown. */
export function doingOf({ isEditing, at = [] }: Companion, viewing: string): string {
  if (isEditing) return "editing";
  return at.length > 0 ? [...new Set(at.map(spotOf))].join(", ") : viewing;
}
