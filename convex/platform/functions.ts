/**
 * The builders of every registered function, and the only users of Convex's raw ones. Each requires its permission
 * before it accepts a handler: kennel and user come from the caller's identity and membership, and are checked
 * before a handler can read data. The history records what mutations do to records.
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

/** Defines a mutation that only other functions can run. */
export const internalMutation = recordingMutation(rawInternalMutation, FOLLOWS);

/** Defines an internal mutation without history whose counts follow: for batches, and files that expire. */
export const countedMutation = recordingMutation(rawInternalMutation, FOLLOWS, false);

/** Defines an internal mutation without history: for permanent deletion, and for derived data. */
export const unrecordedMutation = rawInternalMutation;

// The requirements of each function are recorded in platform/model/people/requirements.ts. Money and contacts are
// hidden from users without that right, whatever a function does: platform/model/people/confidential.ts.
const concealingQuery = concealing(plainCustomQuery);
const customQuery = declaring(concealingQuery);
const guardingMutation = guarding(plainCustomMutation);
const customMutation = declaring(guardingMutation);
const customAction = declaring(plainCustomAction);

/** Who may call a function. */
export interface Requirement {
  permission: Permission;
}

/** Makes builders of functions whose handlers receive what they are about, found in one way. */
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
  // Internal ones, for actions: they require the same as public ones.
  innerQuery: customQuery(internalQuery, access),
  innerMutation: customMutation(internalMutation, access),
});

/** Define functions of one kennel; they throw NOT_FOUND for non-members and FORBIDDEN without the permission. */
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

/** Finds a row in one of the caller's kennels; throws NOT_FOUND for any other and for a missing one. */
async function requireRow<Table extends KennelTable>(
  ctx: QueryCtx,
  table: Table,
  rowId: string,
  permission: Permission,
): Promise<{ row: Doc<Table>; access: Access }> {
  await requireIdentity(ctx);
  const row = await findRow(ctx, table, rowId);
  // The compiler cannot check a row whose table is known only at run time; KennelTable guarantees the field.
  const access = row && (await getAccess(ctx, row.kennelId as Id<"kennels">));
  if (!row || !access || (await isOrphan(ctx, table, row))) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { row, access };
}

/**
 * Describes how a function reaches its row: its id is the argument `argument`, and the handler receives the row as
 * `ctx[name]` beside `ctx.access`. Throws NOT_FOUND if the caller has no such row.
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

/** Makes the builders of functions of one row, as `rowAccess` describes it. */
export const rowBuilders = <Table extends KennelTable, Name extends string, Argument extends string>(
  table: Table,
  name: Name,
  argument: Argument,
) => buildersBy(rowAccess(table, name, argument));

/** Define functions of one dog; they throw NOT_FOUND if the caller has no such dog. */
export const {
  mutation: dogMutation,
  innerQuery: innerDogQuery,
  innerMutation: innerDogMutation,
} = rowBuilders("dogs", "dog", "dogId");

/** Finds a dog in one of the caller's kennels; another kennel's dog counts as missing. */
async function reachDog(ctx: QueryCtx, dogId: string, permission: Permission): Promise<ReachedDog | null> {
  await requireIdentity(ctx);
  const dog = await findRow(ctx, "dogs", dogId);
  const access = dog && (await getAccess(ctx, dog.kennelId));
  if (!dog || !access) return null;
  checkPermission(access, permission);
  return { dog, access };
}

/** Defines a query of one dog; `ctx.reached` is null if the caller has no such dog. */
export const dogQuery = customQuery(query, {
  args: { dogId: v.string() },
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Requirement) => ({
    ctx: { reached: await reachDog(ctx, dogId, permission) },
    args: {},
  }),
});

/**
 * Defines an action for any signed-in user. An action reads no data itself: the functions it runs check their
 * permissions, and the one that it names is its own requirement.
 */
export const signedInAction = customAction(action, {
  args: {},
  input: async (ctx: ActionCtx, _args: object, _demand: Partial<Requirement>) => {
    if ((await ctx.auth.getUserIdentity()) === null) fail("UNAUTHENTICATED");
    return { ctx: {}, args: {} };
  },
});

interface PersonDemand {
  /** Whether API keys may call too: for handlers that check the caller's rights for every record. */
  forKeys?: boolean;
}

/** Finds the caller, or the owner of the caller's key; throws FORBIDDEN for a key where only people may call. */
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

/** Defines a query that signed-out callers may use, with `ctx.identity` null. */
export const openQuery = declaring(plainCustomQuery, "anybody")(query, {
  args: {},
  input: async (ctx: QueryCtx) => ({ ctx: { identity: await ctx.auth.getUserIdentity() }, args: {} }),
});

/** Defines a mutation for anybody, even signed out; its arguments must be proof enough. */
export const openMutation = declaring(plainCustomMutation, "anybody")(mutation, {
  args: {},
  input: async () => ({ ctx: {}, args: {} }),
});

/** Defines a mutation for any signed-in user, even without a row; throws UNAUTHENTICATED otherwise. */
export const signedInMutation = customMutation(mutation, {
  args: {},
  input: async (ctx: QueryCtx) => ({ ctx: { identity: await requirePerson(ctx) }, args: {} }),
});
