/** Settings for the user's own data. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { DeleteAccountCard } from "@/features/accounts/delete-account-card";
import { ExportCard, PersonalDataCard, SettingsFileCard } from "@/features/accounts/own-data-part";
import * as files from "@/lib/save-file";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

beforeEach(() => {
  fakeConvex.reset();
});
afterEach(() => vi.restoreAllMocks());

const file = {
  _id: "e1",
  format: "csv",
  state: "writing",
  done: 0,
  total: 50,
  fileName: "studbook-export-2025-06-15.zip",
  startedAt: Date.UTC(2025, 5, 15, 12),
  expiresAt: Date.UTC(2025, 5, 22, 12),
  filePath: null,
};

describe("the export of all data", () => {
  it.each([
    ["CSV", "csv"],
    ["Excel", "xlsx"],
    ["PDF", "pdf"],
    ["JSON", "json"],
  ])("[SET-09] [SET-10] [SET-11] writes %s, shows its progress and saves the file", async (label, format) => {
    const saved = vi.spyOn(files, "saveFrom").mockImplementation(() => undefined);
    fakeConvex.mutation(api.exports.dataExports.start, () => "e1");
    fakeConvex.query(api.exports.dataExports.get, () => ({ ...file, done: 25 }));
    const { user } = renderScreen(<ExportCard />);
    await user.click(screen.getByRole("button", { name: `Export ${label}` }));
    expect(fakeConvex.callsOf(api.exports.dataExports.start)).toMatchObject([{ format }]);
    expect(await screen.findByText("Writing the file... 50%")).toBeTruthy();
    fakeConvex.query(api.exports.dataExports.get, () => ({
      ...file,
      state: "ready",
      filePath: "/settings/x",
    }));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(saved.mock.calls[0]?.[1]).toBe(file.fileName);
    expect(await screen.findByText(`${label} data exported`)).toBeTruthy();
  });

  it.each([
    ["CSV", "CSV"],
    ["Excel", "EXCEL"],
    ["PDF", "PDF"],
  ])(
    "[SET-12] shows a message when %s fails, at the start or later, and offers a retry",
    async (label, word) => {
      fakeConvex.mutation(api.exports.dataExports.start, () => {
        throw new Error("down");
      });
      const { user } = renderScreen(<ExportCard />);
      await user.click(screen.getByRole("button", { name: `Export ${label}` }));
      expect(await screen.findByText(`Failed to export ${word} data`)).toBeTruthy();
      fakeConvex.mutation(api.exports.dataExports.start, () => "e1");
      fakeConvex.query(api.exports.dataExports.get, () => ({ ...file, state: "failed" }));
      await user.click(screen.getAllByRole("button", { name: "Try Again" })[0] ?? document.body);
      await waitFor(() => expect(fakeConvex.callsOf(api.exports.dataExports.start)).toHaveLength(2));
      expect((await screen.findAllByText(`Failed to export ${word} data`)).length).toBeGreaterThan(0);
    },
  );

  it("can be stopped while it runs", async () => {
    fakeConvex.mutation(api.exports.dataExports.start, () => "e1");
    fakeConvex.mutation(api.exports.dataExports.discard, () => null);
    fakeConvex.query(api.exports.dataExports.get, () => file);
    const { user } = renderScreen(<ExportCard />);
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    await user.click(await screen.findByRole("button", { name: "Cancel export" }));
    expect(fakeConvex.callsOf(api.exports.dataExports.discard)).toEqual([{ exportId: "e1" }]);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Export CSV" }).disabled).toBe(false);
  });
});

describe("the package of personal data", () => {
  it("[GAP-SET-12] is requested, and offered until it expires", async () => {
    const ready = { ...file, format: "zip", state: "ready", fileName: "me.zip", filePath: "/settings/me" };
    fakeConvex.query(api.exports.dataExports.listPersonal, () => [ready]);
    fakeConvex.mutation(api.exports.dataExports.startPersonal, () => "e2");
    const { user } = renderScreen(<PersonalDataCard />);
    expect(screen.getByText(/kept until June 22, 2025/u)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Download" }).getAttribute("href")).toContain("/api/settings/me");
    await user.click(screen.getByRole("button", { name: "Request My Data" }));
    expect(fakeConvex.callsOf(api.exports.dataExports.startPersonal)).toMatchObject([{ format: "zip" }]);
  });

  it("shows that it is being prepared, and a message if that failed", () => {
    fakeConvex.query(api.exports.dataExports.listPersonal, () => [
      file,
      { ...file, _id: "e0", state: "failed" },
    ]);
    renderScreen(<PersonalDataCard />);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Preparing..." }).disabled).toBe(true);
    expect(screen.getByText("The package could not be created")).toBeTruthy();
  });
});

describe("settings as a file", () => {
  const choose = (content: string) =>
    fireEvent.change(screen.getByLabelText("Settings file"), {
      target: { files: [new File([content], "settings.json", { type: "application/json" })] },
    });

  it("[GAP-SET-13] are imported, and the skipped entries are listed", async () => {
    fakeConvex.mutation(api.accounts.settingsFiles.apply, () => ({
      applied: ["user.phone"],
      ignored: ["user.wallpaper"],
    }));
    renderScreen(<SettingsFileCard />);
    choose('{"metadata":{}}');
    expect(await screen.findByText("1 setting was imported.")).toBeTruthy();
    expect(screen.getByText("Not recognized and skipped: user.wallpaper")).toBeTruthy();
    expect(fakeConvex.callsOf(api.accounts.settingsFiles.apply)).toEqual([{ file: { metadata: {} } }]);
  });

  it("[GAP-SET-13] are refused if the file contains no settings", async () => {
    renderScreen(<SettingsFileCard />);
    choose("no json");
    expect(await screen.findByText("This is not a settings file")).toBeTruthy();
    expect(fakeConvex.callsOf(api.accounts.settingsFiles.apply)).toEqual([]);
  });

  it("include the kennel's settings for users who may change them", async () => {
    fakeConvex.mutation(api.accounts.settingsFiles.apply, () => ({ applied: [], ignored: [] }));
    const { user } = renderScreen(<SettingsFileCard />, { role: "owner" });
    await user.click(screen.getByRole("switch"));
    choose("{}");
    await waitFor(() => expect(fakeConvex.callsOf(api.accounts.settingsFiles.apply)).toHaveLength(1));
    expect(Object.keys(fakeConvex.callsOf(api.accounts.settingsFiles.apply)[0] ?? {})).toContain("kennelId");
  });
});

describe("deleting the account", () => {
  beforeEach(() => fakeConvex.query(api.accounts.accountDeletions.obstacle, () => null));

  it("[GAP-SET-12] shows why the deletion is impossible instead of asking for the password", async () => {
    fakeConvex.query(api.accounts.accountDeletions.get, () => null);
    fakeConvex.query(api.accounts.accountDeletions.obstacle, () => "Cancel your plan under Billing first");
    renderScreen(<DeleteAccountCard />);
    expect(await screen.findByText(/Cancel your plan under Billing first/u)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Delete My Account" })).toBeNull();
  });

  const open = async () => {
    fakeConvex.query(api.accounts.accountDeletions.get, () => null);
    fakeConvex.query(api.accounts.accountDeletions.lostKennels, () => [
      { _id: "k1", name: "Oak Hill", others: 2 },
      { _id: "k2", name: "Mine alone", others: 0 },
    ]);
    const rendered = renderScreen(<DeleteAccountCard />);
    await rendered.user.click(screen.getByRole("button", { name: "Delete My Account" }));
    return { ...rendered, dialog: within(await screen.findByRole("alertdialog")) };
  };

  it("[GAP-SET-12] lists what is deleted, and requires the password and the word", async () => {
    fakeConvex.mutation(api.accounts.actions.localAccounts.requestDeletion, () => ({
      confirmationId: "c",
      requestedAt: 0,
      dueAt: Date.UTC(2025, 5, 29, 12),
    }));
    const { user, dialog } = await open();
    expect(
      dialog.getByText(/for 2 other people too, unless you make somebody else an owner first/u),
    ).toBeTruthy();
    const confirm = () => dialog.getByRole<HTMLButtonElement>("button", { name: "Delete My Account" });
    await user.type(dialog.getByLabelText("Type DELETE to confirm"), "DELETE");
    expect(confirm().disabled).toBe(true);
    await user.type(dialog.getByLabelText("Your password"), "secret");
    await user.click(confirm());
    expect(await screen.findByText("Your account will be deleted on June 29, 2025")).toBeTruthy();
    expect(fakeConvex.callsOf(api.accounts.actions.localAccounts.requestDeletion)).toEqual([
      { confirmation: "DELETE", password: "secret" },
    ]);
  });

  it("says that the password is wrong, and keeps the typed values", async () => {
    fakeConvex.mutation(api.accounts.actions.localAccounts.requestDeletion, () => {
      throw coded("VALIDATION_FAILED", { fields: { password: "Wrong password" } });
    });
    const { user, dialog } = await open();
    await user.type(dialog.getByLabelText("Your password"), "wrong");
    await user.type(dialog.getByLabelText("Type DELETE to confirm"), "DELETE");
    await user.click(dialog.getByRole("button", { name: "Delete My Account" }));
    expect(await dialog.findByText("Wrong password")).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>("Type DELETE to confirm").value).toBe("DELETE");
  });

  it("[GAP-SET-12] can be canceled until the deletion date", async () => {
    const waiting = { confirmationId: "c1", requestedAt: 0, dueAt: Date.UTC(2025, 5, 29, 12) };
    fakeConvex.query(api.accounts.accountDeletions.get, () => waiting);
    fakeConvex.mutation(api.accounts.accountDeletions.cancel, () => null);
    const { user } = renderScreen(<DeleteAccountCard />);
    expect(screen.getByText("June 29, 2025")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Keep My Account" }));
    expect(fakeConvex.callsOf(api.accounts.accountDeletions.cancel)).toEqual([{ confirmationId: "c1" }]);
    expect(await screen.findByText("Your account will not be deleted")).toBeTruthy();
  });
});
