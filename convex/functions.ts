/**
 * The builders every registered function is made with, and the sole user of Convex's raw ones. Each demands its
 * permission before it accepts a handler: kennel and user come from the caller's identity and membership, and the
 * check is over before a handler can touch data. What a mutation does to records is written into their history.
 */
import {
  customAction as plainCustomAction,
  customMutation as plainCustomMutation,
  customQuery as plainCustomQuery,
} from "convex-helpers/server/customFunctions";
import { v } from "convex/values";
import { PATIENT_MISSING } from "../domain/constants/vaccines";
import { fail } from "../domain/errors";
import {
  action,
  internalMutation as rawInternalMutation,
  internalQuery,
  mutation as rawMutation,
  query,
  type ActionCtx,
  type QueryCtx,
} from "./_generated/server";
import type { Doc } from "./_generated/dataModel";
import { findReached, isOfCaller, type Reached } from "./model/connections";
import { declaring } from "./model/demands";
import {
  checkPermission,
  getAccess,
  getCallerId,
  requireAccess,
  requireIdentity,
  requirePerson,
  type Access,
  type Permission,
  type ReachedDog,
} from "./model/identity";
import { recordingMutation } from "./model/changeRecorder";
import { findPatient, type Patient } from "./model/patients";

export { internalAction, internalQuery } from "./_generated/server";

const mutation = recordingMutation(rawMutation);

/** Defines a mutation that only other functions run. */
export const internalMutation = recordingMutation(rawInternalMutation);

/** Defines an internal mutation that leaves no history: for rows that go for good, and for what follows from others. */
export const unrecordedMutation = rawInternalMutation;

// What each function demands can be read from it: model/demands.ts.
const customQuery = declaring(plainCustomQuery);
const customMutation = declaring(plainCustomMutation);
const customAction = declaring(plainCustomAction);

interface Demand {
  permission: Permission;
}

const kennelAccess = {
  args: { kennelId: v.string() },
  input: async (ctx: QueryCtx, { kennelId }: { kennelId: string }, { permission }: Demand) => ({
    ctx: { access: await requireAccess(ctx, kennelId, permission) },
    args: {},
  }),
};

/** Defines a query of one kennel; throws NOT_FOUND for strangers and FORBIDDEN without the permission. */
export const kennelQuery = customQuery(query, kennelAccess);

/** Defines a mutation of one kennel; throws NOT_FOUND for strangers and FORBIDDEN without the permission. */
export const kennelMutation = customMutation(mutation, kennelAccess);

/** Defines an internal query of one kennel, for actions; it demands the same as a public one. */
export const innerKennelQuery = customQuery(internalQuery, kennelAccess);

/** Defines an internal mutation of one kennel, for actions; it demands the same as a public one. */
export const innerKennelMutation = customMutation(internalMutation, kennelAccess);

/** Finds a dog in one of the caller's kennels; a dog elsewhere is as absent as one that never was. */
async function reachDog(ctx: QueryCtx, dogId: string, permission: Permission): Promise<ReachedDog | null> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("dogs", dogId);
  const dog = id && (await ctx.db.get("dogs", id));
  const access = dog && (await getAccess(ctx, dog.kennelId));
  if (!dog || !access) return null;
  checkPermission(access, permission);
  return { dog, access };
}

const dogArgs = { dogId: v.string() };

/** Defines a query of one dog; `ctx.reached` is null when there is none for the caller. */
export const dogQuery = customQuery(query, {
  args: dogArgs,
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Demand) => ({
    ctx: { reached: await reachDog(ctx, dogId, permission) },
    args: {},
  }),
});

/** Defines an internal query of one dog, for actions; it demands the same as a public one. */
export const innerDogQuery = customQuery(internalQuery, {
  args: dogArgs,
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Demand) => ({
    ctx: (await reachDog(ctx, dogId, permission)) ?? fail("NOT_FOUND"),
    args: {},
  }),
});

/** Defines a mutation of one dog; throws NOT_FOUND when there is none for the caller. */
export const dogMutation = customMutation(mutation, {
  args: dogArgs,
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Demand) => ({
    ctx: (await reachDog(ctx, dogId, permission)) ?? fail("NOT_FOUND"),
    args: {},
  }),
});

