/**
 * Tests the table of rights from outside. Each role, and a member whose rights were removed, calls every public
 * function and every REST call of a real process. Calls that the table does not grant are refused, reveal nothing
 * and change nothing. Calls that it grants are never refused for lack of a right. No call causes a server error.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import {
  AREAS,
  ROLES,
  type Area,
  type Level,
  type PermissionOverrides,
  type Role,
} from "../../domain/permissions/rules";
import { effectivePermissions, hasPermission } from "../../domain/permissions/permissions";
import { isOfLink } from "../../convex/platform/model/people/requirements";
import { PUBLIC_FUNCTIONS } from "../support/audit-calls";
import {
  bearer,
  beginAudit,
  callFunction,
  callRest,
  changesSince,
  kennelId,
  makeOneOfEach,
  noteRecords,
  owner,
  restCalls,
  runtime,
  type Standing,
} from "../support/outside-audit";
import { joinKennel, person, register } from "../support/people";

interface Member {
  readonly role: Role;
  readonly overrides: PermissionOverrides;
}

const NOTHING: PermissionOverrides = Object.fromEntries(AREAS.map((area) => [area, "none"]));

/**
 * The role with the fewest rights comes first, because later roles may delete the records that all earlier ones
 * need.
 */
const MEMBERS: Readonly<Record<string, Member>> = {
  "a manager without rights": { role: "manager", overrides: NOTHING },
  ...Object.fromEntries(ROLES.toReversed().map((role) => [role, { role, overrides: {} }])),
};

/** A call of a function or over REST. */
interface Call {
  readonly name: string;
  readonly demand: string;
  readonly isReading: boolean;
  readonly send: (standing: Standing) => Promise<{ ending: string; leaks: readonly string[] }>;
}

const standings: Record<string, Standing> = {};
let calls: readonly Call[] = [];

/** Returns the code of a refusal, "fault", or "answered". */
const endingOf = (status: number, text: string): string => {
  if (status >= 500 || /InternalServerError|"Server Error"/u.test(text))
    return `fault: ${text.slice(0, 300)}`;
  const code = /\b(FORBIDDEN|UNAUTHENTICATED|NOT_FOUND|ArgumentValidationError|[A-Z]+(?:_[A-Z]+)+)\b/u.exec(
    text,
  )?.[1];
  if (status < 400 && !text.startsWith('{"status":"error"')) return "answered";
  return { 401: "UNAUTHENTICATED", 403: "FORBIDDEN", 404: "NOT_FOUND" }[status] ?? code ?? text.slice(0, 200);
};

beforeAll(async () => {
  await beginAudit();
  for (const [name, { role, overrides }] of Object.entries(MEMBERS)) {
    if (role === "owner") continue;
    const member = await register(runtime.origin, person(name.replaceAll(" ", "")));
    await joinKennel(owner, member, { kennelId, role });
    const { _id: userId = "" } = (await member.client.query(api.accounts.users.me, {})) ?? {};
    const change = { kennelId, userId, role, permissions: overrides };
    if (Object.keys(overrides).length > 0) await owner.client.mutation(api.kennels.members.update, change);
    standings[name] = bearer(member.token);
  }
  standings["owner"] = bearer(owner.token);
  await noteRecords();
  await makeOneOfEach();
  calls = [
    // Families have no account. tests/functions/families-canary.test.ts tests them.
    ...PUBLIC_FUNCTIONS.filter(({ demand }) => !isOfLink(demand)).map((audited) => ({
      ...{ name: audited.name, demand: audited.demand ?? "owner", isReading: audited.kind === "query" },
      send: async (standing: Standing) => {
        const { status, text, leaks } = await callFunction(audited, standing);
        return { ending: endingOf(status, text), leaks };
      },
    })),
    ...(await restCalls()).map((call) => ({
      ...{
        name: call.name,
        demand: call.operation["x-permission"] ?? "owner",
        isReading: call.method === "get",
      },
      send: async (standing: Standing) => {
        const { status, text, leaks } = await callRest(call, standing);
        return { ending: endingOf(status, text), leaks };
      },
    })),
  ];
}, 300_000);
afterAll(() => runtime.stop());

