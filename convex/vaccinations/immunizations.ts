/** The registered functions of vaccine doses: list, get, create, create for many patients, update, remove. */
import { v } from "convex/values";
import { kennelMutation, kennelQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import { patientMutation, patientQuery } from "./builders";
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
  immunizationPageShape,
  listImmunizations,
  listImmunizationsOf,
} from "./model/immunizationList";
import { doses } from "./model/immunizations";
import { describeMatrix, vaccineMatrixShape } from "./model/vaccineMatrix";

export const { get, update, remove, editsSince } = recordFunctions(doses, {
  argument: "immunizationId",
  owner: "kennelId",
  area: "health",
});

/** Lists a page of the kennel's doses, the newest first. */
export const list = kennelQuery({
  permission: "health:read",
  args: immunizationListArgs,
  returns: immunizationPageShape,
  handler: async (ctx, args) => await listImmunizations(ctx, ctx.access.kennelId, args),
});

/** Lists the kennel's dogs and puppies with the newest dose of each vaccine, the earliest due dose first. */
export const matrix = kennelQuery({
  permission: "health:read",
  args: {},
  returns: vaccineMatrixShape,
  handler: async (ctx) => await describeMatrix(ctx, ctx.access.kennelId),
});

/** Lists a page of one dog's doses, the newest first. */
export const ofDog = patientQuery({
  permission: "health:read",
  args: dogDoseArgs,
  returns: immunizationPageShape,
  handler: async (ctx, args) => await listImmunizationsOf(ctx, ctx.patient, args),
});

/**
 * Lists the birth dates of the dogs and puppies in a form. The form uses them to calculate the date of the next
 * dose.
 */
export const births = kennelQuery({
  permission: "health:read",
  args: { dogIds: v.array(v.string()), puppyIds: v.optional(v.array(v.string())) },
  returns: birthsShape,
  handler: async (ctx, args) => await listBirths(ctx, ctx.access, args),
});

/** Records a dose of a dog or a puppy. */
export const create = patientMutation({
  permission: "health:write",
  args: doses.newArgs,
  returns: doses.shape,
  handler: async (ctx, args) => await createImmunization(ctx, ctx, args),
});

/**
 * Records one vaccine for many dogs and puppies. If one of them cannot get the dose, no dose is recorded, and each
 * such animal has an error message.
 */
export const createBatch = kennelMutation({
  permission: "health:write",
  args: batchArgs,
  returns: v.array(doses.shape),
  handler: async (ctx, args) => await createImmunizations(ctx, ctx.access, args),
});
