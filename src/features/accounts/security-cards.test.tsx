/** The cards of the Security tab with a faked account. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EmailCard } from "@/features/accounts/security-part";
import { PasswordCard } from "@/features/accounts/security-part";
import { SessionsCard } from "@/features/accounts/sessions-card";
import { SignInsCard } from "@/features/accounts/security-part";
import { TwoFactorCard } from "@/features/accounts/two-factor-card";
import {
  SecurityContext,
  type AccountSecurity,
  type SecurityState,
} from "@/identity/security/security-context";
import { renderScreen } from "@/testing/render";

const AT = "2025-06-15T12:00:00.000Z";

const plain: SecurityState = {
  email: "ann@example.com",
  pendingEmail: null,
  passwordChangedAt: null,
  isTwoFactorOn: false,
  backupCodesLeft: 0,
  devices: [
    { id: "s1", device: "Firefox on Linux", place: "192.0.2.1", lastUsedAt: AT, isCurrent: true },
    { id: "s2", device: null, place: null, lastUsedAt: AT, isCurrent: false },
  ],
  signIns: [],
  sessionTimeoutMinutes: null,
};

const done = { ok: true, data: null } as const;
const refused = (message: string) => ({ ok: false, message }) as const;

let account: AccountSecurity;
beforeEach(() => {
  account = {
    state: plain,
    reload: vi.fn(async () => {}),
    changePassword: vi.fn(async () => done),
    beginTwoFactor: vi.fn(async () => ({
      ok: true as const,
      data: { secret: "ABCDEFGH", uri: "otpauth://totp/Studbook:ann?secret=ABCDEFGH" },
    })),
    confirmTwoFactor: vi.fn(async () => ({ ok: true as const, data: ["code1-code1", "code2-code2"] })),
    asksPassword: true,
    disableTwoFactor: vi.fn(async () => done),
    renewBackupCodes: vi.fn(async () => ({ ok: true as const, data: ["fresh-codes"] })),
    endSession: vi.fn(async () => done),
    endOtherSessions: vi.fn(async () => done),
    changeEmail: vi.fn(async () => done),
    cancelEmailChange: vi.fn(async () => done),
    setSessionTimeout: vi.fn(async () => done),
  };
});

const open = (card: React.ReactNode) =>
  renderScreen(<SecurityContext value={account}>{card}</SecurityContext>).user;
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("the password card", () => {
  const fill = async (user: ReturnType<typeof open>, current: string, next: string, again = next) => {
    await user.type(screen.getByLabelText("Current password"), current);
    await user.type(screen.getByLabelText("New password"), next);
    await user.type(screen.getByLabelText("Confirm new password"), again);
  };

  it("[SET-04] requires the current and the new password before it can be sent", async () => {
    const user = open(<PasswordCard changedAt={null} keyNames={[]} />);
    expect(button("Change Password").disabled).toBe(true);
    await user.type(screen.getByLabelText("Current password"), "old");
    expect(button("Change Password").disabled).toBe(true);
    await user.type(screen.getByLabelText("New password"), "longenough1");
    expect(button("Change Password").disabled).toBe(false);
  });

  it("[SET-02] [SET-03] [GAP-SET-04] sends no invalid new password; if its two entries differ, that is reported before other errors", async () => {
    const user = open(<PasswordCard changedAt={null} keyNames={[]} />);
    await fill(user, "old", "1234567", "7654321");
    await user.click(button("Change Password"));
    expect(screen.getByText("Passwords do not match")).toBeTruthy();
    await user.clear(screen.getByLabelText("Confirm new password"));
    await user.type(screen.getByLabelText("Confirm new password"), "1234567");
    await user.click(button("Change Password"));
    expect(screen.getByText("New password must be at least 8 characters long")).toBeTruthy();
    expect(account.changePassword).not.toHaveBeenCalled();
  });

  it("[SET-05] sends the password, confirms the change and clears the fields; a wrong current password is reported in the documented words", async () => {
    vi.mocked(account.changePassword).mockResolvedValueOnce(refused("Wrong password"));
    const user = open(<PasswordCard changedAt={null} keyNames={[]} />);
    await fill(user, "wrong", "longenough1");
    await user.click(button("Change Password"));
    expect(
      await screen.findByText("Failed to change password. Please check your current password."),
    ).toBeTruthy();
    await user.click(button("Change Password"));
    expect(await screen.findByText("Password updated successfully")).toBeTruthy();
    expect(account.changePassword).toHaveBeenLastCalledWith({
      currentPassword: "wrong",
      newPassword: "longenough1",
      endApiKeys: true,
    });
    expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("");
  });
});

describe("a changed password or address", () => {
  const others = "Sign out all other devices";

  it("names the API keys that are revoked unless the breeder keeps them", async () => {
    const user = open(<PasswordCard changedAt={null} keyNames={["Website", "Scale"]} />);
    const keys = screen.getByLabelText<HTMLInputElement>("Revoke my API keys as well");
    expect(keys.checked).toBe(true);
    expect(screen.getByText("Website, Scale").id).toBe(keys.getAttribute("aria-describedby"));
    await user.click(keys);
    await user.type(screen.getByLabelText("Current password"), "old");
    await user.type(screen.getByLabelText("New password"), "longenough1");
    await user.type(screen.getByLabelText("Confirm new password"), "longenough1");
    await user.click(button("Change Password"));
    expect(account.changePassword).toHaveBeenCalledWith(expect.objectContaining({ endApiKeys: false }));
  });

  it("leaves the other devices signed in only if the breeder chooses that", async () => {
    const user = open(<TwoFactorCard state={{ ...plain, isTwoFactorOn: true, backupCodesLeft: 10 }} />);
    await user.click(button("Turn Off"));
    const question = within(screen.getByRole("alertdialog"));
    await user.type(question.getByLabelText("Your password"), "horse");
    await user.click(question.getByLabelText(others));
    await user.click(question.getByRole("button", { name: "Turn Off" }));
    expect(account.disableTwoFactor).toHaveBeenLastCalledWith("horse", { keepSessions: true });
  });

  it("asks for a new address whether to sign out the other devices", async () => {
    const user = open(<EmailCard state={plain} />);
    await user.type(screen.getByLabelText("New email address"), "new@example.com");
    await user.type(screen.getByLabelText("Your password"), "horse");
    expect(screen.getByLabelText<HTMLInputElement>(others).checked).toBe(true);
    await user.click(screen.getByLabelText(others));
    await user.click(button("Send Confirmation"));
    expect(account.changeEmail).toHaveBeenCalledWith(
      expect.objectContaining({ newEmail: "new@example.com", keepSessions: true }),
    );
  });
});

describe("the second factor", () => {
  it("[GAP-SET-11] is set up with a code of six digits, and shows its backup codes once", async () => {
    const user = open(<TwoFactorCard state={plain} />);
    await user.click(button("Set Up"));
    const dialog = within(await screen.findByRole("dialog"));
    expect(account.beginTwoFactor).not.toHaveBeenCalled();
    await user.type(dialog.getByLabelText("Your password"), "horse");
    await user.click(dialog.getByRole("button", { name: "Continue" }));
    expect(account.beginTwoFactor).toHaveBeenCalledWith("horse");
    expect((await dialog.findByRole("group", { name: "Key" })).textContent).toContain("ABCD");
    await user.type(dialog.getByLabelText("Code from the app"), "12");
    await user.click(dialog.getByRole("button", { name: "Turn On" }));
    expect(await dialog.findByText("The code has 6 digits")).toBeTruthy();
    expect(account.confirmTwoFactor).not.toHaveBeenCalled();
    await user.type(dialog.getByLabelText("Code from the app"), "3 456");
    await user.click(dialog.getByRole("button", { name: "Turn On" }));
    const codes = await screen.findByRole("list", { name: "Backup codes" });
    expect(within(codes).getAllByRole("listitem")).toHaveLength(2);
    expect(account.confirmTwoFactor).toHaveBeenCalledWith("123456", { keepSessions: false });
  });

  it("warns if few backup codes are left, and creates new ones after a confirmation", async () => {
    const user = open(<TwoFactorCard state={{ ...plain, isTwoFactorOn: true, backupCodesLeft: 1 }} />);
    expect(screen.getByText(/One backup code is left/u)).toBeTruthy();
    expect(screen.getByText(/before you run out/u)).toBeTruthy();
    await user.click(button("New Backup Codes"));
    expect(account.renewBackupCodes).not.toHaveBeenCalled();
    expect(button("Create New Codes").disabled).toBe(true);
    await user.type(screen.getByLabelText("Your password"), "horse");
    await user.click(button("Create New Codes"));
    expect(account.renewBackupCodes).toHaveBeenCalledWith("horse");
    expect(await screen.findByText("fresh-codes")).toBeTruthy();
  });

  it("can be turned off only with the password", async () => {
    vi.mocked(account.disableTwoFactor).mockResolvedValueOnce(refused("Wrong password"));
    const user = open(<TwoFactorCard state={{ ...plain, isTwoFactorOn: true, backupCodesLeft: 10 }} />);
    await user.click(button("Turn Off"));
    const question = within(screen.getByRole("alertdialog"));
    const confirm = question.getByRole<HTMLButtonElement>("button", { name: "Turn Off" });
    expect(confirm.disabled).toBe(true);
    await user.type(question.getByLabelText("Your password"), "horse");
    await user.click(confirm);
    expect(await question.findByText("Wrong password")).toBeTruthy();
    await user.click(confirm);
    expect(await screen.findByText("Two-factor authentication is off")).toBeTruthy();
    expect(account.disableTwoFactor).toHaveBeenLastCalledWith("horse", { keepSessions: false });
  });
});

describe("the list of devices", () => {
  it("signs out one device or all others, but never this one", async () => {
    const user = open(<SessionsCard state={plain} />);
    const [own, other] = screen.getAllByRole("listitem");
    expect(own && within(own).queryByRole("button")).toBeNull();
    expect(other?.textContent).toContain("Unknown device");
    await user.click(button("Sign out Unknown device"));
    expect(account.endSession).toHaveBeenCalledWith("s2");
    expect(await screen.findByText("The device was signed out")).toBeTruthy();
    await user.click(button("Sign Out All Others"));
    expect(account.endOtherSessions).toHaveBeenCalled();
  });

  it("shows why a device could not be signed out", async () => {
    vi.mocked(account.endSession).mockResolvedValueOnce(refused("Studbook cannot be reached."));
    const user = open(<SessionsCard state={plain} />);
    await user.click(button("Sign out Unknown device"));
    expect(await screen.findByText("Studbook cannot be reached.")).toBeTruthy();
  });

  it("offers no timeout if the provider has none", () => {
    const { sessionTimeoutMinutes: _, ...state } = plain;
    open(<SessionsCard state={state} />);
    expect(screen.queryByLabelText("Sign out unused devices after")).toBeNull();
  });
});

describe("the email address", () => {
  it("[GAP-SET-02] is requested with the password, and then waits for its link", async () => {
    const user = open(<EmailCard state={plain} />);
    expect(button("Send Confirmation").disabled).toBe(true);
    await user.type(screen.getByLabelText("New email address"), " new@example.com ");
    await user.type(screen.getByLabelText("Your password"), "horse");
    await user.click(button("Send Confirmation"));
    await waitFor(() =>
      expect(account.changeEmail).toHaveBeenCalledWith({
        newEmail: "new@example.com",
        password: "horse",
        keepSessions: false,
      }),
    );
  });

  it("stays the same if the user cancels while the link waits", async () => {
    const user = open(<EmailCard state={{ ...plain, pendingEmail: "new@example.com" }} />);
    expect(screen.getByText(/A message with a link was sent to new@example.com/u)).toBeTruthy();
    await user.click(button("Keep Current Address"));
    expect(account.cancelEmailChange).toHaveBeenCalled();
  });

  it("cannot be changed if the server sends no mail, and says so", () => {
    const { changeEmail: _, ...rest } = account;
    account = rest;
    open(<EmailCard state={plain} />);
    expect(screen.getByText(/cannot be changed here/u)).toBeTruthy();
  });
});

describe("the sign-in history", () => {
  it("shows the latest entries first, and the rest on request", async () => {
    const signIns = Array.from({ length: 10 }, (_, index) => ({
      at: new Date(Date.UTC(2025, 5, 20 - index, 12)).toISOString(),
      device: null,
      place: "192.0.2.9",
      outcome: index === 0 ? ("wrong_password" as const) : ("signed_in" as const),
    }));
    const user = open(<SignInsCard signIns={signIns} />);
    expect(screen.getAllByRole("listitem")).toHaveLength(8);
    expect(screen.getAllByRole("listitem")[0]?.textContent).toContain("Wrong password");
    await act(async () => await user.click(button("Show More")));
    expect(screen.getAllByRole("listitem")).toHaveLength(10);
  });

  it("shows a message while it is empty", () => {
    open(<SignInsCard signIns={[]} />);
    expect(screen.getByText("Nothing yet")).toBeTruthy();
  });
});
