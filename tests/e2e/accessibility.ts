/** What axe finds on a page, asked once the page has come to rest: a colour on its way is no colour to judge. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Waits until the theme has followed the reader's choice or the system's, and no transition runs. */
async function comeToRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const choice = localStorage.getItem("studbook.theme");
    const isDark = choice ? choice === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    const hasTheme = document.getElementById("root") !== null;
    const isMoving = document.getAnimations().some((animation) => animation instanceof CSSTransition);
    return !isMoving && (!hasTheme || document.documentElement.classList.contains("dark") === isDark);
  });
}

/** Expects axe to find nothing on the page, or on a part of it; `place` names it in a failure. */
export async function expectAccessible(page: Page, place = page.url(), part?: string): Promise<void> {
  await comeToRest(page);
  const builder = new AxeBuilder({ page });
  const { violations } = await (part ? builder.include(part) : builder).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
    place,
  ).toEqual([]);
}
