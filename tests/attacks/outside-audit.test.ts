/**
 * The audit from outside: every public function and every REST call of a real process, by whoever has no right to a
 * filled kennel, with the ids of its records. Nothing that stands in its records may come back, no row of it may change,
 * and nothing may end as a fault of the server.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTokenKey } from "../../scripts/secrets.mjs";
import { api } from "../../convex/_generated/api";
import { AREAS } from "../../domain/constants/roles";
import { ArgumentMaker } from "../support/audit-arguments";
import { PUBLIC_FUNCTIONS, type Audited } from "../support/audit-calls";
import { ADMIN_KEY } from "../support/convex-cli";
import { firstKennelId, joinKennel, person, register, signIn, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";
import { exportAll } from "../support/transfers";

type Row = Readonly<Record<string, unknown>> & { readonly _id: string };
type Tables = ReadonlyMap<string, readonly Row[]>;

/** Whoever calls, by what they send along. */
type Standing = Readonly<Record<string, string>>;

/** Tables in which calls that are refused may leave something, and why. */
const FREE_TABLES: ReadonlySet<string> = new Set([
  // Jobs of the night and of the minute run beside the audit.
  "_scheduled_functions",
  // When somebody was last there, and with what.
  "presence",
  "apiKeys",
]);
/** Shorter texts stand in other kennels' records too, or in the product's own words. */
const CANARY_LENGTH = 12;

let runtime: Runtime;
let owner: SignedIn;
let kennelId: string;
let kennelTables: Tables;
let canaries: readonly string[];
let ids: Readonly<Record<string, string>>;
const functionStandings: Record<string, Standing> = {};
const restStandings: Record<string, Standing> = {};

/** Fills a kennel as the demo does, and returns how its owner signs in. */
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

/** Reads every table of the database as the operator's export has it. */
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

/** The rows of the kennel by table. */
const kennelRows = (tables: Tables): Tables =>
  new Map([...tables].map(([table, rows]) => [table, rows.filter(isOfKennel)] as const));

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const each of Object.values(value)) yield* textsOf(each);
}

/** Collects what gives the kennel's records away: their ids, and texts that stand in no other row. */
function canariesOf(tables: Tables): string[] {
  const [own, others] = [new Set<string>(), new Set<string>()];
  for (const rows of tables.values()) {
    for (const row of rows) {
      const texts = isOfKennel(row) ? own : others;
      for (const text of textsOf(row)) if (text.length >= CANARY_LENGTH) texts.add(text);
    }
  }
  // What the product itself writes everywhere is no secret: dates, kinds, breeds.
  return [...own].filter(
    (text) => !others.has(text) && !/^[\d\-T:.Z]+$|^[a-z_]+$/u.test(text) && text !== "Bernese Mountain Dog",
  );
}

/** What an argument's name says of the table that it names a record of. */
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

const bearer = (token: string): Standing => ({ authorization: `Bearer ${token}` });

beforeAll(async () => {
  runtime = await startRuntime({
    ...{ functions: "convex", accounts: true, payments: true, adminKey: ADMIN_KEY },
    env: { STUDBOOK_TOKEN_KEY: makeTokenKey(), STUDBOOK_LINK_SECRET: "a secret of the deployment" },
  });
  const { origin } = runtime;
  owner = await fillDemo();
  kennelId = await firstKennelId(owner);
  const [stranger, former, invited, bare] = [
    await register(origin, person("Stranger")),
    await register(origin, person("Former")),
    await register(origin, person("Invited")),
    await register(origin, person("Bare")),
  ];
  await joinKennel(owner, former, { kennelId, role: "manager" });
  await joinKennel(owner, bare, { kennelId, role: "viewer" });
  const keyOf = async ({ client, password }: SignedIn, of: string) =>
    await client.action(api.accounts.apiKeys.create, {
      ...{ kennelId: of, name: "Audit", areas: { dogs: "write" as const }, days: null, password },
    });
  const formersKey = await keyOf(former, kennelId);
  const revoked = await keyOf(owner, kennelId);
  await owner.client.mutation(api.accounts.apiKeys.revoke, { kennelId, apiKeyId: revoked._id });
  const strangersKey = await keyOf(stranger, await firstKennelId(stranger));
  const members = await owner.client.query(api.kennels.members.list, { kennelId });
  const memberOf = ({ email }: SignedIn) => members.find((member) => member.email === email)?.userId ?? "";
  await owner.client.mutation(api.kennels.members.update, {
    ...{ kennelId, userId: memberOf(bare), role: "viewer" as const },
    permissions: Object.fromEntries(AREAS.map((area) => [area, "none" as const])),
  });
  await owner.client.mutation(api.kennels.members.remove, { kennelId, userId: memberOf(former) });
  await owner.client.mutation(api.kennels.members.add, { kennelId, email: invited.email, role: "manager" });
  const before = await readTables();
  kennelTables = kennelRows(before);
  canaries = canariesOf(before);
  ids = idsOf(kennelTables);
  Object.assign(functionStandings, {
    nobody: {},
    "the owner of another kennel": bearer(stranger.token),
    "a former member": bearer(former.token),
    "somebody who is invited and has not accepted": bearer(invited.token),
  });
  Object.assign(restStandings, functionStandings, {
    "a key of another kennel": bearer(strangersKey.key),
    "a key of a former member": bearer(formersKey.key),
    "a revoked key": bearer(revoked.key),
    "a key that never was": bearer(`${strangersKey.key.slice(0, -4)}abcd`),
  });
}, 180_000);
afterAll(() => runtime.stop());

