/** Settings > Profile, also while another window changes it. */
import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { SettingsPage } from "@/app/settings-page";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makeIdentity, renderScreen } from "@/testing/render";
import { MAX_AVATAR_BYTES } from "@domain/accounts/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const anna = {
  _id: "u1",
  email: "anna@example.com",
  name: "Anna Berg",
  firstName: "Anna",
  lastName: "Berg",
  timeZone: "America/Chicago",
  isTimeZoneChosen: false,
  avatarPath: null,
  updatedAt: 1,
};
let me: Omit<typeof anna, "avatarPath"> & { avatarPath: string | null };

function show(changes: Partial<typeof me>): void {
  me = { ...me, ...changes };
  act(() => fakeConvex.query(api.accounts.users.me, () => me));
}

beforeEach(() => {
  fakeConvex.reset();
  me = anna;
  fakeConvex.query(api.accounts.users.me, () => me);
  fakeConvex.mutation(api.accounts.profiles.update, ({ expectedUpdatedAt: _version, ...changes }) => {
    me = { ...me, ...changes, updatedAt: me.updatedAt + 1 };
    return me;
  });
});

const open = () => renderScreen(<SettingsPage />);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole("button", { name: "Save" });

describe("the tabs of Settings", () => {
  it("are in the documents' order, with Profile first", () => {
    open();
    const names = screen.getAllByRole("tab").map(({ textContent }) => textContent);
    expect(names.slice(0, 3)).toEqual(["Profile", "Kennel", "Notifications"]);
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Profile");
  });

  it("open the Team tab by a link to the team", () => {
    renderScreen(<SettingsPage />, { path: "/", at: "/#team" });
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Kennel");
  });

  it("change with the arrow keys", async () => {
    const { user } = open();
    act(() => screen.getByRole("tab", { name: "Profile" }).focus());
    await user.keyboard("{ArrowRight}");
    expect(await screen.findByRole("tab", { name: "Kennel", selected: true })).toBeTruthy();
    expect(screen.getByTestId("address").textContent).toBe("/?tab=kennel");
  });
});

describe("the profile", () => {
  it("[GAP-SET-01] [GAP-SET-19] sends only the changed fields and confirms the change", async () => {
    const { user } = open();
    expect([field("First name").value, field("Email").value]).toEqual(["Anna", "anna@example.com"]);
    expect(field("Email").readOnly).toBe(true);
    expect(save().hasAttribute("disabled")).toBe(true);
    await user.clear(field("First name"));
    await user.type(field("First name"), "Anne");
    await user.click(save());
    expect(fakeConvex.callsOf(api.accounts.profiles.update)).toEqual([
      { expectedUpdatedAt: 1, firstName: "Anne" },
    ]);
    expect(await screen.findByText("Profile updated")).toBeTruthy();
  });

  it("[SET-14] keeps the typed text and shows 'Failed to update profile'", async () => {
    fakeConvex.mutation(api.accounts.profiles.update, () => {
      throw new Error("down");
    });
    const { user } = open();
    await user.type(field("Last name"), "strom");
    await user.click(save());
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to update profile");
    expect(field("Last name").value).toBe("Bergstrom");
  });

  it("[SET-14] shows 'Failed to load settings' and offers a retry", async () => {
    fakeConvex.query(api.accounts.users.me, () => coded("FORBIDDEN"));
    const { user } = open();
    expect(await screen.findByText("Failed to load settings")).toBeTruthy();
    fakeConvex.query(api.accounts.users.me, () => me);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect((await screen.findByLabelText<HTMLInputElement>("First name")).value).toBe("Anna");
  });

  it("[SET-13] shows 'please wait' and sends nothing while there is no session", async () => {
    const { user } = renderScreen(<SettingsPage />, { identity: makeIdentity({ status: "loading" }) });
    await user.type(field("First name"), "e");
    await user.click(save());
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Authentication not ready. Please try again.",
    );
    expect(fakeConvex.callsOf(api.accounts.profiles.update)).toEqual([]);
  });

  it("accepts a time zone from the list, and refuses an invalid one", async () => {
    const { user } = open();
    await user.type(field("Time zone"), "Nowhere");
    await user.click(save());
    expect(
      await screen.findByText("Choose a time zone from the list, such as America/New York"),
    ).toBeTruthy();
    await user.clear(field("Time zone"));
    await user.type(field("Time zone"), "new york");
    await user.click(screen.getByRole("option", { name: "America/New York" }));
    await user.click(save());
    expect(fakeConvex.callsOf(api.accounts.profiles.update)).toEqual([
      { expectedUpdatedAt: 1, timeZone: "America/New_York" },
    ]);
  });

  it("[GAP-API-11] merges changes of another window, and asks only if both windows changed the same name", async () => {
    const { user } = open();
    await user.type(field("First name"), "-Lena");
    show({ lastName: "Holm", updatedAt: 2 });
    expect(field("Last name").value).toBe("Holm");
    expect(screen.getByText("You, in another window changed Last name in the meantime.")).toBeTruthy();
    show({ firstName: "Annika", updatedAt: 3 });
    await user.click(save());
    const dialog = within(await screen.findByRole("dialog", { name: "Two Versions of Your Profile" }));
    expect(dialog.getByText("Annika")).toBeTruthy();
    expect(dialog.getByText("Anna-Lena")).toBeTruthy();
    expect(fakeConvex.callsOf(api.accounts.profiles.update)).toEqual([]);
  });
});

describe("the profile picture", () => {
  const file = (bytes = 3) => new File([new Uint8Array(bytes)], "me.jpg", { type: "image/jpeg" });
  const input = () => screen.getByLabelText<HTMLInputElement>("Choose a profile picture");

  it("[GAP-SET-02] is sent as chosen, shown as stored, and removed after a confirmation", async () => {
    fakeConvex.mutation(api.accounts.profiles.setAvatar, () => {
      show({ avatarPath: "/uploads/avatars/u1?version=1&signature=aa" });
      return me;
    });
    fakeConvex.mutation(api.accounts.profiles.clearAvatar, () => {
      show({ avatarPath: null });
      return me;
    });
    const { user } = open();
    await user.upload(input(), file());
    expect(await screen.findByText("Profile picture saved")).toBeTruthy();
    expect(screen.getByRole("img", { name: "Your profile" }).getAttribute("src")).toContain("signature=aa");
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await user.click(screen.getByRole("button", { name: "Remove Picture" }));
    expect(await screen.findByText("Profile picture removed")).toBeTruthy();
    expect(screen.queryByRole("img", { name: "Your profile" })).toBeNull();
  });

  it("[GAP-SET-02] is refused above 5 MB before the upload, and with the server's reason after it", async () => {
    fakeConvex.mutation(api.accounts.profiles.setAvatar, () => {
      throw coded("AVATAR_TYPE_UNSUPPORTED");
    });
    const { user } = open();
    await user.upload(input(), file(MAX_AVATAR_BYTES + 1));
    expect((await screen.findByRole("alert")).textContent).toContain("at most 5 MB");
    expect(fakeConvex.callsOf(api.accounts.profiles.setAvatar)).toEqual([]);
    await user.upload(input(), file());
    expect((await screen.findByText(/must be a JPG, PNG, WEBP or HEIC file/u)).textContent).toContain(
      "Failed to save profile picture.",
    );
  });
});
