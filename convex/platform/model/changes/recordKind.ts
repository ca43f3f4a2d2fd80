/**
 * Derives the functions that read, list, create, change and delete an ordinary kind of record from its description.
 * `admit` contains the special rules of a kind: it checks and completes a row before it is stored. Changes of
 * status are separate functions.
 */
import {
  v,
  type ObjectType,
  type PropertyValidators,
  type Validator,
  type VFloat64,
  type VId,
  type VObject,
  type VOptional,
} from "convex/values";
import type { z } from "zod";
import type { ActivityRecord, ActivityType } from "../../../../domain/dashboard/rules";
import { checkLimit, fail } from "../../../../domain/errors";
import { differencesOf } from "../../../../domain/history/differences";
import type { Fields } from "../../../../domain/records/fields";
import {
  applyChanges,
  changeShape,
  mapFields,
  newShape,
  valuesIn,
  type ValuesOf,
} from "../../../../domain/records/record";
import { parseOrFail } from "../../../../domain/records/parse";
import { matchesWords, searchWords } from "../../../../domain/text/text";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { settleNow } from "../../../changes/follow";
import {
  answerFields,
  answerOf,
  changeArgs,
  newArgs,
  type AnswerFields,
  type ChangeFields,
  type NewFields,
} from "../../tables/recordValidators";
import { recordActivity, recordChange } from "./activities";
import type { RecordTable } from "./kennelTables";
import { paginationShape, toPageRequest, toPagination, type Pagination } from "../paging/paging";
import { removeRow } from "./removing";
import { checkVersion, nextVersion } from "./edits";

/** If records of this kind belong to dogs, the owner contains the dog. */
export interface RecordOwner<Row = object> {
  readonly kennelId: Id<"kennels">;
  readonly dog: Doc<"dogs"> | null;
  /** Fields of a new row that the user does not enter, such as its litter. */
  readonly own?: Partial<Row>;
}

/** The present row, the values to store, and the function's other arguments. */
export interface Admission<
  Row,
  Values = Readonly<Record<string, unknown>>,
  Args = object,
> extends RecordOwner<Row> {
  readonly row: Row | null;
  readonly values: Values;
  /** The object contains only the fields that the caller sent. */
  readonly typed: Partial<Values>;
  readonly args: Args;
}

interface Telling<Row> {
  readonly type: ActivityType;
  /** For example 'Veterinarian'. The titles are then 'Veterinarian added', 'changed' and 'deleted'. */
  readonly noun: string;
  readonly added?: string;
  /** This text comes after the name of the record's dog. */
  readonly nameOf: (row: Row) => string;
  /** This text describes a new record whose name is not enough. */
  readonly newsOf?: (row: Row) => string;
  /** Entries have no link. Equal entries of one person then become one entry. */
  readonly isUnlinked?: boolean;
}

export interface RecordKind<
  Table extends RecordTable,
  F extends Fields,
  Also extends PropertyValidators = PropertyValidators,
  More extends PropertyValidators = PropertyValidators,
  State extends Fields = Fields,
  Args extends PropertyValidators = PropertyValidators,
  Changes extends PropertyValidators = PropertyValidators,
> {
  readonly table: Table;
  readonly fields: F;
  /** Fields that are missing in the description. They are the same in the row, the arguments and the result. */
  readonly also?: Also;
  /** Only changes of status set these described fields. Results contain them. */
  readonly state?: State;
  /** Parses a whole record, for kinds whose fields must be checked together. */
  readonly schema?: z.ZodType<object>;
  /** Arguments other than the fields, such as today. */
  readonly args?: Args;
  /** Only a change accepts these arguments. */
  readonly changes?: Changes;
  /** The index begins with the kennel, or with the dog if the records belong to dogs. */
  readonly index: string;
  /** The limit applies to each kennel, or to each dog. Other limits are checked by `admit`. */
  readonly most?: number;
  /** The most rows that a list reads, if this exceeds `most`. */
  readonly mostRead?: number;
  /** A search includes these texts. */
  readonly searched?: readonly string[];
  /** If this is missing, a write adds no activity. */
  readonly activity?: Telling<Doc<Table>>;
  /** Adds an activity that `activity` cannot describe. */
  readonly tell?: (ctx: MutationCtx, before: Doc<Table> | null, after: Doc<Table> | null) => Promise<void>;
  /**
   * Additional or replaced fields of the result. `reader` is created once for a list and caches the data that it
   * has read.
   */
  readonly more?: {
    readonly shape: More;
    readonly reader: (ctx: QueryCtx) => (row: Doc<Table>) => ObjectType<More> | Promise<ObjectType<More>>;
  };
  /** Refuses values that may not be stored; returns the fields that the model sets. */
  readonly admit?: (
    ctx: MutationCtx,
    admission: Admission<Doc<Table>, ValuesOf<F> & ObjectType<Also>, ObjectType<Args> & ObjectType<Changes>>,
  ) => object | void | Promise<object | void>;
}

