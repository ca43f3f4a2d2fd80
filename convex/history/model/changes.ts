/**
 * Reads the history of a kennel's records. Callers see only changes of records that they may read. They see the
 * author only if they may see the team. Names are shown instead of the ids of dogs and puppies.
 */
import { paginationResultValidator, type PaginationOptions, type PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import { PLACES } from "../../../domain/contacts/naming";
import { pageOf, placeOf } from "../../../domain/history/places";
import { historyOf } from "../../../domain/history/records";
import { listChangeInWords } from "../../../domain/history/words";
import type { Field } from "../../../domain/records/fields";
import { entryInWords } from "../../../domain/records/words";
import type { HistoryTable } from "../../../domain/history/tables.gen";
import { HISTORY_EVENTS } from "../../../domain/history/events";
import {
  isConfidentialField,
  readsConfidential,
  readsRecords,
} from "../../../domain/permissions/confidential";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  changeKindValidator,
  changeSourceValidator,
  historyTableValidator,
} from "../../platform/tables/changes";
import { isHistoryTable } from "../../changes/history";
import { describedOf } from "../../platform/model/changes/checking";
import { subjectIn } from "../../platform/model/changes/deletionRules";
import { roleValidator } from "../../platform/tables/shared";
import type { Access } from "../../platform/model/people/identity";
import { mayRevert } from "../../platform/model/people/confidential";
import { undeleteLimit } from "../../platform/model/files/keptFiles";
import { areaOf, findRecord, isRemovable, isRemoved } from "./undo";
import { puppyName } from "../../../domain/litters/words";
import { displayName } from "../../platform/model/paging/names";

const valueShape = v.union(
  v.string(),
  v.number(),
  v.boolean(),
  v.array(v.union(v.string(), v.number())),
  v.null(),
);
type Value = Infer<typeof valueShape>;

export const changeShape = v.object({
  _id: v.id("changes"),
  table: historyTableValidator,
  recordId: v.string(),
  kind: changeKindValidator,
  at: v.number(),
  /** Null for an automatic change, or if the caller may not see the team. */
  by: v.union(v.string(), v.null()),
  isSelf: v.boolean(),
  source: v.union(changeSourceValidator, v.null()),
  title: v.string(),
  /** Null if the dog or puppy was deleted. */
  dogName: v.union(v.string(), v.null()),
  /** The present value of a weight. */
  grams: v.optional(v.number()),
  /** The fields have their names in domain/history. */
  fields: v.array(v.object({ name: v.string(), before: valueShape, after: valueShape })),
  partCount: v.number(),
  /** The screen on which the record is seen. Null if it was deleted or the caller may not open the screen. */
  address: v.union(v.string(), v.null()),
  /** The action that the caller can take. */
  remedy: v.union(v.literal("undo"), v.literal("bring_back"), v.null()),
  undoneAt: v.union(v.number(), v.null()),
  /** Set if the entry is not a change of a record. */
  event: v.union(
    v.object({
      what: v.union(...HISTORY_EVENTS.map((event) => v.literal(event))),
      about: v.union(v.string(), v.null()),
      role: v.union(roleValidator, v.null()),
      counts: v.union(v.object({ added: v.number(), replaced: v.number(), removed: v.number() }), v.null()),
    }),
    v.null(),
  ),
});
export type ShownChange = Infer<typeof changeShape>;

export const changePageShape = paginationResultValidator(changeShape);

const toValue = (value: unknown, field?: Field): Value => {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (!Array.isArray(value)) return null;
  const parts: unknown[] =
    field?.type === "entries" ? value.map((entry: object) => entryInWords(field.fields, entry)) : value;
  return parts.filter((each) => typeof each === "string" || typeof each === "number");
};

const ASSIGNEE = "assigneeId";

const NAMED_BY_ID: ReadonlySet<string> = new Set([
  ...["dogId", "sireId", "damId", "puppyId", "mergedInto"],
  ...Object.values(PLACES).flatMap((places) => places.map(({ link }) => link)),
]);

/** A weight's puppy and its litter are two steps away. No record is further from its page. */
const MAX_OWNERS = 3;

/** Each person and record is loaded once. */
class ChangeReader {
  private readonly names = new Map<string, Promise<string | null>>();
  private readonly rows = new Map<string, Promise<object | null>>();
  private readonly mayName: boolean;

  constructor(
    private readonly ctx: QueryCtx,
    private readonly access: Access,
    private readonly now: number,
  ) {
    this.mayName = hasPermission(access.permissions, "members", "read");
  }

