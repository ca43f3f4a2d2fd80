/** Putting former values back in heats and readings. */
import { fail } from "../../../domain/errors";
import { HEAT_FIELDS } from "../../../domain/records/heat";
import { READING_FIELDS } from "../../../domain/records/reading";
import { namesOf } from "../../../domain/records/record";
import { typedOf, wholeOf, type Revert, type Reverts } from "../../platform/model/reverting";
import { updateHeat, updateReading } from "./heats";

/** Puts back what a heat was. */
const revertHeat: Revert<"heats"> = async (ctx, heat, values, { today }) => {
  const dog = (await ctx.db.get("dogs", heat.dogId)) ?? fail("NOT_FOUND");
  const typed = typedOf(values, namesOf(HEAT_FIELDS));
  await updateHeat(ctx, { heat, dog }, { today, ...typed });
};

/** Puts back what a reading was. */
const revertReading: Revert<"progesteroneReadings"> = async (ctx, row, values, { today }) => {
  const heat = (await ctx.db.get("heats", row.heatId)) ?? fail("NOT_FOUND");
  const dog = (await ctx.db.get("dogs", row.dogId)) ?? fail("NOT_FOUND");
  const whole = wholeOf(row, values, namesOf(READING_FIELDS));
  await updateReading(ctx, { heat, dog }, { today, readingId: row._id, ...whole });
};

/** How each kind of record has former values put back. */
export const heatReverts = {
  heats: revertHeat,
  progesteroneReadings: revertReading,
} satisfies Reverts;
