/** Remembers who changed which fields of a record, and tells it to people whose form stands on an older version. */
import { v, type Infer } from "convex/values";
import { MAX_EDITS_TOLD } from "../../../domain/constants/edits";
import { isSameValue } from "../../../domain/history/differences";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Access } from "./identity";
import { displayName } from "./names";

/** One change of a record, as a person with an older version is told of it. */
export const editShape = v.object({
  savedAt: v.number(),
  fields: v.array(v.string()),
  /** Null when the caller may not read the team, or the person is gone. */
  name: v.union(v.string(), v.null()),
  isSelf: v.boolean(),
});

/** The tables whose records are edited in forms. */
type EditedTable =
  | "breedings"
  | "dogs"
  | "healthRecords"
  | "heats"
  | "immunizations"
  | "kennels"
  | "kennelSettings"
  | "litters"
  | "puppies"
  | "reminders"
  | "scheduledVaccinations"
  | "veterinaryRecords";
type RecordId = Id<EditedTable>;

const editsOf = (ctx: QueryCtx, kennelId: Id<"kennels">, recordId: RecordId) =>
  ctx.db
    .query("edits")
    .withIndex("by_kennel_and_record_and_saved", (q) => q.eq("kennelId", kennelId).eq("recordId", recordId));

/** Names the fields in which two versions of a record differ. */
export const differingFields = <Fields extends object>(before: Fields, after: Fields): string[] =>
  Object.entries(after)
    .filter(([name, value]) => !isSameValue(before[name as keyof Fields], value)) // the names are the record's own
    .map(([name]) => name);

/** Remembers a change of a record. */
export async function recordEdit(
  ctx: MutationCtx,
  { kennelId, user }: Access,
  recordId: RecordId,
  savedAt: number,
  fields: string[],
): Promise<void> {
  if (fields.length === 0) return;
  await ctx.db.insert("edits", { kennelId, recordId, savedAt, savedBy: user._id, fields });
}

/** Forgets the changes of a record that is deleted; a kennel's other rows go with the kennel. */
export async function forgetEdits(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  recordId: RecordId,
): Promise<void> {
  for (const { _id } of await editsOf(ctx, kennelId, recordId).take(MAX_EDITS_TOLD)) {
    await ctx.db.delete("edits", _id);
  }
}

/** Lists who changed a record after a version, the newest first. */
export async function listEditsSince(
  ctx: QueryCtx,
  access: Access,
  recordId: RecordId,
  since: number,
): Promise<Infer<typeof editShape>[]> {
  const rows = await ctx.db
    .query("edits")
    .withIndex("by_kennel_and_record_and_saved", (q) =>
      q.eq("kennelId", access.kennelId).eq("recordId", recordId).gt("savedAt", since),
    )
    .order("desc")
    .take(MAX_EDITS_TOLD);
  const mayName = hasPermission(access.permissions, "members", "read");
  const people = new Map<Id<"users">, Doc<"users"> | null>();
  for (const { savedBy } of rows) {
    if (!people.has(savedBy)) people.set(savedBy, await ctx.db.get("users", savedBy));
  }
  return rows.map(({ savedAt, fields, savedBy }) => {
    const person = people.get(savedBy);
    const isSelf = savedBy === access.user._id;
    return { savedAt, fields, isSelf, name: person && (mayName || isSelf) ? displayName(person) : null };
  });
}
