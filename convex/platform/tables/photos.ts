/**
 * The photos of dogs and puppies, each with its files in up to three sizes. A photo belongs to a dog, or to a puppy
 * until that becomes a dog. Written by dogs/model/photos.ts, which updates the dog's `primaryPhotoId` in the same
 * transaction (a dog with photos has exactly one primary one), and by litters/model/puppyPhotos.ts. A row's files
 * are its own and are deleted with it.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { flag, text } from "../../../domain/history/describing";
import { STORED_PHOTO_TYPES } from "../../../domain/photos/rules";
import { rows } from "./rows";

export const photoTypeValidator = v.union(...STORED_PHOTO_TYPES.map((type) => v.literal(type)));

const file = v.object({ storageId: v.id("_storage"), type: photoTypeValidator });

/** A photo's files: the full one is shown for missing sizes. */
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
    /** Its owner while there is no dog. */
    puppyId: v.optional(v.id("puppies")),
    files: photoFilesValidator,
    /** The storage id of `files.full`, repeated for the index that finds the photo of a file. */
    fullId: v.id("_storage"),
    /** The uploaded file it was made of, by which a repeated upload is recognized. */
    uploadId: v.optional(v.string()),
    /** The size of its files together; absent in rows older than the field, until they are measured. */
    bytes: v.optional(v.number()),
    isPrimary: v.boolean(),
    caption: v.optional(v.string()),
    /** Its position among the dog's other photos in a chosen order; photos without one follow. */
    position: v.optional(v.number()),
    /** A field of an earlier version; a migration removes it. */
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
