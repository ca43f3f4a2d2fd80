/**
 * Chooses the handler of a request: first the runtime's own paths, then its additional handlers (local accounts),
 * then the developer's HTTP actions, the pages for operators, and the web app. An error in one request is logged
 * and returned to that request, and never affects another request.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Authenticator } from "../auth/authenticator.js";
import type { Timestamp } from "../database/api.js";
import type { FunctionRunner } from "../functions/api.js";
import type { AnonymousBounds } from "../functions/request-bounds.js";
import { MAX_ARGS_TEXT_LENGTH } from "../sync/limits.js";
import type { Metrics } from "../sync/metrics.js";
import type { CallRates, LargeCalls } from "./call-rates.js";
import { bringsBody } from "./action-body.js";
import type { Arrivals } from "./arrivals.js";
import { clientKeyOf, type ClientAddresses } from "./client-address.js";
import { allowOrigin, answerPreflight } from "./cors.js";
import { Flow } from "./flow.js";
import { createFunctionApi } from "./function-api.js";
import { answerHttpAction } from "./http-actions.js";
import { KeptAnswers } from "./kept-answers.js";
import type { Pace } from "./pace.js";
import type { BodyReader } from "./reading-thread.js";
import { HttpError, sendError, sendJson, sendText, tooManyRequests } from "./responses.js";
import type { PathHandler } from "./path-handler.js";
import { isForFilesOrigin } from "./storage.js";
import { isFromThisMachine } from "./this-machine.js";

/** Resolves with false if the request is for another handler. */
export type ExtraHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export interface RouterServices {
  readonly runner: FunctionRunner;
  readonly authenticator: Authenticator;
  readonly database: { readonly latestTs: Timestamp };
  readonly storage: PathHandler;
  /** The origin that serves only stored files. Null if they are served beside the app. */
  readonly filesOrigin: string | null;
  /** The public keys for the tokens that functions sign. */
  readonly keySet: () => object;
  readonly metrics: Metrics;
  readonly statusPages: PathHandler;
  readonly version: string;
  readonly instanceName: string;
  readonly hasHttpActions: () => boolean;
  readonly extraHandlers: readonly ExtraHandler[];
  readonly webApp: PathHandler | null;
  readonly addresses: ClientAddresses;
  readonly arrivals: Arrivals;
  readonly rates: CallRates;
  readonly largeCalls: LargeCalls;
  readonly pace: Pace;
  readonly anonymousBounds?: AnonymousBounds;
  readonly reader?: BodyReader;
  readonly isSecure: boolean;
  readonly onError: (error: unknown) => void;
}

/** The methods that `httpRouter` accepts, and HEAD, which its GET handles. */
const SITE_METHODS: ReadonlySet<string> = new Set([
  ...["GET", "HEAD", "POST", "DELETE", "PATCH", "PUT", "OPTIONS"],
]);
const COUNTERS_PATH = "/_internal/metrics";
const ENGINE_PATH =
  /^\/(version|instance_name|instance_version|\.well-known\/jwks\.json|api\/(query|query_ts|query_at_ts|query_batch|mutation|action|function|run\/.*|storage\/.*))$/;

export function createRouter(given: RouterServices): RequestListener {
  const services = { ...given, flow: new Flow(), kept: new KeptAnswers() };
  const functionApi = createFunctionApi({ ...services, maxArgsBytes: MAX_ARGS_TEXT_LENGTH });

  const answerEngine = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    allowOrigin(request, response);
    if (answerPreflight(request, response)) return;
    switch (url.pathname) {
      case "/version":
      case "/instance_version":
        return sendText(response, 200, services.version);
      case "/.well-known/jwks.json":
        return sendJson(response, 200, services.keySet());
      case "/instance_name":
        return sendText(response, 200, services.instanceName);
      default:
        if (await functionApi(request, response, url)) return;
        if (await services.storage(request, response, url)) return;
        throw notFound(request, url);
    }
  };

  return guard(services, async (request, response, url) => {
    if (isForFilesOrigin(request, services.filesOrigin) && !url.pathname.startsWith("/api/storage/")) {
      throw notFound(request, url);
    }
    if (url.pathname === COUNTERS_PATH && isFromThisMachine(request)) {
      return sendJson(response, 200, services.metrics);
    }
    if (ENGINE_PATH.test(url.pathname)) return answerEngine(request, response, url);
    for (const handler of services.extraHandlers) {
      if (await handler(request, response)) return;
    }
    if (await answerHttpAction(services, request, response, url)) return;
    if (await services.statusPages(request, response, url)) return;
    if (services.webApp !== null && (await services.webApp(request, response, url))) return;
    throw notFound(request, url);
  });
}

