/** The registered functions of vaccine doses: list, get, create, for many at once, update, remove. */
import { v } from "convex/values";
import { kennelMutation, kennelQuery } from "../platform/functions";
import { immunizationMutation, immunizationQuery, patientMutation, patientQuery } from "./builders";
import { editShape, listEditsSince } from "../platform/model/changes/edits";
import {
  batchArgs,
  birthsShape,
  createImmunization,
  createImmunizations,
  listBirths,
} from "./model/immunizationRecording";
import {
  dogDoseArgs,
  immunizationListArgs,
  listImmunizations,
  listImmunizationsOf,
} from "./model/immunizationList";
import { describeImmunization, removeImmunization, updateImmunization } from "./model/immunizations";
import {
  doseChangeArgs,
  immunizationEntryShape,
  immunizationPageShape,
  newDoseArgs,
} from "./model/immunizationShape";

/** Lists a page of the kennel's doses, the newest first. */
export const list = kennelQuery({
  permission: "health:read",
  args: immunizationListArgs,
  returns: immunizationPageShape,
  handler: async (ctx, args) => await listImmunizations(ctx, ctx.access.kennelId, args),
});

/** Lists a page of one dog's doses, the newest first. */
export const ofDog = patientQuery({
  permission: "health:read",
  args: dogDoseArgs,
  returns: immunizationPageShape,
  handler: async (ctx, args) => await listImmunizationsOf(ctx, ctx.patient, args),
});

/** Returns a dose with who got it. */
export const get = immunizationQuery({
  permission: "health:read",
  args: {},
  returns: immunizationEntryShape,
  handler: async (ctx) => await describeImmunization(ctx, ctx.immunization),
});

/** Lists when the dogs and puppies that a form names were born, by which the next dose is due. */
export const births = kennelQuery({
  permission: "health:read",
  args: { dogIds: v.array(v.string()), puppyIds: v.optional(v.array(v.string())) },
  returns: birthsShape,
  handler: async (ctx, args) => await listBirths(ctx, ctx.access, args),
});

/** Records a dose of a dog or a puppy. */
export const create = patientMutation({
  permission: "health:write",
  args: { ...newDoseArgs, today: v.string() },
  returns: immunizationEntryShape,
  handler: async (ctx, args) => await createImmunization(ctx, ctx, args),
});

/** Records one vaccine for many dogs and puppies, for all of them or, with a message at each obstacle, for none. */
export const createBatch = kennelMutation({
  permission: "health:write",
  args: batchArgs,
  returns: v.array(immunizationEntryShape),
  handler: async (ctx, args) => await createImmunizations(ctx, ctx.access, args),
});

/** Changes a dose; omitted fields stay unchanged, null or empty ones are cleared. */
export const update = immunizationMutation({
  permission: "health:write",
  args: { ...doseChangeArgs, today: v.string(), expectedUpdatedAt: v.optional(v.number()) },
  returns: immunizationEntryShape,
  handler: async (ctx, args) => await updateImmunization(ctx, ctx.immunization, args),
});

/** Deletes a dose; the one before it is then the newest again. */
export const remove = immunizationMutation({
  permission: "health:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeImmunization(ctx, ctx.immunization),
});

/** Lists who changed the dose after a version of it, the newest first. */
export const editsSince = immunizationQuery({
  permission: "health:read",
  args: { since: v.number() },
  returns: v.array(editShape),
  handler: async (ctx, { since }) => await listEditsSince(ctx, ctx.access, ctx.immunization, since),
});
