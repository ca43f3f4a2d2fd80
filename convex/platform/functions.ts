/**
 * The builders of all registered functions, and the only code that uses Convex's raw builders. Each builder
 * requires a permission before it accepts a handler. It finds the kennel and the user from the caller's identity
 * and membership. Both are checked before the handler can read data. Mutations write changes of records to the
 * history.
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
  type MutationCtx,
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

export const internalMutation = recordingMutation(rawInternalMutation, FOLLOWS);

/** Updates the stored counts but writes no history. Used for batches and for the removal of expired files. */
export const countedMutation = recordingMutation(rawInternalMutation, FOLLOWS, false);

/** These mutations neither update counts nor write history. Permanent deletion and derived data use them. */
export const unrecordedMutation = rawInternalMutation;

// platform/model/people/requirements.ts records the requirements of each function. Money and contacts are hidden
// from users without that right in every function: platform/model/people/confidential.ts.
const concealingQuery = concealing(plainCustomQuery);
const customQuery = declaring(concealingQuery);
const guardingMutation = guarding(plainCustomMutation);
const customMutation = declaring(guardingMutation);
const customAction = declaring(plainCustomAction);

export interface Requirement {
  permission: Permission;
}

/**
 * The handlers receive the kennel, row or person of the call in `ctx`. `access` defines how the arguments identify
 * it.
 */
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
  // Internal functions for actions. They require the same permission as public functions.
  innerQuery: customQuery(internalQuery, access),
  innerMutation: customMutation(internalMutation, access),
});

/** Functions of one kennel throw NOT_FOUND for non-members and FORBIDDEN without the permission. */
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

/** The rows of these tables belong to one kennel. */
type KennelTable = {
  [Table in TableNames]: Doc<Table> extends { kennelId: Id<"kennels"> } ? Table : never;
}[TableNames];

/** Throws NOT_FOUND for another kennel's row and for a missing row. */
async function requireRow<Table extends KennelTable>(
  ctx: QueryCtx,
  table: Table,
  rowId: string,
  permission: Permission,
): Promise<{ row: Doc<Table>; access: Access }> {
  await requireIdentity(ctx);
  const row = await findRow(ctx, table, rowId);
  // KennelTable guarantees the field. The compiler cannot see that, because the table is known only at run time.
  const access = row && (await getAccess(ctx, row.kennelId as Id<"kennels">));
  if (!row || !access || (await isOrphan(ctx, table, row))) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { row, access };
}

/**
 * The id is the argument `argument`, and the handler receives the row as `ctx[name]` in addition to `ctx.access`.
 * Throws NOT_FOUND if the caller's kennels have no such row.
 */
export function rowAccess<Table extends KennelTable, Name extends string, Argument extends string>(
  table: Table,
  name: Name,
  argument: Argument,
) {
  type Reached = { readonly [Key in Name]: Doc<Table> } & { readonly access: Access };
  return {
    args: { [argument]: v.string() } as Record<Argument, VString>, // The compiler treats a computed key as any string.
    input: async (
      ctx: QueryCtx,
      args: ObjectType<Record<Argument, VString>>,
      { permission }: Requirement,
    ) => {
      const { [argument]: id } = args as unknown as Record<Argument, string>; // The compiler treats a computed key as any string.
      const { row, access } = await requireRow(ctx, table, id, permission);
      return { ctx: { [name]: row, access } as Reached, args: {} }; // The compiler treats a computed key as any string.
    },
  };
}

/** The row is found as `rowAccess` describes. */
export const rowBuilders = <Table extends KennelTable, Name extends string, Argument extends string>(
  table: Table,
  name: Name,
  argument: Argument,
) => buildersBy(rowAccess(table, name, argument));

/** Functions of one dog throw NOT_FOUND if the caller's kennels have no such dog. */
export const {
  mutation: dogMutation,
  innerQuery: innerDogQuery,
  innerMutation: innerDogMutation,
} = rowBuilders("dogs", "dog", "dogId");

/** Returns null for a dog of another kennel. */
async function reachDog(ctx: QueryCtx, dogId: string, permission: Permission): Promise<ReachedDog | null> {
  await requireIdentity(ctx);
  const dog = await findRow(ctx, "dogs", dogId);
  const access = dog && (await getAccess(ctx, dog.kennelId));
  if (!dog || !access) return null;
  checkPermission(access, permission);
  return { dog, access };
}

/** `ctx.reached` is null if the caller's kennels have no such dog. */
export const dogQuery = customQuery(query, {
  args: { dogId: v.string() },
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Requirement) => ({
    ctx: { reached: await reachDog(ctx, dogId, permission) },
    args: {},
  }),
});

