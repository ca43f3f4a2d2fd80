/** Tests that a function which a developer saves is pushed by `npm run dev`, and that the open page continues. */
import { expect, test } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { pushOnChange } from "../../scripts/push-on-change.mjs";
import { ADMIN_KEY, createCliProject, type CliProject } from "../support/convex-cli";
import { firstKennelId, person } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";
import { dogCard, nameField, visitor } from "./studbook";

// The whole of Studbook is bundled and pushed twice.
test.setTimeout(180_000);

let studbook: Runtime;
let project: CliProject;
let reported = "";
let pushes: ReturnType<typeof pushOnChange>;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  studbook = await startRuntime({ web: "dist/web", accounts: true, adminKey: ADMIN_KEY });
  const files = ["convex", "domain", "convex.json", "package.json", "tsconfig.json"];
  project = createCliProject(Object.fromEntries(files.map((file) => [file, file])));
  pushes = pushOnChange({
    dir: project.dir,
    folders: ["convex", "domain"],
    url: studbook.origin,
    adminKey: ADMIN_KEY,
    typecheck: null,
    report: (text: string) => (reported += text),
  });
  await pushes.whenPushed;
  expect(reported).toMatch(/^Functions pushed/);
});

test.afterAll(async () => {
  pushes?.close();
  project?.remove();
  await studbook?.stop();
});

test(
  "a saved function changes the list on an open page, and the form keeps the typed text",
  { tag: "@core" },
  async ({ browser }) => {
    const { page, person: breeder, context } = await visitor(browser, studbook.origin, person("Vera"));
    const kennelId = await firstKennelId(breeder);
    const bella = { name: "Bella", breed: "Beagle", gender: "female" as const };
    await breeder.client.mutation(api.dogs.dogs.create, { kennelId, ...bella, today: "2026-03-01" });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dogs" }).click();
    await expect(dogCard(page, "Bella")).toBeVisible();
    await page.getByRole("button", { name: "Add Dog" }).click();
    const dialog = page.getByRole("dialog", { name: "Add New Dog" });
    await nameField(dialog).fill("Half a na");
    let loads = 0;
    page.on("load", () => (loads += 1));

    project.edit("convex/dogs/dogs.ts", (text) => {
      const edited = text.replace(
        "await listDogs(ctx, ctx.access.kennelId, args)",
        "await loudly(listDogs(ctx, ctx.access.kennelId, args))",
      );
      expect(edited, "the handler of the list").not.toBe(text);
      return `${edited}
async function loudly(listed: ReturnType<typeof listDogs>) {
  const { data, pagination } = await listed;
  return { data: data.map((dog) => ({ ...dog, name: dog.name.toUpperCase() })), pagination };
}
`;
    });

    // The list is behind the open dialog.
    await expect(page.locator("article", { hasText: "BELLA" })).toBeVisible({ timeout: 90_000 });
    await expect(nameField(dialog)).toHaveValue("Half a na");
    await expect(nameField(dialog)).toBeFocused();
    await nameField(dialog).press("End");
    await page.keyboard.type("me");
    await expect(nameField(dialog)).toHaveValue("Half a name");
    expect(loads).toBe(0);
    await context.close();
  },
);
