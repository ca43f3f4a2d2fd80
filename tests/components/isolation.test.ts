/** Tests the isolation of components from each other and from the app, on the runtime as a process. */
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { startRuntime, type Runtime } from "../support/runtime";
import { Caller, eventually } from "./support";

const ISSUER = "https://people.example";
let runtime: Runtime;
let call: Caller;
let token: string;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256", use: "sig" };
  const jwks = `data:application/json,${encodeURIComponent(JSON.stringify({ keys: [jwk] }))}`;
  token = await new SignJWT({})
    .setProtectedHeader({ alg: "ES256", kid: "one", typ: "JWT" })
    .setIssuer(ISSUER)
    .setSubject("anna")
    .setAudience("test")
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(privateKey);
  runtime = await startRuntime({
    functions: "tests/fixtures/own-components",
    env: { TEST_ISSUER: ISSUER, TEST_JWKS: jwks, BOOK_PREFIX: "red-" },
  });
  call = new Caller(runtime);
});

afterAll(async () => {
  await runtime.stop();
  rmSync(runtime.data, { recursive: true, force: true });
});

const query = <T>(path: string, args = {}) => call.query<T>("app:query", { path, args });
const mutation = <T>(path: string, args = {}) => call.mutation<T>("app:mutation", { path, args });
const action = <T>(path: string, args = {}) => call.action<T>("app:action", { path, args });

describe("tables of components", () => {
  test("with one name are separate tables in each instance", async () => {
    const red = await mutation<string>("red.entries.add", { text: "in red" });
    const blue = await mutation<string>("blue.entries.add", { text: "in blue" });
    expect(await query("red.entries.get", { id: red })).toBe("in red");
    expect(await query("blue.entries.get", { id: blue })).toBe("in blue");
    const listed = (await query<{ text: string }[]>("red.entries.list")).map(({ text }) => text);
    expect(listed).toContain("in red");
    expect(listed).not.toContain("in blue");
  });

  test("of other components do not exist: not by id, not for validators, not for normalizeId", async () => {
    const red = await mutation<string>("red.entries.add", { text: "mine" });
    expect(await query("red.entries.knows", { id: red })).toBe(true);
    expect(await query("blue.entries.knows", { id: red })).toBe(false);
    expect(await query("blue.entries.readForeign", { id: red })).toBe(false);
    expect(await call.query("app:readForeign", { id: red })).toBe(false);
    await expect(query("blue.entries.get", { id: red })).rejects.toThrow("does not match validator");
    await expect(call.query("app:takesEntry", { id: red })).rejects.toThrow("does not match validator");
  });

  test("of a nested component are separate in each of its instances", async () => {
    const before = await query<{ stamp: string }[]>("blue.entries.list");
    await mutation("blue.entries.add", { text: "stamped" });
    const after = await query<{ stamp: string }[]>("blue.entries.list");
    const pressed = before.filter(({ stamp }) => stamp !== "blue-").length;
    expect(after.at(-1)?.stamp).toBe(`blue-${pressed + 1}`);
  });
});

