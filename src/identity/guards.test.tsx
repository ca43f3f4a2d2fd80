/** The guards of the sign-in pages and of the app. */
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { RedirectIfSignedIn, RequireSignedIn } from "@/identity/guards";
import { IdentityContext, type Identity } from "@/identity/identity-context";

afterEach(cleanup);

const noAction = {
  signOut: () => Promise.resolve(),
  endSession: () => Promise.resolve(),
};
const signedIn: Identity = {
  ...noAction,
  status: "signedIn",
  user: { name: "Ann", email: "ann@example.com" },
};
const signedOut: Identity = { ...noAction, status: "signedOut", signedOutReason: "visitor" };
const loading: Identity = { ...noAction, status: "loading" };

function open(path: string, identity: Identity, loadData = () => undefined) {
  function Dogs() {
    loadData();
    return <p>The dogs</p>;
  }
  const guarded = (page: React.ReactNode) => <RequireSignedIn>{page}</RequireSignedIn>;
  const open = (page: string) => <RedirectIfSignedIn>{page}</RedirectIfSignedIn>;
  const router = createMemoryRouter(
    [
      { path: "/login", element: open("The login page") },
      { path: "/register", element: open("The sign-up page") },
      { path: "/dashboard", element: guarded(<p>The dashboard</p>) },
      { path: "/dashboard/dogs", element: guarded(<Dogs />) },
    ],
    { initialEntries: [path] },
  );
  const view = (current: Identity) => (
    <IdentityContext value={current}>
      <RouterProvider router={router} />
    </IdentityContext>
  );
  const { rerender } = render(view(identity));
  return { router, become: (next: Identity) => rerender(view(next)) };
}

describe("signed-out visitors", () => {
  it.each(["/dashboard", "/dashboard/dogs"])("[AUTH-01] are redirected from %s to /login", (path) => {
    const { router } = open(path, signedOut);
    expect(router.state.location.pathname + router.state.location.search).toBe("/login");
    screen.getByText("The login page");
  });

  it("see /login and /register", () => {
    open("/register", signedOut);
    screen.getByText("The sign-up page");
  });
});

describe("signed-in users", () => {
  it("[AUTH-02] are redirected from /login to /dashboard", () => {
    expect(open("/login", signedIn).router.state.location.pathname).toBe("/dashboard");
  });

  it("[AUTH-03] are redirected from /register to /dashboard", () => {
    expect(open("/register", signedIn).router.state.location.pathname).toBe("/dashboard");
  });

  it("[AUTH-04] leave /login for /dashboard once they have signed in", () => {
    const { router, become } = open("/login", signedOut);
    become(signedIn);
    expect(router.state.location.pathname).toBe("/dashboard");
  });

  it("[AUTH-05] leave /register for /dashboard once they have signed up", () => {
    const { router, become } = open("/register", signedOut);
    become(loading);
    become(signedIn);
    expect(router.state.location.pathname).toBe("/dashboard");
  });

  it("[GAP-AUTH-06] return to the page that they requested", () => {
    const { router, become } = open("/dashboard/dogs?search=bo", signedOut);
    expect(router.state.location.pathname).toBe("/login");
    become(signedIn);
    expect(router.state.location.pathname + router.state.location.search).toBe("/dashboard/dogs?search=bo");
  });
});

describe("while the identity is loading", () => {
  it.each(["/dashboard/dogs", "/login", "/register"])(
    "[AUTH-09] shows 'Loading authentication...' on %s and does not redirect",
    (path) => {
      const { router } = open(path, loading);
      expect(screen.getByRole("status").textContent).toBe("Loading authentication...");
      expect(router.state.location.pathname).toBe(path);
    },
  );

  it("[AUTH-11] mounts nothing that loads data", () => {
    const loadData = vi.fn();
    const { become } = open("/dashboard/dogs", loading, loadData);
    expect(loadData).not.toHaveBeenCalled();
    become(signedIn);
    expect(loadData).toHaveBeenCalled();
  });
});

describe("a session that ends", () => {
  it("[AUTH-12] [GAP-AUTH-08] leads to /login with a note, and signing in returns to the same page", () => {
    const { router, become } = open("/dashboard/dogs", signedIn);
    become({ ...signedOut, signedOutReason: "ended" });
    expect(router.state.location.pathname + router.state.location.search).toBe("/login?ended=1");
    expect(screen.queryByText("The dogs")).toBeNull();
    become(signedIn);
    expect(router.state.location.pathname).toBe("/dashboard/dogs");
  });

  it("leads to the dashboard next time if the user signed out", () => {
    const { router, become } = open("/dashboard/dogs", signedIn);
    become({ ...signedOut, signedOutReason: "left" });
    expect(router.state.location.pathname + router.state.location.search).toBe("/login");
    become(signedIn);
    expect(router.state.location.pathname).toBe("/dashboard");
  });
});