/** What a text tells of the kennel beside what the caller has named. */
const leaksIn = (text: string, given: string): string[] =>
  canaries.filter((canary) => text.includes(canary) && !given.includes(canary)).slice(0, 3);

/** Tells a refusal for want of a right, or of such a record, from one for what was sent. */
const isRefusedByRight = (text: string): boolean =>
  /NOT_FOUND|FORBIDDEN|UNAUTHENTICATED|"value":(null|\[\])/u.test(text);

async function callFunction({ name, kind, args }: Audited, standing: Standing) {
  const [module = ""] = name.split(":");
  const chosen = new ArgumentMaker((argument) => ids[`${module}.${argument}`] ?? ids[argument]).argumentsOf(
    args,
  );
  const given = JSON.stringify({ path: name, args: chosen, format: "json" }, (_, each: unknown) =>
    typeof each === "bigint" ? Number(each) : each,
  );
  const response = await fetch(`${runtime.origin}/api/${kind}`, {
    ...{ method: "POST", headers: { ...standing, "content-type": "application/json" }, body: given },
  });
  const text = await response.text();
  const leaks = leaksIn(text, given);
  const wasAnswered = text.startsWith('{"status":"success"') && !/"value":(null|\[\])/u.test(text);
  const hasFailed = response.status >= 500 || /InternalServerError|"Server Error"/u.test(text);
  return { leaks, wasAnswered, hasFailed, text };
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly example?: unknown;
    readonly schema?: { readonly example?: unknown; readonly enum?: readonly unknown[] };
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly "x-permission"?: string;
}

/** A REST call as the description of the API has it. */
interface RestCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Which table the `{id}` of a path is of, by how the path begins. */
const TABLE_OF_PATH: readonly (readonly [RegExp, string])[] = [
  [/^\/dogs|^\/photos\/dogs|^\/health\/dogs/u, "dogId"],
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

/** The record that a part of a path, a parameter or a field of a body names. */
const idFor = (path: string, name: string): string | undefined =>
  name === "id"
    ? (ids[TABLE_OF_PATH.find(([pattern]) => pattern.test(path))?.[1] ?? "kennelId"] ?? kennelId)
    : ids[name];

/** Puts the kennel's records in place of those that an example names. */
const withIds = (path: string, value: unknown, name = ""): unknown => {
  if (Array.isArray(value)) return value.map((each) => withIds(path, each, name.replace(/s$/u, "")));
  if (typeof value !== "object" || value === null) return idFor(path, name) ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withIds(path, each, key)]));
};

