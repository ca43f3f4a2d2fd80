/** The dog of a health record, as lists and screens show it. */
import { v, type Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { RowsOnce } from "../../platform/model/paging/rowsOnce";

export const healthDogShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  callName: v.union(v.string(), v.null()),
});
export type HealthDog = Infer<typeof healthDogShape>;

/**
 * The returned function loads each dog only once. The dog always exists, because a dog is deleted together with its
 * records.
 */
export function dogReader(ctx: QueryCtx) {
  const dogs = new RowsOnce(ctx, "dogs");
  return async ({ dogId }: { readonly dogId: Id<"dogs"> }): Promise<HealthDog> => {
    const { name = "Unknown", callName = null } = (await dogs.find(dogId)) ?? {};
    return { _id: dogId, name, callName };
  };
}
