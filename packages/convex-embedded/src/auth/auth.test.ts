/** Tests which tokens are accepted, and the errors for the others. */
import { SignJWT, UnsecuredJWT, type JWTPayload } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import { createAuthenticator } from "./jwt-authenticator.js";
import { readProviders } from "./providers.js";
import {
  keysAsDataUrl,
  makeKey,
  startKeyServer,
  type IssuedKey,
  type KeyServer,
} from "./testing/identity-provider.js";

const ISSUER = "https://accounts.example.org";
const NOW = 1_800_000_000;
const now = () => NOW * 1000;

const claims = (fields: JWTPayload = {}): JWTPayload => ({
  iss: ISSUER,
  sub: "ann",
  aud: "convex",
  iat: NOW,
  exp: NOW + 3600,
  ...fields,
});

async function customJwt(fields: Record<string, unknown> = {}, key?: IssuedKey) {
  const signer = key ?? (await makeKey("first"));
  const provider = {
    type: "customJwt",
    issuer: ISSUER,
    applicationID: "convex",
    algorithm: signer.algorithm,
    jwks: keysAsDataUrl([signer]),
    ...fields,
  };
  return {
    signer,
    authenticator: createAuthenticator({ providers: readProviders([provider]), adminKey: "key", now }),
  };
}

const servers: KeyServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function keyServer(keys: readonly IssuedKey[]): Promise<KeyServer> {
  const server = await startKeyServer(keys);
  servers.push(server);
  return server;
}

