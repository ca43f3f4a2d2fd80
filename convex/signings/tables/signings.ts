/**
 * Documents that a kennel and a family sign, with all events of each document. The file is created once, and the
 * signatures refer to these bytes. A complete document never changes: no step, undo, restore or deletion can change
 * it. Written by signings/model/signings.ts. The states: domain/signings/rules.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { text } from "../../../domain/history/describing";
import { CERTIFICATE_PAPERS } from "../../../domain/pedigree/rules";
import { ACTORS, PARTIES, SIGNING_EVENTS, SIGNING_STATUSES } from "../../../domain/signings/rules";
import { rows } from "../../platform/tables/rows";

export const statusValidator = v.union(...SIGNING_STATUSES.map((status) => v.literal(status)));
export const partyValidator = v.union(...PARTIES.map((party) => v.literal(party)));
export const actorValidator = v.union(...ACTORS.map((actor) => v.literal(actor)));

const person = v.object({ name: v.string(), email: v.optional(v.string()) });

/** An event contains no ids, because a restore would replace ids (domain/signings/chain.ts). */
export const eventValidator = v.object({
  number: v.number(),
  what: v.union(...SIGNING_EVENTS.map((what) => v.literal(what))),
  actor: actorValidator,
  name: v.optional(v.string()),
  at: v.number(),
  from: v.optional(v.string()),
  device: v.optional(v.string()),
  typedName: v.optional(v.string()),
  agreedTo: v.optional(v.string()),
  reason: v.optional(v.string()),
  documentSha256: v.string(),
  previous: v.string(),
  hash: v.string(),
});

export const signings = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    placementId: v.id("placements"),
    contactId: v.optional(v.id("contacts")),
    title: v.string(),
    status: statusValidator,
    signedBy: v.array(partyValidator),
    parties: v.object({ kennel: person, family: person }),
    /** The file for signing, its SHA-256, and the word on its last page. */
    storageId: v.id("_storage"),
    sha256: v.string(),
    fileName: v.string(),
    fileSize: v.number(),
    word: v.string(),
    paper: v.union(...CERTIFICATE_PAPERS.map((paper) => v.literal(paper))),
    /** The blocks (domain/contracts/fill.ts) as JSON. */
    text: v.string(),
    /** The final file has the page about the signatures. */
    finalStorageId: v.optional(v.id("_storage")),
    finalSha256: v.optional(v.string()),
    finalSize: v.optional(v.number()),
    events: v.array(eventValidator),
    sentAt: v.optional(v.number()),
    /** The date is in the kennel's time zone. */
    expiresOn: v.optional(v.string()),
    replacesId: v.optional(v.id("signings")),
    /**
     * The time of the next task: a reminder, the expiry, or another attempt at the final file; absent if no task is
     * due.
     */
    dueAt: v.optional(v.number()),
    updatedAt: v.number(),
  })
    .index("by_kennel_and_placement", ["kennelId", "placementId"])
    .index("by_kennel_and_contact", ["kennelId", "contactId"])
    .index("by_storage", ["storageId"])
    .index("by_final_storage", ["finalStorageId"])
    // The sweep reads the due documents of all kennels.
    .index("by_due", ["dueAt"]),
  {
    isLarge: true,
    onDelete: {
      placementId: { does: "refuse", by: "by_kennel_and_placement", code: "HAS_SIGNATURES" },
      contactId: { does: "refuse", by: "by_kennel_and_contact", code: "HAS_SIGNATURES" },
      replacesId: { does: "stay" },
    },
    // The events of a document are its history. The general history, whose changes can be undone, contains only
    // that the document exists.
    history: {
      place: 76,
      label: "Document to sign",
      plural: "Documents to sign",
      area: "breeding",
      isConfidential: true,
      titles: ["title"],
      fields: { title: text("Document") },
      unkept: [
        ...["placementId", "contactId", "status", "signedBy", "parties", "storageId", "sha256", "fileName"],
        ...["fileSize", "word", "paper", "text", "finalStorageId", "finalSha256", "finalSize", "events"],
        ...["sentAt", "expiresOn", "replacesId", "dueAt", "updatedAt"],
      ],
      isUntold: () => true,
    },
    export: {
      place: 49,
      printed: ["placementId", "title", "status", "sentAt", "expiresOn", "sha256", "finalSha256"],
    },
    backup: { place: 48, one: "document to sign", many: "documents to sign" },
  },
);
