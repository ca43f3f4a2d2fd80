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
import { v, type VString } from "convex/values";
import { PATIENT_MISSING } from "../../domain/constants/vaccines";
import { fail } from "../../domain/errors";
import {
  action,
  internalMutation as rawInternalMutation,
  internalQuery,
  mutation as rawMutation,
  query,
  type ActionCtx,
  type QueryCtx,
} from "../_generated/server";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import { findReached, isOfCaller, type Reached } from "./model/reachedConnections";
import { concealing, guarding } from "./model/concealing";
import { declaring } from "./model/requirements";
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
import { isOrphan } from "./model/orphans";
import { findPatient, type Patient } from "./model/patients";

export { internalAction, internalQuery } from "../_generated/server";

const mutation = recordingMutation(rawMutation);

/** Defines a mutation that only other functions run. */
export const internalMutation = recordingMutation(rawInternalMutation);

/** Defines an internal mutation that leaves no history and has the counts follow: for batches, and files that expire. */
export const countedMutation = recordingMutation(rawInternalMutation, false);

/** Defines an internal mutation that leaves no history: for rows that go for good, and for what follows from others. */
export const unrecordedMutation = rawInternalMutation;

// What each function demands can be read from it: platform/model/requirements.ts. Money and contacts are kept from whom the
// kennel has not given that right, whatever a function does: platform/model/confidential.ts.
const concealingQuery = concealing(plainCustomQuery);
const customQuery = declaring(concealingQuery);
const guardingMutation = guarding(plainCustomMutation);
const customMutation = declaring(guardingMutation);
const customAction = declaring(plainCustomAction);

interface Requirement {
  permission: Permission;
}

const kennelAccess = {
  args: { kennelId: v.string() },
  input: async (ctx: QueryCtx, { kennelId }: { kennelId: string }, { permission }: Requirement) => ({
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
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Requirement) => ({
    ctx: { reached: await reachDog(ctx, dogId, permission) },
    args: {},
  }),
});

/** Defines an internal query of one dog, for actions; it demands the same as a public one. */
export const innerDogQuery = customQuery(internalQuery, {
  args: dogArgs,
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Requirement) => ({
    ctx: (await reachDog(ctx, dogId, permission)) ?? fail("NOT_FOUND"),
    args: {},
  }),
});

/** Defines a mutation of one dog; throws NOT_FOUND when there is none for the caller. */
export const dogMutation = customMutation(mutation, {
  args: dogArgs,
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Requirement) => ({
    ctx: (await reachDog(ctx, dogId, permission)) ?? fail("NOT_FOUND"),
    args: {},
  }),
});

/** Defines an internal mutation of one dog, for actions that have prepared it; it demands the same as a public one. */
export const innerDogMutation = customMutation(internalMutation, {
  args: dogArgs,
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Requirement) => ({
    ctx: (await reachDog(ctx, dogId, permission)) ?? fail("NOT_FOUND"),
    args: {},
  }),
});

/** The tables whose rows belong to one kennel. */
type KennelTable = {
  [Table in TableNames]: Doc<Table> extends { kennelId: Id<"kennels"> } ? Table : never;
}[TableNames];

/** Finds a row in one of the caller's kennels; throws NOT_FOUND for any other, as for one that never was. */
async function requireRow<Table extends KennelTable>(
  ctx: QueryCtx,
  table: Table,
  rowId: string,
  permission: Permission,
): Promise<{ row: Doc<Table>; access: Access }> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId(table, rowId);
  const row = id && (await ctx.db.get(table, id));
  // The compiler does not look into a row of a table that only the call knows; KennelTable says that it is there.
  const access = row && (await getAccess(ctx, row.kennelId as Id<"kennels">));
  if (!row || !access || (await isOrphan(ctx, table, row))) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { row, access };
}

/**
 * Says how a function of one row reaches it: its id is the argument `argument`, and the handler finds the row itself
 * as `ctx[name]`, beside `ctx.access`. Throws NOT_FOUND when there is none for the caller.
 */
