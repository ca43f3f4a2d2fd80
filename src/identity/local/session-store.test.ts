/** The page's session with a fake server and fake tabs. */
import { describe, expect, it, vi } from "vitest";
import { AccountsUnreachable, type AccountApi, type AccountUser } from "@/identity/local/account-api";
import { createSessionStore, type SessionState, type TabChannel } from "@/identity/local/session-store";

const ann: AccountUser = { id: "a", email: "ann@example.com", name: "Ann Hill", firstName: "Ann" };
const bob: AccountUser = { id: "b", email: "bob@example.com", name: "Bob" };
const credentials = { email: ann.email, password: "correct horse" };

/** All tabs of the same browser share one cookie. */
function createBrowser(cookie: AccountUser | null = null) {
  const server = { cookie, isReachable: true, acceptedPassword: credentials.password };
  const tabs: ((event: { data: unknown }) => void)[] = [];
  const reach = <T>(value: T): Promise<T> =>
    server.isReachable ? Promise.resolve(value) : Promise.reject(new AccountsUnreachable("down"));
  const api = {
    getSession: vi.fn(() => reach(server.cookie)),
    getToken: vi.fn(() =>
      reach(server.cookie && { token: `token of ${server.cookie.id}`, userId: server.cookie.id }),
    ),
    signIn: vi.fn(async ({ password }) => {
      await reach(null);
      if (password !== server.acceptedPassword) {
        return {
          ok: false as const,
          status: 401,
          code: "INVALID_EMAIL_OR_PASSWORD",
          retryAfterSeconds: null,
        };
      }
      server.cookie = ann;
      return { ok: true as const, data: { needsCode: false } };
    }),
    verifyCode: vi.fn(async () => {
      server.cookie = ann;
      return { ok: true as const, data: null };
    }),
    keepSession: vi.fn(() => reach(undefined)),
    signUp: vi.fn(async () => {
      server.cookie = ann;
      return { ok: true as const, data: null };
    }),
    signOut: vi.fn(async () => {
      await reach(null);
      server.cookie = null;
    }),
  } satisfies AccountApi;

  const openTab = () => {
    let own: ((event: { data: unknown }) => void) | undefined;
    const channel: TabChannel = {
      postMessage: (data) => tabs.filter((tab) => tab !== own).forEach((tab) => tab({ data })),
      addEventListener: (_type, listener) => {
        own = listener;
        tabs.push(listener);
      },
    };
    const onUnreached = vi.fn();
    const store = createSessionStore({
      api,
      channel,
      onUnreached,
      wait: () => new Promise((resolve) => setTimeout(resolve, 1)),
    });
    const seen: SessionState[] = [];
    store.subscribe(() => seen.push(store.getState()));
    const until = (status: SessionState["status"]) =>
      vi.waitFor(() => expect(store.getState().status).toBe(status));
    return { store, seen, until, onUnreached };
  };
  return { server, api, openTab };
}

describe("the session of an opened page", () => {
  it("is loading until the server responds, then has the signed-in user", async () => {
    const { store, until } = createBrowser(ann).openTab();
    expect(store.getState()).toEqual({ status: "loading" });
    await until("signedIn");
    expect(store.getState()).toEqual({ status: "signedIn", user: ann });
  });

  it("distinguishes a visitor from a user whose session ended", async () => {
    const { store, until } = createBrowser().openTab();
    await until("signedOut");
    expect(store.getState()).toEqual({ status: "signedOut", reason: "visitor" });
  });

  it("retries while the server cannot be reached, and signs nobody out meanwhile", async () => {
    const { server, api, openTab } = createBrowser(ann);
    server.isReachable = false;
    const { store, until, onUnreached } = openTab();
    await vi.waitFor(() => expect(onUnreached).toHaveBeenCalled());
    await vi.waitFor(() => expect(api.getSession.mock.calls.length).toBeGreaterThan(2));
    expect(store.getState()).toEqual({ status: "loading" });
    server.isReachable = true;
    await until("signedIn");
  });
});

describe("signing in on a page", () => {
  it("[AUTH-04] signs in all tabs", async () => {
    const { openTab } = createBrowser();
    const first = openTab();
    const second = openTab();
    await Promise.all([first.until("signedOut"), second.until("signedOut")]);
    expect(await first.store.signIn(credentials)).toEqual({ ok: true, data: { needsCode: false } });
    await Promise.all([first.until("signedIn"), second.until("signedIn")]);
  });

  it("leaves the page signed out if the password is wrong", async () => {
    const { store, until } = createBrowser().openTab();
    await until("signedOut");
    const answer = await store.signIn({ ...credentials, password: "wrong horse" });
    expect(answer).toMatchObject({ ok: false, code: "INVALID_EMAIL_OR_PASSWORD" });
    expect(store.getState().status).toBe("signedOut");
  });
});

