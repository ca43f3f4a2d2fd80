/**
 * The attacks of docs/security.md that one client can keep up for as long as it likes, each as something to run beside
 * honest work: `npm run attack` measures what the others notice, `npm run abuse` mixes them.
 */
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import WebSocket from "ws";
import { headOf, open } from "./connections";

/** Who attacks, and what they have: an account with a kennel of its own, as anybody can open one. */
export interface Attacker {
  readonly origin: string;
  /** The one address that all of it comes from, as the proxy in front reports it. */
  readonly address: string;
  readonly token: string;
  readonly apiKey: string;
  readonly kennelId: string;
  readonly dogId: string;
  readonly recordId: string;
  readonly email: string;
}

export interface Attack {
  readonly name: string;
  /** How many of it go on at once. */
  readonly lanes: number;
  /** Does it once; `note` counts how it ended. */
  readonly once: (attacker: Attacker, gone: AbortSignal, note: (ending: string) => void) => Promise<void>;
}

/** A client that is refused at once tries again after this, so that the load is the server's and not the client's own. */
const BREATH_MS = 5;
const MEBIBYTE = 1 << 20;

const forwarded = ({ address }: Attacker) => ({ "x-forwarded-for": address });
const asPerson = (attacker: Attacker) => ({
  ...forwarded(attacker),
  authorization: `Bearer ${attacker.token}`,
});
const asKey = (attacker: Attacker) => ({
  ...forwarded(attacker),
  authorization: `Bearer ${attacker.apiKey}`,
});
const asJson = (headers: Readonly<Record<string, string>>) => ({
  ...headers,
  "content-type": "application/json",
});

/** An attack that asks over HTTP and reads the whole answer. */
const asking = (
  name: string,
  lanes: number,
  request: (attacker: Attacker) => { path: string } & RequestInit,
): Attack => ({
  name,
  lanes,
  once: async (attacker, gone, note) => {
    const { path, ...init } = request(attacker);
    const response = await fetch(attacker.origin + path, { ...init, signal: gone });
    await response.arrayBuffer();
    note(String(response.status));
  },
});

const posting = (
  name: string,
  lanes: number,
  path: string,
  body: (attacker: Attacker) => string,
  headers: (attacker: Attacker) => Record<string, string> = forwarded,
): Attack =>
  asking(name, lanes, (attacker) => ({
    ...{ path, method: "POST", headers: asJson(headers(attacker)), body: body(attacker) },
  }));

const callOf = (path: string, args: object): string => JSON.stringify({ path, args, format: "json" });

