/** Families in tests, and their links. */
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { callRest, type RestAnswer } from "./backend-rest";
import type { Deployment, Team } from "./backend";

/** The token comes after #. */
export const tokenOf = (address: string | null): string => (address ?? "").split("#")[1] ?? "";

export const openAddress = async (
  deployment: Deployment,
  address: string | null,
  headers: Record<string, string> = {},
): Promise<RestAnswer> =>
  await callRest(deployment, "POST", "/links/open", { json: { token: tokenOf(address) }, headers });

export async function openedSession(deployment: Deployment, address: string | null): Promise<string> {
  const { status, body } = await openAddress(deployment, address);
  if (status !== 201) throw new Error(`The link was not opened: ${status} ${JSON.stringify(body)}`);
  return (body as { data: { session: string } }).data.session;
}

type Named = { applicantId?: string; placementId?: string; contactId?: string };

/** Creates the link if it is missing. Opens it and returns the session too. */
export async function familyOf(team: Team, named: Named) {
  const { owner, kennelId, deployment } = team;
  const link = await owner.as.mutation(api.families.links.create, { kennelId, ...named });
  return { link, session: await openedSession(deployment, link.address) };
}

/** As the kennel's page shows it. */
export async function codeFor({ owner, kennelId }: Team, named: Named): Promise<string> {
  const link = await owner.as.query(api.families.links.get, { kennelId, ...named });
  return link?.devices.find((device) => device.code)?.code?.digits ?? "";
}

export async function confirm(team: Team, session: string, named: Named): Promise<void> {
  await callRest(team.deployment, "POST", "/links/code", { json: { session } });
  const code = await codeFor(team, named);
  const { status } = await callRest(team.deployment, "POST", "/links/code/check", {
    json: { session, code },
  });
  if (status !== 201) throw new Error(`The code was refused: ${status}`);
}

/** For tests whose deployment signs no addresses. */
export async function seedSession({ deployment, kennelId }: Team, linkId: Id<"links">): Promise<string> {
  const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const secret = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  const now = Date.now();
  await deployment.run(async (ctx) => {
    await ctx.db.insert("linkSessions", {
      ...{ kennelId, linkId, secretHash: toHex(new Uint8Array(hash)), generation: 1, isConfirmed: true },
      ...{ codes: 0, device: "", lastSeenAt: now, expiresAt: now + 30 * 86_400_000 },
    });
  });
  return secret;
}
