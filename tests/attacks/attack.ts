/**
 * The building blocks of attacks: requests and sockets from the attacker's own address. Attacks are anonymous, by a
 * member of another kennel, or with that member's API key.
 */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type { Readable } from "node:stream";
import WebSocket from "ws";
import { open, type Connection } from "./connections";

/** The attacker has an account with a kennel of its own, which anybody can open. */
export interface Belongings {
  readonly origin: string;
  /** All attacks come from this address of this machine. */
  readonly address: string;
  readonly token: string;
  readonly apiKey: string;
  readonly kennelId: string;
  readonly dogId: string;
  readonly recordId: string;
  /** The honest person's email address. */
  readonly victim: string;
}

export interface Attacker extends Belongings {
  /** The headers of each request, by the identity that the attack uses. */
  readonly credential: Readonly<Record<string, string>>;
}

export interface Attack {
  readonly does: string;
  readonly as: "nobody" | "a member" | "an API key";
  /** How many of these attacks run at the same time. */
  readonly lanes: number;
  /** `note` counts how a run ended. */
  readonly once: (attacker: Attacker, gone: AbortSignal, note: (ending: string) => void) => Promise<void>;
}

export const MEBIBYTE = 1 << 20;

/** Adds the headers for the identity that the attack uses. */
export function attackerOf({ as }: Attack, belongings: Belongings): Attacker {
  const secret = { nobody: "", "a member": belongings.token, "an API key": belongings.apiKey }[as];
  return { ...belongings, credential: secret === "" ? {} : { authorization: `Bearer ${secret}` } };
}

export interface Reply {
  readonly status: number;
  readonly body: Buffer;
}

interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
}

const agent = new Agent({ keepAlive: true });

/** Reads the whole response. A request with a body is a POST. */
export function send(
  { origin, address, credential }: Attacker,
  signal: AbortSignal,
  path: string,
  { method, headers, body }: Sending = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, origin), {
      ...{ agent, signal, localAddress: address, method: method ?? (body === undefined ? "GET" : "POST") },
      headers: { ...credential, ...headers },
    });
    sent.on("error", reject).on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }));
    });
    if (body === undefined || typeof body === "string" || Buffer.isBuffer(body)) sent.end(body);
    else body.pipe(sent);
  });
}

/** Returns the status, and for a refusal the code in its message. */
export function endingOf(status: number, text: string): string {
  if (status < 400) return String(status);
  const code = /"(?:code|error)":"([^"]+)"/u.exec(text)?.[1];
  return `${status} ${code ?? (text.trim() === "" ? WORDLESS : "in words")}`;
}

/** For a refusal without a message. */
export const WORDLESS = "without words";

export const JSON_TYPE = { "content-type": "application/json" };

export const callOf = (path: string, args: object): string => JSON.stringify({ path, args, format: "json" });

export async function callFunction(
  attacker: Attacker,
  signal: AbortSignal,
  kind: "query" | "mutation" | "action",
  path: string,
  args: object,
): Promise<{ ending: string; value?: unknown }> {
  const { status, body } = await send(attacker, signal, `/api/${kind}`, {
    ...{ headers: JSON_TYPE, body: callOf(path, args) },
  });
  const text = body.toString();
  const { value } = (text.startsWith("{") ? JSON.parse(text) : {}) as { value?: unknown };
  return { value, ending: endingOf(status, text) };
}

type What = Pick<Attack, "does" | "as" | "lanes">;

/** Sends a GET request and reads the whole response. */
export const asking = (what: What, path: string | ((attacker: Attacker) => string)): Attack => ({
  ...what,
  once: async (attacker, gone, note) => {
    const { status, body } = await send(attacker, gone, typeof path === "string" ? path : path(attacker));
    note(endingOf(status, body.toString("latin1")));
  },
});

export const posting = (
  what: What,
  path: string,
  body: (attacker: Attacker) => string,
  headers: (attacker: Attacker) => Readonly<Record<string, string>> = () => ({}),
): Attack => ({
  ...what,
  once: async (attacker, gone, note) => {
    const reply = await send(attacker, gone, path, {
      ...{ headers: { ...JSON_TYPE, ...headers(attacker) }, body: body(attacker) },
    });
    note(endingOf(reply.status, reply.body.toString("latin1")));
  },
});

