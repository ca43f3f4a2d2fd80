/**
 * The REST calls of documents for signing. The kennel's calls run the same functions as the web app. Signing and
 * all actions of a family exist only as HTTP calls, because only in HTTP calls does the runtime provide the
 * person's real network address.
 */
import type { Context } from "hono";
import { fail } from "../../../domain/errors";
import { CERTIFICATE_PAPERS } from "../../../domain/pedigree/rules";
import { PASSWORD_MINUTES, SIGNING_STATUSES } from "../../../domain/signings/rules";
import { api, internal } from "../../_generated/api";
import { confirmPassword, isLocalIssuer } from "../../accounts/model/accountService";
import { callAccounts } from "../../accounts/rest/localAccounts";
import {
  get,
  idParam,
  jsonBody,
  listOf,
  one,
  oneOf,
  post,
  fileOf,
  type Endpoint,
  type RestEnv,
} from "../../platform/rest/calls";
import { clientAddressOf, deviceOf } from "../../platform/rest/client";
import { fileQuery, sendFile, signedPath } from "../../platform/rest/files";
import { readingDay } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { signedFile } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";
import { eventsShape, FILES, signingShape, type SigningFile } from "../model/signings";

const tags = ["Signatures"];
const rights = { read: "breeding:read & finances:read", write: "breeding:write & finances:write" } as const;

const signing = answerOf("Signing", signingShape, {
  about: {
    filePath: signedPath,
    finalPath: signedPath.nullable(),
    sha256: z.string().openapi({ description: "SHA-256 of the file that is signed" }),
    finalSha256: z
      .string()
      .nullable()
      .openapi({ description: "SHA-256 of the final file, to which the signed one is attached" }),
  },
});

const events = answerOf("SigningEvents", eventsShape, {
  about: {
    brokenAt: z
      .number()
      .int()
      .nullable()
      .openapi({ description: "The number of the first event that was changed; null if none was" }),
  },
});

const params = z.object({ id: idParam("id", "The document's id") });
const placementParams = z.object({ id: idParam("id", "The placement's id") });

const signings = resource({
  path: "/signings",
  tags,
  rights,
  noun: "document to sign",
  operation: "Signing",
  id: "signingId",
  answer: signing,
});

const which = z
  .enum(FILES, { error: `which must be ${FILES.join(" or ")}` })
  .default("document")
  .openapi({
    description: "The file that is signed, or the final one with the page about the signatures",
  });
/** No schema has checked the query yet. */
const whichOf = (query: Readonly<Record<string, string>>): SigningFile =>
  FILES.find((file) => file === query["which"]) ?? "document";

const PDF = fileOf("The file", "application/pdf");

const newFields = z.object({
  templateId: z.string().optional().openapi({ description: "By default the kennel's own for sales" }),
  accepted: z
    .array(z.string())
    .optional()
    .openapi({ description: "The names of missing values that may stay missing" }),
  paper: z.enum(CERTIFICATE_PAPERS, { error: "Paper must be a4 or letter" }).optional(),
  isDraft: z.boolean().optional().openapi({ description: "Whether it is prepared and not sent yet" }),
});

const session = z.string({ error: "Session is required" });
const EXAMPLE_SESSION = "9f".repeat(32);
const done = one(z.object({ success: z.literal(true) }).openapi("SigningDone"), "Done");
const SUCCESS = { success: true } as const;
const linkRefusals = [
  "LINK_OVER",
  "CODE_NEEDED",
  "SIGNING_CLOSED",
  "KENNEL_RESTORING",
  "RATE_LIMITED",
] as const;

const whereOf = (c: Context<RestEnv>) => ({ from: clientAddressOf(c), device: deviceOf(c) });

/** The current session shows when the caller last typed the password in this browser. */
const securityAnswer = z.object({
  sessions: z.array(z.object({ createdAt: z.string(), isCurrent: z.boolean() })),
});

/**
 * The password is required again if the session is older than an hour. This is possible only with this server's own
 * accounts. An external provider requests the password at its own sign-in.
 */
