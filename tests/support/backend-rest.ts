/** Calls the REST API in tests. */
import type { Caller, Deployment } from "./backend";

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Tests read the parsed JSON body in the form that they expect. */
  readonly body: any; // oxlint-disable-line @typescript-eslint/no-explicit-any -- the body is what the tests are about
}

interface RestRequest {
  readonly json?: unknown;
  /** Sent unchanged, instead of `json`. */
  readonly text?: string;
  /** Sent instead of `json`. */
  readonly form?: FormData;
  readonly headers?: Record<string, string>;
}

export async function callRest(
  caller: Caller | Deployment,
  method: string,
  path: string,
  { json, text, form, headers = {} }: RestRequest = {},
): Promise<RestAnswer> {
  const body = form ?? text ?? (json === undefined ? undefined : JSON.stringify(json));
  const type: Record<string, string> =
    body === undefined || form ? {} : { "Content-Type": "application/json" };
  const response = await caller.fetch(`/api${path}`, {
    method: method.toUpperCase(),
    headers: { ...type, ...headers },
    body,
  });
  const answer = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body:
      answer === ""
        ? null
        : response.headers.get("content-type")?.includes("json")
          ? JSON.parse(answer)
          : answer,
  };
}
