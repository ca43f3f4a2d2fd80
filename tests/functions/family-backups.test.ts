/** Tests families, their diary, applications and documents in backups. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { addApplication } from "../support/applications";
import { callRest } from "../support/backend-rest";
import { failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { madeBackup, restored, restoreOf, stateOf, wipe } from "../support/backups";
import { familyOf, openAddress } from "../support/families";
import { addPuppyPhoto } from "../support/photos";
import { familyBrowser, reservedPuppy, sentText, type Placed } from "../support/signings";

const SECRET = "a secret of the deployment";
const TABLES = ["applications", "applicationForms", "diaryEntries", "signings", "waitingList", "placements"];

let team: Team;
let placed: Placed;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  vi.stubEnv("STUDBOOK_LINK_SECRET", SECRET);
  team = await startTeam();
  const { owner } = team;
  placed = await reservedPuppy(team);
  const photo = await addPuppyPhoto(owner, placed.puppyId);
  await owner.as.mutation(api.families.diary.write, {
    ...{ litterId: placed.litterId, text: "First time on grass", isShared: true, photoIds: [photo.id] },
  });
  await sentText(team, placed);
  const { applications } = api.applications;
  const listed = await addApplication(team, { name: "Bo Lind", email: "bo@lind.example" });
  await owner.as.mutation(applications.accept, { applicationId: listed });
  const declined = await addApplication(team, { name: "Carl", email: "carl@lind.example" });
  await owner.as.mutation(applications.decline, { applicationId: declined });
  await addApplication(team, { name: "Dora", email: "dora@lind.example" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Without ids. Also counts the rows of each table. */
const rowsIn = async (of: Team) => {
  const { records, sizes } = await stateOf(of);
  // A restored row gets a new version.
  const wordsOf = (table: string) =>
    (records[table] ?? []).map((row) => row.replaceAll(/\\*"updatedAt\\*",\d+/gu, "version"));
  const named = Object.fromEntries(TABLES.map((table) => [table, wordsOf(table)]));
  return { named, sizes: TABLES.map((table) => sizes[table]) };
};
const pageOf = async (of: Team, session: string) =>
  await of.deployment.query(api.families.pages.page, { session });
const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code;

describe("a backup in another deployment", () => {
  it("restores every row, and none of the old addresses, sessions, files or withdrawals", async () => {
    const session = await familyBrowser(team, placed);
    const { link } = await familyOf(team, { placementId: placed.placementId });
    const story = await team.deployment.query(api.families.pages.story, { session });
    const [entry] = story.diary;
    const picture = entry?.photos[0]?.full ?? expect.unreachable();
    const [signing] = await team.deployment.query(api.signings.familySignings.list, { session });
    const reading = await team.deployment.query(api.signings.familySignings.read, {
      ...{ session, signingId: signing?._id ?? "" },
    });
    const before = await rowsIn(team);
    expect(before.sizes).toEqual([3, 1, 1, 1, 1, 1]);
    const backupId = await madeBackup(team);

    vi.stubEnv("STUDBOOK_LINK_SECRET", "another secret");
    const other = await startTeam();
    const report = await restored(other, await restoreOf(team, backupId, other), "exact");
    expect(report.errors).toEqual([]);
    const after = await rowsIn(other);
    expect(after.sizes).toEqual(before.sizes);
    expect(after.named["diaryEntries"]).toEqual(before.named["diaryEntries"]);
    expect(after.named["applications"]).toEqual(before.named["applications"]);
    // No link was restored, and no old link opens.
    const links = await other.deployment.run(async (ctx) => [
      ...(await ctx.db.query("linkSessions").collect()),
      ...(await ctx.db.query("linkVisits").collect()),
      ...(await ctx.db.query("applicationDrafts").collect()),
    ]);
    expect(links).toEqual([]);
    expect(await openAddress(other.deployment, link.address)).toMatchObject({ status: 404 });
    expect(await codeOf(pageOf(other, session))).toBe("NOT_FOUND");
    for (const path of [picture, reading.filePath])
      expect((await callRest(other.deployment, "GET", path)).status, path).toBe(404);
    // The kennel creates a new link with one click, and the family sees the same page as before.
    const { data } = await other.owner.as.query(api.placements.placements.list, {
      kennelId: other.kennelId,
    });
    const again = await familyOf(other, { placementId: data[0]?._id ?? "" });
    expect((await pageOf(other, again.session)).puppy?.calledName).toBe("Quill");
    const told = await other.deployment.query(api.families.pages.story, { session: again.session });
    expect(told.diary).toMatchObject([{ text: "First time on grass", photos: [{}] }]);
    expect(
      await other.deployment.query(api.signings.familySignings.list, { session: again.session }),
    ).toMatchObject([{ title: "Contract", status: "out", sha256: signing?.sha256 }]);
    const file = await other.owner.as.query(api.signings.signings.list, { placementId: data[0]?._id ?? "" });
    expect((await callRest(other.owner.as, "GET", file[0]?.filePath ?? "")).status).toBe(200);
  });

  it("refuses old addresses even if the other deployment has the same secret", async () => {
    const session = await familyBrowser(team, placed);
    const { link } = await familyOf(team, { placementId: placed.placementId });
    const backupId = await madeBackup(team);
    const other = await startTeam();
    await restored(other, await restoreOf(team, backupId, other), "exact");
    const opened = await openAddress(other.deployment, link.address);
    // The row of this id is not in the backup. If the id belongs to another row by coincidence, it names only that
    // row.
    if (opened.status !== 201) expect(opened.status).toBe(404);
    expect(await codeOf(pageOf(other, session))).toBe("NOT_FOUND");
  });
});

describe("a backup in its own deployment", () => {
  it("keeps the addresses of families whose rows are unchanged", async () => {
    const { session } = await familyOf(team, { placementId: placed.placementId });
    const before = await pageOf(team, session);
    const backupId = await madeBackup(team);
    await team.owner.as.mutation(api.families.diary.write, {
      ...{ litterId: placed.litterId, text: "After the backup", isShared: true },
    });
    await restored(team, backupId, "exact");
    const after = await pageOf(team, session);
    expect(after.puppy?.calledName).toBe(before.puppy?.calledName);
    const told = await team.deployment.query(api.families.pages.story, { session });
    expect(told.diary.map(({ text }) => text)).toEqual(["First time on grass"]);
  });

  it("restores deleted rows, and an address whose rows are new shows no data of other families", async () => {
    const { link, session } = await familyOf(team, { placementId: placed.placementId });
    const before = await rowsIn(team);
    const backupId = await madeBackup(team);
    await wipe(team);
    const report = await restored(team, backupId, "exact");
    expect(report.errors).toEqual([]);
    expect((await rowsIn(team)).sizes).toEqual(before.sizes);
    const page = await pageOf(team, session).catch(() => null);
    expect(page?.puppy ?? null).toBeNull();
    const { data } = await team.owner.as.query(api.placements.placements.list, { kennelId: team.kennelId });
    const again = await familyOf(team, { placementId: data[0]?._id ?? "" });
    expect(again.link._id).not.toBe(link._id);
    expect((await pageOf(team, again.session)).puppy?.calledName).toBe("Quill");
  });
});
