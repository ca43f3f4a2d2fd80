/**
 * The sign-in and sign-up pages with local accounts, used like a breeder uses them. The accounts server is faked.
 */
import type { ReactNode } from "react";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { LoginPage } from "@/features/accounts/login-page";
import { RegisterPage } from "@/features/accounts/register-page";
import { IdentityPartsContext } from "@/identity/identity-context";
import { LocalSignInForm } from "@/identity/local/sign-in-form";
import { LocalSignUpForm } from "@/identity/local/sign-up-form";
import { fakeConvex } from "@/testing/fake-convex";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

type Call = { path: string; body: Record<string, unknown> };

let calls: Call[];
let answer: { status: number; body: unknown; headers?: Record<string, string> };

beforeEach(() => {
  calls = [];
  answer = { status: 200, body: {} };
  fakeConvex.reset();
  fakeConvex.query(api.accounts.registration.mode, () => "open");
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const path = url.replace("/api/auth", "");
    if (path === "/get-session") return Promise.resolve(new Response("null"));
    calls.push({ path, body: JSON.parse(init.body as string) });
    const { status, body, headers = {} } = answer;
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(path: string, state: unknown = null) {
  const [pathname = path, search = ""] = path.split("?");
  const router = createMemoryRouter(
    [
      { path: "/login", element: <LoginPage /> },
      { path: "/register", element: <RegisterPage /> },
    ],
    { initialEntries: [{ pathname, search: search && `?${search}`, state }] },
  );
  const parts = {
    SignInForm: LocalSignInForm,
    SignUpForm: LocalSignUpForm,
    SecurityProvider: ({ children }: { children: ReactNode }) => children,
    UserMenuButton: () => null,
  };
  render(
    <IdentityPartsContext value={parts}>
      <RouterProvider router={router} />
    </IdentityPartsContext>,
  );
  return router;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

/** The error that assistive technology reads out for a field. */
function errorAt(label: string): string {
  const control = field(label);
  const ids = (control.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter((id) => id.endsWith("-error"));
  expect(control.getAttribute("aria-invalid")).toBe(ids.length > 0 ? "true" : null);
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
}

async function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await userEvent.clear(field(label));
    await userEvent.type(field(label), value);
  }
}

const newBreeder = {
  "First name": "Ann",
  "Last name": "Hill",
  Email: "ann@example.com",
  Password: "correct horse",
};

it("the sign-in page shows the invited address, and passes it to the other page", async () => {
  open("/register", { next: "/invitation/abc", email: "eva@example.com" });
  expect(field("Email").value).toBe("eva@example.com");
  await userEvent.click(screen.getByRole("link", { name: "Sign in" }));
  await waitFor(() => expect(field("Password").autocomplete).toBe("current-password"));
  expect(field("Email").value).toBe("eva@example.com");
});

describe("the sign-in page", () => {
  it("shows the product name and its tagline", () => {
    open("/login");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Studbook");
    screen.getByText("Professional kennel management made simple");
    expect(document.title).toBe("Sign in · Studbook");
  });

  it("can be filled in by browsers and password managers, and submitted by keyboard", async () => {
    open("/login");
    expect(field("Email").autocomplete).toBe("username");
    expect(field("Password").autocomplete).toBe("current-password");
    await fill({ Email: " ann@example.com ", Password: "correct horse" });
    await userEvent.keyboard("{Enter}");
    await waitFor(() =>
      expect(calls).toEqual([
        { path: "/sign-in/email", body: { email: "ann@example.com", password: "correct horse" } },
      ]),
    );
  });

  it("shows at the fields what is missing, and sends nothing", async () => {
    open("/login");
    await press("Sign In");
    await waitFor(() => expect(errorAt("Email")).toBe("Email is required"));
    expect(errorAt("Password")).toBe("Password is required");
    expect(document.activeElement).toBe(field("Email"));
    expect(calls).toEqual([]);
  });

  it("says that the password is wrong and keeps the typed values", async () => {
    answer = { status: 401, body: { code: "INVALID_EMAIL_OR_PASSWORD" } };
    open("/login");
    await fill({ Email: "ann@example.com", Password: "wrong horse" });
    await press("Sign In");
    await waitFor(() => expect(errorAt("Password")).toBe("Wrong email or password"));
    expect(field("Email").value).toBe("ann@example.com");
    expect(field("Password").value).toBe("wrong horse");
    expect(document.activeElement).toBe(field("Password"));
  });

  it("says how long to wait after too many attempts", async () => {
    answer = { status: 429, body: { code: "TOO_MANY_FAILED_SIGN_INS" }, headers: { "retry-after": "850" } };
    open("/login");
    await fill({ Email: "ann@example.com", Password: "wrong horse" });
    await press("Sign In");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Too many attempts. Please try again in 15 minutes.",
    );
  });

  it("says that the server cannot be reached, and can be submitted again", async () => {
    answer = { status: 503, body: {} };
    open("/login");
    await fill({ Email: "ann@example.com", Password: "correct horse" });
    await press("Sign In");
    expect((await screen.findByRole("alert")).textContent).toContain("Studbook cannot be reached");
    answer = { status: 200, body: {} };
    await press("Sign In");
    await waitFor(() => expect(calls).toHaveLength(2));
  });

  it("says that the server does not accept requests from this address", async () => {
    answer = { status: 403, body: { code: "INVALID_ORIGIN" } };
    open("/login");
    await fill({ Email: "ann@example.com", Password: "correct horse" });
    await press("Sign In");
    expect((await screen.findByRole("alert")).textContent).toContain(window.location.origin);
  });

  it("shows the password on request", async () => {
    open("/login");
    await fill({ Password: "correct horse" });
    expect(field("Password").type).toBe("password");
    await press("Show password");
    expect(field("Password").type).toBe("text");
    expect(field("Password").value).toBe("correct horse");
    await press("Hide password");
    expect(field("Password").type).toBe("password");
  });

  it("[GAP-AUTH-08] says why the session ended, but only if a session has ended", () => {
    open("/login?ended=1");
    expect(screen.getByRole("status").textContent).toContain("Your session has ended");
    cleanup();
    open("/login");
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("[GAP-AUTH-06] remembers the requested page when the visitor signs up instead", async () => {
    const router = open("/login", { next: "/dashboard/dogs" });
    await userEvent.click(screen.getByRole("link", { name: "Create an account" }));
    expect(router.state.location).toMatchObject({
      pathname: "/register",
      state: { next: "/dashboard/dogs" },
    });
  });
});

describe("the sign-up page", () => {
  it("is titled 'Join Studbook' with its tagline", () => {
    open("/register");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Join Studbook");
    screen.getByText("Start managing your kennel professionally today");
  });

  it("creates the account with both names", async () => {
    open("/register");
    expect(field("Password").autocomplete).toBe("new-password");
    await fill(newBreeder);
    await press("Create Account");
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toEqual({
      path: "/sign-up/email",
      body: {
        firstName: "Ann",
        lastName: "Hill",
        name: "Ann Hill",
        email: "ann@example.com",
        password: "correct horse",
      },
    });
  });

  it.each([
    ["a malformed email", "Email", "not an address", "Invalid email address"],
    ["no email", "Email", " ", "Email is required"],
    ["a password of 7 characters", "Password", "1234567", "Password must be at least 8 characters"],
    ["no first name", "First name", " ", "First name is required"],
    ["a very long last name", "Last name", "x".repeat(81), "Last name must be at most 80 characters"],
    [
      "an address for a name",
      "First name",
      "prize.example",
      "First name must not contain a web or email address",
    ],
  ])("shows at the field why %s is invalid, and sends nothing", async (_what, label, value, message) => {
    open("/register");
    await fill({ ...newBreeder, [label]: value });
    await press("Create Account");
    await waitFor(() => expect(errorAt(label)).toBe(message));
    expect(calls).toEqual([]);
  });

  it("accepts a password of 8 characters and no last name", async () => {
    open("/register");
    await fill({ "First name": "Ann", Email: "ann@example.com", Password: "12345678" });
    await press("Create Account");
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ name: "Ann", lastName: "" }));
  });

  it("says that the address is taken, keeps the typed values and links to the sign-in page", async () => {
    answer = { status: 422, body: { code: "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL" } };
    const router = open("/register", { next: "/dashboard/settings" });
    await fill(newBreeder);
    await press("Create Account");
    await waitFor(() => expect(errorAt("Email")).toBe("An account with this email already exists"));
    for (const [label, value] of Object.entries(newBreeder)) expect(field(label).value).toBe(value);
    await userEvent.click(screen.getByRole("link", { name: "Sign in instead" }));
    expect(router.state.location).toMatchObject({
      pathname: "/login",
      state: { next: "/dashboard/settings" },
    });
  });
});

