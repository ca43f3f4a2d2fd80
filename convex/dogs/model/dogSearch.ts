/**
 * Finds parents and ancestors while the user types. All of the kennel's own dogs are read, because a kennel has
 * few. External ancestors may be a whole breed, so indexes find them: by the start of the name or of the
 * registration number, and by words of the name. Ancestors of an unfinished import are left out.
 */
import { v, type Infer } from "convex/values";
import { MAX_DOGS_PER_KENNEL, PARENT_CHOICES_LIMIT, type Gender } from "../../../domain/dogs/rules";
import { SHORT_TEXT_MAX } from "../../../domain/text/rules";
import { isDead, isGone } from "../../../domain/dogs/standing";
import {
  foldNumber,
  isSameText,
  makePersonTest,
  matchesWords,
  searchStarts,
  searchWords,
} from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { statusValidator } from "../../platform/tables/dogs";
import { getCounters } from "../../platform/model/changes/counters";
import { listedByName, listedOfGender, searchedFields } from "./dogList";
import { dogsRegistered } from "./dogRelations";
import { makeHiddenTest } from "./pedigreeStates";

export const parentChoiceShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  callName: v.union(v.string(), v.null()),
  breed: v.string(),
  registrationNumber: v.union(v.string(), v.null()),
  dateOfBirth: v.union(v.string(), v.null()),
  isExternal: v.boolean(),
  status: statusValidator,
});
export type ParentChoice = Infer<typeof parentChoiceShape>;

export const toParentChoice = (dog: Doc<"dogs">): ParentChoice => ({
  _id: dog._id,
  name: dog.name,
  callName: dog.callName ?? null,
  breed: dog.breed,
  registrationNumber: dog.registrationNumber ?? null,
  dateOfBirth: dog.dateOfBirth ?? null,
  isExternal: dog.isExternal,
  status: dog.status,
});

/** This character is sorted after all other characters that can follow the typed text. */
const AFTER_ALL = "\u{10FFFF}";

/** Too many names begin with a shorter word. */
const SHORTEST_SEARCHED_WORD = 3;

/** The limit applies to one search by words. The best matches are read first. */
const WORD_MATCHES = 200;

type Matches = (dog: Doc<"dogs">) => boolean;

async function byNameStart(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  gender: Gender,
  start: string,
): Promise<Doc<"dogs">[]> {
  return await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_external_and_gender_and_name", (q) =>
      q
        .eq("kennelId", kennelId)
        .eq("isExternal", true)
        .eq("gender", gender)
        .gte("nameKey", start)
        .lt("nameKey", start + AFTER_ALL),
    )
    .take(2 * PARENT_CHOICES_LIMIT);
}

async function byNumberStart(ctx: QueryCtx, kennelId: Id<"kennels">, start: string): Promise<Doc<"dogs">[]> {
  if (start === "") return [];
  return await dogsRegistered(ctx, kennelId, start, 2 * PARENT_CHOICES_LIMIT, start + AFTER_ALL);
}

async function byWords(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  gender: Gender,
  search: string,
): Promise<Doc<"dogs">[]> {
  const searched = search
    .slice(0, SHORT_TEXT_MAX)
    .split(/\s+/u)
    .filter((word) => word.length >= SHORTEST_SEARCHED_WORD);
  if (searched.length === 0) return [];
  // The index searches the longest word, which is likely to be the rarest. The other words filter its results.
  const longest = searched.reduce((best, word) => (word.length > best.length ? word : best));
  const found: Doc<"dogs">[] = [];
  for (const word of searchStarts(longest)) {
    found.push(
      ...(await ctx.db
        .query("dogs")
        .withSearchIndex("by_name_words", (q) =>
          q.search("nameKey", word).eq("kennelId", kennelId).eq("isExternal", true).eq("gender", gender),
        )
        .take(WORD_MATCHES)),
    );
  }
  return found;
}