/** Defines an internal mutation of one dog, for actions that have prepared it; it demands the same as a public one. */
export const innerDogMutation = customMutation(internalMutation, {
  args: dogArgs,
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Demand) => ({
    ctx: (await reachDog(ctx, dogId, permission)) ?? fail("NOT_FOUND"),
    args: {},
  }),
});

/** Finds a heat, with its bitch, in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireHeat(
  ctx: QueryCtx,
  heatId: string,
  permission: Permission,
): Promise<{ heat: Doc<"heats">; dog: Doc<"dogs">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("heats", heatId);
  const heat = id && (await ctx.db.get("heats", id));
  const access = heat && (await getAccess(ctx, heat.kennelId));
  const dog = heat && (await ctx.db.get("dogs", heat.dogId));
  if (!heat || !access || !dog) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { heat, dog, access };
}

const heatAccess = {
  args: { heatId: v.string() },
  input: async (ctx: QueryCtx, { heatId }: { heatId: string }, { permission }: Demand) => ({
    ctx: await requireHeat(ctx, heatId, permission),
    args: {},
  }),
};

/** Defines a query of one heat; throws NOT_FOUND when there is none for the caller. */
export const heatQuery = customQuery(query, heatAccess);

/** Defines a mutation of one heat; throws NOT_FOUND when there is none for the caller. */
export const heatMutation = customMutation(mutation, heatAccess);

/** Finds a breeding in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireBreeding(
  ctx: QueryCtx,
  breedingId: string,
  permission: Permission,
): Promise<{ breeding: Doc<"breedings">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("breedings", breedingId);
  const breeding = id && (await ctx.db.get("breedings", id));
  const access = breeding && (await getAccess(ctx, breeding.kennelId));
  if (!breeding || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { breeding, access };
}

const breedingAccess = {
  args: { breedingId: v.string() },
  input: async (ctx: QueryCtx, { breedingId }: { breedingId: string }, { permission }: Demand) => ({
    ctx: await requireBreeding(ctx, breedingId, permission),
    args: {},
  }),
};

/** Defines a query of one breeding; throws NOT_FOUND when there is none for the caller. */
export const breedingQuery = customQuery(query, breedingAccess);

/** Defines a mutation of one breeding; throws NOT_FOUND when there is none for the caller. */
export const breedingMutation = customMutation(mutation, breedingAccess);

/** Defines an internal query of one breeding, for actions; it demands the same as a public one. */
export const innerBreedingQuery = customQuery(internalQuery, breedingAccess);

/** Defines an internal mutation of one breeding, for actions that have prepared it. */
export const innerBreedingMutation = customMutation(internalMutation, breedingAccess);

/** Finds a document in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireDocument(
  ctx: QueryCtx,
  documentId: string,
  permission: Permission,
): Promise<{ document: Doc<"breedingDocuments">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("breedingDocuments", documentId);
  const document = id && (await ctx.db.get("breedingDocuments", id));
  const access = document && (await getAccess(ctx, document.kennelId));
  if (!document || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { document, access };
}

const documentAccess = {
  args: { documentId: v.string() },
  input: async (ctx: QueryCtx, { documentId }: { documentId: string }, { permission }: Demand) => ({
    ctx: await requireDocument(ctx, documentId, permission),
    args: {},
  }),
};

/** Defines a query of one document; throws NOT_FOUND when there is none for the caller. */
export const documentQuery = customQuery(query, documentAccess);

/** Defines a mutation of one document; throws NOT_FOUND when there is none for the caller. */
export const documentMutation = customMutation(mutation, documentAccess);

/** Finds a contract template in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireTemplate(
  ctx: QueryCtx,
  templateId: string,
  permission: Permission,
): Promise<{ template: Doc<"contractTemplates">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("contractTemplates", templateId);
  const template = id && (await ctx.db.get("contractTemplates", id));
  const access = template && (await getAccess(ctx, template.kennelId));
  if (!template || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { template, access };
}

/** Defines a mutation of one contract template; throws NOT_FOUND when there is none for the caller. */
export const templateMutation = customMutation(mutation, {
  args: { templateId: v.string() },
  input: async (ctx: QueryCtx, { templateId }: { templateId: string }, { permission }: Demand) => ({
    ctx: await requireTemplate(ctx, templateId, permission),
    args: {},
  }),
});

