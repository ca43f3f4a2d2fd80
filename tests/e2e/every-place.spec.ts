/** Phones, dark rooms and screen readers: Studbook is usable where breeders use it. */
import { expect, type Page } from "@playwright/test";
import { person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { addDog, clickBeside, dogCard, leaveDialog, signIn, test, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

/** Waits until a page of the app has taken the place of the first words. */
async function expectStarted(page: Page): Promise<void> {
  await expect(page.getByText("Loading authentication...")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
}

test("[SHELL-04] dark mode follows the system, and axe finds nothing on any screen in either theme", async ({
  browser,
}) => {
  const anna = await visitor(browser, studbook.origin, person("Anna"));
  await addDogs(anna.page);
  const signedOut = await browser.newContext({ reducedMotion: "reduce" });
  const page = await signedOut.newPage();
  for (const address of ["/login", "/register"]) {
    await page.goto(studbook.origin + address);
    await expectStarted(page);
    await expectAccessible(page, address);
  }
  await signedOut.close();
  await anna.page.goto(`${studbook.origin}/dashboard`);
  await expectStarted(anna.page);
  await expect(anna.page.getByText("Welcome back, Anna!")).toBeVisible();
  await expectAccessible(anna.page, "dashboard");
  for (const colorScheme of ["dark", "light"] as const) {
    await anna.page.emulateMedia({ colorScheme });
    await expect(anna.page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0);
  }
  await anna.page.goto(`${studbook.origin}/dashboard/dogs`);
  await expect(dogCard(anna.page, "Aria of Oak")).toBeVisible();
  await expectAccessible(anna.page, "dogs");
  await dogCard(anna.page, "Aria of Oak").getByRole("link").first().click();
  await expect(anna.page.getByRole("dialog")).toBeVisible();
  await expectAccessible(anna.page, "dog");
  await leaveDialog(anna.page);
  await expect(anna.page).toHaveURL(/\/dashboard\/dogs$/);
  await anna.page.getByRole("button", { name: "Add Dog" }).first().click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Add Dog" }).click();
  await expect(anna.page.getByText("Please correct the errors above before submitting.")).toBeVisible();
  await expectAccessible(anna.page, "dog form");
  await anna.page.goto(`${studbook.origin}/dashboard/settings?tab=kennel`);
  await expect(anna.page.getByRole("heading", { name: /team/i })).toBeVisible();
  await expectAccessible(anna.page, "settings");
  await anna.context.close();
});

async function addDogs(page: Page): Promise<void> {
  await page.goto(`${studbook.origin}/dashboard/dogs`);
  await addDog(page, { name: "Aria of Oak", breed: "Beagle" });
}

test(
  "[SHELL-05] on a phone the sidebar opens over an overlay and closes by a tap on it, and nothing is wider than the screen",
  { tag: "@core" },
  async ({ browser }) => {
    const { page, context } = await visitor(browser, studbook.origin, person("Berta"));
    await addDogs(page);
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 780 });
      for (const address of ["/dashboard", "/dashboard/dogs", "/dashboard/settings"]) {
        await page.goto(studbook.origin + address);
        await expectStarted(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${address} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dogs" });
    await expect(links).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(links).toBeVisible();
    await clickBeside(page, 350, 400);
    await expect(links).toBeHidden();
    await context.close();
  },
);

test("[SHELL-05] every control on a phone takes a thumb's press within 44 pixels", async ({ browser }) => {
  const {
    person: anna,
    page: office,
    context: desk,
  } = await visitor(browser, studbook.origin, person("Tilda"));
  await addDogs(office);
  await desk.close();
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await signIn(page, studbook.origin, anna);
  for (const address of ["/dashboard", "/dashboard/dogs", "/dashboard/dogs?add=1", "/dashboard/reminders"]) {
    await page.goto(studbook.origin + address);
    // Behind an open dialog no heading of the page is to be found.
    if (address.endsWith("add=1")) await expect(page.getByRole("dialog")).toBeVisible();
    else await expectStarted(page);
    expect(await smallControls(page), address).toEqual([]);
  }
  await context.close();
});

/** Names the buttons and fields that a thumb is likely to miss: what they draw and what they take around it is too small. */
async function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll(
      "button, input:not([type=hidden]), [role=tab], [data-slot=button]",
    );
    return [...controls].flatMap((control) => {
      const { width, height } = control.getBoundingClientRect();
      if (width <= 1 || height <= 1 || control.closest("[aria-hidden=true]")) return [];
      const around = getComputedStyle(control, "::before");
      const reach = around.position === "absolute" ? Number.parseFloat(around.height) : 0;
      const span = around.position === "absolute" ? Number.parseFloat(around.width) : 0;
      if (Math.max(height, reach) >= 44 && Math.max(width, span) >= 44) return [];
      const name = control.getAttribute("aria-label") ?? control.textContent ?? control.id;
      return [`${name} ${Math.round(width)}x${Math.round(height)}`];
    });
  });
}

test("[GAP-ROUTE-02] a dog has an address of its own, and Back closes it instead of leaving the page", async ({
  browser,
}) => {
  const { page, context } = await visitor(browser, studbook.origin, person("Carla"));
  await addDogs(page);
  await dogCard(page, "Aria of Oak").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/dashboard\/dogs\/[a-z0-9]+/);
  await expect(page.getByRole("dialog")).toContainText("Registration & Identification");
  const address = page.url();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/dogs$/);
  await page.goto(address);
  await expect(page.getByRole("dialog")).toContainText("Aria of Oak");
  await context.close();
});