describe("a customJwt provider", () => {
  it.each(["ES256", "RS256"] as const)("accepts a token signed with %s", async (algorithm) => {
    const { signer, authenticator } = await customJwt({}, await makeKey("k", algorithm));
    const verified = await authenticator.verifyToken(await signer.sign(claims()));
    expect(verified.identity).toEqual({ tokenIdentifier: `${ISSUER}|ann`, subject: "ann", issuer: ISSUER });
    expect(verified.expiresAtMs).toBe((NOW + 3600) * 1000);
  });

  it("keeps claims under their own names and joins nested ones with a dot", async () => {
    const { signer, authenticator } = await customJwt();
    const token = await signer.sign(
      claims({
        email: "ann@example.org",
        email_verified: true,
        org: { id: 7, roles: ["a", "b"] },
        jti: "x",
        fva: [1],
      }),
    );
    const { identity } = await authenticator.verifyToken(token);
    expect(identity).toEqual({
      tokenIdentifier: `${ISSUER}|ann`,
      subject: "ann",
      issuer: ISSUER,
      email: "ann@example.org",
      email_verified: true,
      "org.id": 7,
      "org.roles": ["a", "b"],
    });
  });

  it("does not allow a claim to replace the verified subject", async () => {
    const { signer, authenticator } = await customJwt();
    const token = await signer.sign(
      claims({ subject: "bob", issuer: "https://other", tokenIdentifier: "bob" }),
    );
    expect((await authenticator.verifyToken(token)).identity).toMatchObject({
      tokenIdentifier: `${ISSUER}|ann`,
      subject: "ann",
      issuer: ISSUER,
    });
  });

  it("accepts an issuer with or without a slash at its end, and a token without a key id", async () => {
    const { signer, authenticator } = await customJwt({ issuer: `${ISSUER}/` });
    const token = await signer.sign(claims(), { kid: undefined });
    expect((await authenticator.verifyToken(token)).identity).toMatchObject({ subject: "ann" });
  });

  it("requires no audience when none is configured", async () => {
    const { signer, authenticator } = await customJwt({ applicationID: undefined });
    expect(await authenticator.verifyToken(await signer.sign(claims({ aud: undefined })))).toBeDefined();
  });

  it("accepts a token of a clock that is ahead by five seconds, and no more", async () => {
    const { signer, authenticator } = await customJwt();
    expect(await authenticator.verifyToken(await signer.sign(claims({ iat: NOW + 5 })))).toBeDefined();
    await expect(authenticator.verifyToken(await signer.sign(claims({ iat: NOW + 7 })))).rejects.toThrow(
      /future/,
    );
  });

  const refused: [string, (signer: IssuedKey) => Promise<string>, RegExp][] = [
    ["expired", (signer) => signer.sign(claims({ exp: NOW - 60 })), /expired/],
    ["expired a second ago", (signer) => signer.sign(claims({ exp: NOW - 1 })), /expired/],
    ["without an expiry", (signer) => signer.sign(claims({ exp: undefined })), /"exp"/],
    ["without a subject", (signer) => signer.sign(claims({ sub: undefined })), /"sub"/],
    [
      "of another issuer",
      (signer) => signer.sign(claims({ iss: "https://evil.example" })),
      /No auth provider found/,
    ],
    ["for another audience", (signer) => signer.sign(claims({ aud: "other" })), /No auth provider found/],
    ["without an issuer", (signer) => signer.sign(claims({ iss: undefined })), /Missing issuer claim/],
    [
      "forged under the same key id",
      async () => (await makeKey("first")).sign(claims()),
      /signature is not valid/,
    ],
    ["signed by an unknown key", async () => (await makeKey("other")).sign(claims()), /'kid'/],
    [
      "with a broken signature",
      async (signer) => `${(await signer.sign(claims())).slice(0, -6)}AAAAAA`,
      /not valid/,
    ],
    ["without a signature", async () => new UnsecuredJWT(claims()).encode(), /Could not decode token/],
    [
      "signed with a shared secret",
      () => new SignJWT(claims()).setProtectedHeader({ alg: "HS256", kid: "first" }).sign(new Uint8Array(32)),
      /algorithm/,
    ],
    ["that is not a token", async () => "not-a-token", /Could not parse JWT payload/],
    ["that is empty", async () => "", /Could not parse JWT payload/],
  ];

  it.each(refused)("refuses a token %s", async (_name, make, expected) => {
    const { signer, authenticator } = await customJwt();
    await expect(authenticator.verifyToken(await make(signer))).rejects.toThrow(expected);
  });

  it("refuses RS256 where ES256 is configured, even from the provider's own keys", async () => {
    const rsa = await makeKey("rsa", "RS256");
    const { authenticator } = await customJwt({ algorithm: "ES256" }, rsa);
    await expect(authenticator.verifyToken(await rsa.sign(claims()))).rejects.toThrow(/algorithm/);
  });

  it("refuses a cached token when it expires", async () => {
    let seconds = NOW;
    const signer = await makeKey("k");
    const authenticator = createAuthenticator({
      adminKey: "key",
      now: () => seconds * 1000,
      providers: readProviders([
        { type: "customJwt", issuer: ISSUER, algorithm: "ES256", jwks: keysAsDataUrl([signer]) },
      ]),
    });
    const token = await signer.sign(claims({ exp: NOW + 30 }));
    expect(await authenticator.verifyToken(token)).toBeDefined();
    seconds += 31;
    await expect(authenticator.verifyToken(token)).rejects.toThrow(/expired/);
  });
});

