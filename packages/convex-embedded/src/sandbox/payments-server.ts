/**
 * Connects the payments sandbox to the runtime: requests to the runtime's port, a file in the data folder, and
 * webhooks to the same port. The API responds only to this machine, and only to callers with the key that the
 * functions get.
 */
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { isFromThisMachine } from "../http/this-machine.js";
import { PAGES_PATH } from "./payment-pages.js";
import { PaymentsSandbox } from "./payments-sandbox.js";
import type { PaymentStore } from "./payment-state.js";

const FILE = "payments-sandbox.json";
const MAX_BODY_BYTES = 256 * 1024;
const TICK_MS = 60_000;
const SEND_TIMEOUT_MS = 20_000;

export interface PaymentsServerOptions {
  readonly dataDir: string;
  readonly localOrigin: string;
  readonly publicOrigin: string;
  readonly webhookPath: string;
  readonly onError: (error: unknown) => void;
}

export interface PaymentsServer {
  /** Functions get these variables instead of the provider's own keys. */
  readonly env: Readonly<Record<"STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET" | "STRIPE_API_URL", string>>;
  /** Resolves with whether the request was for the sandbox. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  start(): void;
  close(): void;
}

/** Only the owner may read the file. After a crash it has either the old or the new text. */
function fileStore(dataDir: string): PaymentStore {
  const file = path.join(dataDir, FILE);
  return {
    load: () => (existsSync(file) ? readFileSync(file, "utf8") : null),
    save: (text) => {
      writeFileSync(`${file}.new`, text, { mode: 0o600 });
      chmodSync(`${file}.new`, 0o600);
      renameSync(`${file}.new`, file);
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Uint8Array); // The request has no encoding, so each chunk is a Buffer.
    size += bytes.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

async function toRequest(request: IncomingMessage, localOrigin: string): Promise<Request | null> {
  const method = request.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody ? await readBody(request) : undefined;
  if (body === null) return null;
  const headers = new Headers();
  for (const name of ["authorization", "idempotency-key"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return new Request(new URL(request.url ?? "/", localOrigin), { method, headers, body });
}

async function answer(response: ServerResponse, from: Response): Promise<void> {
  response.writeHead(from.status, Object.fromEntries(from.headers));
  response.end(Buffer.from(await from.arrayBuffer()));
}

export function openPaymentsSandbox(options: PaymentsServerOptions): PaymentsServer {
  const { dataDir, localOrigin, publicOrigin, webhookPath, onError } = options;
  const sandbox = new PaymentsSandbox({
    store: fileStore(dataDir),
    now: Date.now,
    origin: () => publicOrigin,
    send: async (body, signature) => {
      const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
      const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
      const sent = await fetch(`${localOrigin}${webhookPath}`, { method: "POST", headers, body, signal });
      await sent.arrayBuffer();
      return sent.status;
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const tick = () => {
    try {
      sandbox.tick();
    } catch (error) {
      onError(error);
    }
  };
  return {
    env: {
      STRIPE_SECRET_KEY: sandbox.state.secretKey,
      STRIPE_WEBHOOK_SECRET: sandbox.state.webhookSecret,
      STRIPE_API_URL: localOrigin,
    },
    async handle(request, response) {
      const pathname = (request.url ?? "/").split("?", 1)[0] ?? "/";
      const isCall = pathname.startsWith("/v1/");
      if (!isCall && !pathname.startsWith(`${PAGES_PATH}/`)) return false;
      if (isCall && !isFromThisMachine(request)) return false;
      const asked = await toRequest(request, localOrigin);
      const found = asked && (await sandbox.fetch(asked));
      await answer(response, found ?? new Response(null, { status: asked ? 404 : 413 }));
      return true;
    },
    start() {
      tick();
      timer = setInterval(tick, TICK_MS);
      timer.unref();
    },
    close() {
      clearInterval(timer);
      sandbox.close();
    },
  };
}