/** For the port that serves only HTTP actions. Other requests are refused with Convex's message. */
export function createSiteRouter(given: RouterServices): RequestListener {
  const services = { ...given, flow: new Flow(), kept: new KeptAnswers() };
  return guard(services, async (request, response, url) => {
    if (!SITE_METHODS.has(request.method ?? "GET")) {
      response.writeHead(405, { Allow: [...SITE_METHODS].join(","), "Content-Length": 0 });
      response.end();
      return;
    }
    if (await answerHttpAction(services, request, response, url)) return;
    const message = services.hasHttpActions()
      ? "No matching routes found"
      : "This Convex deployment does not have HTTP actions enabled.";
    sendText(response, 404, message);
  });
}

function notFound(request: IncomingMessage, url: URL): HttpError {
  return new HttpError(404, "NotFound", `There is nothing for ${request.method ?? "GET"} ${url.pathname}`);
}

/** A year. Subdomains of the server's name are not included. */
const STRICT_TRANSPORT = "max-age=31536000";

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

function guard(services: RouterServices, handle: Handler): RequestListener {
  const { onError, addresses, rates, pace, isSecure } = services;
  const refused = new WeakSet<Socket>();
  const lastOf = new WeakMap<Socket, Promise<void>>();
  /**
   * Resolves when all earlier requests on the connection have responses. Otherwise later responses would wait in
   * memory.
   */
  const turnOf = (response: ServerResponse, socket: Socket): Promise<void> | undefined => {
    const before = lastOf.get(socket);
    const answered = new Promise<void>((resolve) => response.once("close", resolve));
    lastOf.set(socket, answered);
    void answered.then(() => {
      if (lastOf.get(socket) === answered) lastOf.delete(socket);
    });
    return before;
  };
  return (request, response) => {
    if (isSecure) response.setHeader("Strict-Transport-Security", STRICT_TRANSPORT);
    if (refused.has(request.socket)) return;
    const waitSeconds = rates.take(clientKeyOf(addresses.of(request)));
    if (waitSeconds > 0) {
      refused.add(request.socket);
      return refuseRate(request, response, waitSeconds);
    }
    const before = turnOf(response, request.socket);
    const answer = async () => {
      if (before !== undefined) await before;
      // If the request has a body, it does not wait here, because the body is read before its turn.
      if (!bringsBody(request)) await pace.turnOf(request, addresses);
      // A request that was sent ahead has no socket for its response yet that would report its end.
      if (response.closed || request.socket.destroyed) return;
      await handle(request, response, urlOf(request, addresses));
    };
    answer().catch((error: unknown) => {
      // The client closed the connection, which caused the error.
      if (response.destroyed) return;
      const refusal = refusalFor(error);
      if (refusal === null) onError(error);
      if (!request.complete && !response.headersSent) response.setHeader("Connection", "close");
      sendError(
        response,
        refusal ??
          new HttpError(500, "InternalServerError", "Your request couldn't be completed. Try again later."),
      );
    });
  };
}

/** Requests that were sent ahead on the connection get no response. */
function refuseRate(request: IncomingMessage, response: ServerResponse, waitSeconds: number): void {
  response.setHeader("Connection", "close");
  allowOrigin(request, response);
  sendError(response, tooManyRequests(waitSeconds));
}

function refusalFor(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (error instanceof URIError) return new HttpError(400, "BadRequest", "The path is not encoded correctly");
  return null;
}

function urlOf(request: IncomingMessage, addresses: ClientAddresses): URL {
  const protocol = addresses.isSecure(request) ? "https" : "http";
  const url = URL.canParse(`${protocol}://${request.headers.host ?? "localhost"}`)
    ? new URL(`${protocol}://${request.headers.host ?? "localhost"}`)
    : null;
  // A host with a name before it, such as `a@b`, would be parsed as an address with credentials, which no real
  // request has.
  const isHost = url !== null && url.username === "" && url.password === "" && url.pathname === "/";
  if (!isHost || request.url?.startsWith("/") !== true) {
    throw new HttpError(400, "BadRequest", "The request's host or path is not valid");
  }
  // Assigning keeps `//host/path` as a path. Resolving it would treat `host` as another server.
  const [pathname = "/", ...query] = request.url.split("?");
  url.pathname = pathname;
  url.search = query.join("?");
  return url;
}
