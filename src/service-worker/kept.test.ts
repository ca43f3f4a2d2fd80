/** Files that the service worker stores. It never stores a response of the server. */
import { beforeEach, describe, expect, it, vi } from "vitest";

const ORIGIN = window.location.origin;
const put = vi.fn();
const match = vi.fn();
const keys = vi.fn();
const forgotten = vi.fn();
let fetched: string[] = [];

beforeEach(async () => {
  match.mockReset().mockResolvedValue(new Response("the file of the build"));
  put.mockReset();
  keys.mockReset().mockResolvedValue([]);
  forgotten.mockReset().mockResolvedValue(true);
  fetched = [];
  const shell = { put, match, keys: () => Promise.resolve([]) };
  const rest = { put, match, keys, delete: forgotten };
  vi.stubGlobal("self", globalThis);
  vi.stubGlobal("caches", {
    open: (name: string) => Promise.resolve(name === "studbook-rest" ? rest : shell),
    match,
    keys: () => Promise.resolve([]),
  });
  vi.stubGlobal("clients", { claim: () => Promise.resolve() });
  vi.stubGlobal("fetch", (asked: string | Request) => {
    fetched.push(typeof asked === "string" ? asked : new URL(asked.url).pathname);
    return Promise.resolve(new Response("the server's page"));
  });
  // Only workers have these event classes. A plain event with the same properties represents both.
  vi.stubGlobal("FetchEvent", class {});
  vi.stubGlobal("ExtendableEvent", Event);
  vi.stubGlobal("registration", { active: null });
  vi.stubGlobal("__STUDBOOK_FILES__", {
    shell: [{ url: "/index.html", revision: "1" }],
    rest: ["/assets/dogs-abc.js", "/assets/health-abc.js"],
  });
  await import("@/service-worker/worker");
});

/** Null if the worker leaves the request to the browser. */
async function ask(path: string, mode: RequestMode): Promise<string | null> {
  const answers: Promise<Response>[] = [];
  const waits: Promise<unknown>[] = [];
  const event = Object.assign(new Event("fetch"), {
    // A script cannot create a request that opens a page.
    request: Object.defineProperty(new Request(ORIGIN + path), "mode", { value: mode }),
    respondWith: (answer: Promise<Response>) => void answers.push(answer),
    waitUntil: (work: Promise<unknown>) => void waits.push(work),
  });
  dispatchEvent(event);
  await Promise.all(waits);
  return answers[0] === undefined ? null : await (await answers[0]).text();
}

/** Waits for the work of the worker. */
async function tell(type: "install" | "activate" | "message", data: unknown = null): Promise<void> {
  const waits: Promise<unknown>[] = [];
  dispatchEvent(
    Object.assign(new Event(type), { data, waitUntil: (work: Promise<unknown>) => waits.push(work) }),
  );
  await Promise.all(waits);
}

const REST = ["/assets/dogs-abc.js", "/assets/health-abc.js"];

describe("the service worker", () => {
  it("is active before the additional files are stored, and stores them when a page requests it", async () => {
    match.mockResolvedValue(undefined);
    await tell("install");
    expect(fetched).not.toContain(REST[0]);
    await tell("message", { type: "KEEP_REST", loaded: ["/api/auth/token", REST[1]] });
    expect(fetched.filter((path) => REST.includes(path))).toEqual([REST[1], REST[0]]);
    expect(
      put.mock.calls.map(([path]) => path as unknown).filter((path) => REST.includes(String(path))),
    ).toEqual([REST[1], REST[0]]);
  });

  it("replaces an earlier version only with all files", async () => {
    match.mockResolvedValue(undefined);
    vi.stubGlobal("registration", { active: {} });
    await tell("install");
    expect(fetched).toEqual(expect.arrayContaining(REST));
  });

  it("returns a stored file, and fetches a file that is not stored yet", async () => {
    expect(await ask("/assets/dogs-abc.js", "no-cors")).toBe("the file of the build");
    match.mockResolvedValue(undefined);
    expect(await ask("/assets/dogs-abc.js", "no-cors")).toBe("the server's page");
  });

  it("deletes an earlier version's files when it replaces that version", async () => {
    keys.mockResolvedValue([...REST, "/assets/dogs-old.js"].map((path) => new Request(ORIGIN + path)));
    await tell("activate");
    expect(forgotten).toHaveBeenCalledTimes(1);
    expect(forgotten.mock.calls[0]?.[0]).toMatchObject({ url: `${ORIGIN}/assets/dogs-old.js` });
  });

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

  it("passes the server's page on when a kennel is opened, and does not store it", async () => {
    expect(await ask("/k/k1/dashboard/dogs", "navigate")).toBe("the server's page");
    expect(await ask("/dashboard", "navigate")).toBe("the server's page");
    expect(put).not.toHaveBeenCalled();
  });

  it("returns a file of the build only at that file's address", async () => {
    expect(await ask("/index.html", "no-cors")).toBe("the file of the build");
    match.mockClear();
    expect(await ask("/index.html?account=anna", "no-cors")).toBeNull();
    expect(match).not.toHaveBeenCalled();
  });
});
