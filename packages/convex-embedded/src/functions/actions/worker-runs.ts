/**
 * Runs one action or HTTP action in the worker and reports how it ended. Arguments and results are Convex JSON text
 * that `convex/server` decodes and encodes. Requests and responses are the platform's own classes.
 */
import { formatSize } from "../../values/limits.js";
import { appendLogLine } from "../isolate/log-lines.js";
import { MAX_HTTP_RESPONSE_BYTES } from "../limits.js";
import type { BodyChannel } from "./body-channel.js";
import { limitBody } from "./limited-body.js";
import {
  Claim,
  requestBodyOf,
  responseBodyOf,
  type Ending,
  type LoadedModule,
  type ThrownInWorker,
  type ToMain,
  type ToWorker,
} from "./protocol.js";
import type { Invocation, Invocations } from "./worker-invocations.js";
import type { ModuleLoader } from "./worker-modules.js";

type RunAction = Extract<ToWorker, { type: "run-action" }>;
type RunHttp = Extract<ToWorker, { type: "run-http" }>;

interface HttpHandler {
  invokeHttpAction(request: Request): Promise<unknown>;
}

/** The part of `httpRouter()` that finds a handler. */
interface Router {
  lookup(path: string, method: string): readonly [HttpHandler, ...unknown[]] | null;
}

export interface WorkerServices {
  readonly invocations: Invocations;
  readonly bodies: BodyChannel;
  readonly load: ModuleLoader;
  post(message: ToMain): void;
}

/** The `ended` message is the last one about the action. */
export function startAction(services: WorkerServices, message: RunAction): Promise<void> {
  return withInvocation(services, message, async () => {
    const { environment, modulePath, component } = message;
    const found = load(services, environment, modulePath, component)[message.exportName];
    if (!isAction(found)) {
      throw new Error(`Couldn't find action "${message.exportName}" in module "${message.modulePath}".`);
    }
    return found.invokeAction(message.requestId, message.args);
  });
}

export function startHttpAction(services: WorkerServices, message: RunHttp): Promise<void> {
  return withInvocation(services, message, async (invocation) => {
    const { invocation: id, component, pathname, method } = message;
    const router = load(services, "isolate", "http", component)["default"];
    const handler = isRouter(router) ? router.lookup(pathname, method)?.[0] : undefined;
    const response =
      handler === undefined
        ? new Response("No matching routes found", { status: 404 })
        : await handler.invokeHttpAction(requestOf(services, message, invocation));
    if (!(response instanceof Response)) {
      throw new Error("Expected a Response object to be returned from an HTTP action");
    }
    const hasBody = response.body !== null && method !== "HEAD";
    const headers = [...response.headers];
    services.post({ type: "response-head", invocation: id, status: response.status, headers, hasBody });
    if (hasBody) await services.bodies.send(responseBodyOf(id), limitedBody(response.body, invocation));
    else await response.body?.cancel();
    return "null";
  });
}

const loaded = new Set<string>();

/** A module that throws here is loaded again for the first action that uses it, and throws again. */
export function loadFirst(services: WorkerServices, modules: readonly LoadedModule[]): void {
  for (const { environment, modulePath, component } of modules) {
    try {
      services.invocations.load(() => services.load(environment, modulePath, component));
      loaded.add([environment, modulePath, component].join(" "));
    } catch {
      // No action needs the module yet.
    }
  }
}

function load(services: WorkerServices, ...what: Parameters<ModuleLoader>) {
  const key = what.join(" ");
  if (loaded.has(key)) return services.load(...what);
  services.post({ type: "loading" });
  try {
    return services.invocations.load(() => services.load(...what));
  } finally {
    loaded.add(key);
    services.post({ type: "pong" });
  }
}

function limitedBody(body: ReadableStream<Uint8Array>, invocation: Invocation): ReadableStream<Uint8Array> {
  return limitBody(body, MAX_HTTP_RESPONSE_BYTES, () => {
    const message = `HttpResponseTooLarge: HTTP actions support responses up to ${formatSize(MAX_HTTP_RESPONSE_BYTES)}`;
    appendLogLine(invocation.logLines, `[ERROR] ${message}`);
    return new Error(message);
  });
}

function requestOf(services: WorkerServices, message: RunHttp, invocation: Invocation): Request {
  const id = message.invocation;
  return new Request(message.url, {
    method: message.method,
    headers: message.headers.map(([name, value]): [string, string] => [name, value]),
    signal: invocation.aborting.signal,
    ...(message.hasBody ? { body: services.bodies.receive(requestBodyOf(id)), duplex: "half" } : {}),
  });
}

async function withInvocation(
  services: WorkerServices,
  { invocation: id, claim }: RunAction | RunHttp,
  work: (invocation: Invocation) => Promise<string>,
): Promise<void> {
  if (!new Claim(claim).take()) return;
  const { invocations } = services;
  const logLines: string[] = [];
  const aborting = new AbortController();
  const ending = await new Promise<Ending>((resolve) => {
    const fail = (thrown: unknown) => resolve({ status: "error", error: describe(thrown) });
    const succeed = (value: string) => resolve({ status: "success", value });
    const exit = () => resolve({ status: "exited" });
    const leftovers = new Set<() => void>();
    const invocation: Invocation = {
      ...{ id, logLines, aborting, fail, exit, leftovers },
      openCalls: 0,
      hasEnded: false,
    };
    void invocations.run(invocation, async () => work(invocation)).then(succeed, fail);
  });
  invocations.end(id);
  services.post({ type: "ended", invocation: id, ending, logLines });
}

/** Converts a thrown object that is not an Error to text, as V8 does. */
function textOf(thrown: object): string {
  const { toString, constructor } = thrown as { toString?: unknown; constructor?: { name?: unknown } };
  if (toString !== Object.prototype.toString) return Object.prototype.toString.call(thrown);
  return `#<${typeof constructor?.name === "string" ? constructor.name : "Object"}>`;
}

function describe(thrown: unknown): ThrownInWorker {
  if (typeof thrown !== "object" || thrown === null) {
    return { name: "", message: String(thrown), stack: "", data: null };
  }
  const { name, message, stack, data, ConvexErrorSymbol } = thrown as Readonly<Record<string, unknown>>;
  const isConvexError = ConvexErrorSymbol === Symbol.for("ConvexError") && typeof data === "string";
  return {
    name: typeof name === "string" ? name : "",
    message: typeof message === "string" ? message : textOf(thrown),
    stack: typeof stack === "string" ? stack : "",
    data: isConvexError ? data : null,
  };
}

function isAction(
  value: unknown,
): value is { invokeAction(requestId: string, args: string): Promise<string> } {
  return typeof value === "function" && "invokeAction" in value && typeof value.invokeAction === "function";
}

function isRouter(value: unknown): value is Router {
  return typeof value === "object" && value !== null && "isRouter" in value && "lookup" in value;
}
