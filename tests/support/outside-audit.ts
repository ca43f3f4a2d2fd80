/**
 * The audit from outside. It starts a real process with a filled kennel, and calls every public function and every
 * REST route with the ids of its records. It then checks the content of the responses and which records have
 * changed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { unzipSync } from "fflate";
import { convexToJson, type Value } from "convex/values";
import { api } from "../../convex/_generated/api";
import { makeTokenKey } from "../../scripts/secrets.mjs";
import { ArgumentMaker } from "./audit-arguments";
import type { Audited } from "./audit-calls";
import { ADMIN_KEY } from "./convex-cli";
import { firstKennelId, signIn, type SignedIn } from "./people";
import { PNG } from "./photos";
import { startRuntime, type Runtime } from "./runtime";
import { exportAll } from "./transfers";

type Row = Readonly<Record<string, unknown>> & { readonly _id: string };
type Tables = ReadonlyMap<string, readonly Row[]>;

/** The headers that a caller sends. */
export type Standing = Readonly<Record<string, string>>;

/** A refused call may change these tables, for the given reasons. */
const FREE_TABLES: ReadonlySet<string> = new Set([
  // Nightly jobs and jobs of each minute run during the audit.
  "_scheduled_functions",
  // Each call of a user changes the time of the user's last visit.
  "presence",
  "apiKeys",
]);
/** Shorter texts also occur in other kennels' records, or in the product's own texts. */
const CANARY_LENGTH = 12;

export let runtime: Runtime;
export let owner: SignedIn;
export let kennelId: string;
/** The file belongs to no record. */
let file = "";
let kennelTables: Tables;
export let canaries: readonly string[];
export let ids: Readonly<Record<string, string>>;
/** The kennel is that of the demo. Signs in as its owner. */
async function fillDemo(): Promise<SignedIn> {
  const child = spawn(process.execPath, ["scripts/run-ts.mjs", "scripts/demo.ts", runtime.origin]);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "exit")) as [number];
  const email = /[\w.]+@[\w.]+\w/u.exec(output)?.[0] ?? "";
  const password = /Password of both: (\S+)/u.exec(output)?.[1] ?? "";
  if (code !== 0 || password === "") throw new Error(`The demo was not filled: ${output}`);
  return await signIn(runtime.origin, { firstName: "Demo", name: "Demo", email, password });
}

/** Reads the operator's export. */
async function readTables(): Promise<Tables> {
  const files = unzipSync(new Uint8Array(await (await exportAll(runtime)).arrayBuffer()));
  const tables = new Map<string, Row[]>();
  for (const [name, bytes] of Object.entries(files)) {
    const [table = "", file] = name.split("/");
    if (file !== "documents.jsonl") continue;
    const lines = new TextDecoder().decode(bytes).split("\n").filter(Boolean);
    tables.set(
      table,
      lines.map((line) => JSON.parse(line) as Row),
    );
  }
  return tables;
}

const isOfKennel = (row: Row): boolean => row["kennelId"] === kennelId || row._id === kennelId;

const kennelRows = (tables: Tables): Tables =>
  new Map([...tables].map(([table, rows]) => [table, rows.filter(isOfKennel)] as const));

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const each of Object.values(value)) yield* textsOf(each);
}

/** These texts reveal the kennel's records: their ids, and texts that occur in no other row. */
function canariesOf(tables: Tables): string[] {
  const [own, others] = [new Set<string>(), new Set<string>()];
  for (const rows of tables.values()) {
    for (const row of rows) {
      const texts = isOfKennel(row) ? own : others;
      for (const text of textsOf(row)) if (text.length >= CANARY_LENGTH) texts.add(text);
    }
  }
  // Texts that the product itself writes everywhere are not secret: dates, kinds, breeds.
  return [...own].filter(
    (text) =>
      !others.has(text) && !/^[\d\-T:.Z]+$|^[a-z][a-zA-Z_]+$/u.test(text) && text !== "Bernese Mountain Dog",
  );
}

/** An argument of this name takes a record of this table. */
const TABLE_OF: Readonly<Record<string, string>> = {
  otherId: "dogs",
  sireId: "dogs",
  damId: "dogs",
  mateId: "dogs",
  fatherId: "dogs",
  motherId: "dogs",
  weightId: "dogWeights",
  checkId: "puppyHealthChecks",
  entryId: "breedingFinances",
  readingId: "progesteroneReadings",
  recordId: "healthRecords",
  testId: "healthTests",
  courseId: "medicationCourses",
  seriesId: "reminders",
  applicantId: "waitingList",
  documentId: "breedingDocuments",
  templateId: "contractTemplates",
  attachmentId: "healthAttachments",
  exportId: "healthExports",
  runId: "importRuns",
};

