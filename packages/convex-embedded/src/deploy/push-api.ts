/**
 * The endpoints with which the CLI pushes functions and manages a deployment. All of them require the admin key. An
 * error in a push is a refusal whose code and message the CLI shows.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { z } from "zod";
import type { Authenticator } from "../auth/authenticator.js";
import { readProviders } from "../auth/providers.js";
import { DatabaseError } from "../database/errors.js";
import { EngineError } from "../errors.js";
import { readBytes } from "../http/body.js";
import { readCaller } from "../http/credentials.js";
import { headerText, outcomeText } from "../http/function-api.js";
import { chooseFormat } from "../http/value-format.js";
import { HttpError, sendError, sendJson } from "../http/responses.js";
import type { Deployment } from "./deployment.js";
import type { FunctionLog } from "./function-log.js";
import { runInlineQuery, type InlineQueryServices } from "./inline-query.js";
import { authInfo, checkedApp, evaluatedDefinitions, indexDiffs, pushDiff } from "./push-answers.js";
import {
  environmentChangesRequest,
  finishPushRequest,
  inlineQueryRequest,
  startPushRequest,
  waitForSchemaRequest,
} from "./push-request.js";
import { PushError } from "./pushed-folder.js";
import { evaluateSchemas } from "./schema-evaluation.js";

export interface PushApiServices {
  readonly deployment: Deployment;
  readonly authenticator: Authenticator;
  readonly log: FunctionLog;
  readonly inlineQueries: InlineQueryServices;
  readonly cloudUrl: string;
  readonly siteUrl: string;
}

type Answer = (
  services: PushApiServices,
  request: IncomingMessage,
  url: URL,
  whenGone: AbortSignal,
) => Promise<unknown>;

const MAX_BODY_BYTES = 512 << 20;
const decompress = promisify(brotliDecompress);

const answers: Readonly<Record<string, Answer | undefined>> = {
  "GET /api/check_admin_key": () => Promise.resolve({ success: true }),
  "POST /api/check_admin_key": () => Promise.resolve({ success: true }),
  "GET /api/v1/get_canonical_urls": ({ cloudUrl, siteUrl }) =>
    Promise.resolve({ convexCloudUrl: cloudUrl, convexSiteUrl: siteUrl }),
  "POST /api/get_config_hashes": ({ deployment }) => Promise.resolve(configHashes(deployment)),
  "POST /api/deploy2/start_push": startPush,
  "POST /api/deploy2/evaluate_push": startPush,
  "POST /api/deploy2/evaluate_schema": evaluateSchema,
  "POST /api/deploy2/wait_for_schema": waitForSchema,
  "POST /api/deploy2/finish_push": finishPush,
  "POST /api/deploy2/report_push_completed": async (_services, request) => {
    await readBytes(request, MAX_BODY_BYTES);
    return null;
  },
  "POST /api/update_environment_variables": updateVariables,
  "POST /api/run_test_function": inlineQuery,
  "GET /api/stream_function_logs": ({ log }, _request, url, whenGone) =>
    log.entriesAfter(Number(url.searchParams.get("cursor") ?? 0), whenGone),
};

/** The handler returns false for other paths. */
export function createPushApi(services: PushApiServices) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const answer = answers[`${request.method ?? "GET"} ${url.pathname}`];
    if (answer === undefined) return false;
    const caller = await readCaller(request.headers.authorization, services.authenticator);
    if (caller.visibility !== "internal") {
      throw new HttpError(403, "BadDeployKey", "This path takes the admin key only");
    }
    try {
      sendJson(response, 200, (await answer(services, request, url, goneSignal(response))) ?? null);
    } catch (error) {
      const refusal = refusalFor(error);
      if (refusal === null) throw error;
      sendError(response, refusal);
    }
    return true;
  };
}

function refusalFor(error: unknown): HttpError | null {
  const isForTheDeveloper =
    error instanceof PushError || error instanceof EngineError || error instanceof DatabaseError;
  return isForTheDeveloper ? new HttpError(400, error.code, error.message) : null;
}

async function readBody<T extends z.ZodType>(request: IncomingMessage, schema: T): Promise<z.infer<T>> {
  const bytes = await readBytes(request, MAX_BODY_BYTES);
  let body: unknown;
  try {
    const isCompressed = request.headers["content-encoding"] === "br";
    const plain = isCompressed ? await decompress(bytes, { maxOutputLength: MAX_BODY_BYTES }) : bytes;
    body = JSON.parse(plain.toString("utf8"));
  } catch (error) {
    throw new HttpError(400, "BadJsonBody", `The request body is not valid JSON: ${String(error)}`);
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new HttpError(400, "BadJsonBody", `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
}

function configHashes({ current }: Deployment) {
  return {
    config: { functions: current?.functions ?? "convex/" },
    moduleHashes: current?.modules[""] ?? [],
    nodeDependencies: [],
    udfServerVersion: current?.udfServerVersion ?? null,
  };
}

async function startPush({ deployment }: PushApiServices, request: IncomingMessage) {
  const body = await readBody(request, startPushRequest);
  const { source, generation, definitions } = await deployment.startPush(body);
  const { analysis } = generation;
  return {
    environmentVariables: {},
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: readProviders(analysis.authProviders).map(authInfo),
    analysis: evaluatedDefinitions(definitions, analysis, source.modules),
    app: checkedApp(analysis),
    schemaChange: {
      allocatedComponentIds: {},
      // The CLI sends these back to identify the push.
      schemaIds: { "": source.id },
      indexDiffs: indexDiffs(deployment.analysis, analysis),
    },
  };
}

async function evaluateSchema({ deployment }: PushApiServices, request: IncomingMessage) {
  const { before, after } = await deployment.evaluate(await readBody(request, startPushRequest));
  return evaluateSchemas(before, after, {
    sizeOf: (table, component) => deployment.tableSize(table, component),
    unfilledOf: (component) => deployment.unfilledIndexes(component),
  });
}

async function waitForSchema({ deployment }: PushApiServices, request: IncomingMessage) {
  const { schemaChange } = await readBody(request, waitForSchemaRequest);
  const problem = await deployment.checkSchema(schemaChange.schemaIds[""] ?? "");
  if (problem === null) return { type: "complete" };
  const tableName = /in table "([^"]+)"/.exec(problem.message)?.[1] ?? null;
  return { type: "failed", error: problem.message, componentPath: "", tableName };
}

async function finishPush({ deployment }: PushApiServices, request: IncomingMessage) {
  const { dryRun, startPush: started } = await readBody(request, finishPushRequest);
  const { before, after } = await deployment.finishPush(started.schemaChange.schemaIds[""] ?? "", dryRun);
  return pushDiff(before, after);
}

async function updateVariables({ deployment }: PushApiServices, request: IncomingMessage) {
  const { changes } = await readBody(request, environmentChangesRequest);
  await deployment.changeVariables(changes);
}

async function inlineQuery(services: PushApiServices, request: IncomingMessage): Promise<unknown> {
  const { bundle, args, componentId, format } = await readBody(request, inlineQueryRequest);
  const wanted = chooseFormat(format, headerText(request.headers["convex-client"]));
  const outcome = await runInlineQuery(services.inlineQueries, services.deployment, {
    source: bundle.source,
    args: JSON.stringify([args]),
    component: componentId ?? "",
  });
  return JSON.parse(outcomeText(outcome, wanted));
}

/** The signal aborts when the response is sent or the client has disconnected. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}