function isGranted(demand: string, { role, overrides }: Member): boolean {
  if (demand === "owner") return role === "owner";
  if (!demand.includes(":")) return true;
  const [area, level] = demand.split(":") as [Area, Level]; // Permissions other than those of families have this format.
  return hasPermission(effectivePermissions(role, overrides), area, level);
}

/**
 * Functions for every member may require more rights for some arguments, and nobody can change members with more
 * rights.
 */
const canAskForMore = ({ demand }: Call): boolean =>
  demand === "members:write" || (!demand.includes(":") && demand !== "owner");

/** Calls that delete much run last. Otherwise other calls would find no records. */
const rankOf = ({ name }: Call): number => {
  if (/kennels:remove|DELETE \/kennels\/\{id\}$|users|account|restore/iu.test(name)) return 2;
  return /remove|delete|cancel|clear|leave/iu.test(name) ? 1 : 0;
};

/** Returns the result of each unexpected call, and counts all results. */
async function findingsOf(
  name: string,
  chosen: readonly Call[],
  problemOf: (call: Call, ending: string, leaks: readonly string[]) => string | null,
) {
  const counts: Record<string, number> = {};
  const findings: string[] = [];
  for (const call of chosen) {
    const { ending, leaks } = await call.send(standings[name] ?? {});
    counts[ending] = (counts[ending] ?? 0) + 1;
    const problem = ending.startsWith("fault") ? ending : problemOf(call, ending, leaks);
    if (problem !== null) findings.push(`${call.name} (${call.demand}): ${problem}`);
  }
  return { findings, counts };
}

it("every function and call has a known required permission", () => {
  expect(calls.length).toBeGreaterThan(480);
});

describe.sequential.each(Object.entries(MEMBERS))("refuses %s", (name, member) => {
  it("what the table does not grant, reveals nothing and changes nothing", async () => {
    const denied = calls.filter(({ demand }) => !isGranted(demand, member));
    const { findings, counts } = await findingsOf(name, denied, (_call, ending, leaks) =>
      ending !== "answered" && leaks.length === 0 ? null : `${ending} ${leaks.join(", ")}`,
    );
    expect(findings).toEqual([]);
    // Some calls are refused for their arguments instead. If there were many, the arguments would not be plausible.
    if (denied.length > 0)
      expect((counts["FORBIDDEN"] ?? 0) / denied.length, JSON.stringify(counts)).toBeGreaterThan(0.85);
    expect(await changesSince()).toEqual([]);
  }, 300_000);
});

const notRefused = (call: Call, ending: string): string | null =>
  /^(UNAUTHENTICATED|FORBIDDEN|ArgumentValidationError)$/u.test(ending) && !canAskForMore(call)
    ? ending
    : null;

describe.sequential.each(Object.entries(MEMBERS))("%s", (name, member) => {
  it("can read what the table grants", async () => {
    const granted = calls.filter(({ demand, isReading }) => isReading && isGranted(demand, member));
    const { findings, counts } = await findingsOf(name, granted, notRefused);
    expect(findings).toEqual([]);
    if (name !== "a manager without rights")
      expect(
        (counts["answered"] ?? 0) / granted.length,
        JSON.stringify(counts).slice(0, 3000),
      ).toBeGreaterThan(0.8);
  }, 300_000);
});

describe.sequential.each(Object.entries(MEMBERS))("%s", (name, member) => {
  it("can change what the table grants", async () => {
    // Calls that concern only the caller are in no table, and would change the identity of the next caller.
    const granted = calls.filter(
      ({ demand, isReading }) =>
        !isReading && demand !== "anybody" && demand !== "signed in" && isGranted(demand, member),
    );
    const { findings } = await findingsOf(
      name,
      granted.toSorted((a, b) => rankOf(a) - rankOf(b)),
      notRefused,
    );
    expect(findings).toEqual([]);
    expect(runtime.errors()).toBe("");
  }, 300_000);
});
