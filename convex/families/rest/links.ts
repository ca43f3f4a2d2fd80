/**
 * The REST calls of links. A family, which has no account, opens its address to get a session, and confirms itself
 * by a code. The kennel creates, renews and ends addresses.
 */
import { fail, type ErrorCode } from "../../../domain/errors";
import { LINK_CODE_DIGITS } from "../../../domain/families/rules";
import type { Context } from "hono";
import { PHOTO_SIZES } from "../../../domain/photos/rules";
import { api, internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import {
  ANY_FILE,
  fileOf,
  get,
  idParam,
  jsonBody,
  listOf,
  one,
  oneOf,
  post,
  type Endpoint,
  type RestEnv,
} from "../../platform/rest/calls";
import { answerOf } from "../../platform/rest/returned";
import { sendFile } from "../../platform/rest/files";
import { kennelQuery, kennelReference } from "../../platform/rest/request";
import { familyLinkShape, linkVisitShape } from "../model/links";
import { sendPicture } from "../../platform/rest/signedFiles";
import { clientKeyOf, clientNetworkOf, deviceOf } from "../../platform/rest/client";
import { z } from "../../platform/rest/zod";

const tags = ["Families"];

const EXAMPLE_SESSION = "9f".repeat(32);

const session = z.string({ error: "Session is required" }).openapi({
  description: "What opening the link returned",
  example: EXAMPLE_SESSION,
});

interface Refused {
  readonly refused: ErrorCode;
  readonly retryAfterSeconds?: number | undefined;
}

/** The function has already counted the refusal. */
function unlessRefused<Value extends object>(value: Value): Exclude<Value, Refused> {
  if (!("refused" in value)) return value as Exclude<Value, Refused>;
  const { refused, retryAfterSeconds } = value as unknown as Refused; // Only refusals have this field.
  return fail(refused, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}

const permission = "breeding:write & finances:write";

const linkParams = z.object({ id: idParam("id", "The link's id") });

const link = answerOf("FamilyLink", familyLinkShape);

const signed = z.object({
  signature: z.string({ error: "Signature is required" }).openapi({ description: "Part of every address" }),
});

/** The browser requests the picture again each time, because the link may have ended. */
const sendShown = async (
  c: Context<RestEnv>,
  picture: { storageId: Id<"_storage">; type: string } | null,
): Promise<Response> => await sendPicture(c, picture ?? fail("NOT_FOUND"), false);

export const linkEndpoints: readonly Endpoint[] = [
  post("/links/open", {
    operationId: "openLink",
    tags,
    permission: "anybody",
    summary: "Open the address of a family's page for a browser",
    description:
      "Takes what stands after # in the address. The session ends 30 days after its last use, and with the link. 20 an hour per client.",
    body: jsonBody(
      z.object({
        token: z.string({ error: "Token is required" }),
        session: session.optional().openapi({ description: "The session that the browser has of this link" }),
      }),
      {
        token: "jd7f3k9m2.1.0a1b",
      },
    ),
    returns: one(z.object({ session }).openapi("LinkSession"), "The session"),
    refusals: ["VALIDATION_FAILED", "NOT_FOUND", "LINK_OVER", "RATE_LIMITED"],
    run: async ({ env, body: { token, session: former } }, c) =>
      unlessRefused(
        await env.runMutation(internal.families.links.open, {
          ...(former !== undefined && { session: former }),
          ...{ token, client: clientKeyOf(c), network: clientNetworkOf(c), device: deviceOf(c) },
        }),
      ),
  }),
  post("/links/code", {
    operationId: "sendLinkCode",
    tags,
    permission: "anybody",
    summary: "Send a code to the family's address on record",
    description:
      "Without mail, and after 20 mails an hour for a link, the kennel sees the code and tells it. 3 an hour per browser, 6 from one network.",
    body: jsonBody(z.object({ session }), { session: EXAMPLE_SESSION }),
    returns: one(
      z
        .object({
          isMailed: z.boolean().openapi({ description: "False if the kennel has to tell the code" }),
          expiresAt: z.number().int(),
        })
        .openapi("LinkCode"),
      "How the code is told",
    ),
    refusals: ["VALIDATION_FAILED", "NOT_FOUND", "LINK_OVER", "RATE_LIMITED"],
    run: async ({ env, body }, c) =>
      unlessRefused(
        await env.runMutation(internal.families.links.sendCode, { ...body, client: clientKeyOf(c) }),
      ),
  }),
  post("/links/code/check", {
    operationId: "checkLinkCode",
    tags,
    permission: "anybody",
    summary: "Confirm a browser by the code that was sent",
    description: "A code may be tried five times, the codes of a link 100 times an hour.",
    body: jsonBody(
      z.object({ session, code: z.string({ error: `Code must have ${LINK_CODE_DIGITS} digits` }) }),
      { session: EXAMPLE_SESSION, code: "123456" },
    ),
    returns: one(
      z.object({ isConfirmed: z.literal(true) }).openapi("LinkConfirmed"),
      "The browser is confirmed",
    ),
    refusals: ["VALIDATION_FAILED", "NOT_FOUND", "LINK_OVER", "CODE_WRONG", "RATE_LIMITED"],
    run: async ({ env, body }) =>
      unlessRefused(await env.runMutation(internal.families.links.checkCode, body)),
  }),
  get("/links/photos/{photoId}/{size}", {
    operationId: "getLinkPhoto",
    tags,
    permission: "anybody",
    summary: "Get a photo of a family's page, by the address that the page has",
    params: z.object({
      photoId: idParam("photoId", "The photo's id"),
      size: z.enum(PHOTO_SIZES).openapi({ param: { name: "size", in: "path" } }),
    }),
    query: signed,
    returns: fileOf("The picture", "image/jpeg"),
    refusals: ["VALIDATION_FAILED", "NOT_FOUND"],
    run: async ({ env, params, query: { signature } }, c) =>
      await sendShown(
        c,
        await env.runQuery(internal.families.pages.findPhoto, { ...params, signature, now: Date.now() }),
      ),
  }),
  get("/links/logo/{setAt}", {
    operationId: "getLinkLogo",
    tags,
    permission: "anybody",
    summary: "Get the kennel's logo for a family's page, by the address that the page has",
    params: z.object({ setAt: idParam("setAt", "When the logo was set") }),
    query: signed,
    returns: fileOf("The logo", "image/png"),
    refusals: ["VALIDATION_FAILED", "NOT_FOUND"],
    run: async ({ env, params, query: { signature } }, c) =>
      await sendShown(
        c,
        await env.runQuery(internal.families.pages.findLogo, { ...params, signature, now: Date.now() }),
      ),
  }),
  get("/links/documents/{documentId}", {
    operationId: "getLinkDocument",
    tags,
    permission: "anybody",
    summary: "Get a document of a family's page, by the address that the page has after its code",
    params: z.object({ documentId: idParam("documentId", "The document's id") }),
    query: signed,
    returns: ANY_FILE,
    refusals: ["VALIDATION_FAILED", "NOT_FOUND"],
    run: async ({ env, params, query: { signature } }, c) =>
      await sendFile(
        c,
        (await env.runQuery(internal.families.pages.findDocument, {
          ...params,
          signature,
          now: Date.now(),
        })) ?? fail("NOT_FOUND"),
      ),
  }),
  get("/links", {
    operationId: "listLinks",
    tags,
    permission,
    summary: "List the open links of a kennel's families, the newest first",
    query: kennelQuery,
    returns: listOf(link, "The links"),
    run: async ({ env, query }) => await env.runQuery(api.families.links.list, query),
  }),
  post("/links", {
    operationId: "createLink",
    tags,
    permission,
    summary:
      "Make the link of an entry of the waiting list, a placement or a contact, or get the one there is",
    body: jsonBody(
      z.object({
        kennelId: kennelReference,
        applicantId: z.string().optional(),
        placementId: z.string().optional(),
        contactId: z.string().optional(),
      }),
      { kennelId: "jd7f3k9m2", contactId: "jd7f3k9m2" },
    ),
    returns: oneOf(link, "The link"),
    run: async ({ env, body: { kennelId, applicantId, placementId, contactId } }) =>
      await env.runMutation(api.families.links.create, {
        kennelId,
        ...(applicantId !== undefined && { applicantId }),
        ...(placementId !== undefined && { placementId }),
        ...(contactId !== undefined && { contactId }),
      }),
  }),
  post("/links/{id}/renew", {
    operationId: "renewLink",
    tags,
    permission,
    summary: "Give a link a new address; the old one stops working at once",
    params: linkParams,
    returns: oneOf(link, "The link with its new address"),
    refusals: ["LINK_OVER"],
    run: async ({ env, params: { id: linkId } }) =>
      await env.runMutation(api.families.links.renew, { linkId }),
  }),
  post("/links/{id}/end", {
    operationId: "endLink",
    tags,
    permission,
    summary: "End a link; its page closes at once, wherever it is open",
    params: linkParams,
    returns: oneOf(link, "The link"),
    run: async ({ env, params: { id: linkId } }) => await env.runMutation(api.families.links.end, { linkId }),
  }),
  get("/links/{id}/visits", {
    operationId: "listLinkVisits",
    tags,
    permission,
    summary: "List when a link was opened, the latest first",
    params: linkParams,
    returns: listOf(answerOf("LinkVisit", linkVisitShape), "The visits"),
    run: async ({ env, params: { id: linkId } }) => await env.runQuery(api.families.links.visits, { linkId }),
  }),
];
