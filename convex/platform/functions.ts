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
import { v, type ObjectType, type PropertyValidators, type VString } from "convex/values";
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
import { concealing, guarding } from "./model/people/concealing";
import { declaring } from "./model/people/requirements";
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
} from "./model/people/identity";
import { FOLLOWS } from "../follows";
import { recordingMutation } from "../changes/recorder";
import { isOrphan } from "./model/changes/cascades";
import { findRow } from "./model/paging/rows";

export { internalAction, internalQuery } from "../_generated/server";

const mutation = recordingMutation(rawMutation, FOLLOWS);

/** Defines a mutation that only other functions run. */
export const internalMutation = recordingMutation(rawInternalMutation, FOLLOWS);

/** Defines an internal mutation that leaves no history and has the counts follow: for batches, and files that expire. */
export const countedMutation = recordingMutation(rawInternalMutation, FOLLOWS, false);

/** Defines an internal mutation that leaves no history: for rows that go for good, and for what follows from others. */
export const unrecordedMutation = rawInternalMutation;

// What each function demands can be read from it: platform/model/people/requirements.ts. Money and contacts are kept from whom the
// kennel has not given that right, whatever a function does: platform/model/people/confidential.ts.
const concealingQuery = concealing(plainCustomQuery);
const customQuery = declaring(concealingQuery);
const guardingMutation = guarding(plainCustomMutation);
const customMutation = declaring(guardingMutation);
const customAction = declaring(plainCustomAction);

/** What a definition says of whom it admits. */
export interface Requirement {
  permission: Permission;
}

/** Makes the builders of functions that find what they are about in one way, before their handlers run. */
export const buildersBy = <
  Args extends PropertyValidators,
  Found extends Record<string, unknown>,
  Asked extends Requirement,
>(access: {
  readonly args: Args;
  readonly input: (
    ctx: QueryCtx,
    args: ObjectType<Args>,
    demand: Asked,
  ) => Promise<{ ctx: Found; args: Record<never, never> }>;
}) => ({
  query: customQuery(query, access),
  mutation: customMutation(mutation, access),
  // Internal ones, for actions: they demand the same as public ones.
  innerQuery: customQuery(internalQuery, access),
  innerMutation: customMutation(internalMutation, access),
});

/** Define functions of one kennel; they throw NOT_FOUND for strangers and FORBIDDEN without the permission. */
export const {
  query: kennelQuery,
  mutation: kennelMutation,
  innerQuery: innerKennelQuery,
  innerMutation: innerKennelMutation,
} = buildersBy({
  args: { kennelId: v.string() },
  input: async (ctx: QueryCtx, { kennelId }: { kennelId: string }, { permission }: Requirement) => ({
    ctx: { access: await requireAccess(ctx, kennelId, permission) },
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
  const row = await findRow(ctx, table, rowId);
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
export function rowAccess<Table extends KennelTable, Name extends string, Argument extends string>(
  table: Table,
  name: Name,
  argument: Argument,
) {
  type Reached = { readonly [Key in Name]: Doc<Table> } & { readonly access: Access };
  return {
    args: { [argument]: v.string() } as Record<Argument, VString>, // a computed key is any string to the compiler
    input: async (
      ctx: QueryCtx,
      args: ObjectType<Record<Argument, VString>>,
      { permission }: Requirement,
    ) => {
      const { [argument]: id } = args as unknown as Record<Argument, string>; // as above
      const { row, access } = await requireRow(ctx, table, id, permission);
      return { ctx: { [name]: row, access } as Reached, args: {} }; // as above
    },
  };
}

/** Makes the builders of functions of one row: `rowAccess` says what it is to them. */
export const rowBuilders = <Table extends KennelTable, Name extends string, Argument extends string>(
  table: Table,
  name: Name,
  argument: Argument,
) => buildersBy(rowAccess(table, name, argument));

/** Define functions of one dog; they throw NOT_FOUND when there is none for the caller. */
export const {
  mutation: dogMutation,
  innerQuery: innerDogQuery,
  innerMutation: innerDogMutation,
} = rowBuilders("dogs", "dog", "dogId");

/** Finds a dog in one of the caller's kennels; a dog elsewhere is as absent as one that never was. */
async function reachDog(ctx: QueryCtx, dogId: string, permission: Permission): Promise<ReachedDog | null> {
  await requireIdentity(ctx);
  const dog = await findRow(ctx, "dogs", dogId);
  const access = dog && (await getAccess(ctx, dog.kennelId));
  if (!dog || !access) return null;
  checkPermission(access, permission);
  return { dog, access };
}

/** Defines a query of one dog; `ctx.reached` is null when there is none for the caller. */
export const dogQuery = customQuery(query, {
  args: { dogId: v.string() },
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Requirement) => ({
    ctx: { reached: await reachDog(ctx, dogId, permission) },
    args: {},
  }),
});

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