type AnswerShape<
  Table extends RecordTable,
  F extends Fields,
  Also extends PropertyValidators,
  More extends PropertyValidators,
  State extends Fields,
> = { _id: VId<Id<Table>>; kennelId: VId<Id<"kennels">> } & More &
  AnswerFields<F> &
  AnswerFields<State> &
  Also & { createdAt: VFloat64; updatedAt: VFloat64 };

type Optional<V extends PropertyValidators> = {
  [Name in keyof V]: V[Name] extends Validator<unknown, "required", string> ? VOptional<V[Name]> : V[Name];
};

export interface RecordPage<Answer> {
  data: Answer[];
  pagination: Pagination;
}

type Values = Readonly<Record<string, unknown>>;

type Listing = { search?: string | undefined; page?: number | undefined; limit?: number | undefined };

export interface RecordOperations<
  Table extends RecordTable,
  Shape extends PropertyValidators,
  New extends PropertyValidators,
  Change extends PropertyValidators,
  Row = Doc<Table>,
  Answer = ObjectType<Shape>,
> {
  readonly table: Table;
  readonly shape: VObject<Answer, Shape>;
  readonly pageShape: Validator<RecordPage<Answer>, "required", string>;
  readonly newArgs: New;
  readonly changeArgs: Change;
  /** Returns the function that converts rows to results. */
  readonly answering: (ctx: QueryCtx) => (row: Row) => Promise<Answer>;
  readonly describe: (ctx: QueryCtx, row: Row) => Promise<Answer>;
  /** The record has changed, and is read again. */
  readonly reread: (ctx: MutationCtx, id: Id<Table>) => Promise<Answer>;
  /** Reads the rows of the kennel, or of the given dog, in the order of the index. */
  readonly rowsOf: (ctx: QueryCtx, kennelId: Id<"kennels">, dogId?: Id<"dogs">) => Promise<Row[]>;
  /** Only rows that match every word of a search are listed. */
  readonly page: (ctx: QueryCtx, rows: readonly Row[], asked: Listing) => Promise<RecordPage<Answer>>;
  /** Throws VALIDATION_FAILED or LIMIT_REACHED. */
  readonly create: (ctx: MutationCtx, owner: RecordOwner<Row>, given: object) => Promise<Answer>;
  /** Omitted fields stay unchanged. Throws VALIDATION_FAILED, or STALE_UPDATE if another user saved the record. */
  readonly update: (ctx: MutationCtx, row: Row, given: { expectedUpdatedAt?: number }) => Promise<Answer>;
  /** Returns the values to store; throws VALIDATION_FAILED. */
  readonly prepare: (ctx: MutationCtx, row: Row, given: object) => Promise<Values>;
  /** The record's own rows are also deleted. */
  readonly remove: (ctx: MutationCtx, row: Row) => Promise<null>;
  /** Adds an activity that a record was added, changed or deleted. */
  readonly tell: (ctx: MutationCtx, before: Row | null, after: Row | null) => Promise<void>;
}

/** Only the kinds know their tables. */
type AnyRow = {
  readonly _id: string;
  readonly _creationTime: number;
  readonly kennelId: Id<"kennels">;
  readonly updatedAt: number;
  readonly dogId?: Id<"dogs">;
};
interface AnyDatabase {
  get: (table: string, id: string) => Promise<AnyRow | null>;
  insert: (table: string, row: object) => Promise<string>;
  patch: (table: string, id: string, change: object) => Promise<void>;
  query: (table: string) => {
    withIndex: (
      index: string,
      range: (q: AnyRange) => AnyRange,
    ) => { take: (most: number) => Promise<AnyRow[]> };
  };
}
interface AnyRange {
  eq: (field: string, value: string) => AnyRange;
}
const databaseOf = (ctx: QueryCtx) => ctx.db as unknown as AnyDatabase;

