/**
 * The photos of dogs and puppies, each with its files in up to three sizes. A photo belongs to a dog, or to a puppy until
 * that becomes a dog. Written by dogs/model/photos.ts, which keeps the dog's `primaryPhotoId` in line in the same
 * transaction (a dog with photos has exactly one primary one), and by litters/model/puppyPhotos.ts. A row's
 * files are its own; they go when the row goes.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { flag, text } from "../../../domain/history/describing";
import { STORED_PHOTO_TYPES } from "../../../domain/photos/rules";
import { rows } from "./rows";

export const photoTypeValidator = v.union(...STORED_PHOTO_TYPES.map((type) => v.literal(type)));

const file = v.object({ storageId: v.id("_storage"), type: photoTypeValidator });

/** A photo's files: sizes that were not sent are shown from the full one. */
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
    /** Whose it is while there is no dog. */
    puppyId: v.optional(v.id("puppies")),
    files: photoFilesValidator,
    /** The full file again, by which a file is found to be taken. */
    fullId: v.id("_storage"),
    /** The file of the upload it was made of, by which one that is sent twice is recognised. */
    uploadId: v.optional(v.string()),
    /** Bytes of its files together; absent in rows that are older than the field, until they are measured. */
    bytes: v.optional(v.number()),
    isPrimary: v.boolean(),
    caption: v.optional(v.string()),
    /** Its place among the dog's other photos, once somebody has put them in order; those without follow. */
    position: v.optional(v.number()),
    /** A mark of an earlier version; a migration takes it off. */
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
