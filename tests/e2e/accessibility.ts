/**
 * The violations that axe finds on a page in light and dark mode. The page is checked after all transitions have
 * ended, because colors in transition are not final. Only colors differ between the themes, so the dark theme is
 * checked only for contrast.
 */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Waits until the theme matches the user's or the system's setting, and no transition runs. */
async function comeToRest(page: Page): Promise<void> {
  // Hidden elements would keep the colors of the earlier theme.
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

/**
 * axe must find nothing on the page, or in a part of it. `place` names it in a failure. Leaves the page in light
 * mode.
 */
export async function expectAccessible(
  page: Page,
  place = page.url(),
  part?: string,
  themes: readonly Theme[] = THEMES,
): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await comeToRest(page);
    // Legacy mode runs within the page. The other mode opens another page to combine the results of frames.
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
