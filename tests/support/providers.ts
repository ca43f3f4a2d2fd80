/**
 * Real servers on loopback that replace the providers through which Studbook sends: SMTP, a push service, and a
 * server like Twilio's. The push service decrypts as a browser does and checks the sender's signature. Each server
 * stores the received messages and can temporarily refuse a share of the calls. It refuses no message more often
 * than the sender tries again.
 */
import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type ECDH,
} from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { jwtVerify } from "jose";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** Per message. The sender tries six more times. */
const MAX_REFUSALS = 4;

/** Refuses one call of `every`, or none with null. */
export class Refusals {
  #calls = 0;
  #refused = 0;
  readonly #byMessage = new Map<string, number>();

  constructor(private readonly every: number | null) {}

  get share(): { calls: number; refused: number } {
    return { calls: this.#calls, refused: this.#refused };
  }

  refuses(message: string): boolean {
    this.#calls += 1;
    const before = this.#byMessage.get(message) ?? 0;
    if (this.every === null || this.#calls % this.every !== 0 || before >= MAX_REFUSALS) return false;
    this.#byMessage.set(message, before + 1);
    this.#refused += 1;
    return true;
  }
}

/** By the key with which the receiver recognizes a repeated message. */
export class Arrivals<Message> {
  readonly messages = new Map<string, Message>();
  /** The receiver ignores repeated messages. */
  repeats = 0;

  add(name: string, message: Message): void {
    if (this.messages.has(name)) this.repeats += 1;
    this.messages.set(name, message);
  }
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // The server listens on a port.
};

const closing = (server: Server) => async (): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // Without an encoding, chunks are bytes.
  return Buffer.concat(chunks);
}

/** Recognizes messages by their Message-ID. */
export async function startMailServer(refusals: Refusals) {
  const arrivals = new Arrivals<Email & { recipients: string[] }>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo: ({ address }, _session, callback) => {
      if (!address.startsWith("nobody@")) return callback();
      callback(Object.assign(new Error("No such user"), { responseCode: 550 }));
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          const name = mail.messageId ?? "";
          if (refusals.refuses(name)) {
            callback(Object.assign(new Error("Try again later"), { responseCode: 451 }));
            return;
          }
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          arrivals.add(name, { ...mail, recipients });
          callback(null, "Ok: queued");
        });
      });
    },
  });
  server.on("error", () => undefined); // The broken connection of a killed client is not an error of the server.
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo; // The server listens on a port.
  return {
    arrivals,
    env: { MAIL_FROM: "Studbook <reminders@kennel.example>", SMTP_URL: `smtp://127.0.0.1:${port}` },
    close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

interface Text {
  readonly sid: string;
  readonly to: string;
  readonly body: string;
  readonly status: string;
}

/** Works like Twilio's messages API. */
export async function startTwilio(refusals: Refusals) {
  const arrivals = new Arrivals<Text>();
  const taken: Text[] = [];
  const answer = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://twilio");
    const isOurs =
      pathname === "/2010-04-01/Accounts/AC1/Messages.json" &&
      request.headers.authorization === `Basic ${btoa("AC1:token")}`;
    if (!isOurs) return answer(response, 401, { code: 20003, message: "Authenticate" });
    if (request.method === "GET") {
      return answer(response, 200, { messages: taken.filter(({ to }) => to === searchParams.get("To")) });
    }
    const form = new URLSearchParams((await bodyOf(request)).toString());
    const [to, body] = [form.get("To") ?? "", form.get("Body") ?? ""];
    if (refusals.refuses(body)) return answer(response, 503, { code: 20503, message: "Service unavailable" });
    const text = { sid: `SM${taken.length + 1}`, to, body, status: "queued" };
    taken.push(text);
    arrivals.add(body, text);
    return answer(response, 201, text);
  };
  const server = createServer((request, response) => void handle(request, response));
  const origin = await listen(server);
  return {
    arrivals,
    env: {
      TWILIO_ACCOUNT_SID: "AC1",
      TWILIO_AUTH_TOKEN: "token",
      TWILIO_FROM: "+15550001111",
      TWILIO_API_URL: origin,
    },
    close: closing(server),
  };
}

const derive = (salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer => {
  const key = createHmac("sha256", salt).update(secret).digest();
  return createHmac("sha256", key)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length);
};

/**
 * The browser's part of Web Push: its keys, and the decryption of received messages. Sources: RFC 8188, RFC 8291.
 */
class Browser {
  readonly #keys: ECDH = createECDH("prime256v1");
  readonly #auth = randomBytes(16);
  readonly p256dh: string;
  readonly auth: string;

  constructor() {
    this.p256dh = this.#keys.generateKeys("base64url");
    this.auth = this.#auth.toString("base64url");
  }

  read(body: Buffer): unknown {
    const salt = body.subarray(0, 16);
    const senderLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + senderLength);
    const sealed = body.subarray(21 + senderLength);
    const shared = this.#keys.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#keys.getPublicKey(), sender]);
    const secret = derive(this.#auth, shared, info, 32);
    const key = derive(salt, secret, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(salt, secret, Buffer.from("Content-Encoding: nonce\0"), 12);
    const cipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    // The last record ends with a byte of value 2 and zeros.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }
}

export interface Notification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly url: string;
  readonly complete: string | null;
  readonly snooze: string | null;
}

/** Has one browser, which recognizes notifications by their tag as a real browser does. */
export async function startPushService(refusals: Refusals) {
  const arrivals = new Arrivals<Notification & { topic: string }>();
  const vapid = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = vapid.privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  const browser = new Browser();
  const gone = new Set<string>();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    if (gone.has(request.url ?? "")) return response.writeHead(410).end("Gone");
    const [, token = "", key = ""] =
      /^vapid t=([^,]+), k=(.+)$/.exec(request.headers.authorization ?? "") ?? [];
    const signer = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    const { payload } = await jwtVerify(token, signer, { audience: origin, algorithms: ["ES256"] });
    if (key !== point.toString("base64url") || !payload.sub?.startsWith("mailto:")) {
      return response.writeHead(403).end("Unknown sender");
    }
    const notification = browser.read(body) as Notification; // Studbook's notifications have this shape.
    if (refusals.refuses(notification.tag)) return response.writeHead(503).end("Busy");
    const topic = request.headers["topic"];
    arrivals.add(notification.tag, { ...notification, topic: typeof topic === "string" ? topic : "" });
    return response.writeHead(201, { Location: `${origin}/message/1` }).end();
  };
  const server = createServer(
    (request, response) =>
      void handle(request, response).catch((error: unknown) => response.writeHead(403).end(String(error))),
  );
  const origin = await listen(server);
  return {
    arrivals,
    origin,
    gone,
    device: (name: string) => ({
      endpoint: `${origin}/send/${name}`,
      p256dh: browser.p256dh,
      auth: browser.auth,
      label: name,
    }),
    env: {
      VAPID_PUBLIC_KEY: point.toString("base64url"),
      VAPID_PRIVATE_KEY: d,
      VAPID_SUBJECT: "mailto:operator@kennel.example",
      STUDBOOK_PUSH_SERVICES: origin,
    },
    close: closing(server),
  };
}
