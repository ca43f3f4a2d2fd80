/** Tests the REST calls of the plan in the settings, which use the billing service. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { endPayments, startPaidTeam, type Payments } from "../support/payments";

const ORIGIN = "https://kennel.example.com";

let team: Team;
let payments: Payments;
beforeEach(async () => {
  ({ team, payments } = await startPaidTeam({ now: Date.parse("2025-06-15T09:30:00Z"), origin: ORIGIN }));
});
afterEach(endPayments);

const post = async (step: string, json: object = {}, person = team.owner) =>
  await callRest(person.as, "POST", `/settings/subscription/${step}?kennelId=${team.kennelId}`, { json });
const get = async (path: string) => await callRest(team.owner.as, "GET", `${path}?kennelId=${team.kennelId}`);

describe("the plan in the settings", () => {
  it("[GAP-SET-07] is identical to that of billing", async () => {
    expect(await get("/settings/subscription")).toMatchObject({ body: { subscriptionTier: "free" } });
    await payments.subscribe(team.owner, team.kennelId, "individual");
    const [ours, billings] = [await get("/settings/subscription"), await get("/billing/subscription")];
    expect(ours.body).toMatchObject({ subscriptionTier: "individual", subscriptionStatus: "active" });
    expect([ours.status, ours.body]).toEqual([billings.status, billings.body]);
  });

  it("[GAP-SET-07] is changed by planId, which is the tier", async () => {
    const { status, body } = await post("update", { planId: "professional" });
    expect(status).toBe(201);
    await payments.press(body.url, "pay");
    await payments.deliver();
    expect((await get("/settings/subscription")).body.subscriptionTier).toBe("professional");
    expect((await post("update", { planId: "gold" })).body.errors).toEqual({
      planId: "Plan must be individual, professional, enterprise",
    });
  });

  it("[GAP-SET-07] ends with its period when canceled, and continues when the cancellation is undone", async () => {
    await payments.subscribe(team.owner, team.kennelId, "individual");
    const canceled = await post("cancel", { reason: "We stop breeding" });
    expect(canceled).toMatchObject({
      status: 201,
      body: {
        subscriptionTier: "individual",
        subscriptionStatus: "canceled",
        currentPeriodEnd: "2025-07-15T09:30:00.000Z",
      },
    });
    await payments.deliver();
    expect((await get("/billing/subscription")).body).toEqual(canceled.body);
    expect(await post("reactivate")).toMatchObject({ status: 201, body: { subscriptionStatus: "active" } });
    await payments.deliver();
    expect((await get("/billing/subscription")).body.subscriptionStatus).toBe("active");
  });

  it("[GAP-SET-07] cannot be canceled before any payment, and requires the owner", async () => {
    expect((await post("cancel")).status).toBe(404);
    expect((await post("reactivate")).status).toBe(404);
    expect((await post("cancel", {}, team.manager)).status).toBe(403);
    payments.setDown(true);
    expect((await post("update", { planId: "individual" })).status).toBe(503);
  });
});
