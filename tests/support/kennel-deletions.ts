/** Deletes a kennel and lets its 14 days pass. Requires fake timers. */
import { vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { KENNEL_DELETION_DAYS } from "../../domain/kennels/rules";
import type { Team } from "./backend";

const DAY_MS = 86_400_000;

export async function passDays({ deployment }: Pick<Team, "deployment">, days: number): Promise<void> {
  await deployment.finishAllScheduledFunctions(vi.runAllTimers);
  vi.setSystemTime(Date.now() + days * DAY_MS);
  await deployment.mutation(internal.kennels.kennelRemoval.sweepDue, {});
  await deployment.finishAllScheduledFunctions(vi.runAllTimers);
  await deployment.mutation(internal.jobs.sweep, { table: "kennelRemovals" });
  await deployment.finishAllScheduledFunctions(vi.runAllTimers);
}

export async function deleteKennel(team: Team, confirmName = "My Kennel"): Promise<void> {
  await team.owner.as.mutation(api.kennels.kennels.remove, { kennelId: team.kennelId, confirmName });
  await passDays(team, KENNEL_DELETION_DAYS);
}
