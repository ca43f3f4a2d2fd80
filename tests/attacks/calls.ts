/** Calls functions of an attacked runtime over its HTTP API, which is open to any stranger. */

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Posts a body unchanged to a path of the runtime. */
export async function post(
  origin: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(origin + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

export function call(
  origin: string,
  kind: "query" | "mutation" | "action",
  path: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  return post(origin, `/api/${kind}`, JSON.stringify({ path, args, format: "json" }));
}
