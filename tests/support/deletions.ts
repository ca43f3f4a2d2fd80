/** The time after which what was deleted is gone for good. */
import { vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { UNDELETE_DAYS } from "../../domain/history/changes";
import type { Deployment } from "./backend";

/** Lets the time pass in which deleted records can be brought back, and what is kept of them go. */
export async function outliveDeletions(deployment: Deployment): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (UNDELETE_DAYS + 1) * 86_400_000 });
  await deployment.mutation(internal.history.history.expire, {});
  vi.useRealTimers();
}
