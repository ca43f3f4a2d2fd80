/** Tests a dog's photos, and a puppy's photos until it becomes a dog. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { localDay } from "../../domain/dates/calendar-days";
import { addLitterOfDays } from "../support/kennel-litters";
import { firstKennelId, joinKennel, person } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { addDog, dogCard, leaveDialog, signUp, test, visitor, workIn } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

/** Looks like a camera's file. */
async function paintPhoto(page: Page, name: string, colour: string) {
  const base64 = await page.evaluate(async (fill) => {
    const canvas = new OffscreenCanvas(2400, 1600);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("No canvas");
    context.fillStyle = fill;
    context.fillRect(0, 0, 2400, 1600);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
  }, colour);
  return { name, mimeType: "image/jpeg", buffer: Buffer.from(base64, "base64") };
}

test(
  "[PHO-01] [PHO-02] [PHO-05] [PHO-07] [PHO-09] [PHO-10] [GAP-PHO-02] photos are added, captioned, chosen and deleted",
  { tag: "@core" },
  async ({ page }) => {
    await signUp(page, studbook.origin, person("Petra"));
    await page.goto(`${studbook.origin}/dashboard/dogs`);
    await addDog(page, { name: "Aria", breed: "Beagle" });
    await dogCard(page, "Aria").getByRole("button", { name: "Actions for Aria" }).click();
    await page.getByRole("menuitem", { name: "Manage Photos" }).click();
    const manager = page.getByRole("dialog", { name: "Photos of Aria" });
    await expect(manager.getByText("No photos yet")).toBeVisible();
    await expect(manager.getByText("0 photo(s)")).toBeVisible();

    const grid = manager.getByRole("list", { name: "Photos" });

    const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") };
    await manager
      .getByLabel("Choose photos")
      .setInputFiles([
        await paintPhoto(page, "a.jpg", "#705030"),
        await paintPhoto(page, "b.jpg", "#203040"),
        text,
      ]);
    await expect(manager.getByText("2 photo(s)")).toBeVisible();
    await expect(manager.getByText("Photos must be JPG, PNG, WEBP, HEIC or HEIF.")).toBeVisible();
    await expect(page.getByText("notes.txt").filter({ visible: true })).toHaveCount(1);
    await expect(manager.getByText("Primary", { exact: true })).toHaveCount(1);
    const pictures = manager.locator("figure img");
    await expect
      .poll(
        async () =>
          await pictures.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth)),
      )
      .toEqual([1024, 1024]);

    const second = grid.getByRole("listitem").nth(1);
    await second.getByRole("button", { name: "Edit caption" }).click();
    await second.getByLabel("Caption").fill("In the snow");
    await second.getByRole("button", { name: "Save" }).click();
    const snow = grid.getByRole("listitem").filter({ hasText: "In the snow" });
    await snow.getByRole("button", { name: "Set as primary photo" }).click();
    await expect(snow.getByText("Primary", { exact: true })).toBeVisible();

    await snow.getByRole("button", { name: "View In the snow" }).click();
    const box = page.getByRole("dialog", { name: "In the snow" });
    await expect(box.getByText("1 of 2")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("2 of 2")).toBeVisible();
    await leaveDialog(page);

    await snow.getByRole("button", { name: "Delete photo" }).click();
    const question = page.getByRole("alertdialog", { name: "Are you sure you want to delete this photo?" });
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(manager.getByText("1 photo(s)")).toBeVisible();
    await leaveDialog(page);
    await expect(dogCard(page, "Aria").getByRole("img", { name: "Photo of Aria" })).toBeVisible();

    await dogCard(page, "Aria").getByRole("link", { name: "Aria" }).click();
    await page.getByRole("tab", { name: "Photos 1" }).click();
    await expect(page.getByText("No caption")).toBeVisible();
  },
);

test(
  "a puppy is photographed on a phone, a colleague sees it immediately, and the photo moves to the puppy's dog",
  { tag: "@core" },
  async ({ browser }) => {
    const phone = await visitor(browser, studbook.origin, person("Paula"));
    const kennelId = await firstKennelId(phone.person);
    const office = await visitor(browser, studbook.origin, person("Otto"));
    await joinKennel(phone.person, office.person, { kennelId, role: "staff" });
    await workIn(office, kennelId);
    const { litterId, puppyIds } = await addLitterOfDays(phone.person, kennelId, {
      daysAgo: 20,
      collars: ["Red"],
    });
    await phone.page.setViewportSize({ width: 390, height: 844 });
    for (const { page } of [phone, office]) {
      await page.goto(`${studbook.origin}/dashboard/litters/${litterId}`);
      await expect(page.getByRole("button", { name: "Add a photo of Red collar" })).toBeVisible();
    }
    const field = phone.page.getByLabel("Take a photo");
    await expect(field).toHaveAttribute("capture", "environment");
    await field.setInputFiles(await paintPhoto(phone.page, "a.jpg", "#705030"));
    const photos = office.page.getByRole("button", { name: "Photos of Red collar" });
    await expect(photos).toBeVisible();
    await expect
      .poll(
        async () => await photos.locator("img").evaluate((each) => (each as HTMLImageElement).naturalWidth),
      )
      .toBe(256);
    await photos.click();
    await expect(office.page.getByText("1 photo(s)")).toBeVisible();
    await expectAccessible(office.page);

    const kept = { puppyId: puppyIds[0] ?? "", name: "Robin", today: localDay(new Date()) };
    const { _id } = await phone.person.client.mutation(api.litters.puppies.addToDogs, kept);
    await office.page.goto(`${studbook.origin}/dashboard/dogs/${_id}?tab=photos`);
    const dog = office.page.getByRole("dialog", { name: "Robin" });
    await expect(dog.getByRole("list", { name: "Photos" }).getByText("Primary")).toBeVisible();
    await phone.context.close();
    await office.context.close();
  },
);
