/**
 * Tests endless passwords, which need no account. Passwords wait in a queue in which other clients are served
 * first.
 */
import { afterEach, beforeEach, expect, it } from "vitest";
import { MAX_WAITING_PASSWORDS } from "../../packages/convex-embedded/src/accounts/limits";
import { browser } from "../../packages/convex-embedded/src/accounts/testing/browser";
import { person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const ORIGIN = "https://studbook.example";
const ATTACKER = "192.0.2.1";
const HONEST = "192.0.2.2";
/** The limits for wrong sign-ins and for sign-ups from one address. */
const SIGN_INS = 50;
const SIGN_UPS = 60;

let runtime: Runtime;
let ann: SignedIn;
beforeEach(async () => {
  runtime = await startRuntime({
    functions: "convex",
    accounts: true,
    extraArguments: ["--origin", ORIGIN, "--trusted-proxies", "loopback"],
  });
  ann = await register(runtime.origin, person("Ann"), ORIGIN);
});
afterEach(() => runtime.stop());

/** Counts the results of all of an attacker's passwords. */
function flood() {
  const ended = { looked: 0, refused: [] as Response[] };
  const send = async (path: string, body: object) => {
    const response = await fetch(`${runtime.origin}/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN, "x-forwarded-for": ATTACKER },
      body: JSON.stringify(body),
    });
    if (response.status === 200 || response.status === 401) ended.looked += 1;
    else ended.refused.push(response);
  };
  const all = [
    ...Array.from({ length: SIGN_INS }, (_, at) =>
      send("/sign-in/email", { email: `nobody.${at}@example.com`, password: "wrong-guess-1" }),
    ),
    ...Array.from({ length: SIGN_UPS }, (_, at) =>
      send("/sign-up/email", { email: `eve.${at}@example.com`, password: "wrong-guess-1", name: "Eve" }),
    ),
  ];
  return { ended, whenDone: Promise.all(all) };
}

it("the server checks the passwords of other addresses, tokens and REST before those of one address, and refuses passwords beyond the queue", async () => {
  const page = browser(runtime.origin, new Map(), ORIGIN);
  const from = { "x-forwarded-for": HONEST };
  const { email, password, token } = ann;
  expect((await page.post("/sign-in/email", { email, password }, from)).status).toBe(200);

  const { ended, whenDone } = flood();
  // Passwords beyond the queue are refused before all others, so the queue is now full.
  await expect.poll(() => ended.refused.length, { timeout: 15_000 }).toBeGreaterThan(0);

  const atFirst = ended.looked;
  expect((await page.get("/token", from)).status).toBe(200);
  const headers = { ...from, authorization: `Bearer ${token}` };
  expect((await fetch(`${runtime.origin}/api/kennels`, { headers })).status).toBe(200);
  const signedIn = await browser(runtime.origin, new Map(), ORIGIN).post(
    "/sign-in/email",
    { email, password },
    from,
  );
  expect(signedIn.status).toBe(200);
  // Before the victim's password, fewer passwords were checked than half of the queue has. Usually it is only a
  // handful.
  expect(ended.looked - atFirst).toBeLessThan(MAX_WAITING_PASSWORDS / 2);

  await whenDone;
  for (const response of ended.refused) {
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: "SERVER_BUSY" });
  }
  expect(ended.looked).toBeGreaterThanOrEqual(MAX_WAITING_PASSWORDS);
}, 120_000);

/** Each network always has one open guess, from a new address each time. */
function siege(networks: number) {
  const looked = new Map<number, number>();
  const stop = new AbortController();
  const guessOn = async (network: number) => {
    for (let at = 0; !stop.signal.aborted; at += 1) {
      const from = `198.${18 + (network >> 8)}.${network & 255}.${at % 250}`;
      const { status } = await fetch(`${runtime.origin}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: ORIGIN, "x-forwarded-for": from },
        body: JSON.stringify({ email: `nobody.${network}.${at}@example.com`, password: "wrong-guess-1" }),
        signal: stop.signal,
      });
      if (status === 401) looked.set(network, (looked.get(network) ?? 0) + 1);
      // The queue was full.
      else await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const all = Array.from({ length: networks }, (_, network) => guessOn(network).catch(() => undefined));
  const guesses = () => [...looked.values()].reduce((sum, count) => sum + count, 0);
  return {
    guesses,
    networksLooked: () => looked.size,
    end: () => {
      stop.abort();
      return Promise.all(all);
    },
  };
}

it("the server signs in known visitors immediately during the attack, and a newcomer after one guess of each network", async () => {
  const { email, password } = ann;
  const device = browser(runtime.origin, new Map(), ORIGIN);
  const signIn = (page: typeof device, from: string) =>
    page.post("/sign-in/email", { email, password }, { "x-forwarded-for": from });
  expect((await signIn(device, HONEST)).status).toBe(200);
  const NETWORKS = 120;
  const attack = siege(NETWORKS);
  await expect.poll(attack.guesses, { timeout: 30_000 }).toBeGreaterThan(0);

  // A known device is recognized on any network, and a known network with any device.
  const away = attack.guesses();
  expect((await signIn(device, "203.0.113.7")).status).toBe(200);
  const atHome = attack.guesses();
  expect((await signIn(browser(runtime.origin, new Map(), ORIGIN), "192.0.2.77")).status).toBe(200);
  expect(atHome - away).toBeLessThan(10);
  expect(attack.guesses() - atHome).toBeLessThan(10);

  await expect.poll(attack.networksLooked, { timeout: 90_000 }).toBe(NETWORKS);
  const before = attack.guesses();
  expect((await signIn(browser(runtime.origin, new Map(), ORIGIN), "203.0.114.7")).status).toBe(200);
  expect(attack.guesses() - before).toBeLessThan(10);
  await attack.end();
}, 180_000);