async function requireFreshPassword(c: Context<RestEnv>, password: string | undefined): Promise<void> {
  const identity = (await c.env.auth.getUserIdentity()) ?? fail("UNAUTHENTICATED");
  if (!isLocalIssuer(identity.issuer)) return;
  if (password !== undefined) return await confirmPassword(identity, password);
  const { sessions } = securityAnswer.parse(await callAccounts(c, "GET", "/security"));
  const current = sessions.find(({ isCurrent }) => isCurrent);
  const age = current ? Date.now() - Date.parse(current.createdAt) : Infinity;
  if (age > PASSWORD_MINUTES * 60_000)
    fail("VALIDATION_FAILED", { fields: { password: "Enter your password again to sign" } });
}

export const signingEndpoints: readonly Endpoint[] = [
  get("/placements/{id}/signings", {
    operationId: "listSignings",
    tags,
    permission: rights.read,
    summary: "List a placement's documents to sign, the newest first",
    params: placementParams,
    returns: listOf(signing, "The documents"),
    run: async ({ env, params: { id } }) =>
      await env.runQuery(api.signings.signings.list, { placementId: id }),
  }),
  post("/placements/{id}/signings", {
    operationId: "createSigning",
    tags,
    permission: rights.write,
    summary: "Make a placement's contract as a PDF and send it for signature",
    description:
      "The file is made once and never again. Values that are not recorded must be accepted by name. The signatures are simple electronic ones, which are not enough for every contract in every country.",
    params: placementParams,
    query: z.object({ today: readingDay }),
    body: jsonBody(newFields, { accepted: ["Deposit"], paper: "letter" }),
    returns: oneOf(signing, "The document"),
    refusals: ["LIMIT_REACHED", "SIGNING_CLOSED", "STORAGE_FULL"],
    run: async ({ env, params: { id }, query, body }) =>
      await env.runAction(api.signings.actions.documents.send, { placementId: id, ...query, ...body }),
  }),
  signings.get({
    summary: "Get a document to sign",
    run: async (env, args) => await env.runQuery(api.signings.signings.get, args),
  }),
  get("/signings/{id}/events", {
    operationId: "listSigningEvents",
    tags,
    permission: rights.read,
    summary: "List what happened to a document, and the mail about it",
    description:
      "Each event contains the hash of the one before. A hash is the SHA-256 of the event without it, as JSON with sorted names and no spaces; `at` is in milliseconds.",
    params,
    returns: oneOf(events, "The events"),
    run: async ({ env, params: { id } }) =>
      await env.runQuery(api.signings.signings.events, { signingId: id }),
  }),
  signings.step("post", "/send", {
    operationId: "sendSigning",
    summary: "Send a draft for signature",
    body: z.object({}),
    example: {},
    refusals: ["SIGNING_CLOSED"],
    run: async (env, args) =>
      await env.runMutation(api.signings.signings.send, { signingId: args.signingId }),
  }),
  signings.step("post", "/remind", {
    operationId: "remindOfSigning",
    summary: "Remind the family of a document, at most once in twelve hours",
    body: z.object({}),
    example: {},
    refusals: ["SIGNING_CLOSED", "LIMIT_REACHED"],
    run: async (env, args) =>
      await env.runMutation(api.signings.signings.remind, { signingId: args.signingId }),
  }),
  signings.step("post", "/withdraw", {
    operationId: "withdrawSigning",
    summary: "Withdraw a document that is not complete",
    body: z.object({
      seen: z
        .enum(SIGNING_STATUSES, { error: "seen must be a status" })
        .optional()
        .openapi({ description: "The status that you saw; if it has changed since, nothing is withdrawn" }),
    }),
    example: { seen: "out" },
    refusals: ["SIGNING_CLOSED"],
    run: async (env, args, body) =>
      await env.runMutation(api.signings.signings.withdraw, { signingId: args.signingId, ...body }),
  }),
  post("/signings/{id}/replace", {
    operationId: "replaceSigning",
    tags,
    permission: rights.write,
    summary: "Send a new document in place of another one, which it names",
    description: "A document that is still open is withdrawn; a complete one stays as it is.",
    params,
    query: z.object({ today: readingDay }),
    body: jsonBody(newFields, { accepted: ["Deposit"] }),
    returns: oneOf(signing, "The new document"),
    refusals: ["LIMIT_REACHED", "SIGNING_CLOSED", "STORAGE_FULL"],
    run: async ({ env, params: { id: replacesId }, query, body }) => {
      const { placementId } = await env.runQuery(api.signings.signings.get, { signingId: replacesId });
      const asked = { placementId, replacesId, ...query, ...body };
      return await env.runAction(api.signings.actions.documents.send, asked);
    },
  }),
  post("/signings/{id}/sign", {
    operationId: "signForKennel",
    tags,
    permission: rights.write,
    summary: "Sign a document for the kennel, in person",
    description: "Not with an API key. The address of the call is recorded with the signature.",
    params,
    body: jsonBody(
      z.object({
        name: z.string({ error: "Name is required" }),
        password: z.string().optional().openapi({
          description: "Needed when the session is older than an hour, with this server's own accounts",
        }),
      }),
      { name: "Margaret Ashworth" },
    ),
    returns: oneOf(signing, "The document"),
    refusals: ["SIGNING_CLOSED"],
    run: async ({ env, params: { id: signingId }, body: { name, password } }, c) => {
      await env.runQuery(api.signings.signings.get, { signingId });
      await requireFreshPassword(c, password);
      return await env.runMutation(internal.signings.signings.sign, { signingId, name, ...whereOf(c) });
    },
  }),
  signedFile("/signings/{id}/file", {
    operationId: "downloadSigning",
    tags,
    permission: rights.read,
    summary: "Get a file of a document, by its signed address or with a token",
    params,
    query: fileQuery.extend({ which }),
    returns: PDF,
    signed: async (ctx, { id: signingId }, signature, asked) =>
      await ctx.runQuery(internal.signings.signings.getSignedFile, {
        ...{ signingId, signature, which: whichOf(asked) },
      }),
    asked: async (ctx, { id: signingId }, asked) =>
      await ctx.runQuery(api.signings.signings.getFile, { signingId, which: whichOf(asked) }),
    send: async (c, file) => await sendFile(c, { ...file, type: "application/pdf" }),
  }),
  post("/links/signings/{id}/open", {
    operationId: "openFamilySigning",
    tags,
    permission: "anybody",
    summary: "Note that a family opened the file to sign",
    params,
    body: jsonBody(z.object({ session }), { session: EXAMPLE_SESSION }),
    returns: done,
    refusals: linkRefusals,
    run: async ({ env, params: { id: signingId }, body }, c) => {
      await env.runMutation(internal.signings.familySignings.open, { signingId, ...body, ...whereOf(c) });
      return SUCCESS;
    },
  }),
  post("/links/signings/{id}/sign", {
    operationId: "signForFamily",
    tags,
    permission: "anybody",
    summary: "Sign a document for the family",
    description:
      "With the word on the last page, which shows that the file was opened, and the full name. The address of the call is recorded with the signature.",
    params,
    body: jsonBody(
      z.object({
        session,
        word: z.string({ error: "Word is required" }),
        name: z.string({ error: "Name is required" }),
      }),
      { session: EXAMPLE_SESSION, word: "CHFK", name: "Anna Berg" },
    ),
    returns: done,
    refusals: linkRefusals,
    run: async ({ env, params: { id: signingId }, body }, c) => {
      await env.runMutation(internal.signings.familySignings.sign, { signingId, ...body, ...whereOf(c) });
      return SUCCESS;
    },
  }),
  post("/links/signings/{id}/decline", {
    operationId: "declineForFamily",
    tags,
    permission: "anybody",
    summary: "Decline to sign a document for the family, and say why",
    params,
    body: jsonBody(z.object({ session, reason: z.string({ error: "Reason is required" }) }), {
      session: EXAMPLE_SESSION,
      reason: "The address is wrong.",
    }),
    returns: done,
    refusals: linkRefusals,
    run: async ({ env, params: { id: signingId }, body }, c) => {
      await env.runMutation(internal.signings.familySignings.decline, { signingId, ...body, ...whereOf(c) });
      return SUCCESS;
    },
  }),
  get("/links/signings/{id}/file", {
    operationId: "downloadFamilySigning",
    tags,
    permission: "anybody",
    summary: "Get a file of a family's document, by the address that its page shows",
    params,
    query: z.object({
      which,
      show: fileQuery.shape.show,
      signature: z.string({ error: "Signature is required" }),
    }),
    returns: PDF,
    refusals: ["NOT_FOUND"],
    run: async ({ env, params: { id: signingId }, query: { which: asked, signature } }, c) => {
      const file = await env.runQuery(internal.signings.familySignings.getFile, {
        ...{ signingId, signature, which: asked, now: Date.now() },
      });
      return await sendFile(c, { ...(file ?? fail("NOT_FOUND")), type: "application/pdf" });
    },
  }),
];
