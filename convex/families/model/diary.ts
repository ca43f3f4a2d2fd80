/**
 * The diary of a litter, and the entries that families read. Sharing is a separate step, so an entry can be written
 * before it is shown. An unshared entry disappears from every page immediately.
 */
import { v, type Infer } from "convex/values";
import { DIARY_FIELDS, DIARY_STATE } from "../../../domain/families/record";
import { MAX_DIARY_ENTRIES, MAX_DIARY_PHOTOS } from "../../../domain/families/rules";
import { checkLimit, failOnFields } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordKind } from "../../platform/model/changes/recordKind";
import { saveRow } from "../../platform/model/changes/edits";
import { PhotoSigner } from "../../platform/model/files/photoAddresses";
import { findRow, getOrFail } from "../../platform/model/paging/rows";

type Entry = Doc<"diaryEntries">;

export const entriesOf = (ctx: QueryCtx, kennelId: Id<"kennels">, litterId: Id<"litters">) =>
  ctx.db
    .query("diaryEntries")
    .withIndex("by_kennel_and_litter", (q) => q.eq("kennelId", kennelId).eq("litterId", litterId));

export const diary = recordKind({
  table: "diaryEntries",
  fields: DIARY_FIELDS,
  state: DIARY_STATE,
  index: "by_kennel_and_litter",
  more: {
    shape: {
      litterId: v.id("litters"),
      photos: v.array(v.object({ _id: v.id("photos"), thumbnailPath: v.string() })),
    },
    reader:
      (ctx) =>
      async ({ litterId, photoIds }) => {
        const signer = new PhotoSigner(ctx);
        const photos = [];
        for (const photoId of photoIds) {
          const photo = await ctx.db.get("photos", photoId);
          if (photo) photos.push({ _id: photoId, thumbnailPath: await signer.pathOf(photoId, "thumbnail") });
        }
        return { litterId, photos };
      },
  },
});
export type DiaryEntry = Infer<typeof diary.shape>;

/** The newest entry is first. */
export async function listDiary(ctx: QueryCtx, { kennelId, _id }: Doc<"litters">): Promise<DiaryEntry[]> {
  const rows = await entriesOf(ctx, kennelId, _id).order("desc").take(MAX_DIARY_ENTRIES);
  return await Promise.all(rows.map(diary.answering(ctx)));
}

/** Throws VALIDATION_FAILED for photos that do not show the litter's puppies. */
async function photosOf(
  ctx: QueryCtx,
  litter: Pick<Doc<"litters">, "_id">,
  photoIds: readonly string[],
): Promise<Id<"photos">[]> {
  if (photoIds.length > MAX_DIARY_PHOTOS)
    failOnFields({ photoIds: `An entry has at most ${MAX_DIARY_PHOTOS} photos` });
  const found: Id<"photos">[] = [];
  for (const photoId of new Set(photoIds)) {
    const photo = await findRow(ctx, "photos", photoId);
    const puppy = photo?.puppyId && (await ctx.db.get("puppies", photo.puppyId));
    if (!photo || !puppy || puppy.litterId !== litter._id) failOnFields({ photoIds: "Photo was not found" });
    else found.push(photo._id);
  }
  return found;
}

export const newEntryArgs = {
  ...diary.newArgs,
  photoIds: v.optional(v.array(v.string())),
  /** The entry is shared immediately. */
  isShared: v.optional(v.boolean()),
};

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function writeEntry(
  ctx: MutationCtx,
  litter: Doc<"litters">,
  { photoIds = [], isShared = false, ...typed }: { photoIds?: readonly string[]; isShared?: boolean },
): Promise<DiaryEntry> {
  const { kennelId, _id: litterId } = litter;
  checkLimit((await entriesOf(ctx, kennelId, litterId).take(MAX_DIARY_ENTRIES)).length, MAX_DIARY_ENTRIES);
  const own = {
    litterId,
    photoIds: await photosOf(ctx, litter, photoIds),
    ...(isShared && { sharedAt: Date.now() }),
  };
  return await diary.create(ctx, { kennelId, dog: null, own }, typed);
}

export const reviseArgs = {
  ...diary.changeArgs,
  photoIds: v.optional(v.array(v.string())),
  /** False removes the entry from every page. */
  isShared: v.optional(v.boolean()),
  expectedUpdatedAt: v.optional(v.number()),
};

interface Revision {
  readonly photoIds?: readonly string[] | undefined;
  readonly isShared?: boolean | undefined;
  readonly expectedUpdatedAt?: number | undefined;
}

/** Throws VALIDATION_FAILED or STALE_UPDATE. */
export async function reviseEntry(
  ctx: MutationCtx,
  entry: Entry,
  { photoIds, isShared, ...typed }: Revision,
): Promise<DiaryEntry> {
  await diary.update(ctx, entry, typed);
  const saved = await getOrFail(ctx, "diaryEntries", entry._id);
  const sharedAt =
    isShared === undefined ? saved.sharedAt : isShared ? (saved.sharedAt ?? Date.now()) : undefined;
  const chosen = photoIds && (await photosOf(ctx, { _id: entry.litterId }, photoIds));
  if (sharedAt !== saved.sharedAt || chosen) {
    await saveRow(ctx, "diaryEntries", saved, { sharedAt, ...(chosen && { photoIds: chosen }) });
  }
  return await diary.describe(ctx, await getOrFail(ctx, "diaryEntries", entry._id));
}