  async describe(change: Doc<"changes">): Promise<ShownChange> {
    const { _id, table, recordId, subjectId, kind, at, by, title, partCount = 0 } = change;
    const isSelf = by === this.access.user._id;
    const isOfDog = subjectId !== recordId;
    return {
      _id,
      table,
      recordId,
      kind,
      at,
      by: by !== undefined && (isSelf || this.mayName) ? await this.once(by, () => this.person(by)) : null,
      isSelf,
      source: change.source ?? null,
      title,
      dogName: isOfDog ? await this.once(subjectId, () => this.nameOf(subjectId)) : null,
      ...(await this.weightOf(change)),
      fields: await this.fieldsOf(change),
      partCount,
      address: await this.addressOf(change),
      remedy: await this.remedyOf(change),
      undoneAt: change.undoneAt ?? null,
      event: await this.eventOf(change),
    };
  }

  private async find<Table extends HistoryTable>(table: Table, id: string): Promise<Doc<Table> | null> {
    const found = this.rows.get(`${table} ${id}`) ?? findRecord(this.ctx, this.access, table, id);
    this.rows.set(`${table} ${id}`, found);
    // The key contains the table.
    return (await found) as Doc<Table> | null;
  }

  private async addressOf({ table, recordId, event }: Doc<"changes">): Promise<string | null> {
    const row = event ? null : await this.find(table, recordId);
    if (!row || isRemoved(row)) return null;
    const owners: { [Table in HistoryTable]?: string } = {};
    let subject = subjectIn(table, row);
    for (let steps = 0; subject && isHistoryTable(subject.table) && steps < MAX_OWNERS; steps += 1) {
      const owner = await this.find(subject.table, subject.id);
      if (!owner) break;
      owners[subject.table] = subject.id;
      subject = subjectIn(subject.table, owner);
    }
    const address = placeOf(table, recordId, owners);
    const isOfDog = address?.startsWith(pageOf("dogs", "")) ?? false;
    return isOfDog && !hasPermission(this.access.permissions, "dogs", "read") ? null : address;
  }

  /** Several weights of a litter have the same date, so a puppy's weight has the puppy's name. */
  private async weightOf({ table, recordId }: Doc<"changes">) {
    if (table !== "puppyWeights" && table !== "dogWeights") return {};
    const row = await this.find(table, recordId);
    if (!row) return {};
    const { grams } = row;
    if (!("puppyId" in row)) return { grams };
    return { grams, dogName: await this.once(row.puppyId, () => this.nameOf(row.puppyId)) };
  }

  private async eventOf({ event, title }: Doc<"changes">): Promise<ShownChange["event"]> {
    if (!event) return null;
    const { what, memberId, role, counts } = event;
    const member = memberId && (await this.once(memberId, () => this.person(memberId)));
    const about = memberId ? (member ?? null) : title === "" ? null : title;
    return { what, about, role: role ?? null, counts: counts ?? null };
  }

  private async once(id: string, find: () => Promise<string | null>): Promise<string | null> {
    const found = this.names.get(id) ?? find();
    this.names.set(id, found);
    return await found;
  }

  private async person(id: Id<"users">): Promise<string | null> {
    const user = await this.ctx.db.get("users", id);
    return user && displayName(user);
  }

  private async nameOf(id: string): Promise<string | null> {
    const dog = await this.find("dogs", id);
    if (dog) return dog.name;
    const puppy = await this.find("puppies", id);
    if (puppy) return puppyName(puppy);
    return (await this.find("contacts", id))?.name ?? null;
  }

  private async fieldsOf({ table, kind, fields = [] }: Doc<"changes">): Promise<ShownChange["fields"]> {
    if (kind === "noted") {
      return fields.map(({ name, before, after }) => ({
        name,
        before: toValue(before),
        after: toValue(after),
      }));
    }
    if (kind !== "changed") return [];
    const known = historyOf(table).fields;
    const mayRead = readsConfidential(this.access.permissions);
    const shown = fields.filter(
      ({ name }) =>
        known[name] && known[name].format !== "hidden" && (mayRead || !isConfidentialField(table, name)),
    );
    return await Promise.all(
      shown.map(async ({ name, before, after }) => {
        const parts = known[name]?.parts;
        if (parts) return { name, ...listChangeInWords(parts, before, after) };
        return {
          name,
          before: await this.valueOf(table, name, before),
          after: await this.valueOf(table, name, after),
        };
      }),
    );
  }

  private async valueOf(table: HistoryTable, name: string, value: unknown): Promise<Value> {
    if (name === ASSIGNEE) return await this.assignee(value);
    if (!NAMED_BY_ID.has(name) || typeof value !== "string")
      return toValue(value, table === "kennels" ? undefined : describedOf(table)[name]);
    return (await this.once(value, () => this.nameOf(value))) ?? "a deleted record";
  }

  /** The name is shown only if the caller may see the team or is the assignee. */
  private async assignee(value: unknown): Promise<string> {
    if (typeof value !== "string") return "Everyone";
    const id = this.ctx.db.normalizeId("users", value);
    const mayName = this.mayName || value === this.access.user._id;
    return (id && mayName && (await this.once(id, () => this.person(id)))) || "Somebody";
  }

