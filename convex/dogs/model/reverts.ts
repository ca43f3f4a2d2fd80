/** What putting former values of dogs and their photos back has of its own; photos are assembled where puppies have them too. */
import { failOnFields } from "../../../domain/errors";
import { DOG_FIELDS } from "../../../domain/dogs/record";
import { namesOf } from "../../../domain/records/record";
import { bitchFaults, logSpaying } from "../../heats/model/heats";
import { has, typedOf, type Revert, type Reverts } from "../../platform/model/changes/reverting";
import { logDogChange } from "./dogActivities";
import { checkChange } from "./dogs";
import { toRowFields } from "./dogShape";
import { setCaption, setPrimary } from "./photos";

const prepareDog: Revert<"dogs">["prepare"] = async (ctx, dog, values, { today }) => {
  if (has(values, "spayedOn")) failOnFields(bitchFaults(dog));
  const typed = typedOf(values, namesOf(DOG_FIELDS));
  if (Object.keys(typed).length === 0) return values;
  const ready = await checkChange(ctx, dog, { today, ...typed });
  return { ...values, ...toRowFields(ready.values, ready.parents) };
};

/** Puts back the caption of a dog's photo, or its place as the main photo. */
export const revertPhoto: NonNullable<Revert<"photos">["prepare"]> = async (ctx, photo, values) => {
  const { caption } = values;
  if (has(values, "caption")) await setCaption(ctx, photo, typeof caption === "string" ? caption : null);
  if (values.isPrimary === true) await setPrimary(ctx, photo);
  return {};
};

export const dogReverts: Reverts = {
  dogs: {
    prepare: prepareDog,
    tell: async (ctx, saved, before) => {
      const { spayedOn } = before;
      await logDogChange(ctx, before, { ...saved, spayedOn });
      if (saved.spayedOn !== spayedOn) await logSpaying(ctx, saved);
    },
  },
};