describe("keys fetched from a provider", () => {
  it("are fetched once for many tokens", async () => {
    const key = await makeKey("k");
    const server = await keyServer([key]);
    const { authenticator } = await customJwt({ jwks: `${server.url}/jwks` }, key);
    await Promise.all([1, 2, 3].map(async (n) => authenticator.verifyToken(await key.sign(claims({ n })))));
    expect(server.fetches).toBe(1);
  });

  it("are not fetched again for each forged key id", async () => {
    const key = await makeKey("k");
    const server = await keyServer([key]);
    const { authenticator } = await customJwt({ jwks: `${server.url}/jwks` }, key);
    await authenticator.verifyToken(await key.sign(claims()));
    const forger = await makeKey("forged");
    for (let n = 0; n < 5; n += 1) {
      await expect(authenticator.verifyToken(await forger.sign(claims({ n })))).rejects.toThrow(/'kid'/);
    }
    expect(server.fetches).toBeLessThanOrEqual(2);
  });

  it("that cannot be fetched cause an error for the caller, and are requested again", async () => {
    const key = await makeKey("k");
    const server = await keyServer([key]);
    server.isBroken = true;
    const { authenticator } = await customJwt({ jwks: `${server.url}/jwks` }, key);
    const token = await key.sign(claims());
    await expect(authenticator.verifyToken(token)).rejects.toThrow(/Could not fetch the provider's JWKS/);
    server.isBroken = false;
    expect(await authenticator.verifyToken(token)).toBeDefined();
  });
});

describe("an OpenID Connect provider", () => {
  it("is discovered, and its claims get Convex's names", async () => {
    const key = await makeKey("k", "RS256");
    const server = await keyServer([key]);
    const providers = readProviders([{ domain: server.url, applicationID: "convex" }]);
    const authenticator = createAuthenticator({ providers, adminKey: "key", now });
    const token = await key.sign(
      claims({
        iss: server.url,
        given_name: "Ann",
        email_verified: false,
        updated_at: 0,
        address: { formatted: "1 Road" },
        org_id: "o1",
        nonce: "n",
      }),
    );
    expect((await authenticator.verifyToken(token)).identity).toEqual({
      tokenIdentifier: `${server.url}|ann`,
      subject: "ann",
      issuer: server.url,
      givenName: "Ann",
      emailVerified: false,
      updatedAt: "1970-01-01T00:00:00.000Z",
      address: "1 Road",
      org_id: "o1",
    });
  });

  it("refuses an expired or forged token with Convex's error code", async () => {
    const [key, forger] = [await makeKey("k", "RS256"), await makeKey("k", "RS256")];
    const server = await keyServer([key]);
    const providers = readProviders([{ domain: server.url, applicationID: "convex" }]);
    const authenticator = createAuthenticator({ providers, adminKey: "key", now });
    const issued = { iss: server.url };
    for (const token of [
      await key.sign(claims({ ...issued, exp: NOW - 60 })),
      await forger.sign(claims(issued)),
    ]) {
      await expect(authenticator.verifyToken(token)).rejects.toMatchObject({ code: "Unauthenticated" });
    }
  });

  it("that does not respond is named in the error", async () => {
    const key = await makeKey("k");
    const server = await keyServer([key]);
    server.isBroken = true;
    const providers = readProviders([{ domain: server.url, applicationID: "convex" }]);
    const authenticator = createAuthenticator({ providers, adminKey: "key", now });
    await expect(authenticator.verifyToken(await key.sign(claims({ iss: server.url })))).rejects.toThrow(
      `Auth provider discovery of ${server.url} failed`,
    );
  });
});

describe("the configured providers", () => {
  const wrong: [string, unknown, RegExp][] = [
    ["no object", 7, /must be an object/],
    ["no domain", { applicationID: "a" }, /"domain"/],
    ["no application", { domain: "a.example" }, /"applicationID"/],
    [
      "an unknown algorithm",
      { type: "customJwt", issuer: "i", jwks: "data:x", algorithm: "none" },
      /RS256, ES256/,
    ],
    ["keys without an address", { type: "customJwt", issuer: "i", jwks: "x", algorithm: "ES256" }, /"jwks"/],
  ];
  it.each(wrong)("with %s are refused at the start", (_name, provider, expected) => {
    expect(() => readProviders([provider])).toThrow(expected);
  });

  it("are reported as missing when there are none", async () => {
    const authenticator = createAuthenticator({ providers: [], adminKey: "key", now });
    const token = await (await makeKey("k")).sign(claims());
    await expect(authenticator.verifyToken(token)).rejects.toThrow(/no providers configured/);
  });
});

describe("the admin key", () => {
  it("must match completely", () => {
    const authenticator = createAuthenticator({ providers: [], adminKey: "embedded|abc" });
    expect(authenticator.isAdminKey("embedded|abc")).toBe(true);
    for (const guess of ["", "embedded|ab", "embedded|abcd", "abc"])
      expect(authenticator.isAdminKey(guess)).toBe(false);
  });
});
