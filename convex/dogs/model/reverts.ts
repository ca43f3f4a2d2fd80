/** Putting former values back in dogs and their photos. */
import { fail } from "../../../domain/errors";
import { DOG_FIELDS } from "../../../domain/records/dog";
import { namesOf } from "../../../domain/records/record";
import { has, typedOf, type Revert, type Reverts } from "../../platform/model/reverting";
import { setSpayed } from "../../heats/model/heats";
import { updateDog } from "./dogs";
import { setPuppyCaption } from "../../litters/model/puppyPhotos";
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

/** Puts back a photo's caption, or its place as the main photo. */
const revertPhoto: Revert<"photos"> = async (ctx, photo, values) => {
  const { caption } = values;
  const set = photo.puppyId === undefined ? setCaption : setPuppyCaption;
  if (has(values, "caption")) await set(ctx, photo, typeof caption === "string" ? caption : null);
  if (values.isPrimary === true) await setPrimary(ctx, photo);
};

/** How each kind of record has former values put back. */
export const dogReverts = {
  dogs: revertDog,
  photos: revertPhoto,
} satisfies Reverts;
