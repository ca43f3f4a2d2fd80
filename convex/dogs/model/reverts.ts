/** Putting former values back in dogs and their photos; photos are assembled where puppies have them too. */
import { fail } from "../../../domain/errors";
import { DOG_FIELDS } from "../../../domain/records/dog";
import { namesOf } from "../../../domain/records/record";
import { has, typedOf, type Revert, type Reverts } from "../../platform/model/reverting";
import { setSpayed } from "../../heats/model/heats";
import { updateDog } from "./dogs";
import { setCaption, setPrimary } from "./photos";

/** Puts back what a dog was. */
const revertDog: Revert<"dogs"> = async (ctx, dog, values, { access, today }) => {
  const typed = typedOf(values, namesOf(DOG_FIELDS));
  if (Object.keys(typed).length > 0) await updateDog(ctx, dog, { today, ...typed });
  if (!has(values, "spayedOn")) return;
  const saved = (await ctx.db.get("dogs", dog._id)) ?? fail("NOT_FOUND");
  const { spayedOn } = values;
  await setSpayed(
    ctx,
    { dog: saved, access },
    { today, spayedOn: typeof spayedOn === "string" ? spayedOn : null },
  );
};

/** Puts back the caption of a dog's photo, or its place as the main photo. */
export const revertPhoto: Revert<"photos"> = async (ctx, photo, values) => {
  const { caption } = values;
  if (has(values, "caption")) await setCaption(ctx, photo, typeof caption === "string" ? caption : null);
  if (values.isPrimary === true) await setPrimary(ctx, photo);
};

/** How each kind of record has former values put back. */
export const dogReverts = {
  dogs: revertDog,
} satisfies Reverts;
