/** Tests that nobody can make Studbook mail a text of their own to strangers. */
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { RATE_LIMITS } from "../../domain/permissions/rules";
import { browser } from "../../packages/convex-embedded/src/accounts/testing/browser";
import { firstKennelId, person, register, signIn, type SignedIn } from "../support/people";
import { Refusals, startMailServer } from "../support/providers";
import { startRuntime, type Runtime } from "../support/runtime";

const MAIL_WITHIN = { timeout: 20_000 };
const BAIT = "You have won\r\n\r\nClaim it at https://prize.example or mail win@prize.example";

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let runtime: Runtime;
beforeEach(async () => {
  mailServer = await startMailServer(new Refusals(null));
  runtime = await startRuntime({
    functions: "convex",
    accounts: true,
    env: { STUDBOOK_LINK_SECRET: "a secret of the deployment", ...mailServer.env },
  });
});
afterEach(async () => {
  await runtime.stop();
  await mailServer.close();
});

const textsTo = (address: string, part: string) =>
  [...mailServer.arrivals.messages.values()]
    .filter(({ recipients }) => recipients.includes(address))
    .map(({ text = "" }) => text)
    .filter((text) => text.includes(part));

/** The address is confirmed with the mailed link. */
async function confirmed(firstName: string): Promise<SignedIn> {
  const who = person(firstName);
  await register(runtime.origin, who);
  const part = "/confirm-email?account=";
  await expect.poll(() => textsTo(who.email, part).length, MAIL_WITHIN).toBe(1);
  const [token = ""] = /(?<=account=)[\w-]+/.exec(textsTo(who.email, part)[0] ?? "") ?? [];
  const { status } = await browser(runtime.origin).post("/security/email/confirm-own", { token });
  expect(status).toBe(200);
  return await signIn(runtime.origin, who);
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return null;
  } catch (error) {
    return error instanceof ConvexError ? (error.data as { code?: unknown }).code : error;
  }
}

const inviteTo = async ({ client }: SignedIn, kennelId: string, email: string) =>
  await client.mutation(api.kennels.members.add, { kennelId, email, role: "viewer" });

it("one person's invitations do not block an address for others", async () => {
  const attacker = await confirmed("Eve");
  const honest = await confirmed("Olga");
  const { email } = person("Vera");
  const kennelId = await firstKennelId(attacker);
  const { invitationId } = await inviteTo(attacker, kennelId, email);
  if (!invitationId) throw new Error("Nobody was invited");
  const again = () =>
    codeOf(attacker.client.mutation(api.kennels.invitations.renew, { kennelId, invitationId }));
  const { capacity } = RATE_LIMITS.invitationMails;
  for (let count = 1; count < capacity; count += 1) expect(await again()).toBeNull();
  expect(await again()).toBe("RATE_LIMITED");

  expect(await codeOf(inviteTo(honest, await firstKennelId(honest), email))).toBeNull();
  await expect.poll(() => textsTo(email, honest.email).length, MAIL_WITHIN).toBe(1);
  await expect.poll(() => textsTo(email, attacker.email).length, MAIL_WITHIN).toBe(capacity);
}, 120_000);

it("invitations and offers of a kennel are refused until the sender's own address is confirmed", async () => {
  const impostor = await register(runtime.origin, person("Eve"));
  const kennelId = await firstKennelId(impostor);
  const { email } = person("Vera");
  expect(await codeOf(inviteTo(impostor, kennelId, email))).toBe("EMAIL_NOT_CONFIRMED");
  const response = await fetch(`${runtime.origin}/api/kennels/${kennelId}/users`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${impostor.token}` },
    body: JSON.stringify({ email, role: "viewer" }),
  });
  expect(response.status).toBe(403);
}, 120_000);

it("names with addresses or line breaks are refused at sign-up and in the profile, and a kennel's name is repeated as plain text", async () => {
  const { email, password } = person("Eve");
  const page = browser(runtime.origin);
  const signUp = async (names: object) => {
    const { status, json } = await page.post("/sign-up/email", { name: "Eve", email, password, ...names });
    return [status, json.code];
  };
  const refused = [400, "NAME_NOT_VALID"];
  expect(await signUp({ name: BAIT })).toEqual(refused);
  expect(await signUp({ firstName: "a".repeat(81) })).toEqual(refused);
  expect(await signUp({ lastName: "See www.prize.example" })).toEqual(refused);

  const eve = await confirmed("Eve");
  expect((await page.post("/update-user", { name: BAIT })).status).toBe(404);
  const { update } = api.accounts.profiles;
  for (const names of [{ firstName: BAIT }, { lastName: "prize.example" }]) {
    expect(await codeOf(eve.client.mutation(update, names))).toBe("VALIDATION_FAILED");
  }
  const kennelId = await firstKennelId(eve);
  await eve.client.mutation(api.kennels.kennels.update, { kennelId, name: BAIT.replaceAll(/\s+/g, " ") });
  const invited = person("Vera").email;
  await inviteTo(eve, kennelId, invited);
  await expect.poll(() => textsTo(invited, "/invitation/").length, MAIL_WITHIN).toBe(1);
  const [text = ""] = textsTo(invited, "/invitation/");
  expect(text).toContain("You have won");
  expect(text).not.toMatch(/prize\.example|https:\/\/prize/);
}, 120_000);
