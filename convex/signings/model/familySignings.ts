/**
 * The documents of a family as the family sees them, and the family's actions. A family can read title, state and
 * fingerprints with its link alone. It can read the text and the files only in a browser that was confirmed by a
 * code.
 */
import { v, type Infer } from "convex/values";
import { nextSigner } from "../../../domain/signings/rules";
import { fail } from "../../../domain/errors";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { blockShape } from "../../contracts/model/contracts";
import { isSigningOf } from "../../families/model/granting";
import { openLinkOf } from "../../families/model/pictures";
import { findSubject, type Reached } from "../../families/model/subjects";
import type { TrustedView } from "../../families/model/trusted";
import { findBearer } from "../../platform/model/files/photoAddresses";
import { findRow } from "../../platform/model/paging/rows";
import { partyValidator, statusValidator } from "../tables/signings";
import { fileOf, namesOf, signingsOf, type fileShape, type SigningFile } from "./signings";

type Signing = Doc<"signings">;

const textOrNull = v.union(v.string(), v.null());

export const familySigningShape = v.object({
  _id: v.id("signings"),
  title: v.string(),
  status: statusValidator,
  signedBy: v.array(partyValidator),
  next: v.union(partyValidator, v.null()),
  kennel: v.string(),
  family: v.string(),
  expiresOn: textOrNull,
  sha256: v.string(),
  finalSha256: textOrNull,
});
export type FamilySigning = Infer<typeof familySigningShape>;

const toFamily = (row: Signing): FamilySigning => {
  const { _id, title, status, signedBy, expiresOn = null, sha256, finalSha256 = null } = row;
  return {
    _id,
    title,
    status,
    signedBy,
    expiresOn,
    sha256,
    finalSha256,
    ...namesOf(row),
    next: nextSigner(row),
  };
};

/** The newest document is first. */
export async function listOfFamily(
  ctx: QueryCtx,
  { kennelId, placementId }: Reached["subject"],
): Promise<FamilySigning[]> {
  return placementId === null ? [] : (await signingsOf(ctx, { kennelId, _id: placementId })).map(toFamily);
}

export const readingShape = familySigningShape.extend({
  blocks: v.array(blockShape),
  fileName: v.string(),
  /** The path begins with /api. Only this browser can open it. */
  filePath: v.string(),
  finalPath: textOrNull,
});

const signedText = (signingId: string, file: SigningFile): string => `link-signing/${signingId}/${file}`;

/** Throws NOT_FOUND for any other document and for a draft. */
export async function requireOfFamily(
  ctx: QueryCtx,
  subject: Reached["subject"],
  signingId: string,
): Promise<Signing> {
  const row = await findRow(ctx, "signings", signingId);
  return row?.kennelId === subject.kennelId && isSigningOf(row, subject) ? row : fail("NOT_FOUND");
}

export async function readOfFamily(
  ctx: QueryCtx & Pick<Reached, "subject"> & { readonly trusted: TrustedView },
  signingId: string,
): Promise<Infer<typeof readingShape>> {
  const row = await requireOfFamily(ctx, ctx.subject, signingId);
  const pathOf = async (file: SigningFile) =>
    `/links/signings/${row._id}/file?which=${file}&signature=${await ctx.trusted.signatureOf(signedText(row._id, file))}`;
  return {
    ...toFamily(row),
    blocks: JSON.parse(row.text) as Infer<typeof blockShape>[], // actions/documents.ts wrote such blocks.
    fileName: row.fileName,
    filePath: await pathOf("document"),
    finalPath: row.finalSha256 === undefined ? null : await pathOf("final"),
  };
}

/** The address was created for a family's browser. Returns null if the browser may no longer read the file. */
export async function findFamilyFile(
  ctx: QueryCtx,
  {
    signingId,
    which,
    signature,
    now,
  }: { signingId: string; which: SigningFile; signature: string; now: number },
): Promise<Infer<typeof fileShape> | null> {
  const bearer = await findBearer(ctx, signedText(signingId, which), signature);
  const link = await openLinkOf(ctx, bearer, { now, needsCode: true });
  if (!link) return null;
  const row = await findRow(ctx, "signings", signingId);
  const subject = await findSubject(ctx, link);
  if (row?.kennelId !== subject.kennelId || !isSigningOf(row, subject)) return null;
  return which === "final" && !row.finalStorageId ? null : fileOf(row, which);
}
