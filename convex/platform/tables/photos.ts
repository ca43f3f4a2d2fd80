/**
 * The photos of dogs and puppies, each with its files in up to three sizes. A photo belongs to a dog, or to a puppy
 * until the puppy is recorded as a dog. dogs/model/photos.ts writes the photos of dogs and, in the same
 * transaction, the dog's `primaryPhotoId`. A dog with photos has exactly one primary photo.
 * litters/model/puppyPhotos.ts writes the photos of puppies. The files belong only to this row and are kept for
 * some time after the row is deleted.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { flag, text } from "../../../domain/history/describing";
import { STORED_PHOTO_TYPES } from "../../../domain/photos/rules";
import { rows } from "./rows";

export const photoTypeValidator = v.union(...STORED_PHOTO_TYPES.map((type) => v.literal(type)));

const file = v.object({ storageId: v.id("_storage"), type: photoTypeValidator });

/** If a smaller size is missing, the full picture is shown. */
export const photoFilesValidator = v.object({
  full: file,
  preview: v.optional(file),
  thumbnail: v.optional(file),
});

export const photos = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    dogId: v.optional(v.id("dogs")),
    /** The puppy owns the photo until it is recorded as a dog. */
    puppyId: v.optional(v.id("puppies")),
    files: photoFilesValidator,
    /** The storage id of `files.full`, repeated for the index that finds the photo of a file. */
    fullId: v.id("_storage"),
    /** Identifies a repeated upload of the same file. */
    uploadId: v.optional(v.string()),
    /** The size of all files; absent in rows from before this field existed, until the size is measured. */
    bytes: v.optional(v.number()),
    isPrimary: v.boolean(),
    caption: v.optional(v.string()),
    /** The user chose this order. Photos without a position come last. */
    position: v.optional(v.number()),
    /** A field of an earlier version. A migration removes it. */
    hasWaited: v.optional(v.boolean()),
  })
    .index("by_kennel_and_dog", ["kennelId", "dogId"])
    .index("by_kennel_and_puppy", ["kennelId", "puppyId"])
    .index("by_kennel_and_upload", ["kennelId", "uploadId"])
    .index("by_full", ["fullId"])
    .index("by_preview", ["files.preview.storageId"])
    .index("by_thumbnail", ["files.thumbnail.storageId"]),
  {
    onDelete: {
      dogId: { does: "cascade", by: "by_kennel_and_dog" },
      puppyId: { does: "cascade", by: "by_kennel_and_puppy" },
    },
    history: {
      place: 20,
      label: "Photo",
      plural: "Photos",
      area: "dogs",
      otherArea: { area: "breeding", field: "puppyId" },
      titles: ["caption"],
      fields: { caption: text("Caption"), isPrimary: flag("Primary photo") },
      unkept: ["dogId", "puppyId", "files", "fullId", "uploadId", "bytes", "position", "hasWaited"],
    },
    export: {
      place: 240,
      printed: ["dogId", "puppyId", "caption", "isPrimary", "position"],
    },
    backup: { place: 150 },
  },
);
