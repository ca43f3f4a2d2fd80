/** The choice of the provider. */
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
  it("[AUTH-16] uses Clerk if the build has a publishable key", async () => {
    await openWithKey("pk_test_abc");
    await screen.findByText("Clerk");
    expect(clerkPublishableKey()).toBe("pk_test_abc");
  });

  it("[GAP-AUTH-04] uses local accounts without a publishable key", async () => {
    await openWithKey("");
    await screen.findByText("Local accounts");
  });
});

describe("convexUrl", () => {
  it("is the address in the build, or the server that the page came from", () => {
    vi.stubEnv("VITE_CONVEX_URL", "https://happy-dog.convex.cloud");
    expect(convexUrl()).toBe("https://happy-dog.convex.cloud");
    vi.stubEnv("VITE_CONVEX_URL", "");
    expect(convexUrl()).toBe(window.location.origin);
  });
});