interface AnyKind extends Omit<RecordKind<RecordTable, Fields>, "activity" | "tell" | "more" | "admit"> {
  readonly activity?: Telling<AnyRow>;
  readonly tell?: (ctx: MutationCtx, before: AnyRow | null, after: AnyRow | null) => Promise<void>;
  readonly more?: {
    readonly shape: PropertyValidators;
    readonly reader: (ctx: QueryCtx) => (row: AnyRow) => object | Promise<object>;
  };
  readonly admit?: (ctx: MutationCtx, admission: Admission<AnyRow>) => object | void | Promise<object | void>;
}

/** The limit applies to kinds without their own limit. */
const MOST_READ = 1000;

export function recordKind<
  Table extends RecordTable,
  const F extends Fields,
  Also extends PropertyValidators = Record<never, never>,
  More extends PropertyValidators = Record<never, never>,
  const State extends Fields = Record<never, never>,
  Args extends PropertyValidators = Record<never, never>,
  Changes extends PropertyValidators = Record<never, never>,
>(
  kind: RecordKind<Table, F, Also, More, State, Args, Changes>,
): RecordOperations<
  Table,
  AnswerShape<Table, F, Also, More, State>,
  NewFields<F> & Also & Args,
  ChangeFields<F> & Optional<Also> & Args & Changes
