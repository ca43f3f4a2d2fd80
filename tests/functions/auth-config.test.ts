/** Tests which issuers auth.config.ts lists for the environment variables. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.doUnmock("../../convex/_generated/server");
});

const readProviders = async () => (await import("../../convex/auth.config")).default.providers;

const clerk = { domain: "https://kennel.clerk.example", applicationID: "convex" };
const local = {
  type: "customJwt",
  issuer: "https://accounts.example",
  jwks: "https://accounts.example/jwks",
  applicationID: "convex",
  algorithm: "ES256",
};

function setLocal() {
  vi.stubEnv("LOCAL_AUTH_ISSUER", local.issuer);
  vi.stubEnv("LOCAL_AUTH_JWKS", local.jwks);
  vi.stubEnv("LOCAL_AUTH_AUDIENCE", local.applicationID);
}

describe("auth.config", () => {
  it("[GAP-AUTH-04] lists Clerk, the local accounts or both, as they are configured", async () => {
    expect(await readProviders()).toEqual([]);
    vi.resetModules();
    vi.stubEnv("CLERK_JWT_ISSUER_DOMAIN", clerk.domain);
    expect(await readProviders()).toEqual([clerk]);
    vi.resetModules();
    setLocal();
    expect(await readProviders()).toEqual([clerk, local]);
  });

  it("leaves out local accounts without an audience, because tokens of any audience would be accepted", async () => {
    setLocal();
    vi.stubEnv("LOCAL_AUTH_AUDIENCE", "");
    expect(await readProviders()).toEqual([]);
  });

  it("treats a variable that Convex refuses to read as not set", async () => {
    const env = new Proxy<Record<string, string>>(
      { CLERK_JWT_ISSUER_DOMAIN: clerk.domain },
      {
        get: (set, name) => {
          const value = set[String(name)];
          if (value === undefined)
            throw new Error(`Environment variable ${String(name)} is used but not set`);
          return value;
        },
      },
    );
    vi.doMock("../../convex/_generated/server", () => ({ env }));
    expect(await readProviders()).toEqual([clerk]);
  });
});
