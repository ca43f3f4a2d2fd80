/**
 * The contents of documents for signing, and the rows that store their files. The file for signing is created once
 * from the current contract. The final file is created once both sides have signed.
 */
import { v, type Infer } from "convex/values";
import { checkLimit, fail, failOnFields } from "../../../domain/errors";
import { puppyName } from "../../../domain/litters/words";
import { MAX_SIGNINGS_PER_PLACEMENT, missingMessage, unacceptedOf } from "../../../domain/signings/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { contractShape, describeContract } from "../../contracts/model/contracts";
import { listTemplates } from "../../contracts/model/contractTemplates";
import { ensureFamilyLink } from "../../families/model/links";
import { emailOnRecord } from "../../families/model/subjects";
import { brandOf, brandShape } from "../../kennels/model/kennelSettings";
import { animalOf, puppyOf } from "../../placements/model/placements";
import { admitFile, takeFile } from "../../platform/model/files/documentFiles";
import { ensurePhotoKeys } from "../../platform/model/files/photoAddresses";
import { getOrFail, requireRowOf } from "../../platform/model/paging/rows";
import type { Access } from "../../platform/model/people/identity";
import { requireKennel } from "../../platform/model/people/kennels";
import { timeZoneOf } from "../../platform/model/people/timeZones";
import { eventValidator, signings } from "../tables/signings";
import { kennelMailbox, postSigningMail } from "./signingMails";
import {
  addSigning,
  describeSigning,
  sendSigning,
  signingsOf,
  withdrawSigning,
  type SigningAnswer,
} from "./signings";

type Placement = Doc<"placements">;

export const freezingArgs = {
  templateId: v.optional(v.string()),
  /** The sender has accepted that these values are missing. */
  accepted: v.optional(v.array(v.string())),
  replacesId: v.optional(v.string()),
  today: v.string(),
};

export const toFreezeShape = contractShape.extend({ brand: brandShape, title: v.string() });

/** The result contains the name of the document's other party. */
async function subjectOf(ctx: QueryCtx, placement: Placement) {
  const animal = await animalOf(ctx, placement);
  const puppy = animal && (await puppyOf(ctx, animal));
  const litter = puppy && (await ctx.db.get("litters", puppy.litterId));
  const breeding = litter && (await ctx.db.get("breedings", litter.breedingId));
  return puppy && breeding ? { puppy, breeding } : null;
}

async function familyNameOf(ctx: QueryCtx, { contactId, toName }: Placement): Promise<string | undefined> {
  return toName ?? (contactId && (await ctx.db.get("contacts", contactId))?.name);
}

/** Throws NOT_FOUND. */
async function requireReplaced(ctx: QueryCtx, { kennelId, _id }: Placement, replacesId: string) {
  return await requireRowOf(ctx, "signings", replacesId, { kennelId, placementId: _id });
}

async function checkRoom(ctx: QueryCtx, placement: Placement): Promise<void> {
  checkLimit((await signingsOf(ctx, placement)).length, MAX_SIGNINGS_PER_PLACEMENT);
}

