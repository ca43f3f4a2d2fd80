/**
 * What the history tells beside the changes of records: who was invited, joined, left or got other rights, who owns the
 * kennel, and what was restored. Whoever may read the team may read it.
 */
import type { Role } from "../permissions/rules";
import { areaLabels, levelLabels, roleLabels } from "../permissions/words";

/** The events, with the words that stand before whom or what each is about. */
export const EVENTS_IN_WORDS = {
  invited: "Invited",
  invited_again: "Invited again",
  invitation_changed: "Invitation changed",
  invitation_declined: "Invitation declined",
  invitation_withdrawn: "Invitation withdrawn",
  invitation_expired: "Invitation expired",
  joined: "Joined the team",
  rights_changed: "Rights changed",
  removed: "Removed from the team",
  left: "Left the team",
  ownership_offered: "Ownership offered",
  ownership_accepted: "Ownership accepted",
  ownership_declined: "Ownership offer declined",
  ownership_withdrawn: "Ownership offer withdrawn",
  ownership_expired: "Ownership offer expired",
  owner_changed: "Plan and storage passed to another owner",
  restored: "Backup restored",
  restore_failed: "Restore failed",
} as const;
export type HistoryEvent = keyof typeof EVENTS_IN_WORDS;

/** Lists the events. */
// The keys are exactly the events.
export const HISTORY_EVENTS = Object.keys(EVENTS_IN_WORDS) as HistoryEvent[];

/** What an event says. */
export interface ShownEvent {
  readonly what: HistoryEvent;
  /** The member, the address that was invited, or the restored file; null for somebody whose account was deleted. */
  readonly about: string | null;
  readonly role: Role | null;
  /** Records that a restore wrote. */
  readonly counts: { readonly added: number; readonly replaced: number; readonly removed: number } | null;
}

/** Says whom or what an event is about. */
export function eventInWords({ about, role, counts }: ShownEvent): string {
  const name = about ?? "somebody whose account was deleted";
  if (role !== null) return `${name} as ${roleLabels[role]}`;
  if (counts === null) return name;
  const { added, replaced, removed } = counts;
  return `${name}: ${added} added, ${replaced} replaced, ${removed} removed`;
}

const LABELS: Readonly<Record<string, string>> = { ...areaLabels, role: "Role" };
const VALUES: Readonly<Record<string, string>> = { ...roleLabels, ...levelLabels };

/** Names a right that an event changed. */
export const rightInWords = (name: string): string => LABELS[name] ?? name;

/** Says what somebody may do, or which role they have. */
export const standingInWords = (value: string): string => VALUES[value] ?? value;
