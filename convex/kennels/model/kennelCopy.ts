/**
 * Exports a kennel as one JSON text with a metadata and a data section. Reads page by page, so that no single read
 * is large.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import {
  keptAttachmentNameOf,
  keptCertificateNameOf,
  keptDocumentNameOf,
  keptLogoNameOf,
  keptNameOf,
  keptSigningNamesOf,
} from "./keptPhotos";
import { KENNEL_TABLES, type KennelTable } from "../../platform/model/changes/kennelTables";
import { tablePages } from "./kennelRows";

/** Increases when the layout of the copy changes. */
const COPY_FORMAT_VERSION = 2;

async function readTable(ctx: ActionCtx, kennelId: Id<"kennels">, table: KennelTable): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const page of tablePages(ctx, kennelId, table)) rows.push(...page);
  return rows;
}

/** The name of the file in the copy replaces the storage id. The next functions do the same for other files. */
function nameFile(row: unknown): unknown {
  // The rows belong to this table and are only exported.
  const { files, fullId: _fullId, uploadId: _uploadId, ...photo } = row as Doc<"photos">;
  return { ...photo, file: keptNameOf(photo._id, files.full.type) };
}

function nameDocument(row: unknown): unknown {
  // The rows belong to this table and are only exported.
  const { storageId: _storageId, ...document } = row as Doc<"breedingDocuments">;
  return { ...document, file: keptDocumentNameOf(document) };
}

function nameAttachment(row: unknown): unknown {
  // The rows belong to this table and are only exported.
  const { storageId: _storageId, ...attachment } = row as Doc<"healthAttachments">;
  return { ...attachment, file: keptAttachmentNameOf(attachment) };
}

function nameSigning(row: unknown): unknown {
  // The rows belong to this table and are only exported.
  const { storageId: _storageId, finalStorageId, ...signing } = row as Doc<"signings">;
  const [file, finalFile] = keptSigningNamesOf(signing._id);
  return { ...signing, file, ...(finalStorageId && { finalFile }) };
}

function nameCertificate(row: unknown): unknown {
  // The rows belong to this table and are only exported.
  const { certificate, ...test } = row as Doc<"healthTests">;
  return certificate ? { ...test, certificate: keptCertificateNameOf(test._id, certificate) } : test;
}

/** Only this deployment can decrypt the credentials of external services. */
function withoutCredentials(row: unknown): unknown {
  // The rows belong to this table and are only exported.
  const { credentials: _credentials, ...connection } = row as Doc<"connections">;
  return connection;
}

const NAMED: Partial<Record<KennelTable, (row: unknown) => unknown>> = {
  connections: withoutCredentials,
  photos: nameFile,
  breedingDocuments: nameDocument,
  healthAttachments: nameAttachment,
  healthTests: nameCertificate,
  signings: nameSigning,
};

/** The name of the logo's file replaces the storage id. */
function describeKennel(kennel: Doc<"kennels"> | null) {
  if (!kennel) return null;
  const { logo, ...details } = kennel;
  return { ...details, ...(logo && { logoFile: keptLogoNameOf(logo) }) };
}

/** Returns null if the copy is already saved. */
export async function buildCopy(ctx: ActionCtx, removalId: Id<"kennelRemovals">): Promise<string | null> {
  const found = await ctx.runQuery(internal.kennels.kennelRemoval.getRemoval, { removalId });
  if (found?.removal.state !== "saving") return null;
  const { removal, kennel } = found;
  const tables: Record<string, unknown[]> = {};
  for (const table of KENNEL_TABLES) {
    const rows = await readTable(ctx, removal.kennelId, table);
    const name = NAMED[table];
    tables[table] = name ? rows.map(name) : rows;
  }
  return JSON.stringify({
    metadata: {
      format: "studbook-kennel",
      version: COPY_FORMAT_VERSION,
      kennelId: removal.kennelId,
      kennelName: removal.kennelName,
      removedAt: removal._creationTime,
    },
    data: { kennel: describeKennel(kennel), team: removal.team, ...tables },
  });
}
