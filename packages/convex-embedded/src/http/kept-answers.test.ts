/** Tests which responses of HTTP actions are cached for all clients, and for how long. */
import { describe, expect, it, test, vi } from "vitest";
import { KeptAnswers } from "./kept-answers.js";
import { MAX_KEPT_ANSWER_BYTES, MAX_KEPT_ANSWERS } from "./limits.js";

const at = (path: string) => new URL(path, "http://example.com");
const answer = (headers: Readonly<Record<string, string>> = {}, text = "text", status = 200) => {
  const all = { "Content-Type": "text/plain", "Cache-Control": "public, max-age=60", ...headers };
  const length: [string, string] = ["Content-Length", String(text.length)];
  return { status, headers: [length, ...Object.entries(all)], body: new Blob([text]).stream() };
};

it("a public response is cached for its stated time", async () => {
  let nowMs = 0;
  const kept = new KeptAnswers(() => nowMs);
  expect(kept.find(at("/a"))).toBeNull();
  expect(await kept.keep(at("/a"), answer({ "X-Own": "1" }))).not.toBeNull();
  nowMs = 59_999;
  expect(kept.find(at("/a"))?.content.bytes.toString()).toBe("text");
  expect(kept.find(at("/a"))?.headers).toContainEqual(["X-Own", "1"]);
  expect([kept.find(at("/b")), kept.find(at("/a?b=c"))]).toEqual([null, null]);
  nowMs = 60_000;
  expect(kept.find(at("/a"))).toBeNull();
});

it("a response is cached for its stated time, whatever the machine's clock is set to", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: 2 * 86_400_000 });
  try {
    const kept = new KeptAnswers();
    await kept.keep(at("/a"), answer());
    vi.setSystemTime(86_400_000);
    vi.advanceTimersByTime(59_999);
    expect(kept.find(at("/a"))).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(kept.find(at("/a"))).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["says nothing", answer({ "Cache-Control": "" })],
  ["is private", answer({ "Cache-Control": "private, max-age=60" })],
  ["must be requested each time", answer({ "Cache-Control": "public, no-cache, max-age=60" })],
  ["has no age", answer({ "Cache-Control": "public" })],
  ["depends on the caller", answer({ Vary: "Origin" })],
  ["sets a cookie", answer({ "Set-Cookie": "a=1" })],
  ["is already encoded", answer({ "Content-Encoding": "gzip" })],
  ["is an error", answer({}, "text", 404)],
])("a response that %s is not cached, and can still be read", async (_what, given) => {
  const kept = new KeptAnswers();
  expect(await kept.keep(at("/a"), given)).toBeNull();
  expect(kept.find(at("/a"))).toBeNull();
  expect(await new Response(given.body).text()).toBe("text");
});

it("a response whose address has parameters is not cached", async () => {
  const kept = new KeptAnswers();
  expect(await kept.keep(at("/a?b=c"), answer())).toBeNull();
});

describe("the cached responses", () => {
  it("are stored up to the limit", async () => {
    const kept = new KeptAnswers();
    await kept.keep(at("/large"), answer({}, "x".repeat(MAX_KEPT_ANSWER_BYTES)));
    for (let count = 1; count < MAX_KEPT_ANSWERS; count += 1) await kept.keep(at(`/${count}`), answer());
    expect(kept.find(at("/large"))).not.toBeNull();
  });

  it("do not include a longer response, and the first is removed when there are too many", async () => {
    const kept = new KeptAnswers();
    expect(await kept.keep(at("/a"), answer({}, "x".repeat(MAX_KEPT_ANSWER_BYTES + 1)))).toBeNull();
    for (let count = 0; count <= MAX_KEPT_ANSWERS; count += 1) await kept.keep(at(`/${count}`), answer());
    expect([kept.find(at("/0")), kept.find(at("/1"))]).toEqual([null, expect.anything()]);
  });
});
