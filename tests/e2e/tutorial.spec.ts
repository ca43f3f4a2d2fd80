/** Tests the tour on a phone and on a desktop. */
import { expect, type Locator, type Page } from "@playwright/test";
import { person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { signUp, test } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const card = (page: Page): Locator => page.getByRole("dialog");
const spot = (page: Page): Locator => page.locator('[data-slot="tutorial-spot"]');
const offer = (page: Page): Locator => page.getByRole("region", { name: "Tour of Studbook" });

const steps = [
  { title: "Welcome to Studbook", path: "/dashboard" },
  { title: "Your dashboard", path: "/dashboard" },
  { title: "The menu", path: "/dashboard" },
  { title: "Your dogs", path: "/dashboard/dogs" },
  { title: "Health", path: "/dashboard/health" },
  { title: "Breeding", path: "/dashboard/breeding" },
  { title: "You are all set", path: "/dashboard" },
];

/** The highlighted control and the card must be in the window, and the card must not cover the control. */
async function isPointing(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const light = document.querySelector('[data-slot="tutorial-spot"]')?.getBoundingClientRect();
    const step = document.querySelector('[data-slot="tutorial-card"]')?.getBoundingClientRect();
    if (!light || !step || light.width < 20 || light.height < 20) return false;
    const isInside = (box: DOMRect, slack: number) =>
      box.left >= -slack &&
      box.top >= -slack &&
      box.right <= innerWidth + slack &&
      box.bottom <= innerHeight + slack;
    const isApart =
      light.right <= step.left ||
      step.right <= light.left ||
      light.bottom <= step.top ||
      step.bottom <= light.top;
    return isInside(light, 7) && isInside(step, 0) && isApart;
  });
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(
    `[TUT-01] [TUT-02] [TUT-03] [TUT-05] at ${viewport.width} px the tour is offered and points at the real controls`,
    { tag: viewport.width === 390 ? "@core" : [] },
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await signUp(page, studbook.origin, person("Anna"));
      await expect(offer(page)).toBeVisible();
      await offer(page).getByRole("button", { name: "Start Tour" }).click();
      await expect(offer(page)).toBeHidden();
      for (const [position, { title, path }] of steps.entries()) {
        await expect(card(page).getByRole("heading", { name: title })).toBeVisible();
        await expect(card(page).getByText(`Step ${position + 1} of 7`)).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`/k/[^/]+${path}$`));
        await expect(spot(page)).toBeVisible();
        await expect.poll(() => isPointing(page), { message: title }).toBe(true);
        if (position === 1) {
          await expectAccessible(page);
        }
        await card(page)
          .getByRole("button", { name: position === 6 ? "Complete" : "Next" })
          .click();
      }
      await expect(card(page)).toBeHidden();
      await page.reload();
      await expect(page.getByRole("button", { name: "Help" })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem("studbook.tutorial.completed"))).not.toBeNull();
    },
  );
}

test("[SHELL-03] [TUT-07] the tour is opened from the help button, paged and skipped by keyboard, and returns the focus", async ({
  page,
}) => {
  await signUp(page, studbook.origin, person("Berta"));
  const help = page.getByRole("button", { name: "Help" });
  await help.focus();
  await page.keyboard.press("Enter");
  const next = card(page).getByRole("button", { name: "Next" });
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(card(page).getByText("Step 2 of 7")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(card(page).getByText("Step 1 of 7")).toBeVisible();
  await expect(next).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(card(page).getByRole("button", { name: "Skip tutorial" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card(page)).toBeHidden();
  await expect(help).toBeFocused();
});
