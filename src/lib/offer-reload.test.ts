// @vitest-environment jsdom
/** The message about a new version when a part of the page cannot be loaded. */
import { afterEach, expect, it, vi } from "vitest";

const told = vi.hoisted(() => vi.fn());
vi.mock("@/lib/toast", async (original) => ({ ...(await original<object>()), toast: { info: told } }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  told.mockReset();
});

const SCRIPT = () => new Response(null, { headers: { "content-type": "text/javascript" } });

it.each([
  ["has the page's own script no longer", () => new Response(null, { status: 404 })],
  ["sends a page in its place", () => new Response(null, { headers: { "content-type": "text/html" } })],
])("the page shows one message about a new version if the server %s", async (_, gone) => {
  const { offerWhenReplaced } = await import("@/lib/offer-reload");
  document.head.innerHTML = '<script type="module" src="/assets/index-1.js"></script>';
  const answer = vi.fn(SCRIPT);
  const ask = vi.fn(() => Promise.resolve(answer()));
  vi.stubGlobal("fetch", ask);
  offerWhenReplaced();
  // Like the build's code after an import of a part failed.
  const fail = () => window.dispatchEvent(new Event("vite:preloadError"));
  fail();
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  expect(ask.mock.calls).toMatchObject([
    [expect.stringContaining("/assets/index-1.js?"), { cache: "no-store" }],
  ]);
  expect(told).not.toHaveBeenCalled();
  answer.mockImplementation(gone);
  fail();
  fail();
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  fail();
  expect(told).toHaveBeenCalledExactlyOnceWith(
    "A new version is ready",
    expect.objectContaining({ action: expect.objectContaining({ label: "Reload" }) as object }),
  );
});

it("the page shows no message if the server fails or cannot be reached", async () => {
  const { offerIfReplaced } = await import("@/lib/offer-reload");
  document.head.innerHTML = '<script type="module" src="/assets/index-1.js"></script>';
  const page = { status: 503, headers: { "content-type": "text/html" } };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, page)));
  await offerIfReplaced();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await offerIfReplaced();
  expect(told).not.toHaveBeenCalled();
});
