/** What the service worker keeps: the files of the build, and no answer of the server, of whichever account. */
import { beforeEach, describe, expect, it, vi } from "vitest";

const ORIGIN = window.location.origin;
const put = vi.fn();
const match = vi.fn();

beforeEach(async () => {
  match.mockReset().mockResolvedValue(new Response("the file of the build"));
  put.mockReset();
  const cache = { put, match, keys: () => Promise.resolve([]) };
  vi.stubGlobal("self", globalThis);
  vi.stubGlobal("caches", { open: () => Promise.resolve(cache), match, keys: () => Promise.resolve([]) });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("the server's page")));
  // Only workers have these; a plain event with the same properties stands for both.
  vi.stubGlobal("FetchEvent", class {});
  vi.stubGlobal("ExtendableEvent", Event);
  vi.stubGlobal("__STUDBOOK_FILES__", [{ url: "/index.html", revision: "1" }]);
  await import("@/service-worker/worker");
});

/** Asks as the browser does for a page under the worker; null where the worker leaves it to the browser. */
async function ask(path: string, mode: RequestMode): Promise<string | null> {
  const answers: Promise<Response>[] = [];
  const waits: Promise<unknown>[] = [];
  const event = Object.assign(new Event("fetch"), {
    // A page that is opened is no request that a script can make.
    request: Object.defineProperty(new Request(ORIGIN + path), "mode", { value: mode }),
    respondWith: (answer: Promise<Response>) => void answers.push(answer),
    waitUntil: (work: Promise<unknown>) => void waits.push(work),
  });
  dispatchEvent(event);
  await Promise.all(waits);
  return answers[0] === undefined ? null : await (await answers[0]).text();
}

describe("the service worker", () => {
  it.each([
    ["/api/dogs", "cors"],
    ["/api/uploads/photos/p1/full?signature=a.b", "no-cors"],
    ["/api/storage/0f0e", "no-cors"],
    ["/api/health/attachments/a1/download?signature=a.b&show=true", "navigate"],
    ["/api/kept/backup/b1/u1/f1?signature=a", "no-cors"],
    ["/api/calendars/c1-00.ics", "navigate"],
    ["/api/auth/token", "cors"],
    ["/_internal/functions", "cors"],
    ["/version", "navigate"],
  ] as const)("leaves %s to the browser", async (path, mode) => {
    expect(await ask(path, mode)).toBeNull();
  });

  it("passes the server's page on to whoever opens a kennel, and keeps none", async () => {
    expect(await ask("/k/k1/dashboard/dogs", "navigate")).toBe("the server's page");
    expect(await ask("/dashboard", "navigate")).toBe("the server's page");
    expect(put).not.toHaveBeenCalled();
  });

  it("answers with a file of the build to that file's address alone", async () => {
    expect(await ask("/index.html", "no-cors")).toBe("the file of the build");
    match.mockClear();
    expect(await ask("/index.html?account=anna", "no-cors")).toBeNull();
    expect(match).not.toHaveBeenCalled();
  });
});
