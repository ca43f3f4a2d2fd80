/** Tests invalid texts and addresses, which must cause no server error. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

/** Half a character, as JSON can encode it. */
const HALF = "\\ud83d";

let runtime: Runtime;
let ann: SignedIn;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "convex", accounts: true });
  ann = await register(runtime.origin, person("Ann"));
});
afterAll(() => runtime.stop());

const send = async (method: string, path: string, body: string) => {
  const response = await fetch(`${runtime.origin}/api${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${ann.token}`,
      origin: runtime.origin,
    },
    body,
  });
  return { status: response.status, text: await response.text() };
};

describe("accounts", () => {
  const account = '"email":"x@example.com","password":"whelping-box-7"';
  it.each([
    ["a name that is an object", `{"name":{"first":"X"},${account}}`],
    ["a name that is a list", `{"name":["X"],${account}}`],
    ["a first name that is a number", `{"name":"X","firstName":7,${account}}`],
    ["half a character in the name", `{"name":"${HALF}",${account}}`],
    ["half a character in the password", `{"name":"X","email":"x@example.com","password":"${HALF}whelping"}`],
    [
      "half a character in the address",
      `{"name":"X","email":"${HALF}@example.com","password":"whelping-box-7"}`,
    ],
  ])("refuse %s", async (_what, body) => {
    expect((await send("POST", "/auth/sign-up/email", body)).status).toBeLessThan(500);
  });

  it.each(["/auth/sign-in/email", "/auth/security/password/forgot", "/auth/security/password/reset"])(
    "refuse half a character at %s",
    async (path) => {
      const body = `{"email":"${HALF}@b.example","password":"${HALF}","token":"${HALF}","newPassword":"${HALF}12345678"}`;
      expect((await send("POST", path, body)).status).toBeLessThan(500);
    },
  );
});

describe("the REST API", () => {
  it.each([
    ["POST", "/dogs", `{"name":"${HALF}","breed":"Beagle","gender":"female"}`],
    ["POST", "/kennels", `{"name":"${HALF}"}`],
    ["PUT", "/settings/security", `{"currentPassword":"${HALF}","newPassword":"${HALF}1234567"}`],
    ["POST", "/settings/security/2fa/verify", `{"code":"${HALF}"}`],
  ])("%s %s refuses half a character and names its field", async (method, path, body) => {
    const { status, text } = await send(method, path, body);
    expect({ status, text }).toMatchObject({ status: 400 });
  });
});

describe("functions over HTTP", () => {
  it("refuse half a character in arguments", async () => {
    const kennelId = await firstKennelId(ann);
    const args = `{"kennelId":"${kennelId}","name":"${HALF}"}`;
    const { status } = await send(
      "POST",
      "/mutation",
      `{"path":"kennels/kennels:update","args":${args},"format":"json"}`,
    );
    expect(status).toBe(400);
  });
});

describe("the host of a request", () => {
  it.each(["ann@127.0.0.1", "ann:secret@127.0.0.1", "127.0.0.1/api", "[::1", "a b", "@"])(
    "is refused when it is %s",
    async (host) => {
      for (const path of ["/api/openapi.json", "/api/dogs", "/version", "/api/auth/get-session"]) {
        const status = await new Promise<number>((resolve, reject) => {
          const sent = request(
            `${runtime.origin}${path}`,
            { headers: { host }, setHost: false },
            (response) => {
              response.resume();
              resolve(response.statusCode ?? 0);
            },
          );
          sent.on("error", reject);
          sent.end();
        });
        expect([host, path, status < 500]).toEqual([host, path, true]);
      }
    },
  );
});