function rowAccess<Table extends KennelTable, Name extends string, Argument extends string>(
  table: Table,
  name: Name,
  argument: Argument,
) {
  type Reached = { readonly [Key in Name]: Doc<Table> } & { readonly access: Access };
  return {
    args: { [argument]: v.string() } as Record<Argument, VString>, // a computed key is any string to the compiler
    input: async (ctx: QueryCtx, args: Record<Argument, string>, { permission }: Requirement) => {
      const { row, access } = await requireRow(ctx, table, args[argument], permission);
      return { ctx: { [name]: row, access } as Reached, args: {} }; // as above
    },
  };
}

const heatAccess = {
  args: { heatId: v.string() },
  input: async (ctx: QueryCtx, { heatId }: { heatId: string }, { permission }: Requirement) => {
    const { row: heat, access } = await requireRow(ctx, "heats", heatId, permission);
    const dog = (await ctx.db.get("dogs", heat.dogId)) ?? fail("NOT_FOUND");
    return { ctx: { heat, dog, access }, args: {} };
  },
};

/** Defines a query of one heat, with its bitch. */
export const heatQuery = customQuery(query, heatAccess);

/** Defines a mutation of one heat, with its bitch. */
export const heatMutation = customMutation(mutation, heatAccess);

const breedingAccess = rowAccess("breedings", "breeding", "breedingId");

/** Defines a query of one breeding. */
export const breedingQuery = customQuery(query, breedingAccess);

/** Defines a mutation of one breeding. */
export const breedingMutation = customMutation(mutation, breedingAccess);

/** Defines an internal query of one breeding, for actions; it demands the same as a public one. */
export const innerBreedingQuery = customQuery(internalQuery, breedingAccess);

/** Defines an internal mutation of one breeding, for actions; it demands the same as a public one. */
export const innerBreedingMutation = customMutation(internalMutation, breedingAccess);

const documentAccess = rowAccess("breedingDocuments", "document", "documentId");

/** Defines a query of one document of a breeding. */
export const documentQuery = customQuery(query, documentAccess);

/** Defines a mutation of one document of a breeding. */
export const documentMutation = customMutation(mutation, documentAccess);

/** Defines a mutation of one contract template. */
export const templateMutation = customMutation(
  mutation,
  rowAccess("contractTemplates", "template", "templateId"),
);

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
  input: async (ctx: QueryCtx, { connectionId }: { connectionId: string }, { permission }: Requirement) => ({
    ctx: await requireConnection(ctx, connectionId, permission),
    args: {},
  }),
};

/** Defines a mutation of one connection; throws NOT_FOUND when there is none for the caller. */
export const connectionMutation = customMutation(mutation, connectionAccess);

/** Defines an internal mutation of one connection, for actions; it demands the same as a public one. */
export const innerConnectionMutation = customMutation(internalMutation, connectionAccess);

/** Defines a mutation of one entry of a breeding's account. */
export const financeEntryMutation = customMutation(
  mutation,
  rowAccess("breedingFinances", "entry", "entryId"),
);

const litterAccess = rowAccess("litters", "litter", "litterId");

/** Defines a query of one litter. */
export const litterQuery = customQuery(query, litterAccess);

/** Defines an internal query of one litter, for actions; it demands the same as a public one. */
export const innerLitterQuery = customQuery(internalQuery, litterAccess);

/** Defines a mutation of one litter. */
export const litterMutation = customMutation(mutation, litterAccess);

const puppyAccess = rowAccess("puppies", "puppy", "puppyId");

/** Defines a query of one puppy. */
export const puppyQuery = customQuery(query, puppyAccess);

/** Defines a mutation of one puppy. */
export const puppyMutation = customMutation(mutation, puppyAccess);

/** Defines an internal query of one puppy, for actions; it demands the same as a public one. */
export const innerPuppyQuery = customQuery(internalQuery, puppyAccess);

/** Defines a mutation of one puppy's health check. */
export const puppyCheckMutation = customMutation(
  mutation,
  rowAccess("puppyHealthChecks", "check", "checkId"),
);

