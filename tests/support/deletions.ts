/** Advances the clock past the time in which deleted records can be restored. */
import { vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { UNDELETE_DAYS } from "../../domain/history/changes";
import type { Deployment } from "./backend";

/** The remaining data of deleted records is deleted too. */
export async function outliveDeletions(deployment: Deployment): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (UNDELETE_DAYS + 1) * 86_400_000 });
  await deployment.mutation(internal.history.history.expire, {});
  vi.useRealTimers();
}