/** Finds a connection in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireConnection(
  ctx: QueryCtx,
  connectionId: string,
  permission: Permission,
): Promise<{ reached: Reached; access: Access }> {
  await requireIdentity(ctx);
  const reached = await findReached(ctx, connectionId);
  const access = reached && (await getAccess(ctx, reached.row.kennelId));
  if (!reached || !access || !isOfCaller(reached, access)) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { reached, access };
}

const connectionAccess = {
  args: { connectionId: v.string() },
  input: async (ctx: QueryCtx, { connectionId }: { connectionId: string }, { permission }: Demand) => ({
    ctx: await requireConnection(ctx, connectionId, permission),
    args: {},
  }),
};

/** Defines a mutation of one connection; throws NOT_FOUND when there is none for the caller. */
export const connectionMutation = customMutation(mutation, connectionAccess);

/** Defines an internal mutation of one connection, for actions; it demands the same as a public one. */
export const innerConnectionMutation = customMutation(internalMutation, connectionAccess);

/** Finds an entry of a breeding's account in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireFinanceEntry(
  ctx: QueryCtx,
  entryId: string,
  permission: Permission,
): Promise<{ entry: Doc<"breedingFinances">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("breedingFinances", entryId);
  const entry = id && (await ctx.db.get("breedingFinances", id));
  const access = entry && (await getAccess(ctx, entry.kennelId));
  if (!entry || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { entry, access };
}

/** Defines a mutation of one entry of a breeding's account; throws NOT_FOUND when there is none for the caller. */
export const financeEntryMutation = customMutation(mutation, {
  args: { entryId: v.string() },
  input: async (ctx: QueryCtx, { entryId }: { entryId: string }, { permission }: Demand) => ({
    ctx: await requireFinanceEntry(ctx, entryId, permission),
    args: {},
  }),
});

/** Finds a litter in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireLitter(
  ctx: QueryCtx,
  litterId: string,
  permission: Permission,
): Promise<{ litter: Doc<"litters">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("litters", litterId);
  const litter = id && (await ctx.db.get("litters", id));
  const access = litter && (await getAccess(ctx, litter.kennelId));
  if (!litter || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { litter, access };
}

const litterAccess = {
  args: { litterId: v.string() },
  input: async (ctx: QueryCtx, { litterId }: { litterId: string }, { permission }: Demand) => ({
    ctx: await requireLitter(ctx, litterId, permission),
    args: {},
  }),
};

/** Defines a query of one litter; throws NOT_FOUND when there is none for the caller. */
export const litterQuery = customQuery(query, litterAccess);

/** Defines an internal query of one litter, for actions; it demands the same as a public one. */
export const innerLitterQuery = customQuery(internalQuery, litterAccess);

/** Defines a mutation of one litter; throws NOT_FOUND when there is none for the caller. */
export const litterMutation = customMutation(mutation, litterAccess);

/** Finds a puppy in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requirePuppy(
  ctx: QueryCtx,
  puppyId: string,
  permission: Permission,
): Promise<{ puppy: Doc<"puppies">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("puppies", puppyId);
  const puppy = id && (await ctx.db.get("puppies", id));
  const access = puppy && (await getAccess(ctx, puppy.kennelId));
  if (!puppy || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { puppy, access };
}

const puppyAccess = {
  args: { puppyId: v.string() },
  input: async (ctx: QueryCtx, { puppyId }: { puppyId: string }, { permission }: Demand) => ({
    ctx: await requirePuppy(ctx, puppyId, permission),
    args: {},
  }),
};

/** Defines a query of one puppy; throws NOT_FOUND when there is none for the caller. */
export const puppyQuery = customQuery(query, puppyAccess);

/** Defines a mutation of one puppy; throws NOT_FOUND when there is none for the caller. */
export const puppyMutation = customMutation(mutation, puppyAccess);

