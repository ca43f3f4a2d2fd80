/**
 * Attacks over WebSockets: sessions of the sync protocol with valid but unusual messages, of which the last may be
 * broken. Each session must end: closed by the server, or with a response.
 */
import { randomUUID } from "node:crypto";
import WebSocket from "ws";
import { anyText, anyValue, mutateBytes, mutateJson, mutateText } from "./mutations";
import { anyAddress, HUNG_AFTER_MS, lookForSecrets, type Target } from "./target";

/** An unbroken session sends this query at its end. */
const LAST_QUERY = 4_000_000;
const FUNCTIONS = [
  "rooms:list",
  "rooms:total",
  "rooms:add",
  "rooms:addByAction",
  "rooms:uploadUrl",
  "rooms:none",
];

interface Versions {
  querySet: number;
  identity: number;
}

export async function attackOverSocket(target: Target): Promise<number> {
  const { random } = target;
  const frames = sessionFrames(target);
  const socket = new WebSocket(`${target.origin.replace("http", "ws")}/api/1.48.0/sync`, {
    headers: { "X-Forwarded-For": anyAddress(random) },
    perMessageDeflate: false,
  });
  const asked = frames.map(String).join("\n");
  await new Promise<void>((resolve) => {
    const hung = setTimeout(() => {
      target.onFinding(`a session hangs: ${asked.slice(0, 1000)}`);
      socket.terminate();
    }, HUNG_AFTER_MS);
    socket.on("error", () => undefined);
    socket.on("open", () => {
      for (const frame of frames) socket.send(frame);
      // A broken frame below the protocol, which the WebSocket itself must refuse.
      if (random.chance(0.05))
        rawSocketOf(socket)?.write(mutateBytes(random, Buffer.from([0x81, 0x85, 1, 2, 3, 4, 5, 6, 7, 8])));
      if (random.chance(0.1)) socket.terminate();
    });
    socket.on("message", (data: Buffer) => {
      lookForSecrets(target, data, asked);
      if (data.includes(`"queryId":${LAST_QUERY}`)) socket.terminate();
    });
    socket.on("close", () => {
      clearTimeout(hung);
      resolve();
    });
  });
  return frames.length;
}

/** Below a WebSocket, for frames that no client would send. */
function rawSocketOf(socket: WebSocket): NodeJS.WritableStream | undefined {
  return (socket as unknown as { _socket?: NodeJS.WritableStream })._socket;
}

function sessionFrames(target: Target): (string | Buffer)[] {
  const { random } = target;
  const versions = { querySet: 0, identity: 0 };
  const frames: (string | Buffer)[] = [JSON.stringify(connectMessage(target))];
  const count = 2 + random.below(9);
  for (let sent = 0; sent < count; sent += 1) frames.push(JSON.stringify(strangeMessage(target, versions)));
  if (random.chance(0.5)) frames.push(brokenFrame(target, versions));
  frames.push(JSON.stringify(addMessage(versions, LAST_QUERY, "rooms:total", { author: "nobody" })));
  return frames;
}

function connectMessage({ random }: Target) {
  return {
    type: "Connect",
    sessionId: randomUUID(),
    connectionCount: random.below(3),
    lastCloseReason: random.chance(0.9) ? "InitialConnect" : null,
    clientTs: random.below(1000),
  };
}

function addMessage(versions: Versions, queryId: number, udfPath: string, args: unknown) {
  const baseVersion = versions.querySet;
  versions.querySet += 1;
  const modifications = [{ type: "Add", queryId, udfPath, args: [args] }];
  return { type: "ModifyQuerySet", baseVersion, newVersion: versions.querySet, modifications };
}

/** The frame is valid, with any content. */
function strangeMessage({ random }: Target, versions: Versions): object {
  const udfPath = random.chance(0.8) ? random.of(FUNCTIONS) : anyText(random);
  const note = {
    room: `attack ${random.below(20)}`,
    author: "attacker",
    text: "x".repeat(random.below(200)),
  };
  const args = random.chance(0.3) ? note : random.chance(0.5) ? mutateJson(random, note) : anyValue(random);
  switch (random.below(10)) {
    case 0:
    case 1:
    case 2:
      return { type: "Mutation", requestId: random.below(50), udfPath, args: [args] };
    case 3:
      return random.chance(0.3)
        ? { type: "Action", requestId: 100 + random.below(50), udfPath, args: [args] }
        : { type: "Event", eventType: "any", event: anyValue(random) };
    case 4: {
      const baseVersion = versions.identity;
      if (random.chance(0.7)) {
        versions.identity += 1;
        return { type: "Authenticate", tokenType: "None", baseVersion };
      }
      const tokenType = random.of(["User", "Admin"]);
      return { type: "Authenticate", tokenType, value: anyText(random), baseVersion };
    }
    default:
      return addMessage(versions, random.below(1_000_000), udfPath, args);
  }
}

/** The text is no longer a valid message. */
function brokenFrame(target: Target, versions: Versions): string | Buffer {
  const { random } = target;
  const message = strangeMessage(target, { ...versions });
  switch (random.below(4)) {
    case 0:
      return mutateText(random, JSON.stringify(message));
    case 1:
      return mutateBytes(random, Buffer.from(JSON.stringify(message)));
    default:
      return JSON.stringify(mutateJson(random, message)) ?? "undefined";
  }
}
