/** Tests a stop and a new start of Studbook at the same address. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, person } from "../support/people";
import { openRelay, type Relay } from "../support/relay";
import type { Runtime } from "../support/runtime";
import { addDog, dogCard, nameField, signUp, startStudbook, today, visitor } from "./studbook";

let data: string;
let relay: Relay;
let studbook: Runtime;

async function start(): Promise<void> {
  studbook = await startStudbook({ data, extraArguments: ["--origin", relay.origin] });
  relay.leadTo(studbook.port);
}

async function kill(): Promise<void> {
  relay.leadTo(null);
  await studbook.kill();
}

test.beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), "studbook-e2e-"));
  relay = await openRelay();
  await start();
});
test.afterAll(async () => {
  await studbook?.stop();
  await relay?.close();
  rmSync(data, { recursive: true, force: true });
});

test(
  "[DOG-19] [DOGF-21] the first dog is added, and exists after a restart with the session still open",
  { tag: "@core" },
  async ({ page }) => {
    await signUp(page, relay.origin, person("Doris"));
    await page.goto(`${relay.origin}/dashboard/dogs`);
    await expect(page.getByText("No dogs yet")).toBeVisible();
    await expect(page.getByText("Add your first dog to get started")).toBeVisible();
    await addDog(page, { name: "Aria of Oak", breed: "Beagle" });
    await expect(dogCard(page, "Aria of Oak")).toBeVisible();

    await kill();
    await start();
    await page.goto(`${relay.origin}/dashboard/dogs`);
    await expect(dogCard(page, "Aria of Oak")).toBeVisible();
  },
);

test(
  "a dog saved without a connection keeps its text, and is saved exactly once when the connection returns",
  { tag: "@core" },
  async ({ browser }) => {
    const { page, context, person: doris } = await visitor(browser, relay.origin, person("Doris"));
    await page.goto(`${relay.origin}/dashboard/dogs`);
    await expect(page.getByText("No dogs yet")).toBeVisible();
    await page.getByRole("button", { name: "Add First Dog" }).click();
    const dialog = page.getByRole("dialog", { name: "Add New Dog" });
    await nameField(dialog).fill("Frida");
    await dialog.getByRole("combobox", { name: "Breed" }).fill("Beagle");
    await dialog.getByLabel("Call Name").fill("Fri");
    await kill();
    await dialog.getByRole("button", { name: "Add Dog" }).click();
    await expect(page.getByText("Reconnecting...").first()).toBeVisible();
    await expect(nameField(dialog)).toHaveValue("Frida");
    await start();
    await expect(dialog).toBeHidden({ timeout: 30_000 });
    await expect(dogCard(page, "Frida")).toHaveCount(1);
    const kennelId = await firstKennelId(doris);
    const dogs = await doris.client.query(api.dogs.dogs.list, {
      kennelId,
      page: 1,
      limit: 12,
      today,
    });
    expect(dogs.data.map((dog) => dog.name)).toEqual(["Frida"]);
    await context.close();
  },
);
