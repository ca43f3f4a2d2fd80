/**
 * Tests addresses in mails, calendars, uploads and payment pages. They must contain the address that the operator
 * set, or the port on this machine, and never the values of a request's Host and forwarding headers.
 */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Refusals, startMailServer } from "../support/providers";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const FORGED = {
  host: "evil.example",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
  "x-forwarded-for": "192.0.2.66",
  forwarded: "for=192.0.2.66;host=evil.example;proto=https",
  "x-original-host": "evil.example",
};

// A runtime starts before each pair of tests, and mails wait in a queue.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let runtime: Runtime;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

/** Sends the headers unchanged. `fetch` would correct the Host. */
function ask(path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const type = { "content-type": "application/json" };
    const sent = request(
      `${runtime.origin}${path}`,
      { method, headers: { ...type, ...headers }, setHost: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () => {
          const { location } = response.headers;
          resolve({ status: response.statusCode ?? 0, location, body: text });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function call(kind: string, path: string, who: SignedIn, args: object): Promise<unknown> {
  const headers = { ...FORGED, authorization: `Bearer ${who.token}` };
  const { body } = await ask(`/api/${kind}`, headers, { path, args, format: "json" });
  const answer = JSON.parse(body) as { status: string; value?: unknown };
  expect(answer, body).toMatchObject({ status: "success" });
  return answer.value;
}

describe.each([
  ["the operator's address", "https://kennel.example.com"],
  ["the port on this machine, when the operator set none", null],
])("addresses contain %s", (_what, origin) => {
  let own: string;
  beforeAll(async () => {
    mailServer = await startMailServer(new Refusals(null));
    runtime = await startRuntime({
      ...{ functions: "convex", accounts: true, payments: true },
      // With an origin, the forged headers come from a trusted address: that of a proxy on this machine.
      extraArguments: origin === null ? [] : ["--origin", origin],
      env: {
        ...mailServer.env,
        STUDBOOK_LINK_SECRET: "a secret",
        ...(origin !== null && { STUDBOOK_ORIGIN: origin }),
      },
    });
    own = origin ?? runtime.origin;
  });
  afterAll(async () => {
    await runtime.stop();
    await mailServer.close();
  });

  it("in mails about a forgotten password and a new address, calendars, uploads and payments", async () => {
    const ann = await register(runtime.origin, person("Ann"));
    const kennelId = await firstKennelId(ann);

    // A link for a forgotten password is sent only to confirmed addresses.
    const { messages } = mailServer.arrivals;
    await expect.poll(() => messages.size, { timeout: 60_000 }).toBe(1);
    const [first] = messages.values();
    expect(first?.text).toContain(`${own}/confirm-email?account=`);
    const token = /account=([\w-]+)/u.exec(first?.text ?? "")?.[1] ?? "";
    const headers = { ...FORGED, origin: own };
    expect((await ask("/api/auth/security/email/confirm-own", headers, { token })).status).toBe(200);

    const forgot = await ask("/api/auth/security/password/forgot", headers, { email: ann.email });
    expect(forgot.status).toBe(200);
    await expect.poll(() => messages.size, { timeout: 60_000 }).toBe(2);
    const mail = [...messages.values()].at(-1);
    expect(mail?.text).toContain(`${own}/reset-password?token=`);

    const addresses = [
      mail,
      await call("mutation", "backups/restores:generateUploadUrl", ann, { kennelId }),
      await call("mutation", "calendar/calendarFeeds:connect", ann, { kennelId, isEnabled: true }),
      await call("action", "billing/actions/payments:startCheckout", ann, {
        ...{ kennelId, tier: "individual" },
        successUrl: `${own}/dashboard`,
        cancelUrl: `${own}/dashboard`,
      }),
    ];
    for (const address of addresses) {
      expect(JSON.stringify(address)).toContain(own);
      expect(JSON.stringify(address)).not.toContain("evil.example");
    }
  });

  it("and a page of the forged host may not act for a user", async () => {
    const ann = person("Ann");
    await register(runtime.origin, ann);
    const forged = { ...FORGED, origin: "http://evil.example", cookie: "a=b" };
    const { email, password } = ann;
    expect((await ask("/api/auth/sign-in/email", forged, { email, password })).status).toBe(403);
  });
});
