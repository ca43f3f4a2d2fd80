/** Tests what a restore must never do. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { BACKUP_TABLES } from "../../convex/backups/model/backupTables";
import { rowsOf } from "../../convex/platform/model/changes/kennelTables";
import { listReferences } from "../../convex/platform/model/changes/tableReferences";
import { checksumOf } from "../../domain/backups/checksum";
import type { BackupData, BackupMetadata } from "../../domain/backups/format";
import { addDog, failureOf, firstKennelOf, signIn, startTeam, TODAY, type Team } from "../support/backend";
import { madeBackup, recordsOf, restored, restoreOf, stateOf, wipe } from "../support/backups";
import { fillKennel } from "../support/random-kennel";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const dogNames = async (): Promise<string[]> =>
  await team.deployment.run(async (ctx) => (await ctx.db.query("dogs").collect()).map(({ name }) => name));

describe("during a restore", () => {
  it("background work waits: the nightly backup, and a backup in progress", async () => {
    vi.useFakeTimers({ now: Date.parse("2025-06-15T12:00:00Z"), toFake: ["Date"] });
    const { owner, kennelId } = team;
    const backupId = await madeBackup(team);
    await owner.as.mutation(api.backups.backups.setNightly, { kennelId, enabled: true });
    const asked = { backupType: "local", includePhotos: true, format: "json", today: TODAY } as const;
    const laterId = await owner.as.mutation(internal.backups.backups.prepare, { kennelId, ...asked });
    const restoreId = await owner.as.mutation(internal.backups.restores.prepare, {
      kennelId,
      backupId,
      mode: "add",
    });
    const making = async () =>
      (await owner.as.query(api.backups.backups.list, { kennelId })).filter(({ state }) => state === "making")
        .length;
    vi.setSystemTime(Date.parse("2025-06-17T12:00:00Z"));
    await team.deployment.mutation(internal.backups.backups.sweepNights, {});
    await team.deployment.action(internal.backups.actions.backupMaking.make, { backupId: laterId });
    expect(await making()).toBe(1);
    await team.deployment.action(internal.backups.actions.backupRestore.run, { restoreId });
    await team.deployment.action(internal.backups.actions.backupMaking.make, { backupId: laterId });
    expect(await making()).toBe(0);
    vi.setSystemTime(Date.parse("2025-06-17T12:02:00Z"));
    await team.deployment.mutation(internal.backups.backups.sweepNights, {});
    expect(await making()).toBe(1);
  });

  it("no backup contains data that was read while the restore wrote: the data is read again", async () => {
    vi.useFakeTimers({ now: Date.parse("2025-06-15T12:00:00Z"), toFake: ["Date"] });
    const { owner, kennelId } = team;
    const first = await madeBackup(team);
    const asked = { backupType: "local", includePhotos: true, format: "json", today: TODAY } as const;
    const backupId = await owner.as.mutation(internal.backups.backups.prepare, { kennelId, ...asked });
    const begun = await team.deployment.mutation(internal.backups.backups.beginMade, { backupId });
    const takenAt = Date.now();
    vi.setSystemTime(takenAt + 1000);
    await restored(team, first, "exact");
    const recordsId = await team.deployment.run(async (ctx) => await ctx.storage.store(new Blob(["mixed"])));
    const made = {
      recordsId,
      recordsBytes: 5,
      fileCount: 0,
      fileBytes: 0,
      counts: {},
      checksum: "",
      takenAt,
    };
    const work = { backupId, attempt: begun?.attempt ?? 0 };
    expect(await team.deployment.mutation(internal.backups.backups.finishMade, { ...work, ...made })).toBe(
      false,
    );
    expect((await owner.as.query(api.backups.backups.get, { backupId })).state).toBe("making");
    expect(await team.deployment.run(async (ctx) => await ctx.storage.get(recordsId))).toBeNull();
  });

  it("members who join during the restore are also kept", async () => {
    const { owner, kennelId, deployment } = team;
    const backupId = await madeBackup(team);
    const invited = { email: "new@example.com", role: "staff" as const };
    const { invitationId } = await owner.as.mutation(api.kennels.members.add, { kennelId, ...invited });
    const restoreId = await owner.as.mutation(internal.backups.restores.prepare, {
      kennelId,
      backupId,
      mode: "add",
    });
    const person = await signIn(deployment, invited.email);
    const accepted = { invitationId: invitationId ?? "", role: invited.role };
    await person.as.mutation(api.kennels.invitations.accept, accepted);
    expect((await failureOf(addDog(person, kennelId))).code).toBe("KENNEL_RESTORING");
    await deployment.action(internal.backups.actions.backupRestore.run, { restoreId });
    await addDog(person, kennelId, { name: "Nala" });
  });
});

describe("a backup of another kennel", () => {
  const sentTo = async (kennelId: Team["kennelId"], owner: Team["owner"]) => {
    const other: Team = { ...team, owner, kennelId };
    return { other, sentId: await restoreOf(team, await madeBackup(team), other) };
  };

  it("contains no names of people who are not members of this kennel", async () => {
    await fillKennel(team, 8);
    const kennelId = await firstKennelOf(team.stranger);
    const { other, sentId } = await sentTo(kennelId, team.stranger);
    await restored(other, sentId, "add");
    const named = await team.deployment.run(async (ctx) => {
      const rows = [];
      for (const table of BACKUP_TABLES) {
        for (const row of await rowsOf(ctx, table, kennelId).collect()) {
          rows.push(...listReferences(table, row).filter((reference) => reference.table === "users"));
        }
      }
      return rows.map(({ id }) => id);
    });
    expect(new Set(named)).toEqual(new Set([team.stranger.userId]));
  });

  it("leaves one row of settings, either the existing one or that of the backup", async () => {
    const { owner, stranger } = team;
    const kennelId = await firstKennelOf(stranger);
    const taxOf = async () =>
      (await stranger.as.query(api.kennels.kennelSettings.get, { kennelId })).business.taxId;
    await owner.as.mutation(api.kennels.kennelSettings.update, {
      kennelId: team.kennelId,
      business: { taxId: "DE 1" },
    });
    await stranger.as.mutation(api.kennels.kennelSettings.update, { kennelId, business: { taxId: "SE 2" } });
    const { other, sentId } = await sentTo(kennelId, stranger);
    await restored(other, sentId, "add");
    expect(await taxOf()).toBe("SE 2");
    await restored(other, sentId, "overwrite");
    expect(await taxOf()).toBe("DE 1");
    await restored(other, sentId, "exact");
    expect(await taxOf()).toBe("DE 1");
  });
});

describe("the history in an uploaded file", () => {
  beforeEach(() => vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment"));

  const staffDid = async () =>
    await team.deployment.run(async (ctx) => {
      const rows = await ctx.db.query("activities").collect();
      return rows.filter(({ userId }) => userId === team.staff.userId).map(({ title }) => title);
    });

  const historyNow = async () => {
    const page = await team.owner.as.query(api.platform.activities.recent, { kennelId: team.kennelId });
    return page.map(({ title, by, isSelf }) => ({ title, by, isSelf }));
  };

  /** The file is the kennel's own backup, edited by hand. */
  const sendBack = async (change: (text: string) => Promise<string> | string) => {
    const backupId = await madeBackup(team);
    const { kennelId, owner, deployment } = team;
    const text = await change(new TextDecoder().decode(await recordsOf(team, backupId)));
    const sentId = await owner.as.mutation(api.backups.restores.beginSending, { kennelId, today: TODAY });
    const storageId = await deployment.run(async (ctx) => await ctx.storage.store(new Blob([text])));
    await owner.as.mutation(internal.backups.restores.acceptRecords, {
      kennelId,
      backupId: sentId,
      storageId,
    });
    await deployment.action(internal.backups.actions.backupChecking.checkSent, { backupId: sentId });
    return sentId;
  };

  /** Adds another action to the records, with a new checksum, which anybody can calculate. */
  const withDeed = async (text: string) => {
    const { metadata, data } = JSON.parse(text) as { metadata: BackupMetadata; data: BackupData };
    for (const entry of data.activities ?? []) entry.title = "Sold all dogs";
    return JSON.stringify({ metadata: { ...metadata, checksum: await checksumOf(data) }, data });
  };

  beforeEach(async () => {
    await addDog(team.staff, team.kennelId, { name: "Nala" });
  });

  it("is unchanged when the file was created here", async () => {
    const before = await staffDid();
    expect(before).toHaveLength(1);
    const sentId = await sendBack((text) => text);
    await wipe(team);
    await restored(team, sentId, "add");
    expect(await staffDid()).toEqual(before);
  });

  it("contains no actions of other people when anybody may have written it", async () => {
    const sentId = await sendBack(withDeed);
    await wipe(team);
    await restored(team, sentId, "add");
    expect(await staffDid()).toEqual([]);
    expect(await historyNow()).toEqual([
      { title: "Sold all dogs", by: "Olga Owner (from an uploaded backup)", isSelf: false },
    ]);
  });

  it("contains no actions of other people without a signature, or with another kennel's signature", async () => {
    const foreign = await sendBack((text) => text.replace(team.kennelId, "another"));
    const unsigned = await sendBack((text) => text.replace(/"signature":"[0-9a-f]*",/, ""));
    for (const sentId of [foreign, unsigned]) {
      await wipe(team);
      await restored(team, sentId, "add");
      expect(await staffDid()).toEqual([]);
    }
  });

  it.each(["overwrite", "exact"] as const)("keeps the existing history, in mode %s", async (mode) => {
    const sentId = await sendBack(withDeed);
    await addDog(team.staff, team.kennelId, { name: "Asta" });
    const before = await staffDid();
    expect(before).toHaveLength(2);
    await restored(team, sentId, mode);
    expect(await staffDid()).toEqual(before);
  });

  it("names no dog that the restore removed", async () => {
    const sentId = await sendBack(withDeed);
    await addDog(team.staff, team.kennelId, { name: "Asta" });
    await restored(team, sentId, "exact");
    expect(await dogNames()).toEqual(["Nala"]);
    const linked = await team.deployment.run(async (ctx) => {
      const entries = await ctx.db.query("activities").collect();
      return await Promise.all(
        entries.flatMap(({ dogId }) => dogId ?? []).map(async (id) => (await ctx.db.get(id))?.name ?? "gone"),
      );
    });
    expect(linked).toContain("Nala");
    expect(linked).not.toContain("gone");
  });
});