async function defaultTemplateOf(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<string | undefined> {
  const templates = await listTemplates(ctx, kennelId);
  return templates.find(({ kind, isDefault }) => kind === "sale" && isDefault)?.id;
}

/**
 * Throws VALIDATION_FAILED if the other party is not recorded, or if values are missing that the sender has not
 * accepted. Throws SIGNING_CLOSED for a canceled placement, and LIMIT_REACHED.
 */
export async function readToFreeze(
  ctx: QueryCtx,
  placement: Placement,
  { templateId, accepted = [], replacesId, today }: Infer<ReturnType<typeof v.object<typeof freezingArgs>>>,
): Promise<Infer<typeof toFreezeShape>> {
  if (placement.endedAt !== undefined)
    fail("SIGNING_CLOSED", { because: "What it is about was called off." });
  const subject = await subjectOf(ctx, placement);
  if (!subject)
    return fail("VALIDATION_FAILED", { fields: { placementId: "Contracts are about a puppy of a litter" } });
  if ((await familyNameOf(ctx, placement)) === undefined)
    failOnFields({ placementId: "Record first to whom the puppy goes" });
  if (replacesId !== undefined) await requireReplaced(ctx, placement, replacesId);
  await checkRoom(ctx, placement);
  const { puppy, breeding } = subject;
  const contract = await describeContract(ctx, breeding, {
    ...{ templateId: templateId ?? (await defaultTemplateOf(ctx, placement.kennelId)) },
    ...{ puppyId: puppy._id, today },
  });
  const missing = unacceptedOf(contract.missing, accepted);
  if (missing.length > 0) failOnFields({ accepted: missingMessage(missing) });
  const title = `${contract.name}: ${puppyName(puppy)}`;
  return { ...contract, title, brand: await brandOf(ctx, placement.kennelId) };
}

/** The document is about to be created. Throws STORAGE_FULL or RATE_LIMITED. */
export const admitSigning = async (ctx: MutationCtx, access: Access): Promise<null> =>
  await admitFile(ctx, access);

export const insertArgs = {
  storageId: v.id("_storage"),
  sha256: v.string(),
  fileName: v.string(),
  title: v.string(),
  word: v.string(),
  paper: signings.table.validator.fields.paper,
  text: v.string(),
  replacesId: v.optional(v.string()),
  isDraft: v.boolean(),
};

/**
 * A draft is not sent. If the document replaces an open document, that document is withdrawn in the same
 * transaction.
 */
export async function insertSigning(
  ctx: MutationCtx,
  access: Access,
  placement: Placement,
  {
    replacesId: replaced,
    isDraft,
    storageId,
    ...made
  }: Infer<ReturnType<typeof v.object<typeof insertArgs>>>,
): Promise<SigningAnswer> {
  await ensurePhotoKeys(ctx);
  await checkRoom(ctx, placement);
  const { kennelId, contactId, _id: placementId } = placement;
  const former = replaced === undefined ? null : await requireReplaced(ctx, placement, replaced);
  if (former && ["draft", "out", "signed_by_one"].includes(former.status))
    await withdrawSigning(ctx, access, former, { replacedBy: made.title });
  const link = await ensureFamilyLink(ctx, { placementId, contactId }, access.user._id);
  const familyEmail = await emailOnRecord(ctx, link);
  const kennel = await requireKennel(ctx, kennelId);
  const kennelEmail = await kennelMailbox(ctx, kennelId);
  const fileSize = await takeFile(ctx, kennelId, { storageId, isAwaited: undefined });
  const row = await addSigning(ctx, access, {
    ...{ kennelId, placementId, storageId, fileSize, ...made },
    ...(contactId && { contactId }),
    parties: {
      kennel: { name: kennel.name, ...(kennelEmail && { email: kennelEmail }) },
      family: {
        name: (await familyNameOf(ctx, placement)) ?? fail("NOT_FOUND"),
        ...(familyEmail && { email: familyEmail }),
      },
    },
    ...(former && { replacesId: former._id, replacedSha256: former.sha256 }),
  });
  return isDraft ? await describeSigning(ctx, row) : await sendSigning(ctx, access, row);
}

export const toFinishShape = v.union(
  v.object({
    storageId: v.id("_storage"),
    sha256: v.string(),
    title: v.string(),
    fileName: v.string(),
    paper: signings.table.validator.fields.paper,
    parties: signings.table.validator.fields.parties,
    events: v.array(eventValidator),
    timeZone: v.string(),
    brand: brandShape,
  }),
  v.null(),
);

/** Returns null if the final file already exists. */
export async function readToFinish(
  ctx: QueryCtx,
  signingId: Id<"signings">,
): Promise<Infer<typeof toFinishShape>> {
  const row = await ctx.db.get("signings", signingId);
  if (row?.status !== "complete" || row.finalStorageId !== undefined) return null;
  const { storageId, sha256, title, fileName, paper, parties, events, kennelId } = row;
  return {
    ...{ storageId, sha256, title, fileName, paper, parties, events },
    timeZone: await timeZoneOf(ctx, kennelId),
    brand: await brandOf(ctx, kennelId),
  };
}

/** The final file is mailed to both sides. If another attempt was faster, the file is deleted. */
export async function keepFinal(
  ctx: MutationCtx,
  { signingId, storageId, sha256 }: { signingId: Id<"signings">; storageId: Id<"_storage">; sha256: string },
): Promise<null> {
  const row = await ctx.db.get("signings", signingId);
  if (row?.status !== "complete" || row.finalStorageId !== undefined) {
    await ctx.storage.delete(storageId);
    return null;
  }
  const file = (await ctx.db.system.get("_storage", storageId)) ?? fail("NOT_FOUND");
  await ctx.db.patch("signings", signingId, {
    ...{ finalStorageId: storageId, finalSha256: sha256, finalSize: file.size, dueAt: undefined },
  });
  const whole = await getOrFail(ctx, "signings", signingId);
  await postSigningMail(ctx, whole, "family", "complete");
  await postSigningMail(ctx, whole, "kennel", "complete");
  return null;
}
