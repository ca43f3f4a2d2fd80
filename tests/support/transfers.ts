/** Moves data into and out of a runtime over the endpoints that the CLI uses, without the CLI's start-up time. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ADMIN_KEY } from "./convex-cli";
import type { Runtime } from "./runtime";

export interface ImportState {
  readonly state: "uploaded" | "waiting_for_confirmation" | "in_progress" | "completed" | "failed";
  readonly error_message?: string;
  readonly num_rows_written?: bigint;
}

export interface ImportWanted {
  readonly format: "zip" | "jsonLines" | "jsonArray" | "csv";
  readonly mode?: "requireEmpty" | "append" | "replace" | "replaceAll";
  readonly tableName?: string;
  readonly componentPath?: string;
}

const importOf = makeFunctionReference<"query", { importId: string }, { state: ImportState } | null>(
  "_system/cli/queryImport",
);
const latestExport = makeFunctionReference<
  "query",
  Record<string, never>,
  { state: string; start_ts: bigint } | null
>("_system/cli/exports:getLatest");

const authorization = `Convex ${ADMIN_KEY}`;
const POLL_MS = 10;

async function ask(origin: string, path: string, body: BodyInit = "{}"): Promise<Response> {
  const response = await fetch(`${origin}${path}`, { method: "POST", headers: { authorization }, body });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response;
}

/** The response must be an object whose fields the caller knows. */
async function answerOf<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

interface ActingClient {
  setAdminAuth(key: string, actingAs?: Readonly<Record<string, string>>): void;
}

/** Uses the admin key. If a user is given, calls as that user, like `convex run`. */
export function asAdmin(origin: string, actingAs?: Readonly<Record<string, string>>): ConvexHttpClient {
  const client = new ConvexHttpClient(origin, { logger: false });
  // The method is not in the published types.
  (client as unknown as ActingClient).setAdminAuth(ADMIN_KEY, actingAs);
  return client;
}

/** Returns the id of the file's import, which waits for confirmation. */
export async function upload(
  { origin }: Pick<Runtime, "origin">,
  parts: readonly Uint8Array<ArrayBuffer>[],
  wanted: ImportWanted,
): Promise<string> {
  const { uploadToken } = await answerOf<{ uploadToken: string }>(
    await ask(origin, "/api/import/start_upload"),
  );
  const partTokens: string[] = [];
  for (const [i, part] of parts.entries()) {
    const query = `uploadToken=${uploadToken}&partNumber=${i + 1}`;
    partTokens.push(await answerOf<string>(await ask(origin, `/api/import/upload_part?${query}`, part)));
  }
  const body = JSON.stringify({ import: wanted, uploadToken, partTokens });
  return (await answerOf<{ importId: string }>(await ask(origin, "/api/import/finish_upload", body)))
    .importId;
}

export async function stateOf({ origin }: Pick<Runtime, "origin">, importId: string): Promise<ImportState> {
  const found = await asAdmin(origin).query(importOf, { importId });
  if (found === null) throw new Error("There is no such import.");
  return found.state;
}

/** Returns as soon as the import is in one of these states or has ended. */
export async function whenImport(
  runtime: Pick<Runtime, "origin">,
  importId: string,
  ...states: ImportState["state"][]
): Promise<ImportState> {
  for (;;) {
    const state = await stateOf(runtime, importId);
    const isOver = state.state === "failed" || state.state === "completed";
    if (isOver || states.includes(state.state)) return state;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Confirms a waiting import, so that it begins. */
export async function perform({ origin }: Pick<Runtime, "origin">, importId: string): Promise<void> {
  await ask(origin, "/api/perform_import", JSON.stringify({ importId }));
}

export async function cancel({ origin }: Pick<Runtime, "origin">, importId: string): Promise<void> {
  await ask(origin, "/api/cancel_import", JSON.stringify({ importId }));
}

export async function importAll(
  runtime: Pick<Runtime, "origin">,
  file: Uint8Array<ArrayBuffer>,
  wanted: ImportWanted,
): Promise<ImportState> {
  const importId = await upload(runtime, [file], wanted);
  const planned = await whenImport(runtime, importId, "waiting_for_confirmation");
  if (planned.state === "failed") return planned;
  await perform(runtime, importId);
  return whenImport(runtime, importId);
}

export async function exportAll({ origin }: Pick<Runtime, "origin">): Promise<Response> {
  await ask(origin, "/api/export/request/zip?includeStorage=true");
  for (;;) {
    const found = await asAdmin(origin).query(latestExport, {});
    if (found?.state === "failed") throw new Error("The export has failed.");
    if (found?.state === "completed") {
      return fetch(`${origin}/api/export/zip/${found.start_ts}`, { headers: { authorization } });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