/** Defines a mutation of one applicant of the waiting list. */
export const applicantMutation = customMutation(
  mutation,
  rowAccess("waitingList", "applicant", "applicantId"),
);

const anyReminderAccess = rowAccess("reminders", "reminder", "reminderId");

const reminderAccess = {
  args: anyReminderAccess.args,
  input: async (ctx: QueryCtx, args: { reminderId: string }, demand: Requirement) => {
    const reached = await anyReminderAccess.input(ctx, args, demand);
    return reached.ctx.reminder.state === "removed" ? fail("NOT_FOUND") : reached;
  },
};

/** Defines a query of one reminder; a removed one is NOT_FOUND. */
export const reminderQuery = customQuery(query, reminderAccess);

/** Defines a mutation of one reminder; a removed one is NOT_FOUND. */
export const reminderMutation = customMutation(mutation, reminderAccess);

/** Defines a mutation of one reminder that may have been removed. */
export const anyReminderMutation = customMutation(mutation, anyReminderAccess);

const healthRecordAccess = rowAccess("healthRecords", "record", "recordId");

/** Defines a query of one health record. */
export const healthRecordQuery = customQuery(query, healthRecordAccess);

/** Defines a mutation of one health record. */
export const healthRecordMutation = customMutation(mutation, healthRecordAccess);

/** Defines an internal query of one health record, for actions; it demands the same as a public one. */
export const innerHealthRecordQuery = customQuery(internalQuery, healthRecordAccess);

/** Defines an internal mutation of one health record, for actions; it demands the same as a public one. */
export const innerHealthRecordMutation = customMutation(internalMutation, healthRecordAccess);

const attachmentAccess = rowAccess("healthAttachments", "attachment", "attachmentId");

/** Defines a query of one attachment of a health record. */
export const attachmentQuery = customQuery(query, attachmentAccess);

/** Defines a mutation of one attachment of a health record. */
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
  input: async (ctx: QueryCtx, { seriesId }: { seriesId: string }, { permission }: Requirement) => ({
    ctx: await requireSeries(ctx, seriesId, permission),
    args: {},
  }),
});

const immunizationAccess = rowAccess("immunizations", "immunization", "immunizationId");

/** Defines a query of one dose of vaccine. */
export const immunizationQuery = customQuery(query, immunizationAccess);

/** Defines a mutation of one dose of vaccine. */
export const immunizationMutation = customMutation(mutation, immunizationAccess);

const bookingAccess = rowAccess("scheduledVaccinations", "booking", "scheduledVaccinationId");

/** Defines a query of one booked vaccination. */
export const bookingQuery = customQuery(query, bookingAccess);

/** Defines a mutation of one booked vaccination. */
export const bookingMutation = customMutation(mutation, bookingAccess);

const veterinarianAccess = rowAccess("veterinaryRecords", "veterinarian", "veterinaryRecordId");

/** Defines a query of one dog's veterinarian. */
export const veterinarianQuery = customQuery(query, veterinarianAccess);

/** Defines a mutation of one dog's veterinarian. */
export const veterinarianMutation = customMutation(mutation, veterinarianAccess);

const backupAccess = rowAccess("backups", "backup", "backupId");

/** Defines a query of one backup. */
export const backupQuery = customQuery(query, backupAccess);

/** Defines a mutation of one backup. */
export const backupMutation = customMutation(mutation, backupAccess);

const photoAccess = rowAccess("photos", "photo", "photoId");

/** Defines a query of one photo. */
export const photoQuery = customQuery(query, photoAccess);

/** Defines a mutation of one photo. */
export const photoMutation = customMutation(mutation, photoAccess);

interface PatientDemand extends Requirement {
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

/**
 * Defines an action for anybody signed in. An action has no data of its own: the functions it runs demand their
 * permissions, and the one that it names is what they demand.
 */
export const signedInAction = customAction(action, {
  args: {},
  input: async (ctx: ActionCtx, _args: object, _demand: Partial<Requirement>) => {
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
