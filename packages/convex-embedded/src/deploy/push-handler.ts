/**
 * Loads the endpoints of the CLI with the first request for one of them, because most runtimes never get a push,
 * and the code for pushes is large.
 */
import { headerText } from "../http/function-api.js";
import { HttpError } from "../http/responses.js";
import type { ExtraHandler } from "../http/router.js";
import type { PushApiServices } from "./push-api.js";

const PATH =
  /^\/api\/(deploy2\/\w+|check_admin_key|v1\/get_canonical_urls|get_config_hashes|run_test_function|update_environment_variables|stream_function_logs)(\?|$)/;

/** The oldest CLI whose pushes have the format that is parsed here. */
const OLDEST_CLI = "1.34.0";

/** Throws UnsupportedCommandLine if the `Convex-Client` header names a CLI that is too old. */
export function requireRecentCli(client: string | undefined): void {
  const version = /^npm-cli-(\d+\.\d+\.\d+)/.exec(client ?? "")?.[1];
  if (version === undefined || version.localeCompare(OLDEST_CLI, "en", { numeric: true }) >= 0) return;
  throw new HttpError(
    400,
    "UnsupportedCommandLine",
    `This runtime needs the command line of convex ${OLDEST_CLI} or newer; this is ${version}. Run \`npm install convex@latest\`.`,
  );
}

export function createPushHandler(services: PushApiServices): ExtraHandler {
  let handler: Promise<ExtraHandler> | undefined;
  return async (request, response) => {
    if (!PATH.test(request.url ?? "")) return false;
    requireRecentCli(headerText(request.headers["convex-client"]));
    handler ??= import("./push-api.js").then(({ createPushApi }) => createPushApi(services));
    return (await handler)(request, response);
  };
}
