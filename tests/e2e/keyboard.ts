/** Using a screen by keyboard alone: the focus is always visible, and menus return it. */
import { expect, type Locator, type Page } from "@playwright/test";

const isFocused = async (target: Locator): Promise<boolean> =>
  await target.evaluate((element) => element === document.activeElement);

/** No screen of the tests has as many controls. */
const MOST_PRESSES = 80;

/** Presses Tab until the control has the focus, which must be visible. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST_PRESSES && !(await isFocused(target)); presses += 1) {
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
  // A link that covers its card draws the focus ring around the card.
  const ring = await target.evaluate((element) =>
    [getComputedStyle(element), getComputedStyle(element, "::after")].some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none",
    ),
  );
  expect(ring, "the focus is seen").toBe(true);
}

/** Closes the menu with Escape. The focus must return to its button. */
export async function visitMenu(page: Page, trigger: Locator): Promise<void> {
  await tabTo(page, trigger);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem").nth(1)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(trigger).toBeFocused();
}

/** The focus of a menu moves a moment after the key. */
async function pressArrow(page: Page, key: "ArrowDown" | "ArrowUp"): Promise<void> {
  const before = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press(key);
  await page.waitForFunction((element) => document.activeElement !== element, before);
}

export async function takeEntry(page: Page, name: string): Promise<void> {
  const entry = page.getByRole("menuitem", { name, exact: true });
  await expect(entry).toBeVisible();
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  while (!(await isFocused(entry))) await pressArrow(page, "ArrowDown");
  await page.keyboard.press("Enter");
}
