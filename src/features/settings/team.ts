/** A person of the kennel's team, or somebody who is invited to it. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type Member = FunctionReturnType<typeof api.kennels.members.list>[number];

/** Returns what names a person of the team in calls and lists. */
export function personOf(member: Member): { userId: string } | { invitationId: string } {
  return member.userId === null ? { invitationId: member.invitationId ?? "" } : { userId: member.userId };
}
