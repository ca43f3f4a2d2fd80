/** The text of an invitation on screen. */
import type { Invitation } from "@/features/kennels/use-answer";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";

const AS_ROLE = {
  owner: "an owner, who can change everything in it",
  manager: "a manager, who can change everything except billing",
  staff: "staff, for the daily work with dogs, breeding, health and reminders",
  viewer: "a viewer, who sees everything but money and contacts, and changes nothing",
} as const;

export const invitationText = ({ invitedBy, kennelName, role, isOwnership }: Invitation): string =>
  isOwnership
    ? `${invitedBy.name} (${invitedBy.email}) asks you to become an owner of ${kennelName}. An owner can change everything in it. Its dogs count toward the plan of one of its owners, and that owner could be you.`
    : `${invitedBy.name} (${invitedBy.email}) invites you to the kennel ${kennelName} as ${AS_ROLE[role]}.`;

/** Null if the expiry is unknown. */
export const holdsText = ({ expiresAt }: Pick<Invitation, "expiresAt">): string | null =>
  expiresAt === null ? null : `It is valid until ${formatDay(localDay(new Date(expiresAt)))}.`;
