/** Calls to the REST API in tests: a person's request with JSON in and out. */
import type { Caller, Deployment } from "./backend";

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body. Tests read it in the form that they expect. */
  readonly body: any; // oxlint-disable-line @typescript-eslint/no-explicit-any -- the body is what the tests are about
}

interface RestRequest {
  readonly json?: unknown;
  /** A body that is sent unchanged, instead of `json`. */
  readonly text?: string;
  /** A multipart body, instead of `json`. */
  readonly form?: FormData;
  readonly headers?: Record<string, string>;
}

/** Calls the API as a signed-in person, or as nobody. */
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
