/** Tests Studbook on phones and in dark mode. */
import { expect, type Page } from "@playwright/test";
import { person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { addDog, clickBeside, dogCard, test, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

/** A page of the app has then replaced the loading text. */
async function expectStarted(page: Page): Promise<void> {
  await expect(page.getByText("Loading authentication...")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
}

test("[SHELL-04] dark mode follows the system", async ({ browser }) => {
  const { page, context } = await visitor(browser, studbook.origin, person("Anna"));
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0);
  }
  await context.close();
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

test("[GAP-ROUTE-02] a dog has its own address, and Back closes the dog instead of leaving the page", async ({
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
