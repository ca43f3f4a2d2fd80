/** Putting former values back in breedings and their accounts. */
import { fail } from "../../../domain/errors";
import { BREEDING_FIELDS } from "../../../domain/records/breeding";
import { namesOf } from "../../../domain/records/record";
import type { Doc } from "../../_generated/dataModel";
import { typedOf, wholeOf, type Revert, type Reverts } from "../../platform/model/reverting";
import { updateEntry } from "./breedingFinances";
import { updateBreeding, enterStatus } from "./breedings";

/** Puts back what a breeding was, its status included; a parent that was known by name only stays a record. */
const revertBreeding: Revert<"breedings"> = async (ctx, breeding, values) => {
  const { sireId, damId, status } = values;
  const typed: Record<string, unknown> = {
    ...typedOf(values, namesOf(BREEDING_FIELDS)),
    ...(typeof sireId === "string" && { sireId }),
    ...(typeof damId === "string" && { damId }),
  };
  if (Object.keys(typed).length > 0) await updateBreeding(ctx, breeding, typed);
  if (typeof status !== "string") return;
  const saved = (await ctx.db.get("breedings", breeding._id)) ?? fail("NOT_FOUND");
  // A status that the breeding had is one of them.
  await enterStatus(ctx, saved, status as Doc<"breedings">["status"]);
};

/** Puts back an entry of income or cost. */
const revertEntry: Revert<"breedingFinances"> = async (ctx, entry, values) => {
  const names = ["kind", "category", "amountCents", "bookedOn", "description"];
  await updateEntry(ctx, entry, wholeOf(entry, values, names));
};

/** How each kind of record has former values put back. */
export const breedingReverts = {
  breedingFinances: revertEntry,
  breedings: revertBreeding,
} satisfies Reverts;
