/** The registered functions of breedings: list, get, create, update, status, remove, and a dog's history. */
import { v } from "convex/values";
import { dogQuery, kennelMutation, kennelQuery } from "../platform/functions";
import { breedingMutation, breedingQuery } from "./builders";
import { breedingCardShape, CardReader } from "./model/breedingCards";
import { mateChoicesShape, searchMateChoices } from "./model/breedingChoices";
import { breedingHistoryShape, describeBreedingHistory } from "./model/breedingHistory";
import { breedingListArgs, breedingPageShape, listBreedings } from "./model/breedingList";
import {
  createBreeding,
  listLittersOf,
  removeBreeding,
  setBreedingStatus,
  updateBreeding,
} from "./model/breedings";
import {
  breedingChangeArgs,
  litterShape,
  newBreedingArgs,
  savedBreedingShape,
  steppedBreedingShape,
} from "./model/breedingShape";
import { sentCheckArgs } from "./model/pregnancyChecks";
import { compatibilityArgs, compatibilityShape, describeCompatibility } from "./model/compatibility";
import { describePlan, plannedLitterShape } from "../genetics/model/plannedLitter";
import { checkPermission } from "../platform/model/people/identity";
import { editShape, listEditsSince } from "../platform/model/changes/edits";
import { genderValidator } from "../platform/tables/dogs";

/** The newest mating is first. The number of breedings per status is included. */
export const list = kennelQuery({
  permission: "breeding:read",
  args: breedingListArgs,
  returns: breedingPageShape,
  handler: async (ctx, args) => await listBreedings(ctx, ctx.access, args),
});

export const get = breedingQuery({
  permission: "breeding:read",
  args: {},
  returns: breedingCardShape,
  handler: async (ctx) => await new CardReader(ctx, ctx.access).describe(ctx.breeding),
});

export const mateChoices = kennelQuery({
  permission: "breeding:read",
  args: { gender: genderValidator, search: v.optional(v.string()) },
  returns: mateChoicesShape,
  handler: async (ctx, args) => await searchMateChoices(ctx, ctx.access.kennelId, args),
});

/** Adds the breeding to the activity list. */
export const create = kennelMutation({
  permission: "breeding:write",
  args: newBreedingArgs,
  returns: savedBreedingShape,
  handler: async (ctx, args) => await createBreeding(ctx, ctx.access, args),
});

/** Omitted fields stay unchanged. Null or an empty text clears a field. */
export const update = breedingMutation({
  permission: "breeding:write",
  args: { ...breedingChangeArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: savedBreedingShape,
  handler: async (ctx, args) => await updateBreeding(ctx, ctx.breeding, args),
});

/** The dates and the pregnancy check that are given with the status are also stored. */
export const setStatus = breedingMutation({
  permission: "breeding:write",
  args: {
    status: v.string(),
    expectedStatus: v.optional(v.string()),
    breedingDate: breedingChangeArgs.breedingDate,
    expectedDueDate: breedingChangeArgs.expectedDueDate,
    breedingType: breedingChangeArgs.breedingType,
    pregnancyCheck: v.optional(sentCheckArgs),
    undoneCheckId: v.optional(v.string()),
    today: v.string(),
  },
  returns: steppedBreedingShape,
  handler: async (ctx, args) => await setBreedingStatus(ctx, ctx.breeding, args),
});

/** A breeding with litters cannot be deleted. */
export const remove = breedingMutation({
  permission: "breeding:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeBreeding(ctx, ctx.breeding),
});

/** The first born litter is first. */
export const litters = breedingQuery({
  permission: "breeding:read",
  args: {},
  returns: v.array(litterShape),
  handler: async (ctx) => await listLittersOf(ctx, ctx.breeding),
});

export const editsSince = breedingQuery({
  permission: "breeding:read",
  args: { since: v.number() },
  returns: v.array(editShape),
  handler: async (ctx, { since }) => await listEditsSince(ctx, ctx.access, ctx.breeding, since),
});

/** The newest breeding is first. Returns null if the caller's kennel has no such dog. */
export const history = dogQuery({
  permission: "breeding:read",
  args: { role: v.optional(v.string()) },
  returns: v.union(breedingHistoryShape, v.null()),
  handler: async (ctx, { role = "both" }) =>
    ctx.reached && (await describeBreedingHistory(ctx, ctx.reached.dog, role)),
});

/** Advises on mating the dam `dogId` with a sire; returns null if the caller's kennel has no such dam. */
export const compatibility = dogQuery({
  permission: "breeding:read",
  args: compatibilityArgs,
  returns: v.union(compatibilityShape, v.null()),
  handler: async (ctx, args) => ctx.reached && (await describeCompatibility(ctx, ctx.reached, args)),
});

/** Returns null if a parent has no record. */
export const plannedLitter = breedingQuery({
  permission: "breeding:read",
  args: { today: v.string(), puppies: v.optional(v.number()) },
  returns: v.union(plannedLitterShape, v.null()),
  handler: async (ctx, args) => {
    checkPermission(ctx.access, "dogs:read");
    const { sireId, damId } = ctx.breeding;
    const dam = damId && (await ctx.db.get("dogs", damId));
    return dam && sireId
      ? await describePlan(ctx, { dog: dam, access: ctx.access }, { ...args, sireId })
      : null;
  },
});
