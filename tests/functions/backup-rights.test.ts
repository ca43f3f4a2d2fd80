/** Tests the rights for backups of a whole kennel and for restores. */
import { beforeEach, describe, expect, it } from "vitest";
import { AREAS } from "../../domain/permissions/rules";
import { api } from "../../convex/_generated/api";
import { failureOf, startTeam, type Team } from "../support/backend";
import { madeBackup } from "../support/backups";

let team: Team;
let backupId: string;
beforeEach(async () => {
  team = await startTeam();
  backupId = await madeBackup(team);
  await limit("viewer", EVERYTHING);
});

/** A viewer with these rights may read every area. */
const EVERYTHING = { finances: "read" } as const;

const limit = async (role: "viewer" | "manager", permissions: object) =>
  await team.owner.as.mutation(api.kennels.members.update, {
    kennelId: team.kennelId,
    userId: team[role].userId,
    role,
    permissions,
  });

describe("a user who may not read an area", () => {
  it.each(AREAS.filter((area) => area !== "backups"))("gets no backup: %s", async (area) => {
    await limit("viewer", { ...EVERYTHING, [area]: "none" });
    const { kennelId } = team;
    const { as } = team.viewer;
    const asked = [
      async () => await as.query(api.backups.backups.get, { backupId }),
      async () => await as.query(api.backups.backups.files, { backupId, cursor: null }),
      async () => await as.query(api.backups.restores.sent, { kennelId, backupId }),
      async () => await as.action(api.backups.actions.backupChecking.check, { kennelId, backupId }),
    ];
    for (const call of asked) expect(await failureOf(call())).toMatchObject({ code: "FORBIDDEN" });
  });
});

it("a user who may read everything still gets a backup", async () => {
  const { kennelId } = team;
  await expect(team.viewer.as.query(api.backups.backups.list, { kennelId })).resolves.toHaveLength(1);
  await expect(team.viewer.as.query(api.backups.backups.get, { backupId })).resolves.toMatchObject({
    id: backupId,
  });
});

it("a restore is refused to users who may not write what it contains", async () => {
  await limit("manager", { health: "read" });
  const restore = team.manager.as.mutation(api.backups.restores.start, {
    kennelId: team.kennelId,
    backupId,
    mode: "overwrite",
  });
  expect(await failureOf(restore)).toMatchObject({ code: "FORBIDDEN" });
});

it("the address of a backup opens for a member, and is closed once the member is removed", async () => {
  const { kennelId, viewer } = team;
  const { url } = await viewer.as.query(api.backups.backups.get, { backupId });
  const fetchIt = async () => await team.deployment.fetch(String(url).slice("http://studbook.test".length));
  expect((await fetchIt()).status).toBe(200);
  await limit("viewer", { ...EVERYTHING, health: "none" });
  expect((await fetchIt()).status).toBe(404);
  await limit("viewer", EVERYTHING);
  expect((await fetchIt()).status).toBe(200);
  await team.owner.as.mutation(api.kennels.members.remove, { kennelId, userId: viewer.userId });
  expect((await fetchIt()).status).toBe(404);
});