const FORM = "a-form-of-one-file";

/** A member sends a file as a form to one path, and deletes the created record at another path, if given. */
export const sendingFiles = (
  what: Pick<Attack, "does" | "lanes">,
  { field, fileName, type }: { readonly field: string; readonly fileName: string; readonly type: string },
  bytesOf: () => Uint8Array | Promise<Uint8Array>,
  addTo: (attacker: Attacker) => string,
  removeFrom?: (id: string) => string,
): Attack => {
  let body: Promise<Buffer> | undefined;
  const disposition = `form-data; name="${field}"; filename="${fileName}"`;
  const head = `--${FORM}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  const write = async () =>
    Buffer.concat([Buffer.from(head), await bytesOf(), Buffer.from(`\r\n--${FORM}--\r\n`)]);
  return {
    ...what,
    as: "a member",
    once: async (attacker, gone, note) => {
      const stored = await send(attacker, gone, addTo(attacker), {
        headers: { "content-type": `multipart/form-data; boundary=${FORM}` },
        body: await (body ??= write()),
      });
      note(`stored: ${endingOf(stored.status, stored.body.toString())}`);
      const reply = JSON.parse(stored.body.toString()) as { data?: { id?: string } };
      if (!reply.data?.id || !removeFrom) return;
      const removed = await send(attacker, gone, removeFrom(reply.data.id), { method: "DELETE" });
      note(`removed: ${endingOf(removed.status, removed.body.toString())}`);
    },
  };
};

/** Adds photos to a dog and deletes them again. */
export const sendingPhotos = (does: string, bytesOf: () => Uint8Array | Promise<Uint8Array>): Attack =>
  sendingFiles(
    { does, lanes: 4 },
    { field: "photo", fileName: "IMG_1", type: "application/octet-stream" },
    bytesOf,
    ({ dogId }) => `/api/photos/dogs/${dogId}`,
    (id) => `/api/photos/${id}`,
  );

/** Sends a message over the attacker's own socket and waits for the response. */
export const saying = (
  what: What,
  messages: (attacker: Attacker) => readonly object[],
  enough: RegExp,
): Attack => ({
  ...what,
  once: async (attacker, gone, note) => {
    const socket = new WebSocket(`${attacker.origin.replace("http", "ws")}/api/1.48.0/sync`, {
      localAddress: attacker.address,
    });
    const stop = () => socket.terminate();
    gone.addEventListener("abort", stop);
    const ending = await new Promise<string>((resolve) => {
      socket.on("error", () => resolve("refused"));
      socket.on("close", () => resolve("closed"));
      socket.on("open", () => {
        const connect = { sessionId: randomUUID(), connectionCount: 0, lastCloseReason: "", clientTs: 0 };
        socket.send(JSON.stringify({ type: "Connect", ...connect }));
        for (const message of messages(attacker)) socket.send(JSON.stringify(message));
      });
      socket.on("message", (data: Buffer) => {
        if (enough.test(data.toString())) resolve("answered");
      });
    });
    gone.removeEventListener("abort", stop);
    stop();
    note(ending);
  },
});

/** Writes bytes to the attacker's own connection, until the server closes it or `work` is done. */
export const writing = (
  what: What,
  bytes: (attacker: Attacker) => string | Uint8Array,
  work: (connection: Connection, gone: AbortSignal) => Promise<unknown> = ({ ended }) => ended,
): Attack => ({
  ...what,
  once: async (attacker, gone, note) => {
    const port = Number(new URL(attacker.origin).port);
    const connection = await open(port, attacker.address, bytes(attacker));
    const stop = () => connection.socket.destroy();
    gone.addEventListener("abort", stop);
    // The attack may have been stopped while the connection was opened.
    if (gone.aborted) stop();
    await work(connection, gone);
    gone.removeEventListener("abort", stop);
    stop();
    // If there are several responses, the last one is the outcome.
    const last = connection.text().slice(connection.text().lastIndexOf("HTTP/1.1 "));
    const [head = "", body = ""] = last.split("\r\n\r\n", 2);
    const status = /^HTTP\/1\.1 (\d+)/u.exec(head)?.[1];
    note(status === undefined ? "cut" : endingOf(Number(status), body));
  },
});