>;
// Callers see the types above. The code below works with rows of any table.
export function recordKind(kind: AnyKind): object {
  const { table, fields, activity, also = {}, args = {}, most, mostRead = most ?? MOST_READ } = kind;
  const told: Fields = { ...fields, ...kind.state };
  const alsoNames = Object.keys(also);
  const shape = v.object({
    _id: v.id(table),
    kennelId: v.id("kennels"),
    ...answerFields(told),
    ...kind.more?.shape,
    ...also,
    createdAt: v.number(),
    updatedAt: v.number(),
  });
  const valuesOf = (from: object): Values => {
    const values: Values = { ...from };
    return { ...valuesIn(fields, values), ...pick(values, alsoNames) };
  };
  const storedOf = (values: Values): object => ({
    ...pick(values, alsoNames),
    ...mapFields(fields, (_, name) => values[name] ?? undefined),
  });

  const answering = (ctx: QueryCtx) => {
    const read = kind.more?.reader(ctx);
    return async (row: AnyRow): Promise<object> => {
      const { _id, kennelId, _creationTime: createdAt, updatedAt } = row;
      const others = Object.fromEntries(alsoNames.map((name) => [name, valueOf(row, name)]));
      return {
        _id,
        kennelId,
        ...answerOf(told, row),
        ...(await read?.(row)),
        ...others,
        createdAt,
        updatedAt,
      };
    };
  };
  const describe = async (ctx: QueryCtx, row: AnyRow): Promise<object> => await answering(ctx)(row);
  const settled = async (ctx: MutationCtx, id: string): Promise<AnyRow> => {
    await settleNow(ctx);
    return (await databaseOf(ctx).get(table, id)) ?? fail("NOT_FOUND");
  };
  const reread = async (ctx: MutationCtx, id: string): Promise<object> =>
    await describe(ctx, await settled(ctx, id));

  const rowsOf = async (ctx: QueryCtx, kennelId: string, dogId?: string): Promise<AnyRow[]> =>
    await databaseOf(ctx)
      .query(table)
      .withIndex(kind.index, (q) => {
        const ofKennel = q.eq("kennelId", kennelId);
        return dogId ? ofKennel.eq("dogId", dogId) : ofKennel;
      })
      .take(mostRead + 1);

  async function page(
    ctx: QueryCtx,
    rows: readonly AnyRow[],
    { search = "", ...asked }: Listing,
  ): Promise<object> {
    const request = toPageRequest(asked);
    const words = searchWords(search);
    const textsOf = (row: AnyRow) =>
      (kind.searched ?? []).map((name) => {
        const value = valueOf(row, name);
        return typeof value === "string" ? value : undefined;
      });
    const found = words.length === 0 ? rows : rows.filter((row) => matchesWords(words, textsOf(row)));
    const start = (request.page - 1) * request.limit;
    const data = await Promise.all(found.slice(start, start + request.limit).map(answering(ctx)));
    return { data, pagination: toPagination(request, found.length) };
  }

  async function tell(ctx: MutationCtx, before: AnyRow | null, after: AnyRow | null): Promise<void> {
    const row = after ?? before;
    if (!row) return;
    if (before && after && differencesOf(table, before, after).length === 0) return;
    await kind.tell?.(ctx, before, after);
    if (!activity) return;
    const dog = row.dogId && (await ctx.db.get("dogs", row.dogId));
    const what = before ? activity.nameOf(row) : (activity.newsOf ?? activity.nameOf)(row);
    const news = {
      type: activity.type,
      title: before
        ? `${activity.noun} ${after ? "changed" : "deleted"}`
        : (activity.added ?? `${activity.noun} added`),
      description: [dog && dog.name, what].filter(Boolean).join(": "),
      ...(row.dogId && { dogId: row.dogId }),
      ...(after &&
        !activity.isUnlinked && {
          record: { table: table as ActivityRecord, id: row._id as Id<ActivityRecord> },
        }),
    };
    if ((before && after) || activity.isUnlinked) await recordChange(ctx, row.kennelId, news);
    else await recordActivity(ctx, row.kennelId, news);
  }

  /** Settles derived values, adds an activity, and returns the record as a result. */
  async function written(ctx: MutationCtx, before: AnyRow | null, id: string): Promise<object> {
    const after = await settled(ctx, id);
    await tell(ctx, before, after);
    return await describe(ctx, after);
  }

  async function create(ctx: MutationCtx, owner: RecordOwner<AnyRow>, given: object): Promise<object> {
    const { kennelId, dog } = owner;
    const own = { ...(dog && { dogId: dog._id }), ...owner.own };
    const typed = parseOrFail(kind.schema ?? newShape(fields), { ...given, ...own });
    const values = { ...valuesOf(typed), ...own };
    const set = await kind.admit?.(ctx, { ...owner, row: null, values, typed: { ...typed }, args: given });
    if (most !== undefined) checkLimit((await rowsOf(ctx, kennelId, dog?._id)).length, most);
    const row = { kennelId, ...own, ...storedOf({ ...values, ...set }), ...set, updatedAt: Date.now() };
    return await written(ctx, null, await databaseOf(ctx).insert(table, row));
  }

  async function prepare(ctx: MutationCtx, row: AnyRow, given: object): Promise<Values> {
    const { kennelId, dogId } = row;
    const stored = valuesOf(row);
    const typed: object = kind.schema
      ? parseOrFail(kind.schema, { ...stored, ...(dogId && { dogId }), ...given })
      : parseOrFail(changeShape(fields), given);
    const values = { ...stored, ...applyChanges(fields, stored, typed), ...pick(typed, alsoNames) };
    const dog = dogId ? await ctx.db.get("dogs", dogId) : null;
    const set = await kind.admit?.(ctx, { kennelId, dog, row, values, typed: { ...typed }, args: given });
    return { ...storedOf({ ...values, ...set }), ...set };
  }

  async function update(
    ctx: MutationCtx,
    row: AnyRow,
    { expectedUpdatedAt, ...given }: { expectedUpdatedAt?: number },
  ): Promise<object> {
    checkVersion(row, expectedUpdatedAt);
    const change = await prepare(ctx, row, given);
    await databaseOf(ctx).patch(table, row._id, { ...change, updatedAt: nextVersion(row) });
    return await written(ctx, row, row._id);
  }

  async function remove(ctx: MutationCtx, row: AnyRow): Promise<null> {
    await removeRow(ctx, table, row as Doc<RecordTable>);
    await tell(ctx, row, null);
    return null;
  }

  return {
    ...{ table, shape, pageShape: v.object({ data: v.array(shape), pagination: paginationShape }) },
    newArgs: { ...newArgs(fields), ...also, ...args },
    changeArgs: { ...changeArgs(fields), ...v.object(also).partial().fields, ...args, ...kind.changes },
    ...{ answering, describe, reread, rowsOf, page, create, prepare, update, remove, tell },
  };
}

const valueOf = (from: object, name: string): unknown => Reflect.get(from, name);

const pick = (from: object, names: readonly string[]): object =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, valueOf(from, name)]));