describe("searches of components", () => {
  test("find the data of their own instance, and are live", async () => {
    const client = new ConvexClient(runtime.origin, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
      logger: false,
    });
    const seen: string[][] = [];
    const inRed = { path: "red.finding.entries", args: { text: "sear" } };
    client.onUpdate(makeFunctionReference<"query">("app:query"), inRed, (found: string[]) =>
      seen.push(found),
    );
    await eventually(
      () => Promise.resolve(seen.length),
      (count) => count === 1,
    );
    await mutation("blue.entries.add", { text: "searched in blue" });
    await mutation("red.entries.add", { text: "searched in red" });
    await eventually(
      () => Promise.resolve(seen.length),
      (count) => count > 1,
    );
    expect(seen).toEqual([[], ["searched in red"]]);
    expect(await query("blue.finding.entries", { text: "searched" })).toEqual(["searched in blue"]);
    await client.close();
  });

  test("do not find documents of a component's failed call", async () => {
    await call.mutation("app:tryMutation", { path: "red.entries.addAndFail", args: { text: "unfindable" } });
    expect(await query("red.finding.entries", { text: "unfindable" })).toEqual([]);
  });

  test("by vector, in a component's action, compare its own documents", async () => {
    const red = await mutation<string>("red.finding.addShade", { name: "ruby", rgb: [9, 1, 1] });
    await mutation("blue.finding.addShade", { name: "sky", rgb: [1, 1, 9] });
    const near = await action<{ _id: string }[]>("red.finding.nearShades", { rgb: [1, 0, 0] });
    expect(near.map(({ _id }) => _id)).toEqual([red]);
    expect(await query("red.finding.shade", { id: red })).toBe("ruby");
  });
});

describe("calls of components", () => {
  test("reach only a component's own public functions", async () => {
    await expect(query("green.entries.list")).rejects.toThrow('Child component "green" not found');
    await expect(mutation("red.entries.tick")).rejects.toThrow("does not export");
    await expect(query("red.nothing.here")).rejects.toThrow("does not export");
    await expect(query("red.stamp.marks.count")).rejects.toThrow("does not export");
  });

  test("cannot be made by clients", async () => {
    const client = new ConvexHttpClient(runtime.origin, { skipConvexDeploymentUrlCheck: true });
    for (const name of ["red;entries:list", "red/entries:list", "book/entries:list", "entries:list"]) {
      const reference = makeFunctionReference<"query">(name);
      await expect(client.query(reference, {})).rejects.toThrow("Could not find public function");
    }
  });

  test("can be made by tools with the admin key, which name the component", async () => {
    const request = async (key: string | null, body: object) => {
      const response = await fetch(`${runtime.origin}/api/function`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(key === null ? {} : { Authorization: `Convex ${key}` }),
        },
        body: JSON.stringify({ args: {}, format: "json", ...body }),
      });
      return (await response.json()) as { value?: unknown; code?: string; errorMessage?: string };
    };
    const key = readFileSync(path.join(runtime.data, "admin-key"), "utf8").trim();
    const inside = { path: "entries:list", componentPath: "red" };
    // A cron of the component may add an entry between the two reads.
    const before = await query<unknown[]>("red.entries.list");
    expect((await request(key, inside)).value).toEqual(expect.arrayContaining(before));
    const nested = { path: "marks:count", componentPath: "red/stamp" };
    expect(typeof (await request(key, nested)).value).toBe("number");
    expect((await request(key, { ...inside, componentPath: "green" })).errorMessage).toContain(
      "Could not find function for 'entries:list' in component 'green'.",
    );
    expect((await request(null, inside)).code).toBeDefined();
  });

  test("are rolled back separately when they throw, with their scheduled functions", async () => {
    const entriesBefore = await call.query<number>("app:entries");
    const ticksBefore = await query("red.entries.ticks");
    const listedBefore = (await query<unknown[]>("red.entries.list")).length;
    const message = await call.mutation<string>("app:tryMutation", {
      path: "red.entries.addAndFail",
      args: { text: "lost" },
    });
    expect(message).toContain("the book is full");
    expect(await call.query("app:entries")).toBe(entriesBefore + 1);
    const listed = await query<{ text: string }[]>("red.entries.list");
    expect(listed.filter(({ text }) => text === "lost")).toEqual([]);
    expect(listed.length).toBeGreaterThanOrEqual(listedBefore);
    expect(await query("red.entries.ticks")).toBe(ticksBefore);
  });

  test("have their arguments and results validated by the component", async () => {
    await expect(mutation("red.entries.add", { text: 1 })).rejects.toThrow("ArgumentValidationError");
  });

  test("are stopped when they never end, leave nothing behind, and delay nobody", async () => {
    const others = Promise.all(
      ["a", "b", "c"].map((name) => mutation("blue.entries.add", { text: `beside ${name}` })),
    );
    await expect(mutation("red.entries.spin")).rejects.toThrow("timed out");
    await others;
    const texts = (await query<{ text: string }[]>("red.entries.list")).map(({ text }) => text);
    expect(texts).not.toContain("spun");
  });

  test("fail when they leave a rejection unhandled", async () => {
    await expect(mutation("red.entries.rejectUnseen")).rejects.toThrow("nobody looked");
    const texts = (await query<{ text: string }[]>("red.entries.list")).map(({ text }) => text);
    expect(texts).not.toContain("unseen");
  });

  test("page through only their own rows", async () => {
    const page = await query<{ page: { text: string }[] }>("red.entries.firstPage");
    const texts = (await query<{ text: string }[]>("red.entries.list")).map(({ text }) => text);
    for (const { text } of page.page) expect(texts).toContain(text);
  });

  test("of two instances share no module state", async () => {
    const red = await mutation<number>("red.entries.countCalls");
    expect(await mutation<number>("red.entries.countCalls")).toBe(red + 1);
    expect(await mutation<number>("blue.entries.countCalls")).toBe(1);
  });
});

