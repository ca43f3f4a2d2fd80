/** Rules for undoing changes of dogs, in addition to the general rules. */
import { failOnFields } from "../../../domain/errors";
import { DOG_FIELDS } from "../../../domain/dogs/record";
import { namesOf } from "../../../domain/records/record";
import { bitchFaults, logSpaying } from "../../heats/model/heats";
import { has, typedOf, type Revert, type Reverts } from "../../platform/model/changes/reverting";
import { logDogChange } from "./dogActivities";
import { checkChange } from "./dogs";
import { toRowFields } from "./dogShape";

const prepareDog: Revert<"dogs">["prepare"] = async (ctx, dog, values, { today }) => {
  if (has(values, "spayedOn")) failOnFields(bitchFaults(dog));
  const typed = typedOf(values, namesOf(DOG_FIELDS));
  if (Object.keys(typed).length === 0) return values;
  const ready = await checkChange(ctx, dog, { today, ...typed });
  return { ...values, ...toRowFields(ready.values, ready.parents) };
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
