/** Compares the results of the thread that reads large bodies and messages with those of the main thread. */
import { pathToFileURL } from "node:url";
import path from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { readMessage } from "../sync/read-message.js";
import { Arrivals } from "./arrivals.js";
import { readCallBody } from "./call-body.js";
import { UNCOUNTED_BYTES } from "./limits.js";
import { ReadingThread } from "./reading-thread.js";

const built = pathToFileURL(path.join(import.meta.dirname, "../../dist/http/reading-worker.js"));
const origin = { caller: { identity: null, visibility: "public" as const }, anonymousBounds: {} };
const functions = { valuesTakenBy: (name: string) => (name === "notes:look" ? Infinity : 0) };

const CLIENT = "192.0.2.1";

const thread = new ReadingThread(built);
afterEach(() => thread.close());

const list = (length: number, value = "0") => `[${Array(length).fill(value).join(",")}]`;
const body = (name: string, value: string) => `{"path":"${name}","args":{"b":${value},"a":"é"}}`;
const deep = "[".repeat(50_000) + "]".repeat(50_000);

describe("a body that is read in the thread", () => {
  it.each([
    ["with a long text", body("notes:look", JSON.stringify("\u{1f600}".repeat(100_000)))],
    ["with many values", body("notes:look", list(5000))],
    ["without arguments", "{}"],
  ])("gives the same result as in the main thread: %s", async (_what, text) => {
    const read = await thread.readBody(Buffer.from(text), origin, functions, CLIENT);
    expect(read).toEqual(readCallBody(text, origin, functions));
  });

  it("of a batch gives the same result as in the main thread", async () => {
    const text = `{"queries":[${body("notes:look", list(5000))},7,${body("notes:newest", "1")}]}`;
    const batch = { ...origin, isBatch: true };
    const read = await thread.readBody(Buffer.from(text), batch, functions, CLIENT);
    expect(read.queries?.map((query) => query?.path)).toEqual(["notes:look", undefined, "notes:newest"]);
    expect(read).toEqual(readCallBody(text, batch, functions));
  });

  it.each([
    ["contains more values than its function accepts", body("notes:newest", list(2000)), "413 ArgsTooLarge"],
    ["contains too many values", body("notes:look", list(100_001)), "413 ArgsTooLarge"],
    ["is not JSON", "{", "400 BadJsonBody"],
    ["is nested too deep", body("notes:look", deep), "400 BadJsonBody"],
  ])("is refused with the same message when it %s", async (_what, text, status) => {
    const refusal = (read: () => unknown) =>
      Promise.resolve()
        .then(read)
        .catch((error: unknown) => error);
    const apart = await refusal(() => thread.readBody(Buffer.from(text), origin, functions, CLIENT));
    expect(apart).toEqual(await refusal(() => readCallBody(text, origin, functions)));
    expect(apart).toMatchObject({ status: Number(status.split(" ")[0]), code: status.split(" ")[1] });
  });

  it("that is part of a larger buffer is read without the rest", async () => {
    const text = body("notes:look", "1");
    const all = Buffer.from(`xx${text}yy`);
    const read = await thread.readBody(all.subarray(2, -2), origin, functions, CLIENT);
    expect(read.args).toBe('[{"a":"é","b":1}]');
    expect(all.toString()).toBe(`xx${text}yy`);
  });
});

const queries = (...args: readonly string[]) => {
  const added = args.map(
    (arg, id) => `{"type":"Add","queryId":${id},"udfPath":"notes:newest","args":[${arg}]}`,
  );
  return `{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[${added.join(",")}]}`;
};
const mutation = (args: string) =>
  `{"type":"Mutation","requestId":3,"udfPath":"notes:look","args":[${args}]}`;

describe("a message that is read in the thread", () => {
  it.each([
    ["that is accepted", mutation(`{"a":${list(5000)}}`), { message: { requestId: 3 }, values: 5006 }],
    ["with too many values", mutation(list(100_001)), { failed: { type: "Mutation", requestId: 3 } }],
    ["that is nested too deep", mutation(deep), { failed: { type: "Mutation", requestId: 3 } }],
    [
      "with a query of more than a million values",
      queries("{}", list(1_200_000)),
      { message: { modifications: [{ args: "[{}]" }, {}] }, refused: new Map([[1, expect.any(String)]]) },
    ],
    ["that is not JSON", "{", { fatal: expect.stringContaining("Invalid JSON") as string }],
  ])("gives the same result as in the main thread: %s", async (_what, text, expected) => {
    const read = await thread.readMessage(Buffer.from(text), origin, functions, CLIENT);
    expect(read).toMatchObject(expected);
    expect(read).toEqual(readMessage(text, origin, functions));
  });
});

