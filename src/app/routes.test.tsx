/** Pages of addresses for signed-in users, for visitors, and while the sign-in state is unknown. */
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { fetchPage, routes } from "@/app/routes";
import { answerDashboard, quietStats } from "@/testing/dashboard";
import { fakeConvex } from "@/testing/fake-convex";
import { makeDogPage } from "@/testing/dogs";
import { AppProviders, makeIdentity, makeKennel } from "@/testing/render";
import type { Identity } from "@/identity/identity";
import { preferDark } from "@/testing/dom";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const visitor = makeIdentity({ status: "signedOut", user: undefined, signedOutReason: "visitor" });
const unknown = makeIdentity({ status: "loading", user: undefined });
const kennels = [makeKennel(), makeKennel({ _id: "kennel2" as never, name: "Second", role: "viewer" })];

function open(path: string, identity: Identity = makeIdentity()) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const tree = (shown: Identity) => (
    <AppProviders identity={shown}>
      <RouterProvider router={router} />
    </AppProviders>
  );
  const view = render(tree(identity));
  return {
    user: userEvent.setup(),
    router,
    location: () => router.state.location.pathname,
    become: (next: Identity) => view.rerender(tree(next)),
  };
}

// The pages are loaded in advance, because their loading time does not change which page opens.
beforeAll(async () => {
  await Promise.all([import("@/features/dogs/list/dogs-page"), import("@/app/settings-page")]);
});

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.accounts.users.me, () => ({
    _id: "user1",
    email: "anna@example.com",
    firstName: "Anna",
  }));
  fakeConvex.mutation(api.accounts.users.ensure, () => ({ userId: "user1" }));
  fakeConvex.mutation(api.accounts.users.rememberKennel, () => null);
  fakeConvex.query(api.kennels.kennels.list, () => kennels.slice(0, 1));
  fakeConvex.query(api.kennels.kennels.removedBackups, () => []);
  fakeConvex.query(api.kennels.members.list, () => []);
  answerDashboard();
  fakeConvex.query(api.dashboard.dashboard.stats, () => ({ ...quietStats, dogs: { total: 2 } }));
  fakeConvex.query(api.platform.activities.recent, () => []);
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([], args));
});

describe("addresses", () => {
  it.each(["/dashboard", "/dashboard/dogs", "/dashboard/settings"])(
    "[AUTH-01] sends a visitor from %s to /login",
    (path) => {
      expect(open(path, visitor).location()).toBe("/login");
    },
  );

  it.each([
    ["AUTH-02", "/login"],
    ["AUTH-03", "/register"],
  ])("[%s] sends a signed-in breeder from %s to /dashboard", (_id, path) => {
    expect(open(path).location()).toBe("/k/kennel1/dashboard");
  });

  it.each([
    ["AUTH-06", "/"],
    ["AUTH-07", "/no/such/page"],
    ["GAP-AUTH-01", "/dashboard/admin"],
  ])("[%s] sends %s to /dashboard when signed in", (_id, path) => {
    expect(open(path).location()).toBe("/k/kennel1/dashboard");
  });

  it.each([
    ["AUTH-06", "/"],
    ["AUTH-07", "/no/such/page"],
  ])("[%s] sends %s to /login when signed out", (_id, path) => {
    expect(open(path, visitor).location()).toBe("/login");
  });

  it.each(["/", "/login", "/register", "/dashboard", "/dashboard/dogs", "/no/such/page"])(
    "[AUTH-09] shows a loading state on %s until the sign-in state is known",
    (path) => {
      const { location } = open(path, unknown);
      expect(screen.getByText("Loading authentication...")).toBeTruthy();
      expect(location()).toBe(path);
    },
  );

  it("[AUTH-11] sends no query before the sign-in state is known", async () => {
    const { become } = open("/dashboard/dogs", unknown);
    expect(fakeConvex.subscriptions).toEqual([]);
    expect(fakeConvex.calls).toEqual([]);
    become(makeIdentity());
    await waitFor(() => expect(fakeConvex.subscriptionsOf(api.dogs.dogs.list)).toHaveLength(1));
  });

  it("[AUTH-08] has overview, dogs and settings under /dashboard", async () => {
    const { router } = open("/dashboard");
    expect(screen.getByRole("heading", { name: "Welcome back, Anna!" })).toBeTruthy();
    await act(() => router.navigate("/dashboard/dogs"));
    expect(await screen.findByRole("heading", { level: 1, name: "Dogs" })).toBeTruthy();
    await act(() => router.navigate("/dashboard/settings"));
    expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeTruthy();
    expect(await screen.findByRole("tab", { name: "Kennel" })).toBeTruthy();
  });
});

