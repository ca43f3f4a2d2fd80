/**
 * The dogs that a breeding may be planned with. The kennel's breeding dogs come first of all; where none of that sex
 * is flagged, every dog of it is offered. A sire may also come from outside. Sources: document 001 section 5,
 * decision GAP-BRD-10.
 */
import { v, type Infer } from "convex/values";
import { PARENT_CHOICES_LIMIT, type Gender } from "../../domain/constants/dogs";
import { matchesWords, searchWords } from "../../domain/text/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { statusValidator } from "../tables/dogs";
import { findExternal, parentChoiceShape, toParentChoice } from "./dogSearch";
import { listedOfGender, searchedFields } from "./dogList";

const mateChoiceShape = parentChoiceShape.extend({ status: statusValidator });
type MateChoice = Infer<typeof mateChoiceShape>;

export const mateChoicesShape = v.object({
  choices: v.array(mateChoiceShape),
  /** Whether the kennel has flagged breeding dogs of that sex; without any, all of them are offered. */
  hasBreedingDogs: v.boolean(),
});
type MateChoices = Infer<typeof mateChoicesShape>;

const toMateChoice = (dog: Doc<"dogs">): MateChoice => ({ ...toParentChoice(dog), status: dog.status });

/** Finds the first choices for the sire or dam of a breeding, A to Z; external sires come after the kennel's own. */
export async function searchMateChoices(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { gender, search = "" }: { gender: Gender; search?: string },
): Promise<MateChoices> {
  const words = searchWords(search);
  const flagged: MateChoice[] = [];
  const others: MateChoice[] = [];
  let hasBreedingDogs = false;
  for await (const dog of listedOfGender(ctx, kennelId, gender)) {
    hasBreedingDogs ||= dog.isBreedingDog;
    const kept = dog.isBreedingDog ? flagged : others;
    if (kept.length < PARENT_CHOICES_LIMIT && matchesWords(words, searchedFields(dog))) {
      kept.push(toMateChoice(dog));
      if (flagged.length === PARENT_CHOICES_LIMIT) break;
    }
  }
  const own = hasBreedingDogs ? flagged : others;
  const external = gender === "male" ? await findExternal(ctx, kennelId, gender, search) : [];
  return {
    choices: [...own, ...external.map(toMateChoice)].slice(0, PARENT_CHOICES_LIMIT),
    hasBreedingDogs,
  };
}
