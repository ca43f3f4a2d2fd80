/** A forgotten password, from requesting the link to the new password. The accounts server is faked. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { ForgotPasswordPage } from "@/features/accounts/forgot-password-page";
import { ResetPasswordPage } from "@/features/accounts/reset-password-page";
import { fakeConvex } from "@/testing/fake-convex";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

let calls: { path: string; body: unknown }[];
let answer: { status: number; body: unknown; headers?: Record<string, string> } | "unreachable";

beforeEach(() => {
  calls = [];
  answer = { status: 200, body: { success: true } };
  fakeConvex.reset();
  fakeConvex.query(api.mail.accountMails.isDelivered, () => true);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ path: url.replace("/api/auth", ""), body: JSON.parse(init.body as string) });
    if (answer === "unreachable") throw new TypeError("Failed to fetch");
    const { status, body, headers = {} } = answer;
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function open(at: string) {
  const router = createMemoryRouter(
    [
      { path: "/forgot-password", element: <ForgotPasswordPage /> },
      { path: "/reset-password", element: <ResetPasswordPage /> },
      { path: "/login", element: <p>The login page</p> },
    ],
    { initialEntries: [at] },
  );
  render(<RouterProvider router={router} />);
  return userEvent.setup();
}

describe("requesting a link", () => {
  const ask = async (email: string) => {
    const user = open("/forgot-password");
    await user.type(screen.getByLabelText("Email"), email);
    await user.click(screen.getByRole("button", { name: "Send Link" }));
  };

  it("shows the same message whether or not the account exists", async () => {
    await ask("ann@example.com");
    expect(await screen.findByText(/^If ann@example.com has an account, a link is on its way/u)).toBeTruthy();
    expect(calls).toEqual([{ path: "/security/password/forgot", body: { email: "ann@example.com" } }]);
  });

  it("sends nothing for an invalid address", async () => {
    await ask("ann");
    expect(await screen.findByText("Invalid email address")).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it("says that there were too many requests, and that the server does not respond", async () => {
    answer = { status: 429, body: {}, headers: { "x-retry-after": "120" } };
    await ask("ann@example.com");
    expect(await screen.findByText("Too many attempts. Please try again in 2 minutes.")).toBeTruthy();
    answer = "unreachable";
    await userEvent.click(screen.getByRole("button", { name: "Send Link" }));
    expect(await screen.findByText(/^Studbook cannot be reached/u)).toBeTruthy();
  });

  it("says who can help if the server sends no mail", () => {
    fakeConvex.query(api.mail.accountMails.isDelivered, () => false);
    open("/forgot-password");
    expect(screen.getByText(/Ask the person who runs it/u)).toBeTruthy();
    expect(screen.queryByLabelText("Email")).toBeNull();
  });
});

describe("setting a new password", () => {
  const type = async (password: string, again = password) => {
    const user = open("/reset-password?token=t0ken");
    await user.type(screen.getByLabelText("New password"), password);
    await user.type(screen.getByLabelText("Confirm new password"), again);
    await user.click(screen.getByRole("button", { name: "Set Password" }));
  };

  it("[SET-02] [SET-03] checks the typed password before sending it", async () => {
    await type("1234567");
    expect(await screen.findByText("Password must be at least 8 characters")).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it("[SET-02] requires the same password twice", async () => {
    await type("longenough1", "longenough2");
    expect(await screen.findByText("Passwords do not match")).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it("sends the password with the link's token, and opens the sign-in page", async () => {
    answer = { status: 200, body: { email: "ann@example.com" } };
    await type("longenough1");
    expect(await screen.findByText(/Sign in as ann@example.com with your new password/u)).toBeTruthy();
    expect(calls).toEqual([
      { path: "/security/password/reset", body: { token: "t0ken", newPassword: "longenough1" } },
    ]);
  });

  it("says that a link has expired, and offers a new one", async () => {
    answer = { status: 400, body: { code: "INVALID_TOKEN" } };
    await type("longenough1");
    expect(await screen.findByText("This link no longer works")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Send Another Link" }).getAttribute("href")).toBe(
      "/forgot-password",
    );
  });
});
