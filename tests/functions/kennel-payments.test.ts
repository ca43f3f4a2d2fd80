/** Tests a kennel's own account with the card provider. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { failureOf, startTeam, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { startCardProvider } from "../support/card-provider-stub";
import { CREDENTIAL_KEY } from "../support/connections";

const KEY = "rk_test_right";
const calls = api.connections.actions.kennelPayments;

let team: Team;
let stripe: ReturnType<typeof startCardProvider>;
beforeEach(async () => {
  team = await startTeam();
  stripe = startCardProvider(KEY);
  vi.stubEnv("STUDBOOK_CREDENTIAL_KEYS", CREDENTIAL_KEY);
});

const connect = async (secretKey = KEY) =>
  await callRest(team.owner.as, "POST", "/settings/integrations/connect", {
    json: { type: "payments", kennelId: team.kennelId, credentials: { secretKey } },
  });
const listed = async (person: Person = team.staff, cursor?: string) =>
  await person.as.action(calls.listLinks, { kennelId: team.kennelId, ...(cursor && { cursor }) });
const ask = async (person: Person = team.owner) =>
  await person.as.action(calls.createLink, {
    kennelId: team.kennelId,
    description: "Deposit for Puck",
    amountCents: 30_000,
  });
const askTimes = async (count: number) => {
  const made = [];
  for (let number = 0; number < count; number += 1) made.push(await ask());
  return made;
};

describe("a payment account", () => {
  it("[GAP-SET-16] is connected once the provider accepts the key, which is never returned", async () => {
    const { status, body } = await connect();
    expect([status, body.data]).toMatchObject([
      201,
      {
        type: "payments",
        name: "Oak Kennels",
        status: "connected",
        settings: { isEnabled: true, isTestMode: true },
      },
    ]);
    const list = await callRest(team.owner.as, "GET", `/settings/integrations?kennelId=${team.kennelId}`);
    expect(JSON.stringify([body, list.body])).not.toContain(KEY);
    expect(new Set(stripe.asked)).toEqual(new Set(["https://api.stripe.com"]));
  });

  it.each([
    ["that the provider does not know", "sk_test_wrong", "Stripe does not recognize this key"],
    [
      "that is not a secret key",
      "pk_test_public",
      "The key must be a secret or restricted one, such as sk_live_… or rk_live_…",
    ],
  ])("[GAP-SET-16] is not stored with a key %s", async (_what, key, message) => {
    expect(await connect(key)).toMatchObject({
      status: 400,
      body: { errors: { "credentials.secretKey": message } },
    });
  });

  it("[GAP-SET-16] is tested, with the result ok or the reason", async () => {
    const { body } = await connect();
    const test = async () =>
      (await callRest(team.owner.as, "POST", `/settings/integrations/${body.data.id}/test`)).body.data;
    expect(await test()).toEqual({ ok: true, message: "ok" });
    stripe.provider.setDown(true);
    expect(await test()).toEqual({ ok: false, message: "Stripe is not responding right now" });
  });
});

describe("payment links", () => {
  it("[GAP-SET-16] are created, listed, paid once and closed", async () => {
    await connect();
    const link = await ask();
    expect(link).toEqual({
      id: "plink_1",
      description: "Deposit for Puck",
      amountCents: 30_000,
      url: "https://buy.stripe.com/plink_1",
      status: "open",
    });
    const second = await ask();
    stripe.provider.pay(link.id);
    const kennelId = team.kennelId;
    const closed = await team.owner.as.action(calls.closeLink, { kennelId, linkId: second.id });
    expect(closed.status).toBe("closed");
    expect((await listed()).links.map(({ id, status }) => [id, status])).toEqual([
      ["plink_2", "closed"],
      ["plink_1", "paid"],
    ]);
  });

  it("[GAP-SET-16] are all found page by page, among the account's other links", async () => {
    await connect();
    const [first, ...others] = [await ask(), ...(await askTimes(21))];
    stripe.provider.addOthers(150);
    const newest = await listed();
    expect(newest.links.map(({ id }) => id)).toEqual(
      others
        .slice(1)
        .reverse()
        .map(({ id }) => id),
    );
    const rest = await listed(team.staff, newest.cursor ?? undefined);
    expect(rest).toMatchObject({ links: [{ id: others[0]?.id }, { id: first.id }], cursor: null });
  });

  it("require the right to change breedings, and an account that is connected and on", async () => {
    expect((await failureOf(ask())).code).toBe("NOT_FOUND");
    const { body } = await connect();
    expect((await failureOf(ask(team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(ask(team.stranger))).code).toBe("NOT_FOUND");
    await team.owner.as.mutation(api.connections.connections.update, {
      connectionId: body.data.id,
      settings: { isEnabled: false },
    });
    expect((await failureOf(listed())).code).toBe("NOT_FOUND");
  });

  it("report why the provider refuses a request", async () => {
    await connect();
    const nothing = { kennelId: team.kennelId, description: "", amountCents: 49 };
    expect((await failureOf(team.owner.as.action(calls.createLink, nothing))).details.fields).toEqual({
      description: "Say what the payment is for",
      amountCents: "Amount must be from $0.50 to $100,000",
    });
    stripe.provider.setDown(true);
    expect((await failureOf(ask())).details.fields).toEqual({
      payment: "Stripe is not responding right now",
    });
  });
});
