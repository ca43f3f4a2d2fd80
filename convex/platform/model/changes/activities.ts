/**
 * Writes and reads the kennel's activity list. A caller sees only the entries of areas that they may read. The
 * person who acted is shown only if the caller may see the team. An entry links to its record until the record is
 * deleted. Sources: rule DASH-12, decisions GAP-DASH-06 and GAP-DASH-13.
 */
import { paginationResultValidator, type PaginationOptions, type PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import {
  ACTIVITY_AREAS,
  ACTIVITY_SESSION_MS,
  ACTIVITY_TYPES,
  SHOWN_WITH,
  type ActivityRecord,
  type ActivityType,
} from "../../../../domain/dashboard/rules";
import { MAX_PAGE_LIMIT } from "../../../../domain/records/paging";
import { hasPermission } from "../../../../domain/permissions/permissions";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { activityRecordValidator, activityTypeValidator } from "../../tables/activities";
import { getCallerId, type Access } from "../people/identity";
import { NamesOnce } from "../paging/rowsOnce";
import { isLongPast } from "./settledTime";

export const activityShape = v.object({
  _id: v.id("activities"),
  type: activityTypeValidator,
  title: v.string(),
  description: v.string(),
  timestamp: v.number(),
  /** Null if the dog was deleted. */
  dogId: v.union(v.id("dogs"), v.null()),
  /** Null if the person is unknown, or if the caller may not see the team. */
  by: v.union(v.string(), v.null()),
  isSelf: v.boolean(),
  /** Null if the record was deleted. */
  record: v.union(v.object({ table: activityRecordValidator, id: v.string() }), v.null()),
});
export type Activity = Infer<typeof activityShape>;

export const activityPageShape = paginationResultValidator(activityShape);

interface NewActivity {
  readonly type: ActivityType;
  readonly title: string;
  readonly description: string;
  readonly dogId?: Id<"dogs">;
  readonly record?: { readonly table: ActivityRecord; readonly id: Id<ActivityRecord> };
  /** The user who acted, if this is not the caller. */
  readonly userId?: Id<"users">;
}

/** Returns undefined in scheduled work. */
export async function findCaller(ctx: QueryCtx): Promise<Id<"users"> | undefined> {
  const identity = await ctx.auth.getUserIdentity();
  return (identity && (await getCallerId(ctx, identity))) ?? undefined;
}

/** The entry is written in the same transaction as its change. The person who acted is the caller by default. */
export async function recordActivity(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  { userId, ...activity }: NewActivity,
): Promise<Id<"activities">> {
  const doneBy = userId ?? (await findCaller(ctx));
  return await ctx.db.insert("activities", {
    kennelId,
    timestamp: Date.now(),
    ...activity,
    ...(doneBy && { userId: doneBy }),
  });
}

/** Entries of other people may be between entries of the same change. */
const LOOKED_AT = 5;

/**
 * People make such a change in many small steps, such as weighing a litter or saving a form repeatedly. The steps
 * of one person on one record become one entry with the time of the last step.
 */
export async function recordChange(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  activity: NewActivity,
): Promise<void> {
  const { type, title, description, dogId, record } = activity;
  const userId = activity.userId ?? (await findCaller(ctx));
  const now = Date.now();
  const isSameAction = (entry: Doc<"activities">): boolean =>
    entry.userId === userId &&
    entry.isFromUpload !== true &&
    entry.title === title &&
    entry.record?.id === record?.id &&
    !isLongPast(entry.timestamp, ACTIVITY_SESSION_MS);
  const entries = await newestFirst(ctx, kennelId, type, dogId ?? null).take(LOOKED_AT);
  const entry = entries.find(isSameAction);
  if (entry) await ctx.db.patch("activities", entry._id, { timestamp: now, description });
  else await recordActivity(ctx, kennelId, { ...activity, ...(userId && { userId }) });
}

/** The change of the entry was undone. */
export async function removeActivity(ctx: MutationCtx, id: Id<"activities">): Promise<void> {
  if (await ctx.db.get("activities", id)) await ctx.db.delete("activities", id);
}

const mayRead = (access: Access, type: ActivityType): boolean =>
  hasPermission(access.permissions, ACTIVITY_AREAS[type], "read");

/** Added after the person's name if the entry comes from an uploaded backup file of another server. */
const FROM_UPLOAD = " (from an uploaded backup)";

/** Each person and dog is loaded once. */
class ActivityReader {
  readonly #people: NamesOnce;

  constructor(
    private readonly ctx: QueryCtx,
    access: Access,
  ) {
    this.#people = new NamesOnce(ctx, access);
  }

  async describe(entry: Doc<"activities">): Promise<Activity> {
    const { _id, type, title, description, timestamp, userId, dogId, isFromUpload } = entry;
    const name = await this.#people.nameOf(userId);
    const dog = dogId && (await this.ctx.db.get("dogs", dogId));
    return {
      _id,
      type,
      title,
      description,
      timestamp,
      dogId: dog?._id ?? null,
      by: name && `${name}${isFromUpload === true ? FROM_UPLOAD : ""}`,
      isSelf: this.#people.isSelf(userId) && isFromUpload !== true,
      record: await this.recordOf(entry),
    };
  }

  private async recordOf({ record }: Doc<"activities">): Promise<Activity["record"]> {
    if (!record) return null;
    const id = this.ctx.db.normalizeId(record.table, record.id);
    const row = id && (await this.ctx.db.get(record.table, id));
    const shownWith = SHOWN_WITH[record.table];
    if (!row || !shownWith) return row ? record : null;
    const fields: Readonly<Record<string, unknown>> = { ...row };
    return { table: shownWith.table, id: String(fields[shownWith.field]) };
  }
}

/** A null filter has no effect. */
export interface ActivityFilter {
  readonly types: readonly ActivityType[] | null;
  readonly dogIds: readonly string[] | null;
}

/** The newest entry is first. */
function newestFirst(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  type: ActivityType | null,
  dogId: Id<"dogs"> | null,
) {
  const rows = ctx.db.query("activities");
  if (dogId !== null && type !== null) {
    return rows
      .withIndex("by_kennel_and_dog_and_type_and_timestamp", (q) =>
        q.eq("kennelId", kennelId).eq("dogId", dogId).eq("type", type),
      )
      .order("desc");
  }
  if (dogId !== null) {
    return rows
      .withIndex("by_kennel_and_dog_and_timestamp", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
      .order("desc");
  }
  if (type !== null) {
    return rows
      .withIndex("by_kennel_and_type_and_timestamp", (q) => q.eq("kennelId", kennelId).eq("type", type))
      .order("desc");
  }
  return rows.withIndex("by_kennel_and_timestamp", (q) => q.eq("kennelId", kennelId)).order("desc");
}

const readableTypes = (access: Access, types: readonly ActivityType[] | null): ActivityType[] =>
  (types ?? ACTIVITY_TYPES).filter((type) => mayRead(access, type));

const MAX_DOGS_ASKED = 20;

/** An invalid id matches no entries. */
const dogsOf = (ctx: QueryCtx, dogIds: readonly string[]): Id<"dogs">[] =>
  [...new Set(dogIds)].slice(0, MAX_DOGS_ASKED).flatMap((dogId) => ctx.db.normalizeId("dogs", dogId) ?? []);

/** The list contains only entries that the caller may read. Types and dogs are optional filters. */
export async function listRecentActivities(
  ctx: QueryCtx,
  access: Access,
  limit: number,
  { types, dogIds }: ActivityFilter = { types: null, dogIds: null },
): Promise<Activity[]> {
  const wanted = Math.min(Math.max(Math.trunc(limit), 0), MAX_PAGE_LIMIT);
  if (wanted === 0) return [];
  const readable = readableTypes(access, types);
  // Without filters one index range is read. With filters, one range is read for each type and dog, and the newest
  // entries of all ranges are returned.
  const readTypes = readable.length === ACTIVITY_TYPES.length ? [null] : readable;
  const found: Doc<"activities">[] = [];
  for (const type of readTypes) {
    for (const dogId of dogIds === null ? [null] : dogsOf(ctx, dogIds)) {
      found.push(...(await newestFirst(ctx, access.kennelId, type, dogId).take(wanted)));
    }
  }
  const newest = found.sort((a, b) => b.timestamp - a.timestamp || b._creationTime - a._creationTime);
  const reader = new ActivityReader(ctx, access);
  return await Promise.all(newest.slice(0, wanted).map(async (entry) => await reader.describe(entry)));
}

interface PageAsked {
  readonly type: ActivityType | null;
  readonly dogId: string | null;
  readonly paginationOpts: PaginationOptions;
}

const NOTHING: PaginationResult<Activity> = { page: [], isDone: true, continueCursor: "" };

/**
 * The page contains only entries that the caller may read, the newest first. A type and a dog are optional filters.
 */
export async function pageActivities(
  ctx: QueryCtx,
  access: Access,
  { type, dogId, paginationOpts }: PageAsked,
): Promise<PaginationResult<Activity>> {
  if (type !== null && !mayRead(access, type)) return NOTHING;
  const id = dogId === null ? null : ctx.db.normalizeId("dogs", dogId);
  if (dogId !== null && id === null) return NOTHING;
  const result = await newestFirst(ctx, access.kennelId, type, id).paginate(paginationOpts);
  const reader = new ActivityReader(ctx, access);
  const readable = result.page.filter((entry) => mayRead(access, entry.type));
  return {
    ...result,
    page: await Promise.all(readable.map(async (entry) => await reader.describe(entry))),
  };
}
