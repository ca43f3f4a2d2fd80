/**
 * The dogs that the breeding form offers as parents. The kennel's breeding dogs come first. If no dog of a sex is
 * marked as a breeding dog, all dogs of that sex are offered. Deceased and sold dogs are not offered, but typing
 * the name finds them, because semen may be frozen or the mating may be in the past. A sire may also come from
 * outside the kennel. Sources: document 001 section 5, decisions GAP-BRD-10 and GAP-DOG-05.
 */
import { v, type Infer } from "convex/values";
import { PARENT_CHOICES_LIMIT, type Gender } from "../../../domain/dogs/rules";
import { isGone } from "../../../domain/dogs/standing";
import { isSameText, matchesWords, searchWords } from "../../../domain/text/text";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  findExternal,
  parentChoiceShape,
  toParentChoice,
  type ParentChoice,
} from "../../dogs/model/dogSearch";
import { listedOfGender, searchedFields } from "../../dogs/model/dogList";

export const mateChoicesShape = v.object({
  choices: v.array(parentChoiceShape),
  /** If the kennel has marked no breeding dogs of the requested sex, all dogs of this sex are offered. */
  hasBreedingDogs: v.boolean(),
});
type MateChoices = Infer<typeof mateChoicesShape>;

/** The dogs are sorted by name. Deceased, sold and external dogs come last. */
export async function searchMateChoices(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { gender, search = "" }: { gender: Gender; search?: string },
): Promise<MateChoices> {
  const words = searchWords(search);
  const flagged: ParentChoice[] = [];
  const others: ParentChoice[] = [];
  const gone: ParentChoice[] = [];
  let hasBreedingDogs = false;
  for await (const dog of listedOfGender(ctx, kennelId, gender)) {
    if (isGone(dog) && words.length === 0) continue;
    hasBreedingDogs ||= dog.isBreedingDog && !isGone(dog);
    const kept = isGone(dog) ? gone : dog.isBreedingDog ? flagged : others;
    if (!matchesWords(words, searchedFields(dog))) continue;
    // A dog with exactly the typed name is found even if many other names contain the text.
    if (isSameText(dog.name, search)) kept.unshift(toParentChoice(dog));
    else if (kept.length < PARENT_CHOICES_LIMIT) kept.push(toParentChoice(dog));
    if (words.length === 0 && flagged.length === PARENT_CHOICES_LIMIT) break;
  }
  const own = hasBreedingDogs ? flagged : others;
  const external = gender === "male" ? await findExternal(ctx, kennelId, gender, search) : [];
  return {
    choices: [...own, ...gone, ...external.map(toParentChoice)].slice(0, PARENT_CHOICES_LIMIT),
    hasBreedingDogs,
  };
}