/** Any JSON, and texts that parsers handle in different ways or refuse. */
const value = fc.oneof(
  fc.json(),
  fc.constantFrom(
    ...["-0", "1e999", "01", "NaN", "[1,]", "", "{", "}", "]", '"', "\ufeff", '"\ufeff"', '"\t"', '"\u2028"'],
    ...[String.raw`"\ud83d"`, String.raw`"\udc00\ud83d"`, String.raw`"\ud83d\ude00"`, String.raw`"\u0000"`],
    ...['{"a":1,"a":2}', '{"__proto__":{"a":1}}', '{"10":1,"9":2,"a":3}', '{"constructor":1}', '{"":[]}'],
    ...['{"$integer":"AAAAAAAAAAA="}', '{"$float":"x"}', '{"$bytes":"AA==","b":1}', list(1500), deep],
    ...["[".repeat(130) + "]".repeat(130), '"notes:look"', '"Mutation"', '"Authenticate"'],
  ),
);
const names = [
  "path",
  "args",
  "format",
  "ts",
  "componentPath",
  "queries",
  "type",
  "requestId",
  "udfPath",
].concat(
  ...["baseVersion", "newVersion", "modifications", "tokenType", "value", "impersonating", "eventType"],
);
const fields = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 });
const anyText = fields.map((all) => `{${all.map(([name, text]) => `"${name}":${text}`).join(",")}}`);
const likely = fc
  .tuple(value, value)
  .chain(([one, two]) =>
    fc.constantFrom(
      `{"path":"notes:look","args":${one},"format":${two}}`,
      `{"queries":[{"path":"notes:newest","args":${one}},${two}]}`,
      `{"type":"Mutation","requestId":1,"udfPath":"notes:newest","args":[${one}],"more":${two}}`,
      queries(one, two),
      `{"type":"Authenticate","baseVersion":0,"tokenType":"Admin","value":"x","impersonating":{"a":${one}}}`,
    ),
  );
/** Sometimes one byte is replaced, which may leave half a character. */
const sent = fc
  .tuple(fc.oneof(likely, anyText), fc.option(fc.tuple(fc.nat(), fc.nat(255))))
  .map(([text, change]) => {
    const bytes = Buffer.from(text);
    if (change !== null) bytes[change[0] % bytes.length] = change[1];
    return bytes;
  });

it("any text gives the same result as in the main thread", async () => {
  const resultOf = (read: () => unknown) =>
    Promise.resolve()
      .then(read)
      .catch((error: unknown) => error);
  const property = fc.asyncProperty(sent, fc.boolean(), async (bytes, isBatch) => {
    const [text, of] = [bytes.toString(), { ...origin, isBatch }];
    const apart = await resultOf(() => thread.readBody(Buffer.from(bytes), of, functions, CLIENT));
    expect(apart).toEqual(await resultOf(() => readCallBody(text, of, functions)));
    const message = await resultOf(() => thread.readMessage(bytes, origin, functions, CLIENT));
    expect(message).toEqual(await resultOf(() => readMessage(text, origin, functions)));
  });
  await fc.assert(property, { numRuns: 500 });
});

describe("the reading thread", () => {
  const read = (one: ReadingThread) =>
    one.readMessage(Buffer.from(mutation("{}")), origin, functions, CLIENT);

  it("starts again once it has ended", async () => {
    await read(thread);
    await thread.close();
    expect(await read(thread)).toMatchObject({ message: { requestId: 3 } });
  });

  it("informs its waiting readers when it ends", async () => {
    const waiting = read(thread);
    await Promise.all([expect(waiting).rejects.toThrow("has ended"), thread.close()]);
  });

  it("reports when it does not exist", async () => {
    const missing = new ReadingThread(new URL("file:///nowhere/reading-worker.js"));
    await expect(read(missing)).rejects.toThrow("has ended");
  });

  /** The thread returns the text as the reason for ending a connection. A special text ends the thread. */
  const stand = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from "node:worker_threads";
      parentPort.on("message", ({ bytes }) => {
        const text = Buffer.from(bytes).toString();
        if (text === "end") process.exit();
        parentPort.postMessage({ message: { fatal: text } });
      });`)}`,
  );
  /** Resolves with the results in the order of their arrival. */
  const readAll = async (one: ReadingThread, texts: readonly (readonly [client: string, text: string])[]) => {
    const came: string[] = [];
    const note = (text: string) => came.push(text);
    const told = texts.map(([client, text]) =>
      one.readMessage(Buffer.from(text), origin, functions, client).then(
        (read) => note("fatal" in read ? read.fatal : "something else"),
        (error: Error) => note(`${text}: ${error.message}`),
      ),
    );
    await Promise.all(told);
    await one.close();
    return came;
  };

  it("makes its current text fail when it ends, and the next thread reads the waiting ones", async () => {
    const texts = ["one", "end", "two", "three"].map((text) => [CLIENT, text] as const);
    const came = await readAll(new ReadingThread(stand), texts);
    expect(came).toEqual(["one", "end: The thread that reads large requests has ended", "two", "three"]);
  });

  it("alternates between clients when several wait", async () => {
    const came = await readAll(new ReadingThread(stand), [
      ...["a1", "a2", "a3"].map((text) => ["a", text] as const),
      ...["b1", "b2"].map((text) => ["b", text] as const),
      ["c", "c1"],
    ]);
    expect(came).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  });

  it("removes the longest waiting text when too much is waiting", async () => {
    const arrivals = new Arrivals({ together: 2.5 * UNCOUNTED_BYTES });
    const texts = ["a", "b", "c"].map((client) => [client, client.repeat(UNCOUNTED_BYTES + 1)] as const);
    const came = await readAll(new ReadingThread(stand, arrivals), texts);
    expect(came.map((text) => `${text[0]}: ${text.split(": ")[1] ?? "read"}`)).toEqual([
      "a: Too many requests are on their way. Try again later.",
      "b: read",
      "c: read",
    ]);
    expect(arrivals.together).toBe(0);
  });
});
