"use node";
/**
 * Creates the files of documents for signing, and sends the mail about them. Runs in Node, because the East Asian
 * font alone would use much of the default runtime's memory, and because SMTP needs Node.
 */
import { v } from "convex/values";
import { sha256Of } from "../../../domain/backups/checksum";
import { cleanFileName } from "../../../domain/files/file-type";
import { CERTIFICATE_PAPERS } from "../../../domain/pedigree/rules";
import { makeContract } from "../../../domain/pdf/contract";
import { makeSignedDocument } from "../../../domain/pdf/signed-document";
import { wordOf } from "../../../domain/signings/rules";
import { internal } from "../../_generated/api";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { Mailers } from "../../deliveries/actions/mailers";
import { readBrand } from "../../kennels/model/brandFiles";
import { reasonOf, refused, tryAgain } from "../../mail/actions/outcome";
import { internalAction, signedInAction } from "../../platform/functions";
import { storeFile } from "../../platform/model/files/uploadedFiles";
import { trustedToday } from "../../platform/model/people/today";
import { freezingArgs } from "../model/freezing";
import { signingShape, type SigningAnswer } from "../model/signings";

/** The loop nearly always ends at once, because 16 random bytes are far more than a word needs. */
function drawWord(): string {
  for (;;) {
    const word = wordOf(crypto.getRandomValues(new Uint8Array(16)));
    if (word !== null) return word;
  }
}

/** A draft is not sent. The PDF is never created again. */
export const send = signedInAction({
  permission: "breeding:write & finances:write",
  args: {
    placementId: v.string(),
    ...freezingArgs,
    paper: v.optional(v.union(...CERTIFICATE_PAPERS.map((paper) => v.literal(paper)))),
    isDraft: v.optional(v.boolean()),
  },
  returns: signingShape,
  handler: async (
    ctx,
    { placementId, paper = "letter", isDraft = false, ...asked },
  ): Promise<SigningAnswer> => {
    const {
      title,
      about: _about,
      missing: _missing,
      brand: looks,
      ...contract
    } = await ctx.runQuery(internal.signings.signings.toFreeze, { placementId, ...asked });
    await ctx.runMutation(internal.signings.signings.admit, { placementId });
    const word = drawWord();
    const brand = await readBrand(ctx, looks);
    const printedOn = trustedToday(asked.today);
    const bytes = new Uint8Array(await makeContract({ ...contract, brand, paper, printedOn, word }));
    const sha256 = await sha256Of(bytes);
    const fileName = cleanFileName(`${title.replace(": ", " ")}.pdf`, "application/pdf");
    return await storeFile(ctx, bytes, "application/pdf", {
      insert: async ({ storageId }): Promise<SigningAnswer> =>
        await ctx.runMutation(internal.signings.signings.insert, {
          ...{ placementId, storageId, sha256, fileName, title, word, paper, isDraft },
          ...{ text: JSON.stringify(contract.blocks), replacesId: asked.replacesId },
        }),
    });
  },
});

/** The document must be complete. */
export const finish = internalAction({
  args: { signingId: v.id("signings") },
  returns: v.null(),
  handler: async (ctx, { signingId }): Promise<null> => {
    const facts = await ctx.runQuery(internal.signings.signings.toFinish, { signingId });
    const file = facts && (await ctx.storage.get(facts.storageId));
    if (!facts || !file) return null;
    const { brand: looks, storageId: _storageId, ...document } = facts;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const brand = await readBrand(ctx, looks);
    const final = new Uint8Array(await makeSignedDocument({ ...document, bytes, brand }));
    const sha256 = await sha256Of(final);
    const storageId = await ctx.storage.store(new Blob([final], { type: "application/pdf" }));
    return await ctx.runMutation(internal.signings.signings.finish, { signingId, storageId, sha256 });
  },
});

/** Sends nothing if the mail was already sent. Uses the kennel's mail server, or otherwise this deployment's. */
export const sendMail = internalAction({
  args: { mailId: v.id("signingMails") },
  returns: v.null(),
  handler: async (ctx, { mailId }): Promise<null> => {
    const mail = await ctx.runQuery(internal.signings.signings.outgoing, { mailId });
    if (mail === null) return null;
    const { kennelId, to, message, link, attachment } = mail;
    const file = attachment && (await ctx.storage.get(attachment.storageId));
    const attachments =
      attachment && file
        ? [{ fileName: attachment.fileName, content: Buffer.from(await file.arrayBuffer()) }]
        : [];
    const mailers = new Mailers(ctx);
    const mailer = await mailers.of({ channel: "email", kennelId });
    const links = { open: link, complete: null, snooze: null, unsubscribe: null };
    const outcome = mailer
      ? await mailer
          .send({ id: mailId, to, message, links, attachments })
          .catch((error: unknown) => tryAgain(reasonOf(error)))
      : refused("Email is not set up on this server");
    await mailers.close();
    return await ctx.runMutation(internal.signings.signings.report, { mailId, outcome });
  },
});