describe("the caller's identity", () => {
  test("ends at the component's boundary, in queries and in actions", async () => {
    const client = new ConvexHttpClient(runtime.origin, { skipConvexDeploymentUrlCheck: true, auth: token });
    expect(await client.query(makeFunctionReference<"query">("app:whoAmI"), {})).toBe("anna");
    const asked = { path: "red.entries.whoAmI" };
    expect(await client.query(makeFunctionReference<"query">("app:query"), asked)).toBe(null);
    const inAction = { path: "red.entries.environmentInAction" };
    expect(await client.action(makeFunctionReference<"action">("app:action"), inAction)).toMatchObject({
      user: null,
    });
  });
});

describe("function handles", () => {
  test("allow a component to call the app, and the app to call a component, by a text", async () => {
    const { own, red } = await call.mutation<{ own: string; red: string }>("app:handles");
    expect(own).toBe("function://;app.js:called");
    expect(red).toBe("function://red;entries.js:add");
    expect(await mutation("red.entries.callBack", { handle: own })).toBe("called");
    await mutation("blue.entries.callBackLater", { handle: own });
    const calls = await eventually(
      () => call.query<{ from: string; user: null }[]>("app:calls"),
      (found) => found.length === 2,
    );
    expect(calls).toEqual([
      { from: "book", user: null },
      { from: "book, later", user: null },
    ]);
    const id = await call.mutation<string>("app:callHandle", { handle: red, args: { text: "by handle" } });
    expect(await query("red.entries.get", { id })).toBe("by handle");
  });
});

describe("the environment of a component", () => {
  const SITE = () => runtime.origin;

  test("contains the declared and given variables, and the two addresses", async () => {
    expect(await query("red.entries.environment")).toEqual({
      PREFIX: "red-",
      CONVEX_CLOUD_URL: SITE(),
      CONVEX_SITE_URL: `${SITE()}/red`,
    });
    expect(await query("blue.entries.environment")).toEqual({
      PREFIX: "blue-",
      NOTE: "kept",
      CONVEX_CLOUD_URL: SITE(),
      CONVEX_SITE_URL: SITE(),
    });
    expect(await call.query("app:environment")).toMatchObject({ BOOK_PREFIX: "red-" });
  });

  test("is separate for each instance in actions too", async () => {
    const red = await action<{ env: Record<string, string>; entries: number }>(
      "red.entries.environmentInAction",
    );
    expect(red.env).toEqual(await query("red.entries.environment"));
    const blue = await action<{ env: Record<string, string> }>("blue.entries.environmentInAction");
    expect(blue.env).toEqual(await query("blue.entries.environment"));
    expect(red.entries).toBe((await query<unknown[]>("red.entries.list")).length);
  });
});

