/** Kennel details, team and leaving, for owners, managers and viewers. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { grantableRoles } from "@/features/kennels/rights-fields";
import { SettingsPage } from "@/app/settings-page";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makeKennel, renderScreen } from "@/testing/render";
import { ROLE_PERMISSIONS, type Role } from "@domain/permissions/rules";
import { ERRORS } from "@domain/errors";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

function makeMember(name: string, role: Role, changes: object = {}) {
  return {
    userId: `user-${name}`,
    invitationId: null,
    email: `${name.toLowerCase()}@example.com`,
    name,
    role,
    permissions: {},
    effectivePermissions: ROLE_PERMISSIONS[role],
    isInvited: false,
    waiting: null,
    isSelf: false,
    createdAt: 1,
    ...changes,
  };
}

const anna = makeMember("Anna", "owner", { isSelf: true });
const bob = makeMember("Bob", "staff");
const waiting = { invitationId: "inv1", expiresAt: Date.UTC(2999, 0, 1), isVouchedFor: true };
const cleo = makeMember("cleo", "viewer", { userId: null, invitationId: "inv1", isInvited: true, waiting });

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.accounts.users.me, () => ({
    _id: "user-Anna",
    email: "anna@example.com",
    firstName: "Anna",
  }));
  fakeConvex.query(api.kennels.members.list, () => [anna, bob, cleo]);
  fakeConvex.query(api.kennels.kennels.removedBackups, () => []);
});

const open = (role: Role = "owner") =>
  renderScreen(<SettingsPage />, { role, at: "/?tab=kennel", path: "/" });
const row = (text: string) => {
  const found = screen.getAllByRole("listitem").find((item) => item.textContent?.includes(text));
  if (!found) throw new Error(`No row with ${text}`);
  return within(found);
};

describe("the kennel details", () => {
  it("[GAP-KEN-01] send only the changed fields, and are confirmed once they are saved", async () => {
    fakeConvex.mutation(api.kennels.kennels.update, () => makeKennel());
    const { user } = open();
    await user.type(screen.getByLabelText("Prefix"), "Oakhollow's");
    await user.click(screen.getByRole("button", { name: "Save Kennel" }));
    expect(fakeConvex.callsOf(api.kennels.kennels.update)).toEqual([
      { kennelId: "kennel1", expectedUpdatedAt: 1, prefix: "Oakhollow's" },
    ]);
    expect(await screen.findByText("Kennel settings updated")).toBeTruthy();
  });

  it("[GAP-KEN-01] require the kennel's name", async () => {
    const { user } = open();
    await user.clear(screen.getByLabelText(/Kennel Name/u));
    await user.click(screen.getByRole("button", { name: "Save Kennel" }));
    expect(await screen.findByText("Name is required")).toBeTruthy();
    expect(fakeConvex.callsOf(api.kennels.kennels.update)).toEqual([]);
  });

  it("[GAP-KEN-07] keep the typed text when saving fails", async () => {
    fakeConvex.mutation(api.kennels.kennels.update, () => {
      throw new Error("down");
    });
    const { user } = open();
    await user.type(screen.getByLabelText("Phone"), "555");
    await user.click(screen.getByRole("button", { name: "Save Kennel" }));
    expect(await screen.findByText("Failed to save kennel")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Phone").value).toBe("555");
  });

  it.each(["staff", "viewer"] as const)("are read-only for %s", (role) => {
    open(role);
    expect(screen.getByLabelText(/Kennel Name/u).hasAttribute("readonly")).toBe(true);
    expect(screen.queryByRole("button", { name: "Save Kennel" })).toBeNull();
  });
});

describe("the team", () => {
  it("[KEN-03] [GAP-KEN-04] [GAP-KEN-08] lists members with their roles, and marks invited people", () => {
    open();
    expect(row("Anna").getByText("Owner")).toBeTruthy();
    expect(row("Bob").getByText("Staff")).toBeTruthy();
    expect(row("cleo@example.com").getByText("Invited")).toBeTruthy();
    expect(row("cleo@example.com").getByText(/^Not accepted yet; valid until /u)).toBeTruthy();
  });

  it("[KEN-04] adds a person by email and role; the rights are the role's by default", async () => {
    fakeConvex.mutation(api.kennels.members.add, ({ email }) =>
      makeMember("Dora", "viewer", { email, isInvited: true, waiting }),
    );
    fakeConvex.query(api.kennels.invitations.link, () => "https://studbook.test/invitation/inv1-5f0c");
    fakeConvex.query(api.mail.accountMails.isDelivered, () => false);
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Add Person" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByLabelText(/Email/u), "dora@example.com");
    await user.click(dialog.getByRole("combobox", { name: "Role" }));
    await user.click(screen.getByRole("option", { name: "Staff" }));
    await user.click(dialog.getByRole("button", { name: "Add Person" }));
    expect(fakeConvex.callsOf(api.kennels.members.add)).toEqual([
      { kennelId: "kennel1", email: "dora@example.com", role: "staff", permissions: {} },
    ]);
    expect(await screen.findByText("dora@example.com is invited")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Link").value).toContain("/invitation/inv1-5f0c");
  });

  it("[GAP-KEN-04] updates the open invitation when the invited person joins", async () => {
    fakeConvex.query(api.kennels.invitations.link, () => "https://studbook.test/invitation/inv1-5f0c");
    fakeConvex.query(api.mail.accountMails.isDelivered, () => false);
    const { user } = open();
    await user.click(row("cleo@example.com").getByRole("button", { name: "Actions for cleo@example.com" }));
    await user.click(screen.getByRole("menuitem", { name: "Send or Copy Invitation" }));
    expect(screen.getByLabelText<HTMLInputElement>("Link").value).toContain("/invitation/inv1-5f0c");
    fakeConvex.query(api.kennels.invitations.link, () => null);
    act(() => fakeConvex.query(api.kennels.members.list, () => [anna, bob, makeMember("Cleo", "viewer")]));
    expect(await screen.findByText("Cleo has joined the kennel.")).toBeTruthy();
    expect(screen.queryByText(/cannot create links/u)).toBeNull();
  });

  it("[GAP-AUTH-02] sends only the areas whose rights differ from the role", async () => {
    fakeConvex.mutation(api.kennels.members.update, () => bob);
    const { user } = open();
    await user.click(row("Bob").getByRole("button", { name: "Actions for bob@example.com" }));
    await user.click(screen.getByRole("menuitem", { name: "Change Role" }));
    await user.click(screen.getByRole("button", { name: "Permissions by area" }));
    await user.click(screen.getByRole("combobox", { name: "Health" }));
    await user.click(screen.getByRole("option", { name: "View" }));
    expect(screen.getByRole("button", { name: "Permissions by area (1 changed)" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(fakeConvex.callsOf(api.kennels.members.update)).toEqual([
      { kennelId: "kennel1", userId: "user-Bob", role: "staff", permissions: { health: "read" } },
    ]);
  });

  it("lets a viewer see money and contacts by a choice that lists what is shared", async () => {
    fakeConvex.query(api.kennels.members.list, () => [anna, { ...bob, role: "viewer", permissions: {} }]);
    fakeConvex.mutation(api.kennels.members.update, () => bob);
    const { user } = open();
    await user.click(row("Bob").getByRole("button", { name: "Actions for bob@example.com" }));
    await user.click(screen.getByRole("menuitem", { name: "Change Role" }));
    await user.click(screen.getByRole("button", { name: "Permissions by area" }));
    const choice = screen.getByRole("combobox", {
      name: "Money & contacts",
      description: "Buyers, applicants, owners of dogs, prices, deposits, income and costs",
    });
    expect(choice.textContent).toBe("No access");
    await user.click(choice);
    await user.click(screen.getByRole("option", { name: "View" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(fakeConvex.callsOf(api.kennels.members.update)).toEqual([
      { kennelId: "kennel1", userId: "user-Bob", role: "viewer", permissions: { finances: "read" } },
    ]);
  });

  it("[KEN-05] removes a person after a confirmation", async () => {
    fakeConvex.mutation(api.kennels.members.remove, () => null);
    const { user } = open();
    await user.click(row("Bob").getByRole("button", { name: "Actions for bob@example.com" }));
    await user.click(screen.getByRole("menuitem", { name: "Remove" }));
    expect(fakeConvex.callsOf(api.kennels.members.remove)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Remove" }));
    expect(fakeConvex.callsOf(api.kennels.members.remove)).toEqual([
      { kennelId: "kennel1", userId: "user-Bob" },
    ]);
    expect(await screen.findByText("Bob was removed")).toBeTruthy();
  });

  it("withdraws an invitation by its id", async () => {
    fakeConvex.mutation(api.kennels.members.remove, () => null);
    const { user } = open();
    await user.click(row("cleo@").getByRole("button", { name: "Actions for cleo@example.com" }));
    await user.click(screen.getByRole("menuitem", { name: "Withdraw Invitation" }));
    await user.click(screen.getByRole("button", { name: "Withdraw" }));
    expect(fakeConvex.callsOf(api.kennels.members.remove)).toEqual([
      { kennelId: "kennel1", invitationId: "inv1" },
    ]);
  });

  it("[GAP-KEN-07] says why a person could not be added", async () => {
    fakeConvex.mutation(api.kennels.members.add, () => {
      throw coded("ALREADY_MEMBER");
    });
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Add Person" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByLabelText(/Email/u), "bob@example.com");
    await user.click(dialog.getByRole("button", { name: "Add Person" }));
    expect((await dialog.findByRole("alert")).textContent).toBe(
      `Failed to add user. ${ERRORS.ALREADY_MEMBER.message}`,
    );
  });

  it("has no controls for a viewer", () => {
    open("viewer");
    expect(row("Bob").queryByRole("button")).toBeNull();
    expect(screen.queryByRole("button", { name: "Add Person" })).toBeNull();
  });

  it("[GAP-AUTH-02] lets only owners create owners, and nobody grant rights that they do not have", () => {
    expect(grantableRoles("owner", ROLE_PERMISSIONS.owner)).toEqual(["owner", "manager", "staff", "viewer"]);
    expect(grantableRoles("manager", ROLE_PERMISSIONS.manager)).toEqual(["manager", "staff", "viewer"]);
    expect(grantableRoles("manager", { ...ROLE_PERMISSIONS.manager, dogs: "read" })).toEqual(["viewer"]);
  });

  it("does not let a manager change an owner", () => {
    fakeConvex.query(api.kennels.members.list, () => [{ ...anna, isSelf: false }, bob]);
    open("manager");
    expect(row("Anna").queryByRole("button")).toBeNull();
    expect(row("Bob").getByRole("button", { name: "Actions for bob@example.com" })).toBeTruthy();
  });
});

describe("the section for leaving or deleting a kennel", () => {
  it("[GAP-KEN-05] says why the last owner cannot leave", async () => {
    fakeConvex.mutation(api.kennels.members.remove, () => {
      throw coded("LAST_OWNER");
    });
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Leave Kennel" }));
    const question = within(screen.getByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Leave Kennel" }));
    expect(fakeConvex.callsOf(api.kennels.members.remove)).toEqual([
      { kennelId: "kennel1", userId: "user-Anna" },
    ]);
    expect((await question.findByRole("alert")).textContent).toContain(ERRORS.LAST_OWNER.message);
  });

  it("[GAP-KEN-06] deletes a kennel only after the user typed its name", async () => {
    const dueAt = new Date(2027, 0, 15, 12).getTime();
    fakeConvex.mutation(api.kennels.kennels.remove, () => ({ requestedAt: 0, dueAt }));
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Delete Kennel" }));
    const question = within(screen.getByRole("alertdialog"));
    const confirm = question.getByRole("button", { name: "Delete Kennel" });
    await user.type(question.getByLabelText("Type Oakhollow to confirm"), "Oakhollo");
    expect(confirm.hasAttribute("disabled")).toBe(true);
    await user.type(question.getByLabelText("Type Oakhollow to confirm"), "w");
    await user.click(confirm);
    expect(fakeConvex.callsOf(api.kennels.kennels.remove)).toEqual([
      { kennelId: "kennel1", confirmName: "Oakhollow" },
    ]);
    expect(await screen.findByText("Oakhollow will be deleted on January 15, 2027")).toBeTruthy();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("[GAP-KEN-06] offers the deletion to owners only", () => {
    open("manager");
    expect(screen.queryByRole("button", { name: "Delete Kennel" })).toBeNull();
  });

  it("[GAP-KEN-06] offers the backups of deleted kennels", () => {
    open();
    act(() =>
      fakeConvex.query(api.kennels.kennels.removedBackups, () => [
        {
          _id: "r1",
          kennelName: "Old",
          removedAt: 1,
          expiresAt: new Date(2027, 0, 15, 12).getTime(),
          url: "/copy",
          hasPhotos: false,
        },
      ]),
    );
    expect(screen.getByText(/kept until January 15, 2027/u)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Download" }).getAttribute("href")).toBe("/copy");
  });

  it("creates another kennel", async () => {
    fakeConvex.mutation(api.kennels.kennels.create, ({ name }) => makeKennel({ name: String(name) }));
    const { user } = open();
    await user.type(screen.getByLabelText("Name of the new kennel"), " Second ");
    await user.click(screen.getByRole("button", { name: "Create Kennel" }));
    expect(fakeConvex.callsOf(api.kennels.kennels.create)).toEqual([{ name: "Second" }]);
    await waitFor(() => expect(screen.getByText("Second created")).toBeTruthy());
  });
});
