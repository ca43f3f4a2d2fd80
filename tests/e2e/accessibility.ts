/**
 * What axe finds on a page in the light and in the dark. The page is asked once it has come to rest: a colour on its way
 * is no colour to judge. Only colours differ between the themes, so the dark one is asked for contrast alone.
 */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Waits until the theme has followed the reader's choice or the system's, and no transition runs. */
async function comeToRest(page: Page): Promise<void> {
  // What is out of sight would keep the colours of the theme before.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [sheet];
  });
  await page.waitForFunction(() => {
    const choice = localStorage.getItem("studbook.theme");
    const isDark = choice ? choice === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    const hasTheme = document.getElementById("root") !== null;
    const isMoving = document.getAnimations().some((animation) => animation instanceof CSSTransition);
    return !isMoving && (!hasTheme || document.documentElement.classList.contains("dark") === isDark);
  });
}

const THEMES = ["dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

/** Expects axe to find nothing on the page, or on a part of it; `place` names it in a failure. Leaves it in the light. */
export async function expectAccessible(
  page: Page,
  place = page.url(),
  part?: string,
  themes: readonly Theme[] = THEMES,
): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await comeToRest(page);
    // Legacy mode runs within the page; the other opens a page of its own to put the frames' results together.
    const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    if (part) builder.include(part);
    if (colorScheme === "dark") builder.withRules("color-contrast");
    const { violations } = await builder.analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
      `${place}, ${colorScheme}`,
    ).toEqual([]);
  }
}
