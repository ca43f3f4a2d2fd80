/**
 * Tests the rules for every REST call, generated from the contracts. The names and bodies of a call come from its
 * description (tests/support/rest-calls.ts).
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../convex/endpoints";
import { createRestApp } from "../../convex/rest/app";
import type { AnyContract, Endpoint } from "../../convex/platform/rest/calls";
import { describeApi } from "../../convex/rest/reference";
import { ERRORS } from "../../domain/errors";
import { AREAS, ROLE_PERMISSIONS, ROLES } from "../../domain/permissions/rules";
import { grantsAll } from "../../domain/permissions/permissions";
import { addMember, signIn, startTeam, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { exampleBody, exampleCall, nameOf, needsKennel } from "../support/rest-calls";

const restModules = import.meta.glob("../../convex/*/rest/*.ts", { eager: true });

const isEndpoints = (value: unknown): value is Endpoint[] =>
  Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null && "mount" in each);

const contracts = endpoints.map((endpoint) => endpoint.contract);
const needsToken = (contract: AnyContract): boolean => contract["x-permission"] !== "anybody";
const needsRight = (contract: AnyContract): boolean =>
  contract["x-permission"] === "owner" || contract["x-permission"].includes(":");

describe("REST contracts", () => {
  it("are all mounted", () => {
    const exported = Object.values(restModules).flatMap((module) =>
      Object.values(module as Record<string, unknown>)
        .filter(isEndpoints)
        .flat(),
    );
    expect(exported.map(({ contract }) => nameOf(contract)).sort()).toEqual(contracts.map(nameOf).sort());
  });

  it("[API-03] are all documented under /api, with their response and refusals", () => {
    const paths = describeApi(createRestApp()).paths ?? {};
    for (const contract of contracts) {
      const operation = paths[`/api${contract.path}`]?.[contract.method as "get"];
      expect(operation, nameOf(contract)).toBeDefined();
      const refusals = needsToken(contract) ? ["401", "429", "503"] : [];
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(refusals));
    }
  });
});

/** The permission table does not grant the call to these people of the kennel. */
async function peopleWithout({ "x-permission": demand }: AnyContract, team: Team): Promise<Person[]> {
  const bare = await signIn(team.deployment, "bare@example.com");
  const permissions = Object.fromEntries(AREAS.map((area) => [area, "none" as const]));
  await addMember(team.owner, bare, { kennelId: team.kennelId, role: "manager", permissions });
  if (demand === "owner") return [team.manager, team.staff, team.viewer, bare];
  const roles = ROLES.filter((role) => !grantsAll(ROLE_PERMISSIONS[role], demand));
  return [...roles.map((role) => team[role]), bare];
}

/** Refusals change nothing, so one team serves all of them. The accepted example comes last. */
describe.each(contracts.map((contract) => ({ name: nameOf(contract), contract })))(
  "$name",
  ({ contract }) => {
    let team: Team;
    let example: Awaited<ReturnType<typeof exampleCall>>;
    beforeAll(async () => {
      team = await startTeam();
      example = await exampleCall(contract, team);
    });
    afterAll(() => {
      vi.unstubAllEnvs();
      vi.unstubAllGlobals();
    });
    const call = async (caller: Person["as"] | Team["deployment"], request: object = example.body) =>
      await callRest(caller, contract.method, example.path + example.query, request);

    if (needsToken(contract))
      it("[AUTH-10] returns 401 without a token", async () => {
        const answer = await call(team.deployment);
        expect(answer).toMatchObject({ status: 401, body: { message: "Please sign in." } });
        expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
      });

    if (needsRight(contract))
      it("[GAP-AUTH-03] returns 403 to every member of the kennel without the right", async () => {
        // Only the person who requested a file can read it, whatever rights others have.
        const isOwnFile = contract.path.includes("/exports/");
        const { status, message } = ERRORS[isOwnFile ? "NOT_FOUND" : "FORBIDDEN"];
        for (const person of await peopleWithout(contract, team)) {
          if (contract.path.includes("{userId}") && person === team.staff) continue; // Every member may leave.
          expect(await call(person.as), person.email).toMatchObject({ status, body: { message } });
        }
      });

    if (needsKennel(contract))
      it("[GAP-API-06] returns 404 to a stranger, as for a missing record", async () => {
        const answer = await call(team.stranger.as);
        expect(answer).toMatchObject({ status: 404, body: { message: "Not found." } });
      });

    if (contract.path.includes("{"))
      it("returns 404 for an invalid id", async () => {
        const path = contract.path.replace("{size}", "full").replaceAll(/\{\w+\}/g, "nonsense");
        const answer = await callRest(team.owner.as, contract.method, path + example.query, example.body);
        expect(answer).toMatchObject({ status: 404, body: { message: "Not found." } });
      });

    if (exampleBody(contract) !== undefined)
      it("[GAP-API-06] returns 400 for an invalid body, 413 for a large one, 415 for another type", async () => {
        const send = async (text: string, type = "application/json") =>
          await call(team.owner.as, { text, headers: { "Content-Type": type } });
        const message = "The request body is not valid JSON.";
        expect(await send("{")).toMatchObject({ status: 400, body: { message } });
        expect((await send("[]")).status).toBe(400);
        expect((await send("name=x", "text/plain")).status).toBe(415);
        expect((await send(JSON.stringify({ name: "x".repeat(1024 * 1024) }))).status).toBe(413);
      });

    it("accepts its own example from an owner", async () => {
      expect((await call(team.owner.as)).status).toBe(contract.method === "post" ? 201 : 200);
    });
  },
);
