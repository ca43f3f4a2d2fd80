/**
 * Users of a kennel for tests, and calls of functions as these users over HTTP. A browser journey can be prepared
 * with them without clicks.
 */
import { ConvexHttpClient } from "convex/browser";
import type { PermissionOverrides, Role } from "../../domain/permissions/rules";
import type { Id } from "../../convex/_generated/dataModel";
import { api } from "../../convex/_generated/api";
import { FIRST_KENNEL_NAME } from "../../domain/kennels/rules";

export interface Person {
  readonly firstName: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** A person who is signed in without a browser. */
export interface SignedIn extends Person {
  readonly token: string;
  readonly client: ConvexHttpClient;
}

export const password = "whelping-box-7";

/** The greeting shows the first name. */
export function person(firstName: string): Person {
  const mark = Math.random().toString(36).slice(2, 8);
  return {
    firstName,
    name: `${firstName} Lindqvist`,
    email: `${firstName.toLowerCase()}.${mark}@example.com`,
    password,
  };
}

async function post(origin: string, path: string, body: unknown, pageOrigin = origin): Promise<Response> {
  const response = await fetch(`${origin}/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: pageOrigin },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

async function openSession(origin: string, who: Person, response: Response): Promise<SignedIn> {
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const answer = await fetch(`${origin}/api/auth/token`, { headers: { cookie, origin } });
  const { token } = (await answer.json()) as { token: string };
  const client = new ConvexHttpClient(origin, { logger: false });
  client.setAuth(token);
  await client.mutation(api.accounts.users.ensure, { timeZone: "America/Chicago" });
  return { ...who, token, client };
}

/**
 * Creates the account and a kennel, and signs in. Unlike after signing up in a browser, the tour is recorded as
 * already offered.
 */
export async function register(origin: string, who: Person, pageOrigin = origin): Promise<SignedIn> {
  const { name, email, password } = who;
  const response = await post(origin, "/sign-up/email", { name, email, password }, pageOrigin);
  const signedIn = await openSession(origin, who, response);
  await signedIn.client.mutation(api.kennels.kennels.create, { name: FIRST_KENNEL_NAME });
  await signedIn.client.mutation(api.accounts.tutorials.mark, { isPromptShown: true });
  return signedIn;
}

/** The account must exist. */
export async function signIn(origin: string, who: Person): Promise<SignedIn> {
  const { email, password } = who;
  return openSession(origin, who, await post(origin, "/sign-in/email", { email, password }));
}

export async function firstKennelId({ client }: SignedIn): Promise<Id<"kennels">> {
  const [kennel] = await client.query(api.kennels.kennels.list, {});
  if (!kennel) throw new Error("This person has no kennel");
  return kennel._id;
}

/** Also accepts the invitation. */
export async function joinKennel(
  owner: Pick<SignedIn, "client">,
  { client, email }: Pick<SignedIn, "client" | "email">,
  joining: { kennelId: string; role: Role; permissions?: PermissionOverrides },
): Promise<void> {
  const { waiting } = await owner.client.mutation(api.kennels.members.add, { ...joining, email });
  const { invitationId = "" } = waiting ?? {};
  await client.mutation(api.kennels.invitations.accept, { invitationId, role: joining.role });
}