/** An attack that says something over a socket of its own and waits for what comes. */
const saying = (
  name: string,
  lanes: number,
  messages: (attacker: Attacker) => readonly object[],
  enough: RegExp,
): Attack => ({
  name,
  lanes,
  once: async (attacker, gone, note) => {
    const socket = new WebSocket(`${attacker.origin.replace("http", "ws")}/api/1.48.0/sync`, {
      headers: forwarded(attacker),
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

const tokenPart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token whose issuer took a quadratic comparison minutes. */
const SLASHED = [
  tokenPart({ alg: "ES256", typ: "JWT" }),
  tokenPart({ iss: `https://accounts.example${"/".repeat(140_000)}.`, aud: "convex", sub: "nobody" }),
  "signature",
].join(".");

const MILLION_VALUES = `{"path":"dogs/dogs:list","args":[${"0,".repeat(1_000_000)}0],"format":"json"}`;
/** As much as a stranger's request may hold. */
const MANY_VALUES = `{"path":"dogs/dogs:list","args":[{"kennelId":[${"0,".repeat(900)}0]}],"format":"json"}`;
/** As much as a member's request may hold. */
const BATCH = JSON.stringify({
  queries: Array.from({ length: 3000 }, () => ({ path: "no:such", args: [{}], format: "json" })),
});

const LARGE_CALL = callOf("kennels/kennels:create", { name: "x".repeat(20_000_000) });
const FULL_BATCH = JSON.stringify({
  queries: Array.from({ length: 256 }, () => ({ path: "kennels/kennels:list", args: {}, format: "json" })),
});

/** A body that begins, dribbles and never ends; whoever is cut off begins again. */
const slowBodies: Attack = {
  name: "slow bodies at the billing webhook",
  lanes: 80,
  once: async ({ origin, address }, gone, note) => {
    const head = headOf("/api/billing/webhook", 400_000, {
      "X-Forwarded-For": address,
      "Stripe-Signature": `t=1700000000,v1=${"a".repeat(64)}`,
    });
    const connection = await open(Number(new URL(origin).port), "127.0.0.1", head + "x".repeat(20_000));
    const stop = () => connection.socket.destroy();
    gone.addEventListener("abort", stop);
    // It may have been called off while the connection was opened.
    if (gone.aborted) stop();
    const dribble = setInterval(() => connection.socket.write("x"), 500);
    const text = await connection.ended;
    clearInterval(dribble);
    gone.removeEventListener("abort", stop);
    note(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? "cut");
  },
};

/** Asks for much and reads nothing of it. */
const slowReaders: Attack = {
  name: "answers that nobody reads",
  lanes: 60,
  once: async ({ origin, address }, gone, note) => {
    const request = `GET /api/openapi.json HTTP/1.1\r\nHost: studbook.test\r\nX-Forwarded-For: ${address}\r\n\r\n`;
    const connection = await open(Number(new URL(origin).port), "127.0.0.1", request.repeat(20));
    connection.socket.pause();
    await pause(2000, undefined, { signal: gone }).catch(() => undefined);
    connection.socket.destroy();
    note("left");
  },
};

/** Makes addresses for uploads and sends file after file to each. */
const uploads: Attack = {
  name: "files to one upload address",
  lanes: 8,
  once: async (attacker, gone, note) => {
    const made = await fetch(`${attacker.origin}/api/mutation`, {
      ...{ method: "POST", headers: asJson(asPerson(attacker)), signal: gone },
      body: callOf("dogs/photos:generateUploadUrls", { dogId: attacker.dogId }),
    });
    const { value } = (await made.json()) as { value?: string[] };
    if (!value) return note(`no address: ${made.status}`);
    for (let round = 0; round < 4; round += 1) {
      const response = await fetch(value[0] ?? "", {
        ...{ method: "POST", headers: forwarded(attacker), body: Buffer.alloc(8 * MEBIBYTE), signal: gone },
      });
      await response.arrayBuffer();
      note(String(response.status));
    }
  },
};

/** Sends far more requests than an address has, without waiting for answers. */
const requestsAhead: Attack = {
  name: "20,000 requests ahead",
  lanes: 8,
  once: async ({ origin, address }, gone, note) => {
    const request = `GET /version HTTP/1.1\r\nHost: studbook.test\r\nX-Forwarded-For: ${address}\r\n\r\n`;
    const connection = await open(Number(new URL(origin).port), "127.0.0.1", request.repeat(20_000));
    const stop = () => connection.socket.destroy();
    gone.addEventListener("abort", stop);
    if (gone.aborted) stop();
    await connection.ended;
    gone.removeEventListener("abort", stop);
    note("ended");
  },
};

const FORM = "limit";
const formStart = (kennelId: string): Buffer =>
  Buffer.from(
    `--${FORM}\r\nContent-Disposition: form-data; name="kennelId"\r\n\r\n${kennelId}\r\n--${FORM}\r\nContent-Disposition: form-data; name="backup"; filename="a.json"\r\nContent-Type: application/json\r\n\r\n{"metadata":{},"filler":"`,
  );

/** The form of a restore with hundreds of megabytes. */
const restoreForms: Attack = {
  name: "restore forms of 200 MiB",
  lanes: 3,
  once: async (attacker, gone, note) => {
    const piece = Buffer.alloc(MEBIBYTE, "A");
    function* pieces() {
      yield formStart(attacker.kennelId);
      for (let sent = 0; sent < 200; sent += 1) yield piece;
      yield Buffer.from(`"}\r\n--${FORM}--\r\n`);
    }
    const init = {
      method: "POST",
      headers: { ...asPerson(attacker), "content-type": `multipart/form-data; boundary=${FORM}` },
      body: Readable.toWeb(Readable.from(pieces())) as ReadableStream<Uint8Array>,
      duplex: "half",
      signal: gone,
    };
    const response = await fetch(`${attacker.origin}/api/backups/restore`, init);
    await response.arrayBuffer();
    note(String(response.status));
  },
};

/** Stores a file at a record and deletes it again. */
const storeAndDelete: Attack = {
  name: "files stored and deleted in turn",
  lanes: 6,
  once: async (attacker, gone, note) => {
    const form = new FormData();
    form.append("file", new Blob([`%PDF-1.7\n${"x".repeat(2 * MEBIBYTE)}`]), "scan.pdf");
    const stored = await fetch(`${attacker.origin}/api/health/records/${attacker.recordId}/attachments`, {
      ...{ method: "POST", headers: asPerson(attacker), body: form, signal: gone },
    });
    const answer = (await stored.json()) as { data?: { id?: string }; id?: string };
    note(`stored: ${stored.status}`);
    const attachmentId = answer.data?.id ?? answer.id;
    if (!attachmentId) return;
    const removed = await fetch(`${attacker.origin}/api/mutation`, {
      ...{ method: "POST", headers: asJson(asPerson(attacker)), signal: gone },
      body: callOf("health/healthAttachments:remove", { attachmentId }),
    });
    await removed.arrayBuffer();
    note(`removed: ${removed.status}`);
  },
};

const pedigreePdf = (headers: (attacker: Attacker) => Record<string, string>) => (attacker: Attacker) => ({
  path: `/api/dogs/${attacker.dogId}/pedigree?generations=5&today=2026-06-01`,
  headers: headers(attacker),
});

export const ATTACKS: readonly Attack[] = [
  posting(
    "page sizes that are no numbers of records",
    24,
    "/api/query",
    ({ kennelId }) =>
      callOf("platform/activities:page", {
        ...{ kennelId, type: null, dogId: null, paginationOpts: { numItems: 1.5, cursor: null } },
      }),
    asPerson,
  ),
  saying(
    "issuers of many slashes",
    16,
    () => [{ type: "Authenticate", baseVersion: 0, tokenType: "User", value: SLASHED }],
    /AuthError/,
  ),
  posting("a million values", 8, "/api/query", () => MILLION_VALUES),
  posting("as many values as a stranger may send", 24, "/api/query", () => MANY_VALUES),
  posting("batches of 3,000 calls", 16, "/api/query_batch", () => BATCH, asPerson),
  slowBodies,
  asking("certificates of one key", 24, pedigreePdf(asKey)),
  asking("200 certificates of one person", 200, pedigreePdf(asPerson)),
  asking("the description of the API", 32, (attacker) => ({
    path: "/api/openapi.json",
    headers: forwarded(attacker),
  })),
  asking("the reference of the API", 32, (attacker) => ({ path: "/api/docs", headers: forwarded(attacker) })),
  uploads,
  restoreForms,
  storeAndDelete,
  slowReaders,
  saying(
    "sockets that subscribe and leave",
    60,
    ({ token, kennelId }) => [
      { type: "Authenticate", baseVersion: 0, tokenType: "User", value: token },
      {
        ...{ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 },
        modifications: Array.from({ length: 20 }, (_, at) => ({
          ...{ type: "Add", queryId: at, udfPath: "dogs/dogs:list" },
          args: [{ kennelId, page: at + 1, limit: 12 }],
        })),
      },
    ],
    /QueryUpdated|QueryFailed/,
  ),
  asking("keys that are none", 32, (attacker) => ({
    path: "/api/dogs",
    headers: { ...forwarded(attacker), authorization: `Bearer sbk_${randomUUID().replaceAll("-", "")}` },
  })),
  posting(
    "guesses of a password",
    16,
    "/api/auth/sign-in/email",
    ({ email }) => JSON.stringify({ email, password: `guess ${randomUUID()}` }),
    (attacker) => ({ ...forwarded(attacker), origin: attacker.origin }),
  ),
  posting("batches as large as they may be", 16, "/api/query_batch", () => FULL_BATCH, asPerson),
  saying(
    "a thousand live queries at once",
    16,
    () => [
      {
        ...{ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 },
        modifications: Array.from({ length: 1000 }, (_, at) => ({
          ...{ type: "Add", queryId: at, udfPath: "kennels/kennels:list", args: [{ at }] },
        })),
      },
    ],
    /QueryUpdated|QueryFailed/,
  ),
  requestsAhead,
  posting("calls of 20 MB", 8, "/api/mutation", () => LARGE_CALL, asPerson),
  saying(
    "sockets with mutations of nobody",
    200,
    () =>
      Array.from({ length: 50 }, (_, requestId) => ({
        ...{ type: "Mutation", requestId, udfPath: "kennels/kennels:create", args: [{ name: "x" }] },
      })),
    /"requestId":49/,
  ),
];

/** Keeps an attack up until it is called off, and resolves with how often it ended how. */
export async function keepUp(
  attack: Attack,
  attacker: Attacker,
  gone: AbortSignal,
): Promise<Record<string, number>> {
  const endings: Record<string, number> = {};
  const note = (ending: string) => (endings[ending] = (endings[ending] ?? 0) + 1);
  const lane = async () => {
    while (!gone.aborted) {
      try {
        await attack.once(attacker, gone, note);
      } catch (error) {
        if (!gone.aborted)
          note(
            error instanceof Error
              ? ((error.cause as Error | undefined)?.message ?? error.message)
              : "failed",
          );
      }
      await pause(BREATH_MS);
    }
  };
  await Promise.all(Array.from({ length: attack.lanes }, lane));
  return endings;
}