describe("reminders during a restore", () => {
  const NOON = Date.parse("2025-06-15T12:00:00Z");
  const tellNow = async () =>
    (await team.deployment.mutation(internal.deliveries.deliveries.sweep, {})).messages;
  beforeEach(() => vi.useFakeTimers({ now: NOON, toFake: ["Date"] }));
  const add = async () => {
    const { owner, kennelId } = team;
    await owner.as.mutation(api.reminders.reminders.create, {
      kennelId,
      title: "Worming",
      dueDate: "2025-06-20",
    });
    return await team.deployment.run(async (ctx) => await ctx.db.query("reminders").first());
  };

  it("send no notices about the past, even while the rest is still being written", async () => {
    const { owner, kennelId } = team;
    const { _id, _creationTime, kennelId: _kennel, ...fields } = (await add()) ?? { _id: "" };
    const backupId = await madeBackup(team);
    await wipe(team);
    vi.setSystemTime(NOON + 100 * 86_400_000);
    const restoreId = await owner.as.mutation(internal.backups.restores.prepare, {
      kennelId,
      backupId,
      mode: "add",
    });
    const claimed = await team.deployment.mutation(internal.backups.restores.claim, { restoreId });
    const work = { restoreId, attempt: claimed?.attempt ?? 0 };
    await team.deployment.mutation(internal.backups.restores.advance, { ...work, state: "writing" });
    await team.deployment.mutation(internal.backups.restores.write, {
      ...work,
      table: "reminders",
      rows: [{ formerId: _id, fields }],
      errors: [],
      includesPhotos: true,
      cursor: "reminders:1",
    });
    expect(await tellNow()).toBe(0);
    await team.deployment.action(internal.backups.actions.backupRestore.run, { restoreId });
    expect(await tellNow()).toBe(0);
    expect(await dogNames()).toEqual([]);
  });

  it.each(["add", "overwrite"] as const)("that exist here and become due are sent (%s)", async (mode) => {
    const { owner, kennelId } = team;
    const reminder = await add();
    const backupId = await madeBackup(team);
    const restoreId = await owner.as.mutation(internal.backups.restores.prepare, {
      kennelId,
      backupId,
      mode,
    });
    vi.setSystemTime((reminder?.notifyAt ?? NaN) + 1000);
    await team.deployment.action(internal.backups.actions.backupRestore.run, { restoreId });
    expect(await tellNow()).toBeGreaterThan(0);
  });

  it("of one source are not duplicated, whichever of them is in the backup", async () => {
    const { owner, kennelId } = team;
    const source = "dog:x:rabies";
    const reminder = await add();
    if (!reminder) throw new Error("There is no reminder");
    await team.deployment.run(async (ctx) => await ctx.db.patch("reminders", reminder._id, { source }));
    const backupId = await madeBackup(team);
    // The reminder was removed and created again since.
    const { _id, _creationTime, ...fields } = reminder;
    await team.deployment.run(async (ctx) => {
      await ctx.db.delete("reminders", _id);
      await ctx.db.insert("reminders", { ...fields, source, title: "Made again" });
    });
    const titles = async () =>
      await team.deployment.run(async (ctx) =>
        (await ctx.db.query("reminders").collect()).map(({ title }) => title),
      );
    await restored(team, backupId, "add");
    expect(await titles()).toEqual(["Made again"]);
    vi.setSystemTime(NOON + 3_600_000);
    await restored({ ...team, kennelId, owner }, backupId, "overwrite");
    expect(await titles()).toEqual(["Worming"]);
  });
});