describe("scheduler and crons of components", () => {
  test("run a component's scheduled functions, and hide them from other components", async () => {
    const before = await query<number>("red.entries.ticks");
    const id = await mutation<string>("red.entries.tickLater", { ms: 0 });
    await eventually(
      () => query<string>("red.entries.jobState", { id }),
      (state) => state === "success",
    );
    expect(await query("red.entries.ticks")).toBe(before + 1);
    expect(await query("blue.entries.jobState", { id })).toBe(null);
    await expect(mutation("blue.entries.cancel", { id })).rejects.toThrow("Invalid scheduled function ID");
  });

  test("cancel a component's scheduled functions", async () => {
    const id = await mutation<string>("blue.entries.tickLater", { ms: 3_600_000 });
    expect(await query("blue.entries.jobState", { id })).toBe("pending");
    await mutation("blue.entries.cancel", { id });
    expect(await query("blue.entries.jobState", { id })).toBe("canceled");
  });

  test("allow the app to schedule a component's function", async () => {
    await call.mutation("app:schedule", { path: "blue.entries.add", args: { text: "by schedule" } });
    await eventually(
      () => query<{ text: string }[]>("blue.entries.list"),
      (entries) => entries.some(({ text }) => text === "by schedule"),
    );
  });

  test("run the crons of every instance", async () => {
    for (const instance of ["red", "blue"]) {
      await eventually(
        () => query<number>(`${instance}.cronTicks.count`),
        (count) => count > 0,
      );
    }
  });
});

describe("the storage of a component", () => {
  test("is separate, and its files have addresses", async () => {
    const id = await action<string>("red.files.store", { text: "a page" });
    const url = await query<string>("red.files.url", { id });
    expect(await (await fetch(url)).text()).toBe("a page");
    await expect(query("blue.files.url", { id })).rejects.toThrow("Invalid storage ID");
    await expect(call.query("app:url", { id })).rejects.toThrow("Invalid storage ID");
    expect(await query("blue.files.list")).toBe(0);
  });

  test("receives uploads for the component that created the address", async () => {
    const before = await query<number>("blue.files.list");
    const url = await mutation<string>("blue.files.uploadUrl");
    const response = await fetch(url, { method: "POST", body: "uploaded" });
    const { storageId } = (await response.json()) as { storageId: string };
    expect(await query("blue.files.list")).toBe(before + 1);
    const address = await query<string>("blue.files.url", { id: storageId });
    expect(await (await fetch(address)).text()).toBe("uploaded");
  });
});

describe("http routes of a component", () => {
  const get = async (path: string) => {
    const response = await fetch(`${runtime.origin}${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return { status: response.status, text: await response.text() };
  };

  test("are served where they are mounted, with the component's environment and without an identity", async () => {
    expect(await get("/title")).toEqual({ status: 200, text: "the app" });
    expect(await get("/red/title")).toEqual({
      status: 200,
      text: `red-book for nobody at ${runtime.origin}/red`,
    });
    expect((await get("/red/pages/7")).text).toBe("page /red/pages/7");
    expect((await get("/red/exact")).text).toBe("the app, exactly");
    expect((await get("/blue/title")).status).toBe(404);
    expect((await get("/red/elsewhere")).status).toBe(404);
  });
});

test("everything is kept over a restart", async () => {
  const id = await mutation<string>("red.entries.add", { text: "kept" });
  await runtime.kill();
  runtime = await startRuntime({
    functions: "tests/fixtures/own-components",
    data: runtime.data,
    env: { TEST_ISSUER: ISSUER, TEST_JWKS: "data:application/json,{}", BOOK_PREFIX: "red-" },
  });
  call = new Caller(runtime);
  expect(await query("red.entries.get", { id })).toBe("kept");
  expect(await query("blue.entries.knows", { id })).toBe(false);
});