/** Ancestors whose name starts with the search text come first. */
export async function findExternal(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  gender: Gender,
  search: string,
): Promise<Doc<"dogs">[]> {
  const isHidden = await makeHiddenTest(ctx, kennelId);
  const words = searchWords(search);
  const found = new Map<Id<"dogs">, Doc<"dogs">>();
  const keep = (dogs: readonly Doc<"dogs">[], matches: Matches) => {
    for (const dog of dogs) {
      if (dog.isExternal && dog.gender === gender && !isHidden(dog) && matches(dog)) found.set(dog._id, dog);
    }
  };
  for (const start of searchStarts(search))
    keep(await byNameStart(ctx, kennelId, gender, start), (dog) => matchesWords(words, searchedFields(dog)));
  keep(await byNumberStart(ctx, kennelId, foldNumber(search)), () => true);
  if (found.size < PARENT_CHOICES_LIMIT && words.length > 0) {
    keep(await byWords(ctx, kennelId, gender, search), (dog) => matchesWords(words, searchedFields(dog)));
  }
  return [...found.values()];
}

/**
 * The kennel's own dogs come first in alphabetical order, with deceased and sold dogs last, and then external
 * ancestors.
 */
export async function searchParentChoices(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { gender, search = "", excludeDogId }: { gender: Gender; search?: string; excludeDogId?: string },
): Promise<ParentChoice[]> {
  const words = searchWords(search);
  const here: ParentChoice[] = [];
  const gone: ParentChoice[] = [];
  for await (const dog of listedOfGender(ctx, kennelId, gender)) {
    if (dog._id === excludeDogId || !matchesWords(words, searchedFields(dog))) continue;
    const kept = isGone(dog) ? gone : here;
    if (isSameText(dog.name, search)) kept.unshift(toParentChoice(dog));
    else if (kept.length < PARENT_CHOICES_LIMIT) kept.push(toParentChoice(dog));
    // A dog with exactly the typed name is found even if many other names contain the text.
    if (words.length === 0 && here.length === PARENT_CHOICES_LIMIT) return here;
  }
  const external = (await findExternal(ctx, kennelId, gender, search)).filter(
    ({ _id }) => _id !== excludeDogId,
  );
  return [...here, ...gone, ...external.map(toParentChoice)].slice(0, PARENT_CHOICES_LIMIT);
}

export const calledDogShape = v.object({ _id: v.id("dogs"), callName: v.string() });

/** The dogs are in alphabetical order. A dog without a call name has its full name in the result. */
export async function listCalledDogs(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Infer<typeof calledDogShape>[]> {
  const dogs = await listedByName(ctx, kennelId).take(MAX_DOGS_PER_KENNEL);
  return dogs
    .filter((dog) => !isDead(dog))
    .map(({ _id, name, callName }) => ({ _id, callName: callName ?? name }));
}

export const dogOfOwnerShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  currentOwnerName: v.union(v.string(), v.null()),
  currentOwnerPhone: v.union(v.string(), v.null()),
});

/** The user can narrow the search with a longer text. */
const MOST_OF_OWNER = 4;

/**
 * Each word must match the owner. Dogs whose own name matches are left out. The results are in alphabetical order.
 */
export async function searchDogsOfOwner(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  search: string,
): Promise<Infer<typeof dogOfOwnerShape>[]> {
  const words = searchWords(search);
  const isOwner = makePersonTest(search);
  const found: Infer<typeof dogOfOwnerShape>[] = [];
  if (words.length === 0) return found;
  for await (const dog of listedByName(ctx, kennelId)) {
    const { _id, name, currentOwnerName = null, currentOwnerPhone = null, currentOwnerEmail } = dog;
    if (!isOwner([currentOwnerName, currentOwnerEmail], currentOwnerPhone)) continue;
    if (matchesWords(words, searchedFields(dog))) continue;
    found.push({ _id, name, currentOwnerName, currentOwnerPhone });
    if (found.length === MOST_OF_OWNER) break;
  }
  return found;
}

/** Dogs of both genders are found, in alphabetical order. The count covers all external ancestors of the kennel. */
export async function searchAncestors(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  search: string,
): Promise<{ total: number; found: ParentChoice[] }> {
  const { externalDogs: total } = await getCounters(ctx, kennelId);
  if (search.trim() === "") return { total, found: [] };
  const dogs = [
    ...(await findExternal(ctx, kennelId, "male", search)),
    ...(await findExternal(ctx, kennelId, "female", search)),
  ];
  const found = dogs.sort((a, b) => (a.nameKey < b.nameKey ? -1 : 1)).slice(0, PARENT_CHOICES_LIMIT);
  return { total, found: found.map(toParentChoice) };
}