/** Defines an internal query of one puppy, for actions; it demands the same as a public one. */
export const innerPuppyQuery = customQuery(internalQuery, puppyAccess);

/** Finds a puppy's health check in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requirePuppyCheck(
  ctx: QueryCtx,
  checkId: string,
  permission: Permission,
): Promise<{ check: Doc<"puppyHealthChecks">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("puppyHealthChecks", checkId);
  const check = id && (await ctx.db.get("puppyHealthChecks", id));
  const access = check && (await getAccess(ctx, check.kennelId));
  if (!check || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { check, access };
}

/** Defines a mutation of one puppy's health check; throws NOT_FOUND when there is none for the caller. */
export const puppyCheckMutation = customMutation(mutation, {
  args: { checkId: v.string() },
  input: async (ctx: QueryCtx, { checkId }: { checkId: string }, { permission }: Demand) => ({
    ctx: await requirePuppyCheck(ctx, checkId, permission),
    args: {},
  }),
});

/** Finds an applicant of the waiting list in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireApplicant(
  ctx: QueryCtx,
  applicantId: string,
  permission: Permission,
): Promise<{ applicant: Doc<"waitingList">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("waitingList", applicantId);
  const applicant = id && (await ctx.db.get("waitingList", id));
  const access = applicant && (await getAccess(ctx, applicant.kennelId));
  if (!applicant || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { applicant, access };
}

/** Defines a mutation of one applicant; throws NOT_FOUND when there is none for the caller. */
export const applicantMutation = customMutation(mutation, {
  args: { applicantId: v.string() },
  input: async (ctx: QueryCtx, { applicantId }: { applicantId: string }, { permission }: Demand) => ({
    ctx: await requireApplicant(ctx, applicantId, permission),
    args: {},
  }),
});

/** Finds a reminder in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireReminder(
  ctx: QueryCtx,
  reminderId: string,
  permission: Permission,
  mayBeRemoved: boolean,
): Promise<{ reminder: Doc<"reminders">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("reminders", reminderId);
  const reminder = id && (await ctx.db.get("reminders", id));
  const access = reminder && (await getAccess(ctx, reminder.kennelId));
  if (!reminder || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  if (reminder.state === "removed" && !mayBeRemoved) return fail("NOT_FOUND");
  return { reminder, access };
}

const reminderAccessWith = (mayBeRemoved: boolean) => ({
  args: { reminderId: v.string() },
  input: async (ctx: QueryCtx, { reminderId }: { reminderId: string }, { permission }: Demand) => ({
    ctx: await requireReminder(ctx, reminderId, permission, mayBeRemoved),
    args: {},
  }),
});
const reminderAccess = reminderAccessWith(false);

/** Defines a query of one reminder; throws NOT_FOUND when there is none for the caller. */
export const reminderQuery = customQuery(query, reminderAccess);

/** Defines a mutation of one reminder; throws NOT_FOUND when there is none for the caller. */
export const reminderMutation = customMutation(mutation, reminderAccess);

/** Defines a mutation of one reminder that may have been removed. */
export const anyReminderMutation = customMutation(mutation, reminderAccessWith(true));

/** Finds a health record, with its dog, in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireHealthRecord(
  ctx: QueryCtx,
  recordId: string,
  permission: Permission,
): Promise<{ record: Doc<"healthRecords">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("healthRecords", recordId);
  const record = id && (await ctx.db.get("healthRecords", id));
  const access = record && (await getAccess(ctx, record.kennelId));
  if (!record || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { record, access };
}

const healthRecordAccess = {
  args: { recordId: v.string() },
  input: async (ctx: QueryCtx, { recordId }: { recordId: string }, { permission }: Demand) => ({
    ctx: await requireHealthRecord(ctx, recordId, permission),
    args: {},
  }),
};

/** Defines a query of one health record; throws NOT_FOUND when there is none for the caller. */
export const healthRecordQuery = customQuery(query, healthRecordAccess);

/** Defines a mutation of one health record; throws NOT_FOUND when there is none for the caller. */
export const healthRecordMutation = customMutation(mutation, healthRecordAccess);