describe("the plan of the owner", () => {
  it("[GAP-BILL-06] refuses more dogs than it has room for, with the usual message, and changes nothing", async () => {
    const { owner, kennelId } = team;
    vi.stubEnv("STUDBOOK_BILLING", "on");
    await team.deployment.mutation(internal.billing.billing.setPlan, {
      email: owner.email,
      tier: "individual",
    });
    const dogs = [];
    for (const name of ["Anna", "Bella", "Cleo", "Dora"]) dogs.push(await addDog(owner, kennelId, { name }));
    const backupId = await madeBackup(team);
    await team.deployment.mutation(internal.billing.billing.setPlan, { email: owner.email, tier: null });
    for (const { _id: dogId } of dogs.slice(0, 2)) {
      await owner.as.mutation(api.dogs.dogs.remove, { dogId, confirmed: true });
    }
    const before = await stateOf(team);
    for (const mode of ["add", "overwrite", "exact"] as const) {
      expect(await restored(team, backupId, mode)).toMatchObject({
        state: "failed",
        problem:
          "This backup needs room for 2 more dogs: Individual has room for them. You have 2 of 3 dogs on the Free plan.",
        savedId: null,
      });
      expect(await stateOf(team)).toEqual(before);
    }
    // With enough room, they are restored.
    await team.deployment.mutation(internal.billing.billing.setPlan, {
      email: owner.email,
      tier: "individual",
    });
    expect(await restored(team, backupId, "add")).toMatchObject({ state: "finished" });
    expect(await dogNames()).toHaveLength(4);
  });

  it("[GAP-BILL-06] counts a dog once that is both here and in the backup", async () => {
    const { owner, kennelId } = team;
    vi.stubEnv("STUDBOOK_BILLING", "on");
    for (const name of ["Anna", "Bella", "Cleo"]) await addDog(owner, kennelId, { name });
    const backupId = await madeBackup(team);
    for (const mode of ["add", "overwrite", "exact"] as const) {
      expect(await restored(team, backupId, mode)).toMatchObject({ state: "finished" });
    }
  });
});
