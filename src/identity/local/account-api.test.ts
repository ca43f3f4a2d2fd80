/** Responses of the accounts server, over a fake network. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { accountApi, AccountsUnreachable } from "@/identity/local/account-api";

const user = { id: "a", email: "ann@example.com", name: "Ann Hill", firstName: "Ann", lastName: null };

function answerWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const fetchMock = vi.fn((_url: string, _init: RequestInit) =>
    Promise.resolve(new Response(text, { status, headers })),
  );
  vi.stubGlobal("fetch", fetchMock);
  return fetchMock;
}

afterEach(() => {
  vi.unstubAllGlobals();
  delete window.studbookEarly;
});

describe("accountApi", () => {
  it("[AUTH-10] sends its cookie with every request", async () => {
    const fetchMock = answerWith(200, { user, session: { token: "t" } });
    expect(await accountApi.getSession()).toMatchObject({ id: "a", firstName: "Ann" });
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/auth/get-session");
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({ credentials: "same-origin" });
  });

  it("returns null if nobody is signed in", async () => {
    answerWith(200, "null");
    expect(await accountApi.getSession()).toBeNull();
    answerWith(401, { code: "UNAUTHORIZED", message: "Unauthorized" });
    expect(await accountApi.getToken()).toBeNull();
  });

  it("joins the names of a new account", async () => {
    const fetchMock = answerWith(200, {});
    const account = { firstName: "Ann", lastName: "", email: "ann@example.com", password: "12345678" };
    expect(await accountApi.signUp(account)).toEqual({ ok: true, data: null });
    expect(JSON.parse(fetchMock.mock.calls[0]?.[1].body as string)).toMatchObject({
      name: "Ann",
      firstName: "Ann",
    });
  });

  it("reads a refusal's code and waiting time", async () => {
    answerWith(429, { code: "TOO_MANY_FAILED_SIGN_INS" }, { "retry-after": "90" });
    expect(await accountApi.signIn({ email: "a@b.c", password: "x" })).toEqual({
      ok: false,
      status: 429,
      code: "TOO_MANY_FAILED_SIGN_INS",
      retryAfterSeconds: 90,
    });
  });

  it("reports a busy server as busy", async () => {
    answerWith(503, { code: "SERVER_BUSY" }, { "retry-after": "10" });
    expect(await accountApi.signIn({ email: "a@b.c", password: "x" })).toEqual({
      ...{ ok: false, status: 503, code: "SERVER_BUSY", retryAfterSeconds: 10 },
    });
  });

  it.each([
    ["a failure of the server", 500, {}],
    ["a proxy without a server behind it", 503, "<html>"],
    ["a proxy's page instead of an answer", 200, "<html>"],
    ["an unexpected shape", 200, { user: { id: 7 } }],
  ])("reports an unreachable server for %s", async (_what, status, body) => {
    answerWith(status, body);
    await expect(accountApi.getSession()).rejects.toBeInstanceOf(AccountsUnreachable);
  });

  it("reports an unreachable server for a network failure", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
    await expect(accountApi.signOut()).rejects.toBeInstanceOf(AccountsUnreachable);
    await expect(accountApi.getToken()).rejects.toBeInstanceOf(AccountsUnreachable);
  });
});

describe("the responses to the page's early requests", () => {
  const early = (status: number, body: unknown) =>
    Promise.resolve(new Response(JSON.stringify(body), { status }));

  it("are used once; later calls send a new request", async () => {
    const fetchMock = answerWith(200, "null");
    window.studbookEarly = {
      session: early(200, { user }),
      token: early(200, { token: "early", userId: "a" }),
    };
    expect(await accountApi.getSession()).toMatchObject({ id: "a" });
    expect(await accountApi.getToken()).toEqual({ token: "early", userId: "a" });
    expect(fetchMock).not.toHaveBeenCalled();
    expect(await accountApi.getSession()).toBeNull();
    expect(fetchMock).toHaveBeenCalledOnce();
  });

  it("are discarded when somebody signs in, here or in another tab", async () => {
    const refused = () => ({ session: early(200, null), token: early(401, { code: "UNAUTHORIZED" }) });
    answerWith(200, { user: { ...user, id: "b" }, token: "new", userId: "b" });
    window.studbookEarly = refused();
    expect(await accountApi.getSession()).toBeNull();
    expect(await accountApi.getSession()).toMatchObject({ id: "b" });
    expect(await accountApi.getToken()).toEqual({ token: "new", userId: "b" });
    window.studbookEarly = refused();
    await accountApi.signIn({ email: "b@example.com", password: "12345678" });
    expect(await accountApi.getToken()).toEqual({ token: "new", userId: "b" });
  });

  it("are requested again if the early request failed", async () => {
    window.studbookEarly = { session: Promise.reject(new TypeError("no line")) };
    await expect(accountApi.getSession()).rejects.toBeInstanceOf(AccountsUnreachable);
    answerWith(200, { user });
    expect(await accountApi.getSession()).toMatchObject({ id: "a" });
  });

  it.each([
    ["nobody answered", () => Promise.reject(new TypeError("no line"))],
    ["another tab signed somebody else in", () => early(200, { user })],
  ])(
    "use the early token only for the person of the early session, and discard the token if %s",
    async (_, session) => {
      const token = early(401, { code: "UNAUTHORIZED" });
      window.studbookEarly = { session: session(), token };
      await accountApi.getSession().catch(() => undefined);
      answerWith(200, { user: { ...user, id: "b" }, token: "new", userId: "b" });
      expect(await accountApi.getSession()).toMatchObject({ id: "b" });
      expect(await accountApi.getToken()).toEqual({ token: "new", userId: "b" });
    },
  );
});