/** Defines an internal query of one health record, for actions; it demands the same as a public one. */
export const innerHealthRecordQuery = customQuery(internalQuery, healthRecordAccess);

/** Defines an internal mutation of one health record, for actions that have prepared it. */
export const innerHealthRecordMutation = customMutation(internalMutation, healthRecordAccess);

/** Finds an attachment in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireAttachment(
  ctx: QueryCtx,
  attachmentId: string,
  permission: Permission,
): Promise<{ attachment: Doc<"healthAttachments">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("healthAttachments", attachmentId);
  const attachment = id && (await ctx.db.get("healthAttachments", id));
  const access = attachment && (await getAccess(ctx, attachment.kennelId));
  if (!attachment || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { attachment, access };
}

const attachmentAccess = {
  args: { attachmentId: v.string() },
  input: async (ctx: QueryCtx, { attachmentId }: { attachmentId: string }, { permission }: Demand) => ({
    ctx: await requireAttachment(ctx, attachmentId, permission),
    args: {},
  }),
};

/** Defines a query of one attachment; throws NOT_FOUND when there is none for the caller. */
export const attachmentQuery = customQuery(query, attachmentAccess);

/** Defines a mutation of one attachment; throws NOT_FOUND when there is none for the caller. */
export const attachmentMutation = customMutation(mutation, attachmentAccess);

