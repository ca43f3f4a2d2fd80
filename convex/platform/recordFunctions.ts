/** The registered functions of an ordinary kind of record (model/changes/recordKind.ts), with their permissions. */
import type { DefaultFunctionArgs, RegisteredMutation, RegisteredQuery } from "convex/server";
import { v, type Infer, type ObjectType, type PropertyValidators } from "convex/values";
import type { Area } from "../../domain/permissions/rules";
import { fail } from "../../domain/errors";
import { dogMutation, kennelMutation, kennelQuery, rowBuilders } from "./functions";
import { checkVersion, editShape, listEditsSince } from "./model/changes/edits";
import type { Permission } from "./model/people/identity";
import type { RecordTable } from "./model/changes/kennelTables";
import type { RecordOperations, RecordPage } from "./model/changes/recordKind";

/** These rights are given if they differ from the rights of a single area. */
interface Rights {
  readonly read: Permission;
  readonly write: Permission;
}

interface Naming<Argument extends string, Owner extends "dogId" | "kennelId"> {
  /** This argument contains a record's id. */
  readonly argument: Argument;
  readonly owner: Owner;
  readonly area: Area | Rights;
  /** A change or deletion also accepts the id of a dog, which must be the record's dog. */
  readonly isOfNamedDog?: boolean;
}

interface OfNamedDog {
  dogId?: string;
}

// Convex recognizes the types of arguments and results only by these exact names. An alias would hide them.

/** The description of the kind determines arguments and results. */
interface RecordFunctions<
  OfRow extends DefaultFunctionArgs,
  OfOwner extends DefaultFunctionArgs,
  New extends DefaultFunctionArgs,
  Change extends DefaultFunctionArgs,
  Answer,
> {
  list: RegisteredQuery<
    "public",
    { kennelId: string; search?: string; page?: number; limit?: number },
    Promise<RecordPage<Answer>>
  >;
  get: RegisteredQuery<"public", OfRow, Promise<Answer>>;
  create: RegisteredMutation<"public", New & OfOwner, Promise<Answer>>;
  update: RegisteredMutation<
    "public",
    Change & OfRow & OfNamedDog & { expectedUpdatedAt?: number },
    Promise<Answer>
  >;
  remove: RegisteredMutation<"public", OfRow & OfNamedDog & { expectedUpdatedAt?: number }, Promise<null>>;
  /** The newest change is first. */
  editsSince: RegisteredQuery<"public", OfRow & { since: number }, Promise<Infer<typeof editShape>[]>>;
}

/** This type is for code that does not know the kind of record. */
type AnyOperations = RecordOperations<"dogs", PropertyValidators, PropertyValidators, PropertyValidators>;

/** The functions throw NOT_FOUND if the caller has no such record. */
export function recordFunctions<
  Table extends RecordTable,
  Shape extends PropertyValidators,
  New extends PropertyValidators,
  Change extends PropertyValidators,
  const Argument extends string,
  const Owner extends "dogId" | "kennelId",
>(
  kind: RecordOperations<Table, Shape, New, Change>,
  naming: Naming<Argument, Owner>,
): RecordFunctions<
  Record<Argument, string>,
  Record<Owner, string>,
  ObjectType<Omit<New, Owner>>,
  ObjectType<Change>,
  ObjectType<Shape>
>;
// The validators have already checked that the arguments have the types above.
export function recordFunctions(
  kind: AnyOperations,
  { argument, owner, area, isOfNamedDog = false }: Naming<string, "dogId" | "kennelId">,
) {
  const { read, write }: Rights =
    typeof area === "string" ? { read: `${area}:read`, write: `${area}:write` } : area;
  const own = rowBuilders(kind.table, "row", argument);
  const returns = kind.shape;
  const { dogId: _, ...newOfDog } = kind.newArgs;
  const named: PropertyValidators = isOfNamedDog ? { dogId: v.optional(v.string()) } : {};
  const check = (row: object, given: object): void => {
    const dogId: unknown = Reflect.get(given, "dogId");
    if (isOfNamedDog && dogId !== undefined && dogId !== Reflect.get(row, "dogId")) fail("NOT_FOUND");
  };
  return {
    list: kennelQuery({
      permission: read,
      args: { search: v.optional(v.string()), page: v.optional(v.number()), limit: v.optional(v.number()) },
      returns: kind.pageShape,
      handler: async (ctx, asked) => await kind.page(ctx, await kind.rowsOf(ctx, ctx.access.kennelId), asked),
    }),
    get: own.query({
      permission: read,
      args: {},
      returns,
      handler: async (ctx) => await kind.describe(ctx, ctx.row),
    }),
    create:
      owner === "dogId"
        ? dogMutation({
            permission: write,
            args: newOfDog,
            returns,
            handler: async (ctx, given) =>
              await kind.create(ctx, { kennelId: ctx.dog.kennelId, dog: ctx.dog }, given),
          })
        : kennelMutation({
            permission: write,
            args: kind.newArgs,
            returns,
            handler: async (ctx, given) =>
              await kind.create(ctx, { kennelId: ctx.access.kennelId, dog: null }, given),
          }),
    update: own.mutation({
      permission: write,
      args: { ...kind.changeArgs, ...named, expectedUpdatedAt: v.optional(v.number()) },
      returns,
      handler: async (ctx, given) => {
        check(ctx.row, given);
        return await kind.update(ctx, ctx.row, given);
      },
    }),
    remove: own.mutation({
      permission: write,
      args: { ...named, expectedUpdatedAt: v.optional(v.number()) },
      returns: v.null(),
      handler: async (ctx, { expectedUpdatedAt, ...given }) => {
        check(ctx.row, given);
        checkVersion(ctx.row, expectedUpdatedAt);
        return await kind.remove(ctx, ctx.row);
      },
    }),
    editsSince: own.query({
      permission: read,
      args: { since: v.number() },
      returns: v.array(editShape),
      handler: async (ctx, { since }) => await listEditsSince(ctx, ctx.access, ctx.row, since),
    }),
  };
}
