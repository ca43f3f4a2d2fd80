/**
 * Audits a real process from outside. Callers without a right to a filled kennel call every public function and
 * every REST route with the ids of the kennel's records. No content of its records may be returned, no row may
 * change, and no call may cause a server error.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { AREAS } from "../../domain/permissions/rules";
import { PUBLIC_FUNCTIONS, type Audited } from "../support/audit-calls";
import {
  bearer,
  beginAudit,
  callFunction,
  callRest,
  canaries,
  changesSince,
  ids,
  isRefusedByRight,
  kennelId,
  leaksIn,
  makeOneOfEach,
  noteRecords,
  owner,
  restCalls,
  runtime,
  type Standing,
} from "../support/outside-audit";
import { firstKennelId, joinKennel, person, register, signIn, type SignedIn } from "../support/people";

const functionStandings: Record<string, Standing> = {};
const restStandings: Record<string, Standing> = {};

beforeAll(async () => {
  await beginAudit();
  const { origin } = runtime;
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
  await noteRecords();
  await makeOneOfEach();
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
    "reveals nothing to %s and changes nothing",
    async (name) => {
      const findings: string[] = [];
      const calls = await restCalls();
      expect(calls.length).toBeGreaterThan(180);
      let [asked, refused] = [0, 0];
      for (const call of calls) {
        const permission = call.operation["x-permission"] ?? "";
        // Callers may always change their own data, which would change the identity of the next caller.
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
      // Some calls are refused for their arguments instead. If there were many, the arguments would not be
      // plausible.
      expect(refused / asked).toBeGreaterThan(0.9);
      expect(await changesSince()).toEqual([]);
    },
    120_000,
  );
});

describe.sequential("every public function", () => {
  it("has records for all its arguments", () => {
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
    "reveals nothing to %s and changes nothing",
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
      // Some calls are refused for their arguments instead. If there were many, the arguments would not be
      // plausible.
      expect(refused / asked).toBeGreaterThan(0.9);
      expect(await changesSince()).toEqual([]);
    },
    120_000,
  );
});

describe.sequential("the audit itself", () => {
  it("detects both leaks and changes in a member's own calls", async () => {
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
    expect((await changesSince()).some((change) => change.startsWith("dogs "))).toBe(true);
    expect(runtime.errors()).toBe("");
  });
});