describe("shell", () => {
  it.each(["/invitation/token", "/confirm-email", "/reset-password"])(
    "draws the page of %s at once if its code is already loaded",
    async (path) => {
      await fetchPage(path);
      open(path, visitor);
      expect(screen.getByRole("main").textContent).not.toBe("");
    },
  );

  it("[SHELL-01] lists the available areas in the documents' order with their addresses, contacts and history before the settings", () => {
    open("/dashboard");
    const links = within(screen.getByRole("navigation", { name: "Main" })).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Dashboard", "/k/kennel1/dashboard"],
      ["Dogs", "/k/kennel1/dashboard/dogs"],
      ["Breeding", "/k/kennel1/dashboard/breeding"],
      ["Health", "/k/kennel1/dashboard/health"],
      ["Reminders", "/k/kennel1/dashboard/reminders"],
      ["Contacts", "/k/kennel1/dashboard/contacts"],
      ["History", "/k/kennel1/dashboard/history"],
      ["Settings", "/k/kennel1/dashboard/settings"],
    ]);
  });

  it("[AUTH-15] never lists Admin", () => {
    open("/dashboard");
    expect(screen.queryByText("Admin")).toBeNull();
  });

  it("[SHELL-02] shows page title, help button, dark-mode toggle and user menu, and sets the tab's title", () => {
    open("/dashboard/dogs");
    const bar = screen.getByRole("banner");
    expect(within(bar).getByRole("heading", { level: 1, name: "Dogs" })).toBeTruthy();
    expect(within(bar).getByRole("button", { name: "Help" })).toBeTruthy();
    expect(within(bar).getByRole("button", { name: "Dark mode" })).toBeTruthy();
    expect(within(bar).getByRole("button", { name: "User menu" })).toBeTruthy();
    expect(document.title).toBe("Dogs · Oakhollow · Studbook");
  });

  it("moves the focus to the page when another area is opened", async () => {
    const { user } = open("/dashboard");
    await user.click(screen.getByRole("link", { name: "Dogs" }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  });

  it.each([
    [true, "true"],
    [false, "false"],
  ])("[SHELL-04] starts in the system's theme (dark: %s)", (isDark, pressed) => {
    preferDark(isDark);
    open("/dashboard");
    expect(screen.getByRole("button", { name: "Dark mode" }).getAttribute("aria-pressed")).toBe(pressed);
    expect(document.documentElement.classList.contains("dark")).toBe(isDark);
  });

  it("[GAP-SHELL-01] uses the breeder's stored theme instead of the system's", async () => {
    preferDark(true);
    const { user } = open("/dashboard");
    await user.click(screen.getByRole("button", { name: "Dark mode" }));
    expect(document.documentElement.classList.contains("dark")).toBe(false);
    expect(localStorage.getItem("studbook.theme")).toBe("light");
  });

  it("[SHELL-05] opens the menu over an overlay; a tap on the overlay closes the menu", async () => {
    const { user } = open("/dashboard");
    expect(screen.queryByTestId("sheet-overlay")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Open menu" }));
    const menu = await screen.findByRole("dialog", { name: "Menu" });
    expect(within(menu).getByRole("link", { name: "Dogs" })).toBeTruthy();
    await user.click(screen.getByTestId("sheet-overlay"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("[SHELL-05] closes the menu when the user chooses an area", async () => {
    const { user, location } = open("/dashboard");
    await user.click(screen.getByRole("button", { name: "Open menu" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("link", { name: "Dogs" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(location()).toBe("/k/kennel1/dashboard/dogs"));
  });

  it("says that the connection is lost", async () => {
    open("/dashboard");
    act(() => fakeConvex.setConnected(false));
    expect(await screen.findByText("Reconnecting...")).toBeTruthy();
    act(() => fakeConvex.setConnected(true));
    expect(screen.queryByText("Reconnecting...")).toBeNull();
  });

  it("offers a reload when a page fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    fakeConvex.query(api.dogs.dogs.list, () => ({ data: null, pagination: null }));
    open("/dashboard/dogs");
    expect(await screen.findByRole("heading", { name: "This page could not be shown" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Back to Dashboard" })).toBeTruthy();
    vi.restoreAllMocks();
  });
});

describe("kennels", () => {
  it("records the breeder once after sign-in, and shows skeletons until there is a kennel", () => {
    fakeConvex.query(api.accounts.users.me, () => null);
    open("/dashboard");
    expect(fakeConvex.callsOf(api.accounts.users.ensure)).toEqual([{ timeZone: expect.any(String) }]);
    expect(fakeConvex.subscriptionsOf(api.kennels.kennels.list)).toEqual([]);
    expect(screen.getByRole("status", { name: "Loading dashboard" })).toBeTruthy();
    act(() =>
      fakeConvex.query(api.accounts.users.me, () => ({
        _id: "user1",
        email: "anna@example.com",
        firstName: "Anna",
      })),
    );
    expect(screen.getByRole("heading", { name: "Welcome back, Anna!" })).toBeTruthy();
    expect(fakeConvex.callsOf(api.accounts.users.ensure)).toHaveLength(1);
  });

  it("[KEN-01] [KEN-02] opens the first kennel by default", () => {
    fakeConvex.query(api.kennels.kennels.list, () => kennels);
    open("/dashboard");
    expect(fakeConvex.subscriptionsOf(api.dashboard.dashboard.stats)).toMatchObject([
      { kennelId: "kennel1" },
    ]);
  });

  it("[GAP-KEN-03] shows a switcher only to members of several kennels", () => {
    open("/dashboard");
    expect(screen.queryByRole("button", { name: /Change kennel/u })).toBeNull();
    act(() => fakeConvex.query(api.kennels.kennels.list, () => kennels));
    expect(screen.getByRole("button", { name: /Change kennel/u })).toBeTruthy();
  });

  it("[GAP-KEN-03] changes the kennel on the same screen and stores the choice on the server", async () => {
    fakeConvex.query(api.kennels.kennels.list, () => kennels);
    const { user, location } = open("/dashboard/dogs?search=aria");
    await user.click(screen.getByRole("button", { name: /Change kennel/u }));
    await user.click(await screen.findByRole("menuitemradio", { name: /Second/u }));
    await waitFor(() => expect(location()).toBe("/k/kennel2/dashboard/dogs"));
    expect(fakeConvex.subscriptionsOf(api.dogs.dogs.list).at(-1)).toMatchObject({ kennelId: "kennel2" });
    expect(fakeConvex.callsOf(api.accounts.users.rememberKennel)).toEqual([
      { kennelId: "kennel1" },
      { kennelId: "kennel2" },
    ]);
  });

  it("[GAP-KEN-03] opens an address without a kennel in the kennel that was last open on any device", () => {
    fakeConvex.query(api.kennels.kennels.list, () => kennels);
    fakeConvex.query(api.accounts.users.me, () => ({ _id: "user1", lastKennelId: "kennel2" }));
    const { router } = open("/dashboard/dogs?search=aria#top");
    const { pathname, search, hash } = router.state.location;
    expect(pathname + search + hash).toBe("/k/kennel2/dashboard/dogs?search=aria#top");
  });

  it("[GAP-KEN-03] opens the kennel in the link even if another kennel was open last", () => {
    fakeConvex.query(api.kennels.kennels.list, () => kennels);
    open("/k/kennel2/dashboard/dogs");
    expect(fakeConvex.subscriptionsOf(api.dogs.dogs.list)).toMatchObject([{ kennelId: "kennel2" }]);
  });

  it("says that a link names a kennel without access, who can grant access, and offers the user's own kennel", async () => {
    const { user, location } = open("/k/elsewhere/dashboard/dogs/dog7");
    expect(screen.getByRole("heading", { name: "You are not a member of this kennel" })).toBeTruthy();
    expect(screen.getByText("anna@example.com")).toBeTruthy();
    expect(fakeConvex.subscriptionsOf(api.dogs.dogs.list)).toEqual([]);
    await user.click(screen.getByRole("link", { name: "Go to Oakhollow" }));
    expect(location()).toBe("/k/kennel1/dashboard");
  });

  it("[SHELL-02] [GAP-KEN-03] offers the other kennels in the menu on a phone, because the top bar has no room", async () => {
    fakeConvex.query(api.kennels.kennels.list, () => kennels);
    const { user } = open("/dashboard");
    const bar = within(screen.getByRole("banner"));
    for (const name of ["Help", "Dark mode", "User menu"]) {
      expect(bar.getByRole("button", { name }).closest(".hidden, .max-sm\\:hidden")).toBeNull();
    }
    expect(bar.getByText("Oakhollow", { selector: "p" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Open menu" }));
    const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
    await user.click(menu.getByRole("button", { name: "Change kennel" }));
    const [first] = menu.getAllByRole("button", { current: true });
    expect(first?.textContent).toContain("Oakhollow");
    await user.click(menu.getByRole("button", { name: /^Second/u }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(fakeConvex.subscriptionsOf(api.dashboard.dashboard.stats).at(-1)).toMatchObject({
      kennelId: "kennel2",
    });
  });

  it("[KEN-05] closes the page of a removed member immediately and says why", async () => {
    fakeConvex.query(api.kennels.kennels.list, () => [kennels[1], kennels[0]]);
    const { user } = open("/k/kennel2/dashboard/dogs");
    act(() => fakeConvex.query(api.kennels.kennels.list, () => [kennels[0]]));
    expect(screen.getByRole("heading", { name: "You no longer have access to Second" })).toBeTruthy();
    expect(screen.queryByRole("main")?.textContent).not.toContain("dog(s) found");
    await user.click(screen.getByRole("link", { name: "Go to Oakhollow" }));
    expect(screen.getByRole("heading", { level: 1, name: "Dashboard" })).toBeTruthy();
  });

  it("[GAP-KEN-02] asks a user without a kennel to name one; 'My Kennel' is the default", async () => {
    fakeConvex.query(api.kennels.kennels.list, () => []);
    fakeConvex.mutation(api.kennels.kennels.create, () => {
      fakeConvex.query(api.kennels.kennels.list, () => kennels.slice(0, 1));
      return kennels[0];
    });
    const { user } = open("/dashboard");
    const field = screen.getByLabelText<HTMLInputElement>(/Kennel name/u);
    expect(field.value).toBe("My Kennel");
    await user.clear(field);
    await user.type(field, "Oakhollow");
    await user.click(screen.getByRole("button", { name: "Create Kennel" }));
    expect(fakeConvex.callsOf(api.kennels.kennels.create)).toEqual([{ name: "Oakhollow" }]);
    expect(await screen.findByRole("heading", { name: "Welcome back, Anna!" })).toBeTruthy();
  });

  it("[REM-16] cannot submit a reminder while no kennel is loaded", async () => {
    fakeConvex.query(api.kennels.kennels.list, () => []);
    open("/dashboard/reminders");
    expect(await screen.findByRole("button", { name: "Create Kennel" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Reminder/u })).toBeNull();
    expect(fakeConvex.subscriptionsOf(api.reminders.reminders.list)).toEqual([]);
  });

  it("[GAP-KEN-07] says that the kennels could not be loaded, and offers a retry", async () => {
    fakeConvex.query(api.kennels.kennels.list, () => new Error("down"));
    const { user } = open("/dashboard");
    expect(await screen.findByText("Failed to load kennels")).toBeTruthy();
    fakeConvex.query(api.kennels.kennels.list, () => kennels.slice(0, 1));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "Welcome back, Anna!" })).toBeTruthy();
  });
});
