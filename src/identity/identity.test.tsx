/** Which provider is behind the identity. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { clerkPublishableKey, convexUrl } from "@/identity/environment";

vi.mock("@/identity/local/local-identity", () => ({ LocalIdentityProvider: () => <p>Local accounts</p> }));
vi.mock("@/identity/clerk/clerk-identity", () => ({ ClerkIdentityProvider: () => <p>Clerk</p> }));

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function openWithKey(key: string) {
  vi.stubEnv("VITE_CLERK_PUBLISHABLE_KEY", key);
  const { IdentityProvider } = await import("@/identity/identity");
  render(<IdentityProvider>the app</IdentityProvider>);
}

describe("IdentityProvider", () => {
  it("[AUTH-16] is Clerk when a publishable key is built in", async () => {
    await openWithKey("pk_test_abc");
    await screen.findByText("Clerk");
    expect(clerkPublishableKey()).toBe("pk_test_abc");
  });

  it("[GAP-AUTH-04] is local accounts without one", async () => {
    await openWithKey("");
    await screen.findByText("Local accounts");
  });
});

describe("convexUrl", () => {
  it("is the address built in, or the server that the page came from", () => {
    vi.stubEnv("VITE_CONVEX_URL", "https://happy-dog.convex.cloud");
    expect(convexUrl()).toBe("https://happy-dog.convex.cloud");
    vi.stubEnv("VITE_CONVEX_URL", "");
    expect(convexUrl()).toBe(window.location.origin);
  });
});
