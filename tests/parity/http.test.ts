/**
 * Tests HTTP actions on both engines. convex-test calls the handler directly. Effects of the network are tested
 * only on the runtime.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scenarioEngines, type Engine } from "./engines";

const HTTP_METHODS = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];

const running: Partial<Record<string, Engine>> = {};
beforeAll(async () => {
  for (const [name, start] of Object.entries(scenarioEngines)) running[name] = await start();
});
afterAll(async () => {
  for (const engine of Object.values(running)) await engine?.close();
});

const textOf = async (answer: Promise<Response>) => (await answer).text();
const post = (body: RequestInit["body"], headers: Record<string, string> = {}) => ({
  method: "POST",
  body,
  headers,
});

describe.each(Object.keys(scenarioEngines))("HTTP actions on %s", (name) => {
  const fetchFrom = (path: string, init?: RequestInit): Promise<Response> => {
    const engine = running[name];
    if (engine === undefined) throw new Error(`${name} did not start`);
    return engine.fetch(path, init);
  };

  test.each([
    ["/found", "exact"],
    ["/found/", "prefix"],
    ["/found/x/y", "prefix"],
    ["/found/deep", "prefix"],
    ["/found/deep/x", "longer prefix"],
    ["/found/deep/here", "exact below prefixes"],
    ["/found/deep/here/", "longer prefix"],
    ["/found/deep/", "exact that is a prefix, too"],
    ["/found?x=/found/deep/here", "exact"],
    ["/found/%C3%B6", "encoded"],
    ["/found/ö", "encoded"],
    ["/found/./deep/x/../here", "exact below prefixes"],
  ])("%s is handled by the route that is %s", async (path, expected) => {
    expect(await textOf(fetchFrom(path))).toBe(expected);
  });

  test.each(HTTP_METHODS)("a route for %s accepts this method", async (method) => {
    expect(await textOf(fetchFrom("/method", { method }))).toBe(method);
  });

  test("HEAD is handled by GET, with its headers", async () => {
    const response = await fetchFrom("/headers", { method: "HEAD" });
    expect([response.status, response.headers.get("x-one")]).toEqual([418, "1"]);
    // convex-test returns the handler's response unchanged.
    expect(await response.text()).toBe(name === "convex-test" ? "own" : "");
  });

  test.each([
    ["/elsewhere", "GET"],
    ["/found", "POST"],
    ["/Found", "GET"],
    ["/foundling", "GET"],
    ["/", "GET"],
  ])("%s by %s is not found", async (path, method) => {
    const response = await fetchFrom(path, { method });
    const words = name === "convex-test" ? `No HttpAction routed for ${path}` : "No matching routes found";
    expect([response.status, await response.text()]).toEqual([404, words]);
  });

  test("the request arrives as it was sent", async () => {
    const headers = new Headers([
      ["X-Twice", "a"],
      ["X-Twice", "b"],
      ["X-MiXed-Case", "Kept"],
      ["Content-Type", "text/x-own"],
      ["Cookie", "c=1"],
    ]);
    const response = await fetchFrom("/request?q=1&q=%20ö", { method: "POST", headers, body: "grüß" });
    expect(await response.json()).toEqual({
      method: "POST",
      pathname: "/request",
      search: "?q=1&q=%20%C3%B6",
      given: ["a, b", "Kept", "text/x-own", "c=1"],
      body: "grüß",
      isUsed: true,
    });
  });

  test("the response is returned unchanged, including headers with several values", async () => {
    const response = await fetchFrom("/headers");
    expect([response.status, await response.text()]).toEqual([418, "own"]);
    expect(response.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
    expect([response.headers.get("x-many"), response.headers.get("content-type")]).toEqual([
      "x, y",
      "text/x-own",
    ]);
  });

  test.each([
    ["/json", 201, "application/json", '{"list":[1,null,"ö"]}'],
    ["/found", 200, "text/plain;charset=UTF-8", "exact"],
    ["/blob", 200, "text/x-blob", "typed"],
    ["/empty", 200, null, ""],
  ])("%s has status %d and type %s", async (path, status, type, text) => {
    const response = await fetchFrom(path);
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      ...[status, type, text],
    ]);
  });

  test("bytes are transferred unchanged, whatever they are", async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
    const response = await fetchFrom("/bytes", post(bytes));
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    const answered = new Uint8Array(await response.arrayBuffer());
    expect(Buffer.compare(answered, bytes.toReversed())).toBe(0);
  });

  test("a form arrives with its fields and files", async () => {
    const form = new FormData();
    form.append("name", "Änne");
    for (const each of ["1", "2"]) form.append("many", each);
    form.append("file", new File(["content"], "a file.txt", { type: "text/plain" }));
    expect(await (await fetchFrom("/form", post(form))).json()).toEqual([
      ...["Änne", ["1", "2"], "a file.txt", "text/plain", "content"],
    ]);
  });

  test.each([204, 205, 304])("status %d is returned without a body", async (status) => {
    const response = await fetchFrom(`/status?is=${status}`);
    expect([response.status, response.headers.get("x-status"), await response.text()]).toEqual([
      ...[status, String(status), ""],
    ]);
  });

  test("a redirect is returned to the caller", async () => {
    const response = await fetchFrom("/moved", { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([
      307,
      "https://elsewhere.example/there?a=1",
    ]);
  });

  test("a response starts while the body is still arriving", async () => {
    const sent = new TransformStream<Uint8Array, Uint8Array>();
    const writer = sent.writable.getWriter();
    void writer.write(new TextEncoder().encode("one "));
    const init = { method: "POST", body: sent.readable, duplex: "half" } as RequestInit;
    const reader = (await fetchFrom("/stream", init)).body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    let first = "";
    while (first.length < 8) first += await read();
    expect(first).toBe("one one ");
    // The rest of the body is sent only now.
    void writer.write(new TextEncoder().encode("two ")).then(() => writer.close());
    let rest = "";
    for (let part = await read(); part !== ""; part = await read()) rest += part;
    expect(rest).toBe("two two ");
  });

  test("a body that is generated while it is read arrives complete", async () => {
    expect(await textOf(fetchFrom("/count"))).toBe("0,1,2,");
  });

  test("writes of an HTTP action's mutation are kept, even if the action fails afterwards", async () => {
    expect(await (await fetchFrom("/note", post(`${name} kept`))).json()).toBe(true);
    const failing = fetchFrom("/note-and-fail", post(`${name} kept too`));
    // convex-test throws the handler's error.
    if (name === "convex-test") await expect(failing).rejects.toThrow("noted");
    else expect(await (await failing).json()).toMatchObject({ data: "noted" });
    const notes = (await running[name]?.query("tasks:notes")) as string[];
    expect(notes).toEqual(expect.arrayContaining([`${name} kept`, `${name} kept too`]));
  });

  test("a stored file can be returned as a response", async () => {
    expect(await textOf(fetchFrom("/file", post("content", { "content-type": "text/x-file" })))).toBe(
      "content",
    );
  });
});

describe("HTTP actions only on the runtime", () => {
  const fetchFrom = (path: string, init?: RequestInit) =>
    running["embedded"]?.fetch(path, init) ?? Promise.reject(new Error("the runtime did not start"));

  test("an HTTP action that throws returns 500 with its error", async () => {
    const response = await fetchFrom("/fail");
    expect([response.status, response.headers.get("content-type")]).toEqual([500, "application/json"]);
    const { code, trace } = (await response.json()) as { code: string; trace: string };
    expect(code).toMatch(/^\[Request ID: [0-9a-f]{16}\] Server Error: Uncaught TypeError: broken$/);
    expect(trace).toMatch(/^Uncaught TypeError: broken\n {4}at .*\.\.\/convex\/http\.ts:\d+:\d+/);
  });

  test("an HTTP action that returns no response fails", async () => {
    const response = await fetchFrom("/nothing");
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: expect.stringContaining("Response") as string });
  });

  test("a method that no route can have is refused", async () => {
    const response = await fetchFrom("/method", { method: "PROPFIND" });
    expect([response.status, await response.text()]).toEqual([405, ""]);
  });
});
