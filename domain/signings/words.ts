/** The words for states and events of signed documents, on screens, in mail and on the audit page. */
import type { Happening } from "./chain";
import { nextSigner, type Actor, type Party, type SigningEventKind, type SigningStatus } from "./rules";

export const STATUS_LABELS: Record<SigningStatus, string> = {
  draft: "Draft",
  out: "Out for signature",
  signed_by_one: "Signed by one side",
  complete: "Signed by both",
  declined: "Declined",
  withdrawn: "Withdrawn",
  expired: "Expired",
};

const EVENT_LABELS: Record<SigningEventKind, string> = {
  made: "Prepared",
  sent: "Sent for signature",
  code_confirmed: "Code from the mail typed",
  opened: "Opened",
  agreed_to_electronic: "Agreed to sign electronically",
  signed: "Signed",
  declined: "Declined",
  withdrawn: "Withdrawn",
  reminded: "Reminder sent",
  expired: "Expired",
};

export type PartyNames = Readonly<Record<Party, string>>;

/** The side is named if the person is unknown. */
export function actorName({ actor, name }: Pick<Happening, "actor" | "name">, parties: PartyNames): string {
  return actor === "studbook" ? "Studbook" : (name ?? parties[actor]);
}

/** The person who acted is left out. */
export const eventText = ({
  what,
  actor,
}: {
  readonly what: SigningEventKind;
  readonly actor: Actor;
}): string =>
  what === "reminded" && actor === "studbook" ? "Reminder sent automatically" : EVENT_LABELS[what];

/** Returns null if there is no next step. */
export function nextText(
  standing: { readonly status: SigningStatus; readonly signedBy: readonly Party[] },
  { kennel, family }: PartyNames,
): string | null {
  if (standing.status === "draft") return "Not sent yet";
  const next = nextSigner(standing);
  if (next === null) return null;
  return `${next === "kennel" ? kennel : family} signs next`;
}