function idsOf(tables: Tables): Record<string, string> {
  const found: Record<string, string> = { kennelId };
  for (const [table, rows] of tables) {
    const [row] = rows;
    if (row) found[`${table.replace(/ies$/u, "y").replace(/s$/u, "")}Id`] = row._id;
  }
  for (const [argument, table] of Object.entries(TABLE_OF)) {
    const row = tables.get(table)?.at(argument === "otherId" || argument === "sireId" ? 1 : 0);
    if (row) found[argument] = row._id;
  }
  const [member] = tables.get("memberships") ?? [];
  if (typeof member?.["userId"] === "string") found["userId"] = member["userId"];
  return found;
}

export async function beginAudit(): Promise<void> {
  runtime = await startRuntime({
    ...{ functions: "convex", accounts: true, payments: true, adminKey: ADMIN_KEY },
    env: { STUDBOOK_TOKEN_KEY: makeTokenKey(), STUDBOOK_LINK_SECRET: "a secret of the deployment" },
  });
  owner = await fillDemo();
  kennelId = await firstKennelId(owner);
}

/** The current records of the kennel must not change. */
export async function noteRecords(): Promise<void> {
  const before = await readTables();
  kennelTables = kennelRows(before);
  canaries = canariesOf(before);
  ids = { ...idsOf(kennelTables), _storage: file };
}

/** These calls would undo what the others create, or start long-running work. */
const MAKES_NOTHING = /restore|cleanup|reset|cancel|import|undo|test|billing|subscription|auth|users|invit/iu;

/** Uses each example of the API as the owner, and stores a file. Each call then finds its record. */
export async function makeOneOfEach(): Promise<void> {
  const as = bearer(owner.token);
  for (const call of await restCalls()) {
    if (call.method === "post" && !MAKES_NOTHING.test(call.path)) await callRest(call, as);
  }
  const [address] = await owner.client.mutation(api.dogs.photos.generateUploadUrls, {
    dogId: ids["dogId"] ?? "",
  });
  const stored = await fetch(address ?? "", {
    method: "POST",
    body: PNG,
    headers: { "content-type": "image/png" },
  });
  file = ((await stored.json()) as { storageId: string }).storageId;
  await noteRecords();
}

export const bearer = (token: string): Standing => ({ authorization: `Bearer ${token}` });

/** Leaves out data that the caller sent. */
export const leaksIn = (text: string, given: string): string[] =>
  canaries.filter((canary) => text.includes(canary) && !given.includes(canary)).slice(0, 3);

/** Whether a call was refused because the right or the record is missing, not because its arguments are invalid. */
export const isRefusedByRight = (text: string): boolean =>
  /NOT_FOUND|FORBIDDEN|UNAUTHENTICATED|"value":(null|\[\])/u.test(text);

export async function callFunction({ name, kind, args }: Audited, standing: Standing) {
  const [module = ""] = name.split(":");
  const isFile = (argument: string) => /^(_storage|(storage|full|preview|thumbnail)Id)$/u.test(argument);
  const chosen = new ArgumentMaker((argument) =>
    isFile(argument) ? ids["_storage"] : (ids[`${module}.${argument}`] ?? ids[argument]),
  ).argumentsOf(args);
  const encoded = convexToJson(chosen as Record<string, Value>); // The values were made from validators, so they are Convex values.
  const given = JSON.stringify({ path: name, args: [encoded], format: "convex_encoded_json" });
  const response = await fetch(`${runtime.origin}/api/${kind}`, {
    ...{ method: "POST", headers: { ...standing, "content-type": "application/json" }, body: given },
  });
  const text = await response.text();
  const leaks = leaksIn(text, given);
  const wasAnswered = text.startsWith('{"status":"success"') && !/"value":(null|\[\])/u.test(text);
  const hasFailed = response.status >= 500 || /InternalServerError|"Server Error"/u.test(text);
  return { status: response.status, leaks, wasAnswered, hasFailed, text };
}

interface Content {
  readonly example?: unknown;
  readonly schema?: {
    readonly properties?: Readonly<Record<string, { readonly format?: string; readonly type?: string }>>;
    readonly required?: readonly string[];
  };
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly example?: unknown;
    readonly schema?: { readonly example?: unknown; readonly enum?: readonly unknown[] };
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly "x-permission"?: string;
}

