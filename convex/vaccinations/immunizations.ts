/** The registered functions of vaccine doses. */
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
import { dueForShape, listDueFor } from "./model/vaccinationSchedule";
import { describeMatrix, vaccineMatrixShape } from "./model/vaccineMatrix";

export const { get, update, remove, editsSince } = recordFunctions(doses, {
  argument: "immunizationId",
  owner: "kennelId",
  area: "health",
});

/** The newest dose is first. */
export const list = kennelQuery({
  permission: "health:read",
  args: immunizationListArgs,
  returns: immunizationPageShape,
  handler: async (ctx, args) => await listImmunizations(ctx, ctx.access.kennelId, args),
});

/** Each dog or puppy has the newest dose of each vaccine. The earliest due dose is first. */
export const matrix = kennelQuery({
  permission: "health:read",
  args: {},
  returns: vaccineMatrixShape,
  handler: async (ctx) => await describeMatrix(ctx, ctx.access.kennelId),
});

/** The patient whose dose of the vaccine is overdue longest is first. Doses of the next 30 days are included. */
export const dueFor = kennelQuery({
  permission: "health:read",
  args: { vaccineName: v.string(), today: v.string() },
  returns: dueForShape,
  handler: async (ctx, args) => await listDueFor(ctx, ctx.access.kennelId, args),
});

/** The newest dose is first. */
export const ofDog = patientQuery({
  permission: "health:read",
  args: dogDoseArgs,
  returns: immunizationPageShape,
  handler: async (ctx, args) => await listImmunizationsOf(ctx, ctx.patient, args),
});

/** A form of doses calculates the date of the next dose from the birth dates. */
export const births = kennelQuery({
  permission: "health:read",
  args: { dogIds: v.array(v.string()), puppyIds: v.optional(v.array(v.string())) },
  returns: birthsShape,
  handler: async (ctx, args) => await listBirths(ctx, ctx.access, args),
});

export const create = patientMutation({
  permission: "health:write",
  args: doses.newArgs,
  returns: doses.shape,
  handler: async (ctx, args) => await createImmunization(ctx, ctx, args),
});

/** If one animal cannot get the dose, no dose is recorded, and each such animal has an error message. */
export const createBatch = kennelMutation({
  permission: "health:write",
  args: batchArgs,
  returns: v.array(doses.shape),
  handler: async (ctx, args) => await createImmunizations(ctx, ctx.access, args),
});
