/**
 * The addresses of links, and the codes that confirm the person who opened a link. An address is
 * `/f/#<id>.<generation>.<signature>`. It is signed with the deployment's secret and is not stored. Logs and the
 * Referer header never contain the part after #. The page exchanges this part once for a session.
 */
import { FAMILY_PATH, LINK_CODE_DIGITS } from "../../../domain/families/rules";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getSigningKey, isSignedHere, signIfPossible, signText } from "../../platform/model/files/signatures";
import { appOrigin } from "../../platform/model/people/ownAddresses";

type Link = Doc<"links">;

const signedTextOf = ({ _id, generation }: Pick<Link, "_id" | "generation">): string =>
  `link.${_id}.${generation}`;

/** Returns null if the deployment has no secret. */
async function tokenOf(link: Pick<Link, "_id" | "generation">): Promise<string | null> {
  const key = await getSigningKey();
  return key && `${link._id}.${link.generation}.${await signText(key, signedTextOf(link))}`;
}

/** Returns null if the deployment has no secret. */
export async function familyLinkAddress(link: Pick<Link, "_id" | "generation">): Promise<string | null> {
  const token = await tokenOf(link);
  return token && `${appOrigin()}${FAMILY_PATH}#${token}`;
}

/**
 * Returns null if this deployment did not create the token or the link was deleted. Returns "over" if the link has
 * ended or was renewed.
 */
export async function findLinkByToken(ctx: QueryCtx, token: string): Promise<Link | "over" | null> {
  const [, name = "", generation = "", signature = ""] =
    /^([^.]+)\.(\d{1,9})\.([0-9a-f]{64})$/.exec(token) ?? [];
  const id = ctx.db.normalizeId("links", name);
  if (id === null) return null;
  if (!(await isSignedHere(signedTextOf({ _id: id, generation: Number(generation) }), signature)))
    return null;
  const link = await ctx.db.get("links", id);
  if (!link) return null;
  return link.endedAt !== undefined || link.generation !== Number(generation) ? "over" : link;
}

const HEX_DIGITS = 12;

/** Returns null if the session waits for no code. */
export async function codeOf({
  _id,
  code,
}: Pick<Doc<"linkSessions">, "_id" | "code">): Promise<string | null> {
  const signed = code && (await signIfPossible(`link-code.${_id}.${code.number}`));
  if (!signed) return null;
  const digits = Number.parseInt(signed.slice(0, HEX_DIGITS), 16) % 10 ** LINK_CODE_DIGITS;
  return String(digits).padStart(LINK_CODE_DIGITS, "0");
}
