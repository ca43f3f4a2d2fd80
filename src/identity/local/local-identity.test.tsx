/** The local implementation, with fakes for the accounts server and the live client. */
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Identity } from "@/identity/identity";

type ConvexAuth = {
  isLoading: boolean;
  isAuthenticated: boolean;
  fetchAccessToken: (args: { forceRefreshToken: boolean }) => Promise<string | null>;
};

const world = vi.hoisted(() => ({
  client: {
    connectionState: () => ({ isWebSocketConnected: true }),
    watchQuery: () => ({ onUpdate: () => () => undefined, localQueryResult: () => undefined }),
  },
  cookie: null as null | { id: string; email: string; name: string; firstName: string | null },
  isReachable: true,
  /** The live client agrees with the provider unless a test makes it refuse. */
  isRefusing: false,
  auth: null as null | ConvexAuth,
  toasts: [] as string[],
}));

vi.mock("convex/react", async () => {
  const { createContext, use, useLayoutEffect } = await import("react");
  const AuthContext = createContext({ isLoading: true, isAuthenticated: false });
  return {
    ConvexReactClient: class {
      close = async () => {};
    },
    ConvexProviderWithAuth: ({ children, useAuth }: { children: ReactNode; useAuth: () => ConvexAuth }) => {
      const auth = useAuth();
      // Only committed renders count, because React may render a page and discard it.
      useLayoutEffect(() => {
        world.auth = auth;
      });
      const { isLoading } = auth;
      return (
        <AuthContext value={{ isLoading, isAuthenticated: auth.isAuthenticated && !world.isRefusing }}>
          {children}
        </AuthContext>
      );
    },
    useConvexAuth: () => use(AuthContext),
    useConvex: () => world.client,
  };
});

vi.mock("sonner", () => ({
  toast: { error: (text: string) => world.toasts.push(text), getToasts: () => [] },
}));

const ann = { id: "a", email: "ann@example.com", name: "Ann Hill", firstName: "Ann" };

beforeEach(() => {
  // Each test opens a new page with its own session store.
  vi.resetModules();
  Object.assign(world, { cookie: ann, isReachable: true, isRefusing: false, auth: null, toasts: [] });
  // Pages of earlier tests must not act as other tabs of this page.
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      addEventListener() {}
      postMessage() {}
    },
  );
  vi.stubGlobal("fetch", (url: string) => {
    if (!world.isReachable) return Promise.reject(new TypeError("fetch failed"));
    const answers: Record<string, () => unknown> = {
      "/api/auth/get-session": () => world.cookie && { user: world.cookie },
      "/api/auth/token": () =>
        world.cookie && { token: `token of ${world.cookie.id}`, userId: world.cookie.id },
      "/api/auth/sign-out": () => {
        world.cookie = null;
        return { success: true };
      },
    };
    const body = answers[url]?.();
    const status = url === "/api/auth/token" && !body ? 401 : 200;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  const fresh = await import("@/identity/identity");
  const seen: Identity[] = [];
  function Probe() {
    const identity = fresh.useIdentity();
    useLayoutEffect(() => {
      seen.push(identity);
    });
    return <fresh.UserMenuButton />;
  }
  const view = () => (
    <fresh.IdentityProvider>
      <Probe />
    </fresh.IdentityProvider>
  );
  const { rerender } = render(view());
  const identity = () => {
    const last = seen.at(-1);
    if (!last) throw new Error("Nothing has rendered");
    return last;
  };
  // The first test also waits until the modules are loaded.
  const until = (status: Identity["status"]) => waitFor(() => expect(identity().status).toBe(status));
  return { identity, until, seen, again: () => rerender(view()) };
}

describe("LocalIdentityProvider", () => {
  it("[AUTH-09] first says that authentication is loading", async () => {
    const { until } = await open();
    screen.getByText("Loading authentication...");
    await until("signedIn");
  });

  it("has the name of the signed-in user and fetches tokens for the live client", async () => {
    const { identity, until, seen } = await open();
    await until("signedIn");
    expect(seen.map(({ status }) => status)).not.toContain("signedOut");
    expect(identity().user).toEqual({ name: "Ann Hill", email: "ann@example.com", firstName: "Ann" });
    expect(await world.auth?.fetchAccessToken({ forceRefreshToken: true })).toBe("token of a");
  });

  it("gives the live client a new token function only for a new person", async () => {
    const { until, again } = await open();
    await until("signedIn");
    const first = world.auth?.fetchAccessToken;
    again();
    expect(world.auth?.fetchAccessToken).toBe(first);
    world.cookie = { id: "b", email: "bob@example.com", name: "Bob", firstName: null };
    await act(() => world.auth?.fetchAccessToken({ forceRefreshToken: true }));
    expect(world.auth?.fetchAccessToken).not.toBe(first);
  });

  it("signs out from the user menu", async () => {
    const { identity, until } = await open();
    await until("signedIn");
    // The identity is known while the page renders, a moment before the button appears.
    (await screen.findByRole("button", { name: "User menu of Ann Hill" })).focus();
    await userEvent.keyboard("{Enter}");
    await screen.findByText("ann@example.com");
    await userEvent.click(screen.getByRole("menuitem", { name: "Sign Out" }));
    await until("signedOut");
    expect(identity()).toMatchObject({ signedOutReason: "left" });
    expect(world.cookie).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("stays signed in and shows a message if signing out fails", async () => {
    const { identity, until } = await open();
    await until("signedIn");
    world.isReachable = false;
    await act(() => identity().signOut());
    expect(identity().status).toBe("signedIn");
    await waitFor(() => expect(world.toasts).toHaveLength(1));
    expect(world.toasts).toEqual(["You could not be signed out. Check your connection and try again."]);
  });

  it("[AUTH-12] ends the session if the server refuses its tokens", async () => {
    const { identity, until, again } = await open();
    await until("signedIn");
    world.isRefusing = true;
    again();
    await until("signedOut");
    expect(identity()).toMatchObject({ signedOutReason: "ended" });
    await waitFor(() => expect(world.cookie).toBeNull());
  });

  it("[AUTH-12] ends the session if a call reports that it has ended", async () => {
    const { identity, until } = await open();
    await until("signedIn");
    await act(() => identity().endSession());
    expect(identity()).toMatchObject({ status: "signedOut", signedOutReason: "ended" });
  });
});
