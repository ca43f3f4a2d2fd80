/**
 * Tests one attack of each kind on Studbook as a real process, in few requests. `tests/attacks` tests every form of
 * each kind.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { call, post } from "../attacks/calls";
import { headOf, open } from "../attacks/connections";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const TODAY = "2026-06-01";
const SECRET = "Ch. Secret of the Whelping Box";
/** Half a character, as JSON can encode it. */
const HALF = "\\ud83d";

let runtime: Runtime;
let ann: SignedIn;
let eve: SignedIn;
let kennelId: string;
let dogId: string;

beforeAll(async () => {
  // The server is behind a proxy on this machine, whose forwarding header contains the caller's address.
  runtime = await startRuntime({
    ...{ functions: "convex", accounts: true },
    extraArguments: ["--trusted-proxies", "loopback"],
  });
  ann = await register(runtime.origin, person("Ann"));
  eve = await register(runtime.origin, person("Eve"));
  kennelId = await firstKennelId(ann);
  const dog = await ann.client.mutation(api.dogs.dogs.create, {
    ...{ kennelId, name: SECRET, breed: "Beagle", gender: "female" as const, today: TODAY },
  });
  dogId = dog._id;
});
afterAll(async () => {
  expect(runtime.errors()).toBe("");
  await runtime.stop();
});

const asEve = () => ({ authorization: `Bearer ${eve.token}` });
/** Has the form of a signature, so that the webhook reads the body. */
const SIGNED = { "Stripe-Signature": `t=1700000000,v1=${"a".repeat(64)}` };
const callOf = (path: string, args: object) => JSON.stringify({ path, args, format: "json" });
/** Anybody may call this HTTP action. */
const askOpenly = async () => {
  const response = await fetch(`${runtime.origin}/api/openapi.json`);
  await response.arrayBuffer();
  return response.status;
};

test.each(["nobody", "the owner of another kennel"])(
  "the server reveals nothing of a kennel's dogs to %s, by function or by REST, and refuses changes",
  async (who) => {
    const standing = who === "nobody" ? {} : asEve();
    const told: string[] = [];
    const ask = async (kind: string, path: string, args: object) => {
      const { body } = await post(runtime.origin, `/api/${kind}`, callOf(path, args), standing);
      told.push(JSON.stringify(body));
      return body;
    };
    await ask("query", "dogs/dogs:list", { kennelId, page: 1, limit: 12 });
    await ask("query", "dogs/dogs:get", { dogId });
    const change = await ask("mutation", "dogs/dogs:update", { dogId, name: "Stolen", today: TODAY });
    expect(change).toMatchObject({ status: "error" });
    for (const path of [`/api/dogs/${dogId}`, `/api/dogs?kennelId=${kennelId}`]) {
      const response = await fetch(runtime.origin + path, { headers: standing });
      expect([401, 403, 404]).toContain(response.status);
      told.push(await response.text());
    }
    for (const text of told) expect(text).not.toContain(SECRET);
    expect(await ann.client.query(api.dogs.dogs.get, { dogId })).toMatchObject({ name: SECRET });
  },
);

test("the server refuses a stranger's million values and a body of 600 MB before it reads them", async () => {
  const million = callOf("dogs/dogs:list", [Array<number>(1_000_000).fill(0)]);
  expect(await post(runtime.origin, "/api/query", million)).toMatchObject({
    status: 413,
    body: { code: "RequestTooLarge" },
  });
  const announced = await open(
    runtime.port,
    "127.0.2.1",
    headOf("/api/billing/webhook", 600_000_000, SIGNED),
  );
  expect(await announced.until("\r\n\r\n")).toContain("413");
  announced.socket.destroy();
});

test("the server responds to other callers while more bodies than the action limit are started and never end", async () => {
  const head = headOf("/api/billing/webhook", 400_000, SIGNED);
  const bodies = await Promise.all(
    Array.from({ length: 80 }, (_, at) => open(runtime.port, `127.0.1.${at + 1}`, head + "x".repeat(20_000))),
  );
  expect(await Promise.all(Array.from({ length: 5 }, askOpenly))).toEqual(Array(5).fill(200));
  for (const { socket } of bodies) socket.resetAndDestroy();
  expect(await askOpenly()).toBe(200);
});

test("the server limits parallel guesses of a password to ten, and the owner can still sign in", async () => {
  const signIn = async (password: string, from: string) => {
    const response = await fetch(`${runtime.origin}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: runtime.origin, "x-forwarded-for": from },
      body: JSON.stringify({ email: ann.email, password }),
    });
    return response.status;
  };
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, at) => signIn(`wrong-guess-${at}`, "192.0.2.7")),
  );
  expect(guesses.sort()).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
  expect(await signIn(ann.password, "192.0.2.7")).toBe(429);
  expect(await signIn(ann.password, "192.0.2.8")).toBe(200);
});

test("the server refuses half a character with a message: in an account, in a function's arguments and over REST", async () => {
  const account = await post(
    ...([runtime.origin, "/api/auth/sign-up/email"] as const),
    `{"name":"${HALF}","email":"x@example.com","password":"whelping-box-7"}`,
    { origin: runtime.origin },
  );
  const args = `{"kennelId":"${kennelId}","name":"${HALF}"}`;
  const asFunction = `{"path":"kennels/kennels:update","args":${args},"format":"json"}`;
  const byFunction = await post(runtime.origin, "/api/mutation", asFunction, asEve());
  const dog = `{"name":"${HALF}","breed":"Beagle","gender":"female"}`;
  const byRest = await post(runtime.origin, "/api/dogs", dog, asEve());
  expect([account.status, byFunction.status, byRest.status]).toEqual([400, 400, 400]);
});

test("the server refuses page sizes that are not valid numbers, and other lists continue", async () => {
  const page = (numItems: number) =>
    post(
      ...([runtime.origin, "/api/query"] as const),
      callOf("platform/activities:page", {
        ...{ kennelId, type: null, dogId: null, paginationOpts: { numItems, cursor: null } },
      }),
      { authorization: `Bearer ${ann.token}` },
    );
  for (const numItems of [1.5, -1, 0, 1e300]) {
    expect((await page(numItems)).body).toMatchObject({ status: "error" });
  }
  expect((await page(1)).body).toMatchObject({ status: "success" });
});

test("the server reveals nothing about internal functions", async () => {
  const inner = await call(runtime.origin, "query", "dogs/photos:getSignedFile", {
    ...{ photoId: "x", size: "full", signature: "x" },
  });
  const none = await call(runtime.origin, "query", "dogs/photos:noSuch");
  const wordsOf = ({ body }: typeof inner) =>
    String(body["errorMessage"])
      .replaceAll(/getSignedFile|noSuch/g, "F")
      .replaceAll(/[0-9a-f]{16}/g, "");
  expect(wordsOf(inner)).toContain("Could not find public function");
  expect(wordsOf(inner)).toBe(wordsOf(none));
});
