/** The strict Content-Security-Policy of the web app: no screen asks for anything that it refuses. */
import { expect, test, type Page } from "@playwright/test";
import { paths } from "../../src/app/paths";
import { person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { addDog, startStudbook, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async () => {
  studbook = await startStudbook();
});
test.afterAll(async () => studbook?.stop());

/** What the browser refuses to a page from now on. */
async function refusalsOf(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction("noteRefusal", (what: string) => void refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      const { noteRefusal } = window as unknown as { noteRefusal: (what: string) => void };
      noteRefusal(`${location.pathname}${location.search}: ${effectiveDirective} ${blockedURI}`);
    });
  });
  return refused;
}

test("no screen is refused anything, and a script that was written into a page is", async ({ browser }) => {
  const { page, context } = await visitor(browser, studbook.origin, person("Anna"));
  const refused = await refusalsOf(page);
  await page.goto(studbook.origin + paths.dogs);
  await addDog(page, { name: "Aria of Oak", breed: "Beagle" });
  const tabs = ["profile", "kennel", "notifications", "security", "data", "billing", "integrations"];
  const screens = [paths.dashboard, paths.dogs, paths.pedigreeDatabase, paths.breeding, paths.litters];
  const addresses = [
    ...screens,
    paths.health,
    paths.reminders,
    ...tabs.map((tab) => `${paths.settings}?tab=${tab}`),
  ];
  for (const address of addresses) {
    await page.goto(studbook.origin + address);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
  }
  expect(refused).toEqual([]);

  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'taken over'";
    document.body.append(script);
  });
  await expect.poll(() => refused).toEqual([expect.stringContaining("script-src-elem inline")]);
  await expect(page).not.toHaveTitle("taken over");
  await context.close();
});
