/** Tests a new user's first day. */
import { expect } from "@playwright/test";
import { person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { signUp, test } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

test(
  "[AUTH-01] [AUTH-06] [AUTH-07] a signed-out visitor is sent to /login from every page",
  { tag: "@core" },
  async ({ page }) => {
    for (const address of ["/", "/dashboard", "/dashboard/dogs", "/no/such/page"]) {
      await page.goto(studbook.origin + address);
      await expect(page).toHaveURL(/\/login/);
    }
    await expect(page.getByText("Professional kennel management made simple")).toBeVisible();
  },
);

test(
  "[AUTH-02] [AUTH-03] [AUTH-05] [AUTH-07] sign-up lands on the dashboard, and a signed-in visitor never sees the sign-in pages",
  { tag: "@core" },
  async ({ page }) => {
    await signUp(page, studbook.origin, person("Anna"));
    await expect(page).toHaveURL(/\/dashboard$/);
    for (const address of ["/login", "/register", "/", "/no/such/page", "/dashboard/admin"]) {
      await page.goto(studbook.origin + address);
      await expect(page).toHaveURL(/\/dashboard$/);
    }
  },
);

test(
  "[AUTH-04] [GAP-AUTH-06] after sign-in the visitor returns to the requested page",
  { tag: "@core" },
  async ({ page }) => {
    const berta = person("Berta");
    await signUp(page, studbook.origin, berta);
    await page.context().clearCookies();
    await page.goto(`${studbook.origin}/dashboard/dogs`);
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel("Email").fill(berta.email);
    await page.getByLabel("Password", { exact: true }).fill(berta.password);
    await page.getByRole("button", { name: /^sign in$/i }).click();
    await expect(page).toHaveURL(/\/dashboard\/dogs/);
  },
);

test("a wrong password is reported immediately and the typed address is kept", async ({ page }) => {
  await page.goto(`${studbook.origin}/login`);
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: /^sign in$/i }).click();
  await expect(page.getByText("Wrong email or password")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("nobody@example.com");
});

test("[AUTH-15] [SHELL-01] [SHELL-02] the sidebar has the working entries in the documents' order, and no Admin entry", async ({
  page,
}) => {
  await signUp(page, studbook.origin, person("Carla"));
  const entries = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(entries).toHaveText([
    "Dashboard",
    "Dogs",
    "Breeding",
    "Health",
    "Reminders",
    "Contacts",
    "History",
    "Settings",
  ]);
  await entries.getByText("Dogs").click();
  await expect(page).toHaveURL(/\/dashboard\/dogs$/);
  await expect(page.getByRole("banner").getByText("Dogs")).toBeVisible();
  await expect(page.getByRole("button", { name: /dark mode/i })).toBeVisible();
});