describe("closed registration", () => {
  it("shows no sign-up form", () => {
    fakeConvex.query(api.accounts.registration.mode, () => "closed");
    open("/register");
    expect(screen.getByText(/This server does not accept new accounts/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Create Account" })).toBeNull();
  });

  it("the sign-in page links to registration only if registration is open", () => {
    for (const [mode, links] of [
      ["open", 1],
      ["invited", 1],
      ["closed", 0],
    ] as const) {
      fakeConvex.query(api.accounts.registration.mode, () => mode);
      open("/login");
      expect(screen.queryAllByRole("link", { name: "Create an account" })).toHaveLength(links);
      cleanup();
    }
  });

  it("says that an invitation is needed, and sends the invitation from the link", async () => {
    fakeConvex.query(api.accounts.registration.mode, () => "invited");
    open("/register");
    expect(screen.getByText(/by invitation only/)).toBeDefined();
    cleanup();
    fakeConvex.query(api.kennels.invitations.describe, () => ({ kennelName: "Oakwood Kennel" }));
    open("/register", { next: "/invitation/abc-123" });
    expect(screen.queryByText(/by invitation only/)).toBeNull();
    expect(screen.getByText("Your account joins Oakwood Kennel.")).toBeDefined();
    await fill({ "First name": "Ann", Email: "ann@example.com", Password: "correct horse" });
    await press("Create Account");
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ invitation: "abc-123" }));
  });
});