/** From the description of the API. */
export interface RestCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** `{id}` names a record of this table, by the beginning of the path. */
const TABLE_OF_PATH: readonly (readonly [RegExp, string])[] = [
  [/^\/dog-owners/u, "dogOwnerId"],
  [/^\/dogs|^\/photos\/dogs|^\/health\/dogs/u, "dogId"],
  [/^\/links/u, "linkId"],
  [/^\/litters/u, "litterId"],
  [/^\/puppies\/health-checks/u, "checkId"],
  [/^\/puppies/u, "puppyId"],
  [/^\/backups/u, "backupId"],
  [/^\/breeding\/documents/u, "documentId"],
  [/^\/breeding/u, "breedingId"],
  [/^\/health\/records/u, "recordId"],
  [/^\/health\/exports/u, "exportId"],
  [/^\/health\/attachments/u, "attachmentId"],
  [/^\/health\/immunizations/u, "immunizationId"],
  [/^\/health\/scheduled/u, "scheduledVaccinationId"],
  [/^\/health\/veterinary/u, "veterinaryRecordId"],
  [/^\/reminders/u, "reminderId"],
  [/^\/photos/u, "photoId"],
  [/^\/settings\/contract/u, "templateId"],
];

/** `name` is a path segment, a parameter or a field of a body. */
const idFor = (path: string, name: string): string | undefined =>
  name === "id"
    ? (ids[TABLE_OF_PATH.find(([pattern]) => pattern.test(path))?.[1] ?? "kennelId"] ?? kennelId)
    : ids[name];

/** Replaces the records that an example names with the kennel's records. */
const withIds = (path: string, value: unknown, name = ""): unknown => {
  if (Array.isArray(value)) return value.map((each) => withIds(path, each, name.replace(/s$/u, "")));
  if (typeof value !== "object" || value === null) return idFor(path, name) ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withIds(path, each, key)]));
};

export async function restCalls(): Promise<RestCall[]> {
  const response = await fetch(`${runtime.origin}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([whole, methods]) => {
    const path = whole.replace(/^\/api/u, "");
    return Object.entries(methods).map(([method, operation]) => ({
      ...{ name: `${method.toUpperCase()} ${path}`, path, method, operation },
    }));
  });
}

const JSON_TYPE = { "content-type": "application/json" };

/**
 * A body comes from its example. A form has a picture for its files. Records come from the audited kennel unless
 * the path names another one.
 */
function bodyOf(path: string, { requestBody }: Operation): string | FormData | undefined {
  const { "application/json": json, "multipart/form-data": form } = requestBody?.content ?? {};
  const kennel = path.includes("{") ? {} : { kennelId };
  if (json?.example !== undefined)
    return JSON.stringify({ ...kennel, ...(withIds(path, json.example) as object) });
  if (!form) return undefined;
  const made = new FormData();
  for (const [name, { format, type }] of Object.entries(form.schema?.properties ?? {})) {
    if (format === "binary") made.append(name, new Blob([PNG], { type: "image/png" }), "paper.png");
    else if (idFor(path, name) !== undefined) made.append(name, idFor(path, name) ?? "");
    else if (type === "string" && form.schema?.required?.includes(name)) made.append(name, "2026-06-01");
  }
  return made;
}

export async function callRest({ method, path, operation }: RestCall, standing: Standing) {
  const named = (name: string) => operation.parameters?.find((parameter) => parameter.name === name)?.schema;
  const filled = path.replace(/\{(\w+)\}/gu, (_, name: string) =>
    String(idFor(path, name) ?? named(name)?.enum?.[0] ?? kennelId),
  );
  const url = new URL(`${runtime.origin}/api${filled}`);
  for (const { name, in: where, required, example, schema } of operation.parameters ?? []) {
    if (where !== "query") continue;
    const value =
      idFor(path, name) ??
      example ??
      schema?.example ??
      schema?.enum?.[0] ??
      (required ? "2026-06-01" : undefined);
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const body = bodyOf(path, operation);
  const response = await fetch(url, {
    ...{
      method: method.toUpperCase(),
      redirect: "manual",
      headers: { ...standing, ...(typeof body === "string" && JSON_TYPE) },
    },
    ...(body !== undefined && { body }),
  });
  const text = new TextDecoder("latin1").decode(await response.arrayBuffer());
  return {
    status: response.status,
    leaks: leaksIn(text, `${url.href} ${typeof body === "string" ? body : ""}`),
    text,
  };
}

/** Only rows of the kennel. */
export async function changesSince(): Promise<string[]> {
  const now = await readTables();
  const changes: string[] = [];
  for (const [table, rows] of kennelRows(now)) {
    if (FREE_TABLES.has(table)) continue;
    const before = new Map((kennelTables.get(table) ?? []).map((row) => [row._id, JSON.stringify(row)]));
    for (const row of rows) {
      if (before.get(row._id) !== JSON.stringify(row))
        changes.push(`${table} ${row._id} ${JSON.stringify(row).slice(0, 200)}`);
      before.delete(row._id);
    }
    for (const id of before.keys()) changes.push(`${table} ${id} is gone`);
  }
  return changes;
}
