/**
 * Tests an invited person on a phone. The test uses clicks instead of taps, because on a busy machine Chromium can
 * take a slow tap for a long press.
 */
import { expect } from "@playwright/test";
import { api } from "../../convex/_generated/api";
import { firstKennelId, password, person, register } from "../support/people";
import type { Runtime } from "../support/runtime";
import { test } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test(
  "[GAP-KEN-04] an invited person accepts, signs up and joins the inviter's kennel",
  { tag: "@core" },
  async ({ page }) => {
    const owner = await register(studbook.origin, person("Olga"));
    const kennelId = await firstKennelId(owner);
    const { client } = owner;
    await client.mutation(api.kennels.kennels.update, { kennelId, name: "Oakwood Kennel" });
    const dog = { kennelId, name: "Bella", breed: "Beagle", gender: "female", today: "2026-11-22" } as const;
    await client.mutation(api.dogs.dogs.create, dog);
    const guest = person("Gina");
    const { invitationId } = await client.mutation(api.kennels.members.add, {
      ...{ kennelId, email: guest.email, role: "staff" },
    });
    const link = await client.query(api.kennels.invitations.link, {
      kennelId,
      invitationId: invitationId ?? "",
    });
    const path = new URL(link ?? "").pathname;

    await page.goto(studbook.origin + path);
    await expect(page.getByRole("heading", { name: "Join Oakwood Kennel" })).toBeVisible();
    await page.getByRole("link", { name: "Accept and Create Account" }).click();
    await page.getByLabel("First name").fill(guest.firstName);
    await page.getByLabel("Email").fill(guest.email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page).toHaveURL(new RegExp(`/k/${kennelId}/dashboard`));
    await page.goto(`${studbook.origin}/dashboard/dogs`);
    await expect(page.getByText("Bella")).toBeVisible();
  },
);

test("[GAP-KEN-04] opening the address of a link accepts nothing, and a person with an account is asked", async ({
  page,
}) => {
  const owner = await register(studbook.origin, person("Olga"));
  const kennelId = await firstKennelId(owner);
  const guest = person("Vera");
  const victim = await register(studbook.origin, guest);
  await owner.client.mutation(api.kennels.members.add, { kennelId, email: guest.email, role: "staff" });
  await page.goto(`${studbook.origin}/login`);
  await page.getByLabel("Email").fill(guest.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  const invitations = page.getByRole("list", { name: "Invitations" });
  await expect(invitations).toContainText("invites you");
  expect(await victim.client.query(api.kennels.kennels.list, {})).toHaveLength(1);
  await invitations.getByRole("button", { name: "Accept" }).click();
  await expect(page).toHaveURL(new RegExp(`/k/${kennelId}/dashboard`));
});