describe("signing out on a page", () => {
  it("signs out in every tab, and records in each that the user did so", async () => {
    const { openTab } = createBrowser(ann);
    const first = openTab();
    const second = openTab();
    await Promise.all([first.until("signedIn"), second.until("signedIn")]);
    await first.store.signOut();
    expect(first.store.getState()).toEqual({ status: "signedOut", reason: "left" });
    expect(second.store.getState()).toEqual({ status: "signedOut", reason: "left" });
  });

  it("leaves the page signed in if the server cannot be reached", async () => {
    const { server, openTab } = createBrowser(ann);
    const { store, until } = openTab();
    await until("signedIn");
    server.isReachable = false;
    await expect(store.signOut()).rejects.toBeInstanceOf(AccountsUnreachable);
    expect(store.getState().status).toBe("signedIn");
  });
});

describe("tokens of the session", () => {
  /** The server cannot be reached. */
  const askInVain = async () => {
    const { server, api, openTab } = createBrowser(ann);
    const { store, until } = openTab();
    await until("signedIn");
    server.isReachable = false;
    const token = store.fetchToken("a");
    await vi.waitFor(() => expect(api.getToken.mock.calls.length).toBeGreaterThan(1));
    return { server, api, store, token };
  };

  it("belong to the signed-in user, and are missing without one", async () => {
    const { openTab } = createBrowser(ann);
    const { store, until } = openTab();
    expect(await store.fetchToken("a")).toBeNull();
    await until("signedIn");
    expect(await store.fetchToken("a")).toBe("token of a");
    expect(await store.fetchToken(null)).toBeNull();
  });

  it("wait for an unreachable server instead of failing", async () => {
    const { server, store, token } = await askInVain();
    // Reading the session again meanwhile changes nothing and must not lose the token.
    void store.refresh();
    server.isReachable = true;
    expect(await token).toBe("token of a");
  });

  it("stay valid when the same person has a new name", async () => {
    const { server, api, store, token } = await askInVain();
    server.cookie = { ...ann, name: "Ann Brook" };
    server.isReachable = true;
    // The session is read first, as by a page that becomes visible again.
    api.getToken.mockRejectedValueOnce(new AccountsUnreachable("down"));
    await store.refresh();
    expect(store.getState()).toMatchObject({ user: { name: "Ann Brook" } });
    expect(await token).toBe("token of a");
  });

  it("[AUTH-12] report the end of the session if the server no longer accepts it", async () => {
    const { server, openTab } = createBrowser(ann);
    const first = openTab();
    const second = openTab();
    await Promise.all([first.until("signedIn"), second.until("signedIn")]);
    server.cookie = null;
    expect(await first.store.fetchToken("a")).toBeNull();
    expect(first.store.getState()).toEqual({ status: "signedOut", reason: "ended" });
    expect(second.store.getState()).toEqual({ status: "signedOut", reason: "ended" });
  });

  it("never mix two people: after another tab switched accounts, the former person gets no token", async () => {
    const { server, openTab } = createBrowser(ann);
    const { store, until } = openTab();
    await until("signedIn");
    server.cookie = bob;
    expect(await store.fetchToken("a")).toBeNull();
    expect(store.getState()).toEqual({ status: "signedIn", user: bob });
    expect(await store.fetchToken("b")).toBe("token of b");
  });
});

describe("a session that another tab finds ended", () => {
  it("[AUTH-12] ends in every tab as soon as one tab finds out", async () => {
    const { server, openTab } = createBrowser(ann);
    const first = openTab();
    await first.until("signedIn");
    server.cookie = null;
    const reloaded = openTab();
    await Promise.all([reloaded.until("signedOut"), first.until("signedOut")]);
    expect(first.store.getState()).toEqual({ status: "signedOut", reason: "ended" });
  });
});

describe("a refused session", () => {
  it("[AUTH-12] ends in every tab, and on the server too", async () => {
    const { server, openTab } = createBrowser(ann);
    const first = openTab();
    const second = openTab();
    await Promise.all([first.until("signedIn"), second.until("signedIn")]);
    await first.store.end();
    expect(first.store.getState()).toEqual({ status: "signedOut", reason: "ended" });
    expect(second.store.getState()).toEqual({ status: "signedOut", reason: "ended" });
    expect(server.cookie).toBeNull();
  });

  it("ends locally even if the server cannot be reached", async () => {
    const { server, openTab } = createBrowser(ann);
    const { store, until, seen } = openTab();
    await until("signedIn");
    server.isReachable = false;
    await store.end();
    await store.end();
    expect(seen.filter(({ status }) => status === "signedOut")).toHaveLength(1);
  });
});
