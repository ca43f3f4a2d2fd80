/** A litter with puppies. */
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, TODAY, type Team } from "./backend";

export interface AddedLitter {
  readonly litterId: Id<"litters">;
  readonly breedingId: Id<"breedings">;
  readonly sireId: Id<"dogs">;
  readonly damId: Id<"dogs">;
}

/** The breeding is of January 1, 2025, and the litter of March 5. */
export async function addLitter(
  team: Team,
  fields: Partial<(typeof api.litters.litters.create)["_args"]> = {},
): Promise<AddedLitter> {
  const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
  const breeding = await team.owner.as.mutation(api.breedings.breedings.create, {
    kennelId: team.kennelId,
    sireId: sire._id,
    damId: dam._id,
    breedingDate: "2025-01-01",
  });
  const litter = await team.owner.as.mutation(api.litters.litters.create, {
    breedingId: breeding._id,
    whelpingDate: "2025-03-05",
    today: TODAY,
    ...fields,
  });
  return { litterId: litter._id, breedingId: breeding._id, sireId: sire._id, damId: dam._id };
}

export const addPuppy = async (
  team: Team,
  litterId: string,
  fields: Partial<(typeof api.litters.puppies.create)["_args"]> = {},
) => await team.staff.as.mutation(api.litters.puppies.create, { litterId, ...fields });
