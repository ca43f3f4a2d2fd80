/** Adds changes of a breeding to the activity list of the dam. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { recordChange } from "../../platform/model/changes/activities";
import { readTitle } from "../../platform/model/paging/names";

/** Changes that one person makes within a short time become one entry. */
export async function logBreedingActivity(
  ctx: MutationCtx,
  breeding: Doc<"breedings">,
  title:
    | "Breeding changed"
    | "Breeding account changed"
    | "Document added"
    | "Document deleted"
    | "Pregnancy check recorded"
    | "Pregnancy check deleted"
    | "Mating recorded"
    | "Mating changed"
    | "Mating deleted"
    | "Temperature recorded"
    | "Temperature changed"
    | "Temperature deleted",
): Promise<void> {
  await recordChange(ctx, breeding.kennelId, {
    ...{ type: "breeding", title, description: await readTitle(ctx, breeding) },
    record: { table: "breedings", id: breeding._id },
    ...(breeding.damId && { dogId: breeding.damId }),
  });
}
