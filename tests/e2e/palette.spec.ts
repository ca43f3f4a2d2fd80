/** Tests the command palette, and printing. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and Commands" });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });

test(
  "a dog is found while typing and opened by keyboard alone, and on a phone a form is reached by thumb",
  { tag: "@core" },
  async ({ browser }) => {
    const { person: anna, page, context } = await visitor(browser, studbook.origin, person("Anna"));
    const kennelId = await firstKennelId(anna);
    const dog = { name: "Aria of Oak", breed: "Beagle", gender: "female", color: "Tricolor" } as const;
    await anna.client.mutation(api.dogs.dogs.create, { kennelId, today: "2025-06-15", ...dog });

    await expect(page.getByRole("button", { name: "Search and Commands" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(palette(page).getByRole("combobox")).toBeFocused();
    await expectAccessible(page);
    const box = await palette(page).boundingBox();
    expect(box && box.y + box.height, "the whole list can be scrolled to").toBeLessThan(
      page.viewportSize()?.height ?? 0,
    );
    await page.keyboard.type("aria");
    await expect(option(page, /Aria of Oak/)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/dashboard\/dogs\/\w+/);
    await expect(page.getByRole("dialog", { name: "Aria of Oak" })).toBeVisible();
    await expect(page).toHaveTitle("Aria of Oak · Dogs · My Kennel · Studbook");

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${studbook.origin}/dashboard/reminders`);
    await page.getByRole("button", { name: "Search and Commands" }).click();
    await option(page, "Add reminder").click();
    await expect(palette(page)).toBeHidden();
    await expect(page.getByRole("dialog").getByLabel(/title/i).first()).toBeVisible();
    await context.close();
  },
);

test("a printed list has its title and its dogs, and no controls", async ({ browser }) => {
  const { person: berta, page, context } = await visitor(browser, studbook.origin, person("Berta"));
  const kennelId = await firstKennelId(berta);
  const dog = { name: "Brisa of Oak", breed: "Beagle", gender: "female", color: "Tricolor" } as const;
  await berta.client.mutation(api.dogs.dogs.create, { kennelId, today: "2025-06-15", ...dog });
  await page.goto(`${studbook.origin}/dashboard/dogs`);
  await expect(page.getByRole("article", { name: "Brisa of Oak" })).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("heading", { level: 1, name: "Dogs" })).toBeVisible();
  await expect(page.getByRole("article", { name: "Brisa of Oak" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Help" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Add Dog" }).first()).toBeHidden();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  const list = page.getByRole("list", { name: "Dogs" });
  const [whole, card] = [await list.boundingBox(), await list.getByRole("listitem").first().boundingBox()];
  expect(card?.x, "nothing sticks out of the paper").toBe(whole?.x);
  expect(card?.y).toBe(whole?.y);

  await page.emulateMedia({ media: "screen" });
  await page.getByRole("article", { name: "Brisa of Oak" }).getByRole("link").first().click();
  const detail = page.getByRole("dialog", { name: "Brisa of Oak" });
  await expect(detail.getByText("Registration & Identification")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(detail).toHaveCSS("position", "static");
  await expect(page.locator("[data-slot=dialog-overlay]")).toBeHidden();
  await expect(detail.getByRole("button", { name: "Close" })).toBeHidden();
  await expect(detail).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByRole("heading", { level: 1, name: "Dogs" })).toBeHidden();
  await context.close();
});
