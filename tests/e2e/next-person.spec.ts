/** Tests that a change by one person is never saved as the next person on the same screen. */
import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, joinKennel, person, register } from "../support/people";
import { Line } from "./line";
import { test, today, visitor, workIn } from "./studbook";

const complete = (page: Page, title: string) => page.getByRole("checkbox", { name: `Complete ${title}` });

test("a change that waits for the connection is not sent as the next person, and its own person is informed", async ({
  browser,
  studbook,
}) => {
  const { origin } = studbook;
  const first = await visitor(browser, origin, person("Olga"));
  const kennelId = await firstKennelId(first.person);
  const second = await register(origin, person("Stefan"));
  await joinKennel(first.person, second, { kennelId, role: "staff" });
  for (const title of ["Worming", "Dentist"])
    await second.client.mutation(api.reminders.reminders.create, { kennelId, title, dueDate: today });

  const { page, context } = first;
  const line = new Line();
  await line.hold(page);
  await workIn(first, kennelId);
  await page.goto(`${origin}/k/${kennelId}/dashboard/reminders`);
  await expect(complete(page, "Dentist")).toBeVisible();

  await line.cut();
  await complete(page, "Worming").click();
  await page.getByRole("button", { name: /User menu of/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page.getByText(/signed out while a change was on its way/)).toBeVisible();

  await page.getByLabel("Email").fill(second.email);
  await page.getByLabel("Password", { exact: true }).fill(second.password);
  const token = page.waitForResponse(/api\/auth\/token$/);
  await page.getByRole("button", { name: /^sign in$/i }).click();
  await token;
  line.mend();
  await page.waitForURL(/\/dashboard/);
  await page.goto(`${origin}/k/${kennelId}/dashboard/reminders`);
  await complete(page, "Dentist").click();
  const open = async () => {
    const { data } = await second.client.query(api.reminders.reminders.list, {
      kennelId,
      today,
      tab: "pending",
    });
    return data.map(({ title }) => title);
  };
  await expect.poll(open).toEqual(["Worming"]);
  await context.close();
});
