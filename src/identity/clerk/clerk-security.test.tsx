/** The security of a Clerk account, with fakes for Clerk's own hooks. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ClerkSecurityProvider } from "@/identity/clerk/clerk-security";
import { useAccountSecurity } from "@/identity/security/security-context";

const makeSession = (id: string) => ({
  id,
  status: "active",
  lastActiveAt: new Date("2026-01-02T03:04:05Z"),
  latestActivity: { browserName: "Firefox", deviceType: "Linux", city: "Lund", country: "SE" },
  revoke: vi.fn(() => Promise.resolve()),
});

const world = vi.hoisted(() => {
  const user: Record<string, unknown> = {};
  return { user, openUserProfile: vi.fn() };
});

vi.mock("@clerk/clerk-react", () => ({
  useUser: () => ({ user: world.user }),
  useSession: () => ({ session: { id: "here" } }),
  useClerk: () => ({ openUserProfile: world.openUserProfile }),
}));

const [here, there] = [makeSession("here"), makeSession("there")];

beforeEach(() => {
  vi.clearAllMocks();
  world.user = {
    id: "user1",
    totpEnabled: false,
    primaryEmailAddress: { emailAddress: "ann@example.com" },
    reload: vi.fn(() => Promise.resolve()),
    getSessions: vi.fn(() => Promise.resolve([here, there])),
    updatePassword: vi.fn(() => Promise.resolve()),
    verifyTOTP: vi.fn(() => Promise.resolve()),
    createBackupCode: vi.fn(() => Promise.resolve({ codes: ["one", "two"] })),
  };
});

function Probe() {
  const security = useAccountSecurity();
  const { state, changePassword, confirmTwoFactor, endOtherSessions, openAccountPage } = security;
  const say = async (work: Promise<unknown>) => {
    document.title = JSON.stringify(await work);
  };
  const change = { currentPassword: "old password", newPassword: "new password", endApiKeys: false };
  return (
    <>
      <p>{JSON.stringify(state)}</p>
      <button onClick={() => void say(changePassword(change))}>password</button>
      <button onClick={() => void say(confirmTwoFactor("123456", { keepSessions: true }))}>code</button>
      <button onClick={() => void say(endOtherSessions())}>others</button>
      <button onClick={() => openAccountPage?.()}>page</button>
    </>
  );
}

async function open() {
  render(
    <ClerkSecurityProvider>
      <Probe />
    </ClerkSecurityProvider>,
  );
  await screen.findByText(/ann@example.com/);
  const user = userEvent.setup();
  return async (name: string) => await user.click(screen.getByRole("button", { name }));
}

it("Clerk's account security lists the devices with their locations, and links to the account page of Clerk", async () => {
  const press = await open();
  const state = screen.getByText(/ann@example.com/).textContent;
  expect(JSON.parse(state)).toMatchObject({
    isTwoFactorOn: false,
    signIns: null,
    devices: [
      { id: "here", device: "Firefox on Linux", place: "Lund, SE", isCurrent: true },
      { id: "there", isCurrent: false },
    ],
  });
  await press("page");
  expect(world.openUserProfile).toHaveBeenCalled();
});

it("Clerk's account security changes the password and signs out the other devices, or shows Clerk's reason for a failure", async () => {
  const press = await open();
  await press("password");
  await waitFor(() => expect(document.title).toContain('"ok":true'));
  expect(world.user["updatePassword"]).toHaveBeenCalledWith({
    currentPassword: "old password",
    newPassword: "new password",
    signOutOfOtherSessions: true,
  });
  world.user["updatePassword"] = vi.fn(() =>
    Promise.reject(Object.assign(new Error("422"), { errors: [{ longMessage: "Password was leaked." }] })),
  );
  await press("password");
  await waitFor(() => expect(document.title).toContain("Password was leaked."));
});

it("Clerk's account security turns the second factor on with a code and returns Clerk's backup codes; can end only sessions of other devices", async () => {
  const press = await open();
  await press("code");
  await waitFor(() => expect(document.title).toContain('["one","two"]'));
  await press("others");
  await waitFor(() => expect(there.revoke).toHaveBeenCalled());
  expect(here.revoke).not.toHaveBeenCalled();
});
