/** The runtime's own responses for an HTTP action that returns none. */
import { uncaughtErrorText } from "../../errors.js";
import type { HttpActionFailure, HttpActionResponse } from "../api.js";
import { RETRY_AFTER_SECONDS, type Refusal } from "../turns.js";

export const emptyResponse = (): HttpActionResponse => ({ status: 204, headers: [], body: null });

/** The response contains the cause only if the client may see it. */
export function failedHttpResponse(failure: HttpActionFailure, isRedacted = false): HttpActionResponse {
  const { requestId, error } = failure;
  const summary = `[Request ID: ${requestId}] Server Error`;
  const body = {
    ...(isRedacted
      ? { code: summary }
      : { code: `${summary}: ${error.message}`, trace: uncaughtErrorText(error) }),
    ...(error.data === undefined ? {} : { data: JSON.parse(error.data) as unknown }),
  };
  return { ...jsonResponse(500, body), failure };
}

export function refusedResponse({ code, message }: Refusal): HttpActionResponse {
  const { headers, ...rest } = jsonResponse(429, { code, message });
  return { ...rest, headers: [...headers, ["retry-after", String(RETRY_AFTER_SECONDS)]] };
}

function jsonResponse(status: number, body: object): HttpActionResponse {
  const headers = [["content-type", "application/json"]] as const;
  return { status, headers, body: new Blob([JSON.stringify(body)]).stream() };
}