/** Finds a series by its own id or that of one of its reminders, in one of the caller's kennels. */
async function requireSeries(
  ctx: QueryCtx,
  seriesId: string,
  permission: Permission,
): Promise<{ series: Doc<"reminderSeries">; access: Access }> {
  await requireIdentity(ctx);
  const reminderId = ctx.db.normalizeId("reminders", seriesId);
  const reminder = reminderId && (await ctx.db.get("reminders", reminderId));
  const id = reminder ? (reminder.seriesId ?? null) : ctx.db.normalizeId("reminderSeries", seriesId);
  const series = id && (await ctx.db.get("reminderSeries", id));
  const access = series && (await getAccess(ctx, series.kennelId));
  if (!series || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { series, access };
}

/** Defines a mutation of one series of reminders; throws NOT_FOUND when there is none for the caller. */
export const seriesMutation = customMutation(mutation, {
  args: { seriesId: v.string() },
  input: async (ctx: QueryCtx, { seriesId }: { seriesId: string }, { permission }: Demand) => ({
    ctx: await requireSeries(ctx, seriesId, permission),
    args: {},
  }),
});

/** Finds a dose of vaccine in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireImmunization(
  ctx: QueryCtx,
  immunizationId: string,
  permission: Permission,
): Promise<{ immunization: Doc<"immunizations">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("immunizations", immunizationId);
  const immunization = id && (await ctx.db.get("immunizations", id));
  const access = immunization && (await getAccess(ctx, immunization.kennelId));
  if (!immunization || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { immunization, access };
}

const immunizationAccess = {
  args: { immunizationId: v.string() },
  input: async (ctx: QueryCtx, { immunizationId }: { immunizationId: string }, { permission }: Demand) => ({
    ctx: await requireImmunization(ctx, immunizationId, permission),
    args: {},
  }),
};

/** Defines a query of one dose of vaccine; throws NOT_FOUND when there is none for the caller. */
export const immunizationQuery = customQuery(query, immunizationAccess);

/** Defines a mutation of one dose of vaccine; throws NOT_FOUND when there is none for the caller. */
export const immunizationMutation = customMutation(mutation, immunizationAccess);

/** Finds a booked vaccination in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireBooking(
  ctx: QueryCtx,
  scheduledVaccinationId: string,
  permission: Permission,
): Promise<{ booking: Doc<"scheduledVaccinations">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("scheduledVaccinations", scheduledVaccinationId);
  const booking = id && (await ctx.db.get("scheduledVaccinations", id));
  const access = booking && (await getAccess(ctx, booking.kennelId));
  if (!booking || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { booking, access };
}

const bookingAccess = {
  args: { scheduledVaccinationId: v.string() },
  input: async (
    ctx: QueryCtx,
    { scheduledVaccinationId }: { scheduledVaccinationId: string },
    { permission }: Demand,
  ) => ({
    ctx: await requireBooking(ctx, scheduledVaccinationId, permission),
    args: {},
  }),
};

/** Defines a query of one booked vaccination; throws NOT_FOUND when there is none for the caller. */
export const bookingQuery = customQuery(query, bookingAccess);

/** Defines a mutation of one booked vaccination; throws NOT_FOUND when there is none for the caller. */
export const bookingMutation = customMutation(mutation, bookingAccess);

/** Finds a dog's veterinarian in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireVeterinarian(
  ctx: QueryCtx,
  veterinaryRecordId: string,
  permission: Permission,
): Promise<{ veterinarian: Doc<"veterinaryRecords">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("veterinaryRecords", veterinaryRecordId);
  const veterinarian = id && (await ctx.db.get("veterinaryRecords", id));
  const access = veterinarian && (await getAccess(ctx, veterinarian.kennelId));
  if (!veterinarian || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { veterinarian, access };
}

const veterinarianAccess = {
  args: { veterinaryRecordId: v.string() },
  input: async (
    ctx: QueryCtx,
    { veterinaryRecordId }: { veterinaryRecordId: string },
    { permission }: Demand,
  ) => ({
    ctx: await requireVeterinarian(ctx, veterinaryRecordId, permission),
    args: {},
  }),
};

/** Defines a query of one dog's veterinarian; throws NOT_FOUND when there is none for the caller. */
export const veterinarianQuery = customQuery(query, veterinarianAccess);

/** Defines a mutation of one dog's veterinarian; throws NOT_FOUND when there is none for the caller. */
export const veterinarianMutation = customMutation(mutation, veterinarianAccess);

/** Finds a backup in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requireBackup(
  ctx: QueryCtx,
  backupId: string,
  permission: Permission,
): Promise<{ backup: Doc<"backups">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("backups", backupId);
  const backup = id && (await ctx.db.get("backups", id));
  const access = backup && (await getAccess(ctx, backup.kennelId));
  if (!backup || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { backup, access };
}

const backupAccess = {
  args: { backupId: v.string() },
  input: async (ctx: QueryCtx, { backupId }: { backupId: string }, { permission }: Demand) => ({
    ctx: await requireBackup(ctx, backupId, permission),
    args: {},
  }),
};

/** Defines a query of one backup; throws NOT_FOUND when there is none for the caller. */
export const backupQuery = customQuery(query, backupAccess);

/** Defines a mutation of one backup; throws NOT_FOUND when there is none for the caller. */
export const backupMutation = customMutation(mutation, backupAccess);

interface PatientDemand extends Demand {
  /** What is said when neither a dog nor a puppy is named. */
  missing?: string;
}

/** Finds a dog, or a puppy that is none of the kennel's dogs, in one of the caller's kennels. */
async function requirePatient(
  ctx: QueryCtx,
  ids: { dogId?: string; puppyId?: string },
  { permission, missing = PATIENT_MISSING }: PatientDemand,
): Promise<{ patient: Patient; access: Access }> {
  await requireIdentity(ctx);
  if (!ids.dogId && !ids.puppyId) fail("VALIDATION_FAILED", { fields: { dogId: missing } });
  const patient = await findPatient(ctx, ids);
  const access = patient && (await getAccess(ctx, patient.kennelId));
  if (!patient || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { patient, access };
}

const patientAccess = {
  args: { dogId: v.optional(v.string()), puppyId: v.optional(v.string()) },
  input: async (ctx: QueryCtx, ids: { dogId?: string; puppyId?: string }, demand: PatientDemand) => ({
    ctx: await requirePatient(ctx, ids, demand),
    args: {},
  }),
};

/** Defines a query of one dog or puppy; throws NOT_FOUND when there is none for the caller. */
export const patientQuery = customQuery(query, patientAccess);

/** Defines a mutation of one dog or puppy; throws NOT_FOUND, or VALIDATION_FAILED when none is named. */
export const patientMutation = customMutation(mutation, patientAccess);

/** Finds a photo in one of the caller's kennels; throws NOT_FOUND for any other. */
async function requirePhoto(
  ctx: QueryCtx,
  photoId: string,
  permission: Permission,
): Promise<{ photo: Doc<"photos">; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("photos", photoId);
  const photo = id && (await ctx.db.get("photos", id));
  const access = photo && (await getAccess(ctx, photo.kennelId));
  if (!photo || !access) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { photo, access };
}

const photoAccess = {
  args: { photoId: v.string() },
  input: async (ctx: QueryCtx, { photoId }: { photoId: string }, { permission }: Demand) => ({
    ctx: await requirePhoto(ctx, photoId, permission),
    args: {},
  }),
};

/** Defines a query of one photo; throws NOT_FOUND when there is none for the caller. */
export const photoQuery = customQuery(query, photoAccess);

/** Defines a mutation of one photo; throws NOT_FOUND when there is none for the caller. */
export const photoMutation = customMutation(mutation, photoAccess);

/**
 * Defines an action for anybody signed in. An action has no data of its own: the functions it runs demand their
 * permissions, and the one that it names is what they demand.
 */
export const signedInAction = customAction(action, {
  args: {},
  input: async (ctx: ActionCtx, _args: object, _demand: Partial<Demand>) => {
    if ((await ctx.auth.getUserIdentity()) === null) fail("UNAUTHENTICATED");
    return { ctx: {}, args: {} };
  },
});

interface PersonDemand {
  /** Whether API keys may call too: for handlers that ask of every record what the caller may do. */
  forKeys?: boolean;
}

/** Finds the caller, or whom the caller's key belongs to; throws FORBIDDEN for a key where only people may call. */
async function findPerson(ctx: QueryCtx, { forKeys = false }: PersonDemand): Promise<Doc<"users"> | null> {
  const identity = forKeys ? await requireIdentity(ctx) : await requirePerson(ctx);
  const id = await getCallerId(ctx, identity);
  return id && (await ctx.db.get("users", id));
}

/** Defines a query about the caller; `ctx.user` is null until the first sign-in is recorded. */
export const signedInQuery = customQuery(query, {
  args: {},
  input: async (ctx: QueryCtx, _args: object, demand: PersonDemand) => ({
    ctx: { user: await findPerson(ctx, demand) },
    args: {},
  }),
});

/** Defines a mutation by the caller; throws UNAUTHENTICATED before the first sign-in is recorded. */
export const userMutation = customMutation(mutation, {
  args: {},
  input: async (ctx: QueryCtx, _args: object, demand: PersonDemand) => ({
    ctx: { user: (await findPerson(ctx, demand)) ?? fail("UNAUTHENTICATED") },
    args: {},
  }),
});

/** Defines a query of the caller; throws UNAUTHENTICATED before the first sign-in is recorded. */
export const userQuery = customQuery(query, {
  args: {},
  input: async (ctx: QueryCtx) => ({
    ctx: { user: (await findPerson(ctx, {})) ?? fail("UNAUTHENTICATED") },
    args: {},
  }),
});

/** Defines an internal mutation of the caller, for actions; it demands the same as a public one. */
export const innerUserMutation = customMutation(internalMutation, {
  args: {},
  input: async (ctx: QueryCtx) => ({
    ctx: { user: (await findPerson(ctx, {})) ?? fail("UNAUTHENTICATED") },
    args: {},
  }),
});

/** Defines a query that answers signed-out callers too, with `ctx.identity` null. */
export const openQuery = declaring(plainCustomQuery, "anybody")(query, {
  args: {},
  input: async (ctx: QueryCtx) => ({ ctx: { identity: await ctx.auth.getUserIdentity() }, args: {} }),
});

/** Defines a mutation for anybody, signed out too; what it is given must be proof enough. */
export const openMutation = declaring(plainCustomMutation, "anybody")(mutation, {
  args: {},
  input: async () => ({ ctx: {}, args: {} }),
});

/** Defines a mutation for anybody signed in, known or not; throws UNAUTHENTICATED otherwise. */
export const signedInMutation = customMutation(mutation, {
  args: {},
  input: async (ctx: QueryCtx) => ({ ctx: { identity: await requirePerson(ctx) }, args: {} }),
});
