/**
 * Loads the endpoints of the CLI when the first request for one of them comes: most runtimes are never pushed to,
 * and what reads pushes is large.
 */
import type { ExtraHandler } from "../http/router.js";
import type { PushApiServices } from "./push-api.js";

const PATH =
  /^\/api\/(deploy2\/\w+|check_admin_key|v1\/get_canonical_urls|get_config_hashes|run_test_function|update_environment_variables|stream_function_logs)(\?|$)/;

/** Creates the handler of the CLI's endpoints. */
export function createPushHandler(services: PushApiServices): ExtraHandler {
  let handler: Promise<ExtraHandler> | undefined;
  return async (request, response) => {
    if (!PATH.test(request.url ?? "")) return false;
    handler ??= import("./push-api.js").then(({ createPushApi }) => createPushApi(services));
    return (await handler)(request, response);
  };
}
