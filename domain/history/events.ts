/**
 * The events in the history that are not changes of records: invitations, members who join and leave, changed
 * rights, ownership, and restores. Users who may read the team may read these events.
 */
import type { Role } from "../permissions/rules";
import { areaLabels, levelLabels, roleLabels } from "../permissions/words";

/** The words come before the name of the event's person or file. */
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

// The keys are exactly the names of the events.
export const HISTORY_EVENTS = Object.keys(EVENTS_IN_WORDS) as HistoryEvent[];

export interface ShownEvent {
  readonly what: HistoryEvent;
  /** The member, the invited address, or the restored file; null if the member's account was deleted. */
  readonly about: string | null;
  readonly role: Role | null;
  /** How many records a restore added, replaced and removed; null for any other event. */
  readonly counts: { readonly added: number; readonly replaced: number; readonly removed: number } | null;
}

export function eventInWords({ about, role, counts }: ShownEvent): string {
  const name = about ?? "somebody whose account was deleted";
  if (role !== null) return `${name} as ${roleLabels[role]}`;
  if (counts === null) return name;
  const { added, replaced, removed } = counts;
  return `${name}: ${added} added, ${replaced} replaced, ${removed} removed`;
}

const LABELS: Readonly<Record<string, string>> = { ...areaLabels, role: "Role" };
const VALUES: Readonly<Record<string, string>> = { ...roleLabels, ...levelLabels };

export const rightInWords = (name: string): string => LABELS[name] ?? name;

export const standingInWords = (value: string): string => VALUES[value] ?? value;
