/** Tests the directory of breeders. */
import { expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { startTeam } from "../support/backend";

const shown = async (person: Awaited<ReturnType<typeof startTeam>>["owner"]) =>
  (await person.as.query(api.accounts.directory.list, {})).breeders;

it("[GAP-SET-10] the directory shows only people who chose to be listed, with the kennels that they own", async () => {
  const team = await startTeam();
  expect(await shown(team.stranger)).toEqual([]);
  const isShown = async (showInDirectory: boolean) =>
    await team.owner.as.mutation(api.accounts.userSettings.update, { privacy: { showInDirectory } });
  await team.manager.as.mutation(api.accounts.userSettings.update, { privacy: { shareAnalytics: true } });
  await isShown(true);
  expect(await shown(team.stranger)).toMatchObject([
    { userId: team.owner.userId, kennels: [{ kennelId: team.kennelId, name: "My Kennel" }] },
  ]);
  await isShown(false);
  expect(await shown(team.stranger)).toEqual([]);
});