/**
 * Defines an action for any signed-in user. An action reads no data itself, and each function that it runs checks
 * its own permission. The action names one of these functions. The table of permissions shows that function's
 * requirement for the action.
 */
export const signedInAction = customAction(action, {
  args: {},
  input: async (ctx: ActionCtx, _args: object, _demand: Partial<Requirement>) => {
    if ((await ctx.auth.getUserIdentity()) === null) fail("UNAUTHENTICATED");
    return { ctx: {}, args: {} };
  },
});

interface PersonDemand {
  /** If API keys may also call the function, the handler must check the caller's rights to each record. */
  forKeys?: boolean;
}

/** Also finds the owner of a calling API key. Throws FORBIDDEN for an API key if only people may call. */
async function findPerson(ctx: QueryCtx, { forKeys = false }: PersonDemand): Promise<Doc<"users"> | null> {
  const identity = forKeys ? await requireIdentity(ctx) : await requirePerson(ctx);
  const id = await getCallerId(ctx, identity);
  return id && (await ctx.db.get("users", id));
}

/** `ctx.user` is null until the first sign-in is recorded. */
export const signedInQuery = customQuery(query, {
  args: {},
  input: async (ctx: QueryCtx, _args: object, demand: PersonDemand) => ({
    ctx: { user: await findPerson(ctx, demand) },
    args: {},
  }),
});

/** Throws UNAUTHENTICATED before the first sign-in is recorded. */
export const userMutation = customMutation(mutation, {
  args: {},
  input: async (ctx: QueryCtx, _args: object, demand: PersonDemand) => ({
    ctx: { user: (await findPerson(ctx, demand)) ?? fail("UNAUTHENTICATED") },
    args: {},
  }),
});

/** Throws UNAUTHENTICATED before the first sign-in is recorded. */
export const userQuery = customQuery(query, {
  args: {},
  input: async (ctx: QueryCtx) => ({
    ctx: { user: (await findPerson(ctx, {})) ?? fail("UNAUTHENTICATED") },
    args: {},
  }),
});

/** Only actions call these mutations. The requirements are the same as for a public mutation. */
export const innerUserMutation = customMutation(internalMutation, {
  args: {},
  input: async (ctx: QueryCtx) => ({
    ctx: { user: (await findPerson(ctx, {})) ?? fail("UNAUTHENTICATED") },
    args: {},
  }),
});

/** Signed-out callers may use the query; `ctx.identity` is then null. */
export const openQuery = declaring(plainCustomQuery, "anybody")(query, {
  args: {},
  input: async (ctx: QueryCtx) => ({ ctx: { identity: await ctx.auth.getUserIdentity() }, args: {} }),
});

/**
 * Anybody may call the mutation, even signed out. Its arguments must prove the caller's right, for example by a
 * secret token.
 */
export const openMutation = declaring(plainCustomMutation, "anybody")(mutation, {
  args: {},
  input: async () => ({ ctx: {}, args: {} }),
});

/** The session is one of the function's arguments. */
interface SessionAccess<
  Args extends PropertyValidators,
  Found extends Record<string, unknown>,
  Ctx,
  Asked extends { readonly kinds: readonly string[] },
> {
  readonly args: Args;
  readonly input: (
    ctx: Ctx,
    args: ObjectType<Args>,
    demand: Asked,
  ) => Promise<{ ctx: Found; args: Record<never, never> }>;
}

/** The callers are people without an account who have the session of a link (families/builders.ts). */
export const sessionQueries = <
  Args extends PropertyValidators,
  Found extends Record<string, unknown>,
  Asked extends { readonly kinds: readonly string[] },
>(
  access: SessionAccess<Args, Found, QueryCtx, Asked>,
) => declaring(plainCustomQuery)(query, access);

/** The callers are people without an account who have the session of a link. */
export const sessionMutations = <
  Args extends PropertyValidators,
  Found extends Record<string, unknown>,
  Asked extends { readonly kinds: readonly string[] },
>(
  access: SessionAccess<Args, Found, MutationCtx, Asked>,
) => declaring(plainCustomMutation)(mutation, access);

/**
 * Only HTTP actions call these mutations with the session of a link, because HTTP actions know the caller's real
 * network address.
 */
export const innerSessionMutations = <
  Args extends PropertyValidators,
  Found extends Record<string, unknown>,
  Asked extends { readonly kinds: readonly string[] },
>(
  access: SessionAccess<Args, Found, MutationCtx, Asked>,
) => declaring(plainCustomMutation)(internalMutation, access);

/** The user's row in `users` need not exist yet. Throws UNAUTHENTICATED for signed-out callers. */
export const signedInMutation = customMutation(mutation, {
  args: {},
  input: async (ctx: QueryCtx) => ({ ctx: { identity: await requirePerson(ctx) }, args: {} }),
});
