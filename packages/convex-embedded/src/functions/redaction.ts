/**
 * What clients of a production deployment learn about a call. As in Convex, a failed call returns its request id
 * and `Server Error`, and the data if it was an application's own error. The output of functions remains on the
 * server. The operator finds the hidden cause by the request id. A caller with the admin key gets everything.
 */
import { AuthenticationError, type Authenticator } from "../auth/authenticator.js";
import { failedHttpResponse } from "./actions/http-responses.js";
import type { Caller, FunctionFailure, FunctionRunner, FunctionSuccess } from "./api.js";

type Outcome = FunctionSuccess | FunctionFailure;

/** The scheduler and the tools use the runner itself. */
export function redactForClients(runner: FunctionRunner, report: (text: string) => void): FunctionRunner {
  const seenBy = <T extends Outcome>(caller: Caller | undefined, outcome: T): T => {
    if (caller?.visibility === "internal") return outcome;
    if (outcome.status === "success") {
      return outcome.logLines.length === 0 ? outcome : { ...outcome, logLines: [] };
    }
    if (outcome.data === undefined && outcome.refusal === undefined) report(outcome.message);
    return { ...outcome, message: withoutCause(outcome.message), logLines: [] };
  };
  return {
    async runQueries(calls, at) {
      const { ts, outcomes } = await runner.runQueries(calls, at);
      return { ts, outcomes: outcomes.map((outcome, index) => seenBy(calls[index]?.caller, outcome)) };
    },
    runMutation: async (call) => seenBy(call.caller, await runner.runMutation(call)),
    runAction: async (call) => seenBy(call.caller, await runner.runAction(call)),
    hasRoute: (method, pathname) => runner.hasRoute(method, pathname),
    async runHttpAction(request) {
      const response = await runner.runHttpAction(request);
      if (response?.failure === undefined || request.isAdmin === true) return response;
      return failedHttpResponse(response.failure, true);
    },
    kindOf: (path, visibility) => runner.kindOf(path, visibility),
    valuesTakenBy: (path, visibility) => runner.valuesTakenBy(path, visibility),
  };
}

/** The first line of a failure is `[Request ID: …] Server Error`. The cause begins on the second line. */
function withoutCause(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}

/** The sender of an invalid token must not learn which providers are accepted. */
export function redactProviders(authenticator: Authenticator): Authenticator {
  return {
    ...authenticator,
    async verifyToken(token) {
      try {
        return await authenticator.verifyToken(token);
      } catch (error) {
        if (!(error instanceof AuthenticationError) || error.code !== "NoAuthProvider") throw error;
        throw new AuthenticationError(error.code, "No auth provider found matching the given token", {
          cause: error,
        });
      }
    },
  };
}