  private async remedyOf(change: Doc<"changes">): Promise<ShownChange["remedy"]> {
    const area = await areaOf(this.ctx, change);
    if (!hasPermission(this.access.permissions, area, "write") || change.undoneAt !== undefined) return null;
    if (change.kind === "deleted") return change.at > undeleteLimit(this.now) ? "bring_back" : null;
    if (!mayRevert(this.access, change.table, change.fields)) return null;
    const row = await this.find(change.table, change.recordId);
    if (change.kind === "created") return row && (await isRemovable(this.ctx, change, row)) ? "undo" : null;
    return row && change.kind === "changed" ? "undo" : null;
  }
}

/** A null filter has no effect. */
export interface ChangesAsked {
  readonly table: HistoryTable | null;
  readonly userId: string | null;
  readonly dogId?: string | undefined;
  readonly areDeletions: boolean;
  /** If true, only events of the team and of restores are read. */
  readonly areEvents?: boolean | undefined;
  readonly since?: number | undefined;
  readonly before?: number | undefined;
  /** The time decides what can still be restored. */
  readonly now: number;
  readonly paginationOpts: PaginationOptions;
}

/** The limit applies to one page, even if few of the rows match. */
const MAX_ROWS_READ = 1000;

const NOTHING: PaginationResult<ShownChange> = { page: [], isDone: true, continueCursor: "" };

async function describeAll(
  ctx: QueryCtx,
  access: Access,
  found: PaginationResult<Doc<"changes">>,
  now: number,
): Promise<PaginationResult<ShownChange>> {
  const reader = new ChangeReader(ctx, access, now);
  const page = await Promise.all(
    found.page.map(async (row) =>
      hasPermission(access.permissions, await areaOf(ctx, row), "read") ? [await reader.describe(row)] : [],
    ),
  );
  return { ...found, page: page.flat() };
}

export async function pageChanges(
  ctx: QueryCtx,
  access: Access,
  asked: ChangesAsked,
): Promise<PaginationResult<ShownChange>> {
  const { table, userId, dogId, areDeletions, areEvents = false, now, paginationOpts } = asked;
  if (table !== null && !readsRecords(access.permissions, table)) return NOTHING;
  const { kennelId } = access;
  const { since = 0, before = Number.MAX_SAFE_INTEGER } = asked;
  const rows = ctx.db.query("changes");
  const kind = areEvents ? "noted" : areDeletions ? "deleted" : null;
  const newest = dogId
    ? rows.withIndex("by_kennel_and_subject_and_at", (q) =>
        q.eq("kennelId", kennelId).eq("subjectId", dogId).gte("at", since).lt("at", before),
      )
    : kind
      ? rows.withIndex("by_kennel_and_kind_and_at", (q) =>
          q.eq("kennelId", kennelId).eq("kind", kind).gte("at", since).lt("at", before),
        )
      : rows.withIndex("by_kennel_and_at", (q) =>
          q.eq("kennelId", kennelId).gte("at", since).lt("at", before),
        );
  const found = await newest
    .order("desc")
    // The page reads a bounded number of rows. If every filter had its own index, every change would cost more
    // writes.
    // oxlint-disable-next-line studbook/no-filter-in-query
    .filter((q) =>
      q.and(
        table === null ? true : q.eq(q.field("table"), table),
        userId === null ? true : q.eq(q.field("by"), userId),
        dogId && kind ? q.eq(q.field("kind"), kind) : true,
      ),
    )
    .paginate({ ...paginationOpts, maximumRowsRead: MAX_ROWS_READ });
  return await describeAll(ctx, access, found, now);
}

/** The history of these records includes the history of their parts. */
const SUBJECT_TABLES: ReadonlySet<HistoryTable> = new Set(["dogs", "breedings", "litters"]);

/** The newest change is first. */
export async function pageChangesOf(
  ctx: QueryCtx,
  access: Access,
  {
    table,
    recordId,
    now,
    paginationOpts,
  }: { table: HistoryTable; recordId: string } & Pick<ChangesAsked, "now" | "paginationOpts">,
): Promise<PaginationResult<ShownChange>> {
  if (!readsRecords(access.permissions, table)) return NOTHING;
  const { kennelId } = access;
  const isSubject = SUBJECT_TABLES.has(table);
  const rows = ctx.db.query("changes");
  const found = await (
    isSubject
      ? rows.withIndex("by_kennel_and_subject_and_at", (q) =>
          q.eq("kennelId", kennelId).eq("subjectId", recordId),
        )
      : rows.withIndex("by_kennel_and_record_and_at", (q) =>
          q.eq("kennelId", kennelId).eq("recordId", recordId),
        )
  )
    .order("desc")
    .paginate(paginationOpts);
  return await describeAll(ctx, access, found, now);
}
