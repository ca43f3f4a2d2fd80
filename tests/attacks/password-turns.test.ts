/**
 * Sends passwords without end from one address, which needs no account: they wait in a line of their own, in which every
 * other client comes next, and neither tokens nor the REST API wait for them.
 */
import { afterEach, beforeEach, expect, it } from "vitest";
import { MAX_WAITING_PASSWORDS } from "../../packages/convex-embedded/src/accounts/limits";
import { browser } from "../../packages/convex-embedded/src/accounts/testing/browser";
import { person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const ORIGIN = "https://studbook.example";
const ATTACKER = "192.0.2.1";
const HONEST = "192.0.2.2";
/** As many wrong sign-ins as an address has, and as many sign-ups. */
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

/** Sends all of an attacker's passwords at once, and counts how they end. */
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

it("serves another address, tokens and REST before one address's passwords, and refuses what does not fit", async () => {
  const page = browser(runtime.origin, new Map(), ORIGIN);
  const from = { "x-forwarded-for": HONEST };
  const { email, password, token } = ann;
  expect((await page.post("/sign-in/email", { email, password }, from)).status).toBe(200);

  const { ended, whenDone } = flood();
  // Those that do not fit are told first of all, so the line is full from here on.
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
  // Half of what waited before it at the most; beside each other, and in turn, it is a handful.
  expect(ended.looked - atFirst).toBeLessThan(MAX_WAITING_PASSWORDS / 2);

  await whenDone;
  for (const response of ended.refused) {
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: "SERVER_BUSY" });
  }
  expect(ended.looked).toBeGreaterThanOrEqual(MAX_WAITING_PASSWORDS);
}, 120_000);
