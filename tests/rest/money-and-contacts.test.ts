/**
 * Tests that no reading REST call returns money and contacts to a user without that right, or to a key without that
 * area. The calls come from the contracts, the secrets from the descriptions.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { endpoints } from "../../convex/endpoints";
import { createRestApp } from "../../convex/rest/app";
import { describeApi } from "../../convex/rest/reference";
import { makeKey, startKeyCalls } from "../support/api-keys";
import { startTeam, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { addLitter, addPuppy } from "../support/litters";
import { exampleCall, nameOf } from "../support/rest-calls";
import { plantSecrets, SECRETS } from "../support/secrets";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const reading = endpoints
  .map(({ contract }) => contract)
  .filter(({ method, "x-permission": demand }) => method === "get" && demand !== "anybody");

const tells = (text: string): boolean => SECRETS.some((secret) => text.includes(secret));

const textOf = async ({ as }: Person, path: string): Promise<string> =>
  new TextDecoder().decode(await (await as.fetch(`/api${path}`)).arrayBuffer());

describe("a viewer", () => {
  it.each(reading.map((contract) => ({ name: nameOf(contract), contract })))(
    "[GAP-AUTH-03] gets no money or contacts from $name",
    async ({ contract }) => {
      const { path, query } = await exampleCall(contract, team);
      await plantSecrets(team.deployment, team.kennelId);
      expect(tells(await textOf(team.viewer, path + query))).toBe(false);
    },
  );
});

describe("a puppy", () => {
  const puppyPath = async (): Promise<string> => {
    const { litterId } = await addLitter(team);
    const { _id } = await addPuppy(team, litterId, { name: "Puck" });
    await plantSecrets(team.deployment, team.kennelId);
    return `/puppies/${_id}`;
  };
  const HIDDEN = { price: null, deposit: null, buyer: null };

  it("has price and buyer for staff, and null for a viewer", async () => {
    const path = await puppyPath();
    expect(tells(await textOf(team.staff, path))).toBe(true);
    const { body } = await callRest(team.viewer.as, "GET", path);
    expect(body.data).toMatchObject(HIDDEN);
  });

  it("can be sent back as it was read without losing the hidden fields", async () => {
    const path = await puppyPath();
    const { kennelId, staff, owner } = team;
    const rights = {
      kennelId,
      userId: staff.userId,
      role: "staff",
      permissions: { finances: "none" },
    } as const;
    await owner.as.mutation(api.kennels.members.update, rights);
    const sent = await callRest(staff.as, "PUT", path, {
      json: { price: null, collarColor: "blue" },
    });
    expect(sent.status).toBe(200);
    expect(sent.body.data).toMatchObject({ ...HIDDEN, collarColor: "blue" });
    expect(tells(await textOf(owner, path))).toBe(true);
    const refused = await callRest(staff.as, "PUT", path, { json: { price: 5 } });
    expect(refused.status).toBe(400);
  });

  it("is returned to a key only with money and contacts, and never beyond its person's rights", async () => {
    await startKeyCalls(team.deployment);
    const path = await puppyPath();
    const read = async (person: Person, areas: Parameters<typeof makeKey>[2]) => {
      const { key } = await makeKey(person, team.kennelId, areas);
      const headers = { Authorization: `Bearer ${key}` };
      return await (await team.deployment.fetch(`/api${path}`, { headers })).text();
    };
    expect(tells(await read(team.owner, { breeding: "read", finances: "read" }))).toBe(true);
    expect(tells(await read(team.owner, { breeding: "read" }))).toBe(false);
    expect(tells(await read(team.viewer, { breeding: "read" }))).toBe(false);
  });
});

describe("the reference", () => {
  it("marks each confidential field as nullable", () => {
    const text = JSON.stringify(describeApi(createRestApp()));
    expect(text).toContain("null without the permission finances:read");
  });
});
