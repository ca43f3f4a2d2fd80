/** The card of backups. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { BackupsCard } from "@/features/backups/backups-card";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import type { Role } from "@domain/permissions/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const backup = {
  id: "b1",
  type: "local",
  format: "json",
  state: "ready",
  includesPhotos: true,
  fileName: "studbook-backup-2025-06-15.json",
  createdAt: Date.parse("2025-06-15T12:00:00Z"),
  createdBy: "Olga Owner",
  progress: 1,
  size: 300_000,
  fileCount: 0,
  fileBytes: 0,
  counts: { kennel: 1, dogs: 2, litters: 1, coefficients: 3 },
  takenAt: null,
  sourceKennelName: null,
  isForeign: false,
  problems: [],
};
const restore = {
  id: "r1",
  state: "writing",
  mode: "add",
  isUndoing: false,
  backup,
  savedId: "b0",
  done: 1,
  total: 4,
  added: 0,
  replaced: 0,
  removed: 0,
  errors: [],
  errorCount: 0,
  problem: null,
  startedAt: 1,
  startedBy: "Olga Owner",
  isMine: true,
};

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.backups.backups.list, () => [backup]);
  fakeConvex.query(api.backups.backups.schedule, () => ({
    enabled: false,
    frequency: "daily",
    keepCount: 10,
    nextAt: null,
  }));
  fakeConvex.query(api.backups.restores.newest, () => null);
  fakeConvex.query(api.backups.backups.storage, () => ({
    ...{ usedBytes: 0, deletedBytes: 0, limitBytes: null, ownedTogether: null },
  }));
});

const open = (role: Role = "owner") => renderScreen(<BackupsCard />, { role });

describe("the card of backups", () => {
  it("[BAK-02] [BAK-07] creates a local JSON backup with photos, and shows a message if that fails", async () => {
    fakeConvex.mutation(api.backups.backups.create, () => {
      throw coded("RATE_LIMITED");
    });
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Create Backup Now" }));
    expect(await screen.findByText(/^Failed to create backup\./)).toBeTruthy();
    expect(fakeConvex.callsOf(api.backups.backups.create)).toMatchObject([
      { kennelId: "kennel1", backupType: "local", includePhotos: true, format: "json" },
    ]);
  });

  it("shows the storage of the kennel's files with its limit, and the total of all kennels of its owner", async () => {
    const gigabyte = 1024 ** 3;
    fakeConvex.query(api.backups.backups.storage, () => ({
      usedBytes: 1.5 * gigabyte,
      deletedBytes: 0,
      limitBytes: 50 * gigabyte,
      ownedTogether: { usedBytes: 60 * gigabyte, deletedBytes: 0, limitBytes: 100 * gigabyte },
    }));
    open();
    expect(
      await screen.findByText(
        "Storage: 1.5 GB of 50.0 GB used by photos, documents and backups. " +
          "All your kennels together use 60.0 GB of 100.0 GB.",
      ),
    ).toBeTruthy();
  });

  it("shows the storage of deleted files if there is no limit", async () => {
    fakeConvex.query(api.backups.backups.storage, () => ({
      usedBytes: 10,
      deletedBytes: 2048,
      limitBytes: null,
      ownedTogether: null,
    }));
    open();
    const text = "Storage: 10 bytes used by photos, documents and backups, and 2 KB by deleted files.";
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("[BAK-08] switches the daily backup on", async () => {
    fakeConvex.mutation(api.backups.backups.setNightly, () => null);
    const { user } = open();
    await user.click(screen.getByRole("switch", { name: "Automatic Backups" }));
    expect(fakeConvex.callsOf(api.backups.backups.setNightly)).toEqual([
      { kennelId: "kennel1", enabled: true },
    ]);
    expect(screen.getByText(/^Daily/)).toBeTruthy();
  });

  it("[BAK-01] refuses a file that is not a backup before sending anything", async () => {
    const { user } = open();
    await user.upload(
      screen.getByLabelText("Backup file"),
      new File(["{}"], "a.json", { type: "application/json" }),
    );
    expect(await screen.findByText("Invalid backup file format")).toBeTruthy();
    expect(fakeConvex.calls).toEqual([]);
  });

  it("[BAK-01] shows a message while it reads a large file, and accepts no other file meanwhile", async () => {
    const { user } = open();
    const file = new File(["{}"], "a.json", { type: "application/json" });
    let finish = (_content: ArrayBuffer): void => undefined;
    const content = new Promise<ArrayBuffer>((resolve) => (finish = resolve));
    file.slice = () => Object.assign(new Blob(), { arrayBuffer: async () => await content });
    await user.upload(screen.getByLabelText("Backup file"), file);
    const button = await screen.findByRole("button", { name: "Reading the file..." });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    finish(new TextEncoder().encode("{}").buffer);
    expect(await screen.findByRole("button", { name: "Restore from Backup" })).toBeTruthy();
  });

  it.each([
    [{}, true],
    [{ signature: "ab12" }, false],
  ])(
    "[BAK-01] says for a file with %j whether the names of the people in its history are left out",
    async (signed, isSaid) => {
      const { user } = open();
      const records = { metadata: { version: 1, ...signed }, data: { dogs: [] } };
      await user.upload(
        screen.getByLabelText("Backup file"),
        new File([JSON.stringify(records)], "a.json", { type: "application/json" }),
      );
      const dialog = within(await screen.findByRole("dialog", { name: "Restore from Backup" }));
      expect(dialog.queryByText(/The names of who did what are left out/) !== null).toBe(isSaid);
    },
  );

  it("[GAP-BAK-05] [BAK-06] shows the contents of a backup, restores it, and lists the first errors", async () => {
    fakeConvex.mutation(api.backups.restores.start, () => "r1");
    const { user } = open();
    await user.click(screen.getByRole("button", { name: /^Restore the backup/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Restore from Backup" }));
    const held = within(dialog.getByRole("list", { name: "What it contains" })).getAllByRole("listitem");
    expect(held.map((item) => item.textContent)).toEqual(["2 dogs", "1 litter", "3 other entries"]);
    await user.click(dialog.getByRole("button", { name: "Restore" }));
    expect(fakeConvex.callsOf(api.backups.restores.start)).toEqual([
      { kennelId: "kennel1", backupId: "b1", mode: "add" },
    ]);
    fakeConvex.query(api.backups.restores.newest, () => restore);
    expect(await screen.findByText("A backup is being restored by Olga Owner.")).toBeTruthy();
    const errors = [1, 2, 3, 4].map((id) => ({
      kind: "photos",
      id: `p${id}`,
      message: `photo ${id} missing`,
    }));
    fakeConvex.query(api.backups.restores.newest, () => ({
      ...restore,
      state: "finished",
      errors,
      errorCount: 4,
    }));
    const warning = await screen.findByText(/^Backup restored with errors: /);
    expect(warning.textContent).toContain("photo 3 missing");
    expect(warning.textContent).not.toContain("photo 4 missing");
    expect(warning.textContent).toContain("4 in total");
  });

  it("[GAP-BAK-07] checks a backup and says that it is complete, or lists its problems", async () => {
    const check = api.backups.actions.backupChecking.check;
    fakeConvex.mutation(check, () => []);
    const { user } = renderScreen(<BackupsCard />, { role: "viewer", rights: { finances: "read" } });
    const button = () => screen.getByRole("button", { name: /^Check the backup/ });
    await user.click(button());
    expect(await screen.findByText("Checked: every record and file is intact.")).toBeTruthy();
    expect(fakeConvex.callsOf(check)).toEqual([{ kennelId: "kennel1", backupId: "b1" }]);
    fakeConvex.mutation(check, () => ["photos 3: its file is damaged"]);
    await user.click(button());
    expect(await screen.findByText("photos 3: its file is damaged")).toBeTruthy();
    fakeConvex.mutation(check, () => {
      throw coded("RATE_LIMITED");
    });
    await user.click(button());
    expect(await screen.findByText(/^Failed to check the backup\./)).toBeTruthy();
  });

  it("[GAP-AUTH-03] is closed, with the reason, to users who may not read every area", () => {
    renderScreen(<BackupsCard />, { role: "viewer", rights: { health: "none" } });
    expect(screen.getByText(/you cannot use backups/u)).toBeTruthy();
    expect(fakeConvex.subscriptionsOf(api.backups.backups.list)).toEqual([]);
  });

  it("[GAP-AUTH-03] lets a viewer who may read every area see and download backups, but nothing else", async () => {
    renderScreen(<BackupsCard />, { role: "viewer", rights: { finances: "read" } });
    await waitFor(() => expect(screen.getByRole("button", { name: /^Download the backup/ })).toBeTruthy());
    expect(screen.queryByRole("button", { name: /Restore|Delete|Create/ })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>("switch").disabled).toBe(true);
  });
});
