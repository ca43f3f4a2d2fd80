/** The details of a planned litter: its inbreeding, its effect on the breed, and its forecast. */
import { v, type Infer } from "convex/values";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { QueryCtx } from "../../_generated/server";
import type { ReachedDog } from "../../platform/model/people/identity";
import { forecastLitter, forecastShape } from "./forecast";
import { describePlannedLitter, litterShape } from "./mates";

export const plannedLitterShape = v.object({
  /** Null if the breed's figures are not available. */
  litter: litterShape,
  /** Null if the caller may not read health records. */
  forecast: v.union(forecastShape, v.null()),
});

/** Throws NOT_FOUND and VALIDATION_FAILED. */
export async function describePlan(
  ctx: QueryCtx,
  { dog: dam, access }: ReachedDog,
  { sireId, ...args }: { sireId: string; today: string; puppies?: number | undefined },
): Promise<Infer<typeof plannedLitterShape>> {
  return {
    litter: await describePlannedLitter(ctx, dam, { ...args, mateId: sireId }),
    forecast: hasPermission(access.permissions, "health", "read")
      ? await forecastLitter(ctx, dam, sireId)
      : null,
  };
}