async function restCalls(): Promise<RestCall[]> {
  const response = await fetch(`${runtime.origin}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...{ name: `${method.toUpperCase()} ${path}`, path, method, operation },
    })),
  );
}

async function callRest({ method, path, operation }: RestCall, standing: Standing) {
  const filled = path.replace(/\{(\w+)\}/gu, (_, name: string) => idFor(path, name) ?? kennelId);
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
  const example = operation.requestBody?.content["application/json"]?.example;
  const body = example === undefined ? undefined : JSON.stringify(withIds(path, example));
  const response = await fetch(url, {
    ...{
      method: method.toUpperCase(),
      headers: { ...standing, "content-type": "application/json" },
      redirect: "manual",
    },
    ...(body !== undefined && { body }),
  });
  const text = new TextDecoder("latin1").decode(await response.arrayBuffer());
  return { status: response.status, leaks: leaksIn(text, `${url.href} ${body ?? ""}`), text };
}

describe.sequential("every REST call", () => {
  it.each([
    "nobody",
    "the owner of another kennel",
    "a former member",
    "somebody who is invited and has not accepted",
    "a key of another kennel",
    "a key of a former member",
    "a revoked key",
    "a key that never was",
  ])(
    "tells %s nothing and changes nothing",
    async (name) => {
      const findings: string[] = [];
      const calls = await restCalls();
      expect(calls.length).toBeGreaterThan(180);
      let [asked, refused] = [0, 0];
      for (const call of calls) {
        const permission = call.operation["x-permission"] ?? "";
        // What concerns nobody but the caller is the caller's to do, and would change who calls next.
        if (name !== "nobody" && ["anybody", "signed in"].includes(permission)) continue;
        const { status, leaks, text } = await callRest(call, restStandings[name] ?? {});
        if (leaks.length > 0) findings.push(`${call.name} tells ${leaks.join(", ")}`);
        asked += 1;
        if ([401, 403, 404].includes(status)) refused += 1;
        if (status >= 500) findings.push(`${call.name} fails: ${status} ${text.slice(0, 200)}`);
        if (status < 400 && permission !== "anybody")
          findings.push(`${call.name} gives ${status} ${text.slice(0, 200)}`);
      }
      expect(findings).toEqual([]);
      // The rest is refused for what it says; more would mean that the arguments are not plausible.
      expect(refused / asked).toBeGreaterThan(0.9);
      expect(changesOf(await readTables())).toEqual([]);
    },
    120_000,
  );
});

describe.sequential("every public function", () => {
  it("has records for what it can be about", () => {
    expect(PUBLIC_FUNCTIONS.length).toBeGreaterThan(300);
    expect(canaries.length).toBeGreaterThan(500);
    expect(Object.keys(ids).length).toBeGreaterThan(25);
  });

  it.each([
    "nobody",
    "the owner of another kennel",
    "a former member",
    "somebody who is invited and has not accepted",
  ])(
    "tells %s nothing and changes nothing",
    async (name) => {
      const findings: string[] = [];
      let [asked, refused] = [0, 0];
      const ofKennel = ({ demand }: Audited) =>
        name === "nobody" || (demand !== "anybody" && demand !== "signed in");
      for (const audited of PUBLIC_FUNCTIONS.filter(ofKennel)) {
        const { leaks, wasAnswered, hasFailed, text } = await callFunction(
          audited,
          functionStandings[name] ?? {},
        );
        asked += 1;
        if (isRefusedByRight(text)) refused += 1;
        if (leaks.length > 0) findings.push(`${audited.name} tells ${leaks.join(", ")}`);
        if (hasFailed) findings.push(`${audited.name} fails: ${text.slice(0, 200)}`);
        if (wasAnswered && audited.demand !== "anybody")
          findings.push(`${audited.name} gives ${text.slice(0, 200)}`);
      }
      expect(findings).toEqual([]);
      // The rest is refused for what it says; more would mean that the arguments are not plausible.
      expect(refused / asked).toBeGreaterThan(0.9);
      expect(changesOf(await readTables())).toEqual([]);
    },
    120_000,
  );
});

/** Names the rows of the kennel that are not as before. */
function changesOf(now: Tables): string[] {
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

describe.sequential("the audit itself", () => {
  it("sees what is told and what is changed: a member's own calls are both", async () => {
    const told = await fetch(`${runtime.origin}/api/dogs/${ids["dogId"]}`, {
      headers: bearer((await signIn(runtime.origin, owner)).token),
    });
    expect(leaksIn(await told.text(), String(ids["dogId"]))).not.toEqual([]);
    const today = "2026-06-01";
    const { client } = await signIn(runtime.origin, owner);
    await client.mutation(api.dogs.dogs.update, {
      dogId: ids["dogId"] ?? "",
      today,
      notes: "Changed by the audit",
    });
    expect(changesOf(await readTables()).some((change) => change.startsWith("dogs "))).toBe(true);
    expect(runtime.errors()).toBe("");
  });
});
