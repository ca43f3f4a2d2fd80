/** Opens Studbook for the browser journeys: the real functions and web app on a separate runtime. */
import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from "@playwright/test";
import { makeTokenKey } from "../../scripts/secrets.mjs";
import { api } from "../../convex/_generated/api";
import { localDay } from "../../domain/dates/calendar-days";
import { register, type Person, type SignedIn } from "../support/people";
import { startRuntime, type Runtime, type RuntimeOptions } from "../support/runtime";

/** The run began at noon (global-setup.ts), so the day does not change. */
export const today = localDay(new Date());

export function startStudbook(
  options: Pick<RuntimeOptions, "data" | "web" | "payments" | "env" | "extraArguments"> = {},
): Promise<Runtime> {
  return startRuntime({ functions: "convex", web: "dist/web", accounts: true, ...options });
}

/** A deployment without external services, with everything else enabled. */
export const SECRETS = () => ({
  STUDBOOK_TOKEN_KEY: makeTokenKey(),
  STUDBOOK_LINK_SECRET: "a secret of the deployment",
  STUDBOOK_CREDENTIAL_KEYS: `k1:${"ab".repeat(32)}`,
  STUDBOOK_PRIVATE_MAIL_HOSTS: "on",
});

/**
 * For journeys that need no server of their own. Each worker starts one `studbook` for all its files. Each file
 * uses its own people and kennels and stops nothing.
 */
export const test = base.extend<object, { studbook: Runtime }>({
  studbook: [
    // Playwright reads from the parameter pattern which fixtures are needed.
    async ({}, use) => {
      const runtime = await startStudbook({ env: SECRETS() });
      await use(runtime);
      await runtime.stop();
    },
    { scope: "worker" },
  ],
});

export async function signUp(page: Page, origin: string, who: Person): Promise<void> {
  await page.goto(`${origin}/register`);
  await page.getByLabel("First name").fill(who.firstName);
  await page.getByLabel("Last name").fill("Lindqvist");
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: /create/i }).click();
  await expect(page.getByRole("textbox", { name: "Kennel name" })).toHaveValue("My Kennel");
  await page.getByRole("button", { name: "Create Kennel", exact: true }).click();
  await expect(page.getByText(`Welcome back, ${who.firstName}!`)).toBeVisible();
}

export async function signIn(page: Page, origin: string, who: Person): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: /^sign in$/i }).click();
  await page.waitForURL(/\/dashboard/);
}

/** A person with an account and a separate browser. */
export interface Visitor {
  readonly person: SignedIn;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** The account is created by a direct call, without the screens. */
export async function visitor(
  browser: Browser,
  origin: string,
  who: Person,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const person = await register(origin, who);
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  // The context gets the cookie of the response. Lists of devices show the browser's name.
  const answer = await context.request.post(`${origin}/api/auth/sign-in/email`, {
    data: { email: who.email, password: who.password },
    headers: { origin, "user-agent": await page.evaluate(() => navigator.userAgent) },
  });
  expect(answer.status(), "signed in").toBe(200);
  await page.goto(`${origin}/dashboard`);
  await page.waitForURL(/\/k\/[^/]+\/dashboard/u);
  return { person, context, page };
}

/** From then on, pages without a kennel in their address use this kennel. */
export async function workIn({ page, person }: Visitor, kennelId: string): Promise<void> {
  await page.goto(new URL(`/k/${kennelId}/dashboard`, page.url()).href);
  await expect
    .poll(async () => (await person.client.query(api.accounts.users.me, {}))?.lastKennelId)
    .toBe(kennelId);
}

export function dogCard(page: Page, name: string) {
  return page.getByRole("article", { name });
}

/** The label "Call Name" also contains "Name". */
export function nameField(dialog: Locator): Locator {
  return dialog.getByRole("textbox", { name: "Name", exact: true });
}

export async function addDog(page: Page, dog: { name: string; breed: string }): Promise<void> {
  await page
    .getByRole("button", { name: /add (first )?dog/i })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Add New Dog" });
  await nameField(dialog).fill(dog.name);
  await dialog.getByRole("combobox", { name: "Breed" }).fill(dog.breed);
  await dialog.getByLabel("Call Name").focus();
  await dialog.getByRole("button", { name: "Add Dog" }).click();
  await expect(page.getByText("Dog added successfully").last()).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Waits until the topmost dialog or menu has the focus. An earlier key or click would reach the page below. */
async function untilFocused(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const open = [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")];
    return open.at(-1)?.contains(document.activeElement) ?? false;
  });
}

/** The topmost dialog or menu handles such clicks a moment after it is drawn. */
export async function clickBeside(page: Page, x: number, y: number): Promise<void> {
  await untilFocused(page);
  // The listener is set by a timer that was started before this one.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
  await page.mouse.click(x, y);
}

export async function leaveDialog(page: Page): Promise<void> {
  await untilFocused(page);
  await page.keyboard.press("Escape");
}
