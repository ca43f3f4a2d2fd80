/** Families in tests: their links, opened as a browser opens them. */
import { api } from "../../convex/_generated/api";
import { callRest, type RestAnswer } from "./backend-rest";
import type { Deployment, Team } from "./backend";

/** Returns what stands after # in an address. */
export const tokenOf = (address: string | null): string => (address ?? "").split("#")[1] ?? "";

/** Opens an address as a browser does. */
export const openAddress = async (
  deployment: Deployment,
  address: string | null,
  headers: Record<string, string> = {},
): Promise<RestAnswer> =>
  await callRest(deployment, "POST", "/links/open", { json: { token: tokenOf(address) }, headers });

/** Opens an address and returns the session. */
export async function openedSession(deployment: Deployment, address: string | null): Promise<string> {
  const { status, body } = await openAddress(deployment, address);
  if (status !== 201) throw new Error(`The link was not opened: ${status} ${JSON.stringify(body)}`);
  return (body as { data: { session: string } }).data.session;
}

type Named = { applicantId?: string; placementId?: string; contactId?: string };

/** Makes or finds the link of a family, and returns it with a session. */
export async function familyOf(team: Team, named: Named) {
  const { owner, kennelId, deployment } = team;
  const link = await owner.as.mutation(api.families.links.create, { kennelId, ...named });
  return { link, session: await openedSession(deployment, link.address) };
}

/** Confirms the browser of a session by the code that the kennel's page shows. */
export async function confirm(team: Team, session: string, named: Named): Promise<void> {
  const { owner, kennelId, deployment } = team;
  await callRest(deployment, "POST", "/links/code", { json: { session } });
  const link = await owner.as.query(api.families.links.get, { kennelId, ...named });
  const code = link?.devices.find((device) => device.code)?.code?.digits ?? "";
  const { status } = await callRest(deployment, "POST", "/links/code/check", { json: { session, code } });
  if (status !== 201) throw new Error(`The code was refused: ${status}`);
}
