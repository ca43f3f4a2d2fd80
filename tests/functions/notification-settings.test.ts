/** Tests a person's notification settings, test messages and the outbox. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { REMINDER_TYPES } from "../../domain/reminders/rules";
import { failureOf, startTeam, type Person, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse("2025-06-10T12:00:00Z") });
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Changes = (typeof api.accounts.userSettings.update)["_args"];
const change = async (args: Changes, person: Person = team.owner) =>
  await person.as.mutation(api.accounts.userSettings.update, args);
const fieldsOf = async (args: Changes) => (await failureOf(change(args))).details.fields;
const add = async (reminderType: string, dueDate = "2025-06-15") =>
  await team.owner.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    title: `A ${reminderType}`,
    reminderType,
    dueDate,
    notifications: { email: true, sms: false, push: false, daysInAdvance: [] },
  });
const sweep = async (instant: string) => {
  vi.setSystemTime(Date.parse(instant));
  return await team.deployment.mutation(internal.deliveries.deliveries.sweep, {});
};
const setUpMail = () => {
  vi.stubEnv("MAIL_FROM", "Studbook <reminders@kennel.example>");
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:9");
};

describe("a person's notifications", () => {
  it("include all types until they switch one off, which changes nothing else", async () => {
    expect(await team.owner.as.query(api.accounts.userSettings.get, {})).toEqual({
      notifications: { email: true, sms: false, push: true },
      phone: null,
      dogColumns: null,
      dogColumnWidths: {},
      weightUnits: null,
      immunizationsView: null,
      quietHours: null,
      mutedTypes: [],
      daysInAdvance: null,
      isDigestOn: false,
      digestTime: "08:00",
      privacy: { showInDirectory: false, shareAnalytics: false },
    });
    await change({ phone: "+1 555 123 4567", daysInAdvance: [1, 7, 7] });
    expect(await change({ mutedTypes: ["other", "grooming", "other"] })).toMatchObject({
      phone: "+15551234567",
      daysInAdvance: [7, 1],
      mutedTypes: ["grooming", "other"],
    });
    expect(await change({ mutedTypes: [], daysInAdvance: null })).toMatchObject({
      phone: "+15551234567",
      daysInAdvance: null,
      mutedTypes: [],
    });
  });

  it("[REM-01] refuse an invalid type, day and time", async () => {
    expect(await fieldsOf({ mutedTypes: ["party"] })).toEqual({
      "mutedTypes.0": `Type must be ${REMINDER_TYPES.join(", ")}`,
    });
    expect(await fieldsOf({ daysInAdvance: [-1] })).toHaveProperty(["daysInAdvance.0"]);
    expect(await fieldsOf({ digestTime: "8 am" })).toEqual({
      digestTime: "Digest time must be a time such as 07:30",
    });
  });

  it("leave out only the types that the person muted", async () => {
    await change({ mutedTypes: ["grooming"] });
    const grooming = await add("grooming");
    await add("vaccination");
    await sweep("2025-06-15T08:00:00Z");
    const told = await team.owner.as.query(api.deliveries.deliveries.told, { reminderId: grooming._id });
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(["manager", "staff"]);
    expect(
      (await team.owner.as.query(api.deliveries.deliveries.outbox, { kennelId: team.kennelId })).map(
        ({ subject }) => subject,
      ),
    ).toEqual(["A vaccination is due today"]);
  });

  it("skip messages that were written before their type was switched off", async () => {
    setUpMail();
    const { _id } = await add("grooming");
    await sweep("2025-06-15T08:00:00Z");
    for (const person of [team.owner, team.manager, team.staff]) {
      await change({ mutedTypes: ["grooming"] }, person);
    }
    expect((await team.deployment.mutation(internal.deliveries.deliveries.claim, {})).claimed).toEqual([]);
    const told = await team.viewer.as.query(api.deliveries.deliveries.told, { reminderId: _id });
    expect(told.map(({ state }) => state)).toEqual(["skipped", "skipped", "skipped"]);
  });
});

describe("the daily digest", () => {
  it("is sent at the person's hour, without the types that are switched off", async () => {
    setUpMail();
    await add("grooming");
    await add("vaccination");
    await change({ isDigestOn: true, digestTime: "18:15", mutedTypes: ["grooming"] });
    const digest = async (instant: string) => {
      vi.setSystemTime(Date.parse(instant));
      return await team.deployment.mutation(internal.deliveries.deliveries.sweepDigests, {});
    };
    expect(await digest("2025-06-10T18:14:00Z")).toBe(0);
    expect(await digest("2025-06-10T18:15:00Z")).toBe(1);
    const { claimed } = await team.deployment.mutation(internal.deliveries.deliveries.claim, {});
    expect(claimed[0]?.facts.lines.map(({ title }) => title)).toEqual(["A vaccination"]);
    // Another hour moves the next digest. The same hour again does not.
    await change({ digestTime: "07:00" });
    expect(await digest("2025-06-11T06:59:00Z")).toBe(0);
    await change({ digestTime: "07:00", isDigestOn: true });
    expect(await digest("2025-06-11T07:00:00Z")).toBe(1);
    await change({ isDigestOn: false });
    await change({ digestTime: "09:00" });
    expect(await digest("2025-06-12T10:00:00Z")).toBe(0);
  });
});

describe("a test message on a channel", () => {
  const test = async (person: Person, channel: "email" | "sms" | "push", kennelId?: string) =>
    await person.as.mutation(api.deliveries.deliveries.testChannel, {
      channel,
      ...(kennelId && { kennelId }),
    });
  const outcomes = async (person: Person, deliveryIds: string[]) =>
    await person.as.query(api.deliveries.deliveries.outcomes, { deliveryIds });

  it("[GAP-REM-11] is in the outbox as not set up when keys are missing", async () => {
    const { status, message, deliveryIds } = await test(team.viewer, "email", team.kennelId);
    expect([status, message]).toEqual(["not_set_up", "Email is not set up on this server"]);
    expect(await outcomes(team.viewer, deliveryIds)).toMatchObject([
      { state: "not_set_up", kind: "test", subject: "Studbook test notification", to: team.viewer.email },
    ]);
    expect(await outcomes(team.owner, deliveryIds)).toEqual([]);
  });

  it("shows the provider's response, and is sent even in quiet hours", async () => {
    setUpMail();
    vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
    await change({ notifications: { email: false }, quietHours: { from: "00:00", to: "23:59" } });
    const { status, deliveryIds } = await test(team.owner, "email");
    expect(status).toBe("queued");
    expect(await outcomes(team.owner, deliveryIds)).toMatchObject([{ state: "waiting", attempts: [] }]);
    const { claimed } = await team.deployment.mutation(internal.deliveries.deliveries.claim, {});
    expect(claimed).toMatchObject([{ facts: { kind: "test", reminder: null } }]);
    const [mine] = claimed;
    if (!mine) throw new Error("Nothing was claimed");
    await team.deployment.mutation(internal.deliveries.deliveries.report, {
      deliveryId: mine.deliveryId,
      claim: mine.claim,
      outcome: { isSent: true, isFinal: true, message: "250 Ok: queued as 4Y1X" },
    });
    expect(await outcomes(team.owner, deliveryIds)).toMatchObject([
      { state: "sent", attempts: [{ status: "sent", message: "250 Ok: queued as 4Y1X" }] },
    ]);
  });

  it("reports a missing phone number or device", async () => {
    vi.stubEnv("TWILIO_ACCOUNT_SID", "AC1");
    vi.stubEnv("TWILIO_AUTH_TOKEN", "secret");
    vi.stubEnv("TWILIO_FROM", "+15550000000");
    vi.stubEnv("VAPID_PUBLIC_KEY", "B");
    vi.stubEnv("VAPID_PRIVATE_KEY", "b");
    expect((await test(team.owner, "sms")).message).toBe("There is no phone number in the settings");
    expect((await test(team.owner, "push")).message).toBe("None of your devices accepts push notifications");
  });

  it("is refused for another kennel, to signed-out callers, and after too many tests", async () => {
    expect((await failureOf(test(team.stranger, "email", team.kennelId))).code).toBe("NOT_FOUND");
    const signedOut = team.deployment.mutation(api.deliveries.deliveries.testChannel, { channel: "email" });
    expect((await failureOf(signedOut)).code).toBe("UNAUTHENTICATED");
    for (let sent = 0; sent < 20; sent += 1) await test(team.owner, "email");
    expect((await failureOf(test(team.owner, "email"))).code).toBe("RATE_LIMITED");
  });
});

describe("the outbox", () => {
  it("shows the text and buttons of a message only to its recipient", async () => {
    vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
    vi.stubEnv("CONVEX_SITE_URL", "https://kennel.example");
    const { _id } = await add("vaccination");
    await sweep("2025-06-15T08:00:00Z");
    const outbox = async (person: Person, limit?: number) =>
      await person.as.query(api.deliveries.deliveries.outbox, {
        kennelId: team.kennelId,
        ...(limit && { limit }),
      });
    const [message] = await outbox(team.owner);
    expect(message).toMatchObject({
      channel: "email",
      state: "not_set_up",
      to: team.owner.email,
      attempts: [{ status: "not_set_up", message: "Email is not set up on this server" }],
    });
    const preview = async (person: Person) =>
      await person.as.query(api.deliveries.deliveries.preview, {
        kennelId: team.kennelId,
        deliveryId: message?._id ?? "",
      });
    const shown = await preview(team.owner);
    expect(shown?.html).toContain("Mark as done");
    expect(shown?.text).toContain(
      `Open in Studbook: https://kennel.example/k/${team.kennelId}/dashboard/reminders?reminder=${_id}`,
    );
    expect((await failureOf(preview(team.manager))).code).toBe("NOT_FOUND");
    expect((await failureOf(preview(team.stranger))).code).toBe("NOT_FOUND");
    await add("breeding");
    await sweep("2025-06-15T08:15:00Z");
    expect(await outbox(team.owner, 1)).toHaveLength(1);
  });

  it("[GAP-REM-17] shows the recipients of one reminder and which messages will be tried again", async () => {
    setUpMail();
    const { _id } = await add("vaccination");
    await sweep("2025-06-15T08:00:00Z");
    const { claimed } = await team.deployment.mutation(internal.deliveries.deliveries.claim, {});
    for (const { deliveryId, claim, to } of claimed) {
      const isSent = to === team.owner.email;
      await team.deployment.mutation(internal.deliveries.deliveries.report, {
        deliveryId,
        claim,
        outcome: { isSent, isFinal: isSent, message: isSent ? "250 Ok" : "451 Later" },
      });
    }
    const told = await team.viewer.as.query(api.deliveries.deliveries.told, { reminderId: _id });
    expect(told.map(({ recipient, state }) => `${recipient} ${state}`).sort()).toEqual([
      "Olga Owner sent",
      "manager waiting",
      "staff waiting",
    ]);
    const waiting = told.find(({ state }) => state === "waiting");
    expect(waiting?.attempts).toMatchObject([{ status: "failed", message: "451 Later" }]);
    expect(new Date(waiting?.sendAt ?? 0).toISOString()).toBe("2025-06-15T08:01:00.000Z");
    const strange = team.stranger.as.query(api.deliveries.deliveries.told, { reminderId: _id });
    expect((await failureOf(strange)).code).toBe("NOT_FOUND");
  });
});
