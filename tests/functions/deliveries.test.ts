/** Tests messages about reminders. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { writeMessage } from "../../convex/deliveries/model/deliveryFacts";
import { makeLinks } from "../../convex/deliveries/model/noticeTokens";
import type { Id } from "../../convex/_generated/dataModel";
import { RETRY_MINUTES } from "../../domain/deliveries/rules";
import { pagePolicy } from "../../domain/text/page-policy";
import { addDog, failureOf, startTeam, type Person, type Team } from "../support/backend";

const instant = (text: string): number => Date.parse(`${text}:00Z`);
const MINUTE_MS = 60_000;

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: instant("2025-06-10T12:00") });
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The tests never connect to this address. */
function setUpMail(): void {
  vi.stubEnv("MAIL_FROM", "Studbook <reminders@kennel.example>");
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:9");
}
const EMAIL = { email: true, sms: false, push: false, daysInAdvance: [1] };
type Fields = Partial<(typeof api.reminders.reminders.create)["_args"]>;
const add = async (fields: Fields = {}) =>
  await team.staff.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    title: "Worming",
    dueDate: "2025-06-15",
    notifications: EMAIL,
    ...fields,
  });
const sweep = async (time: string) => {
  vi.setSystemTime(instant(time));
  return await team.deployment.mutation(internal.deliveries.deliveries.sweep, {});
};
const claim = async (time: string) => {
  vi.setSystemTime(instant(time));
  return (await team.deployment.mutation(internal.deliveries.deliveries.claim, {})).claimed;
};
type Outcome = (typeof internal.deliveries.deliveries.report)["_args"]["outcome"];
const TAKEN: Outcome = { isSent: true, isFinal: true, message: "250 Ok" };
const BUSY: Outcome = { isSent: false, isFinal: false, message: "451 Later" };
const report = async (claimed: { deliveryId: Id<"deliveries">; claim: number }, outcome: Outcome) =>
  await team.deployment.mutation(internal.deliveries.deliveries.report, {
    deliveryId: claimed.deliveryId,
    claim: claimed.claim,
    outcome,
  });
const history = async (reminderId: string, person: Person = team.viewer) =>
  await person.as.query(api.deliveries.deliveries.history, { reminderId });
const notifyAt = async (reminderId: Id<"reminders">) =>
  await team.deployment.run(async (ctx) => {
    const at = (await ctx.db.get("reminders", reminderId))?.notifyAt;
    return at === undefined ? null : new Date(at).toISOString().slice(0, 16);
  });
/** The owner is then the only recipient. */
const alone = async () => {
  for (const person of [team.manager, team.staff]) {
    await person.as.mutation(api.accounts.userSettings.update, {
      notifications: { email: false, push: false },
    });
  }
};

describe("writing notices", () => {
  it("[GAP-REM-11] at 08:00 on the advance day and the due day notifies every user who may act, once", async () => {
    const { _id } = await add();
    expect(await notifyAt(_id)).toBe("2025-06-14T08:00");
    expect(await sweep("2025-06-14T07:59")).toMatchObject({ reminders: 0, isDone: true, documentsRead: 0 });
    expect(await sweep("2025-06-14T08:00")).toMatchObject({ reminders: 1, messages: 3, isDone: true });
    expect(await sweep("2025-06-14T08:15")).toMatchObject({ reminders: 0, isDone: true, documentsRead: 0 });
    expect(await notifyAt(_id)).toBe("2025-06-15T08:00");
    expect(await sweep("2025-06-15T08:00")).toMatchObject({ messages: 3 });
    expect(await notifyAt(_id)).toBeNull();
    const told = (await history(_id)).map(
      ({ recipient, channel, status }) => `${recipient} ${channel} ${status}`,
    );
    expect(told.slice(0, 3).sort()).toEqual([
      "Olga Owner email not_set_up",
      "manager email not_set_up",
      "staff email not_set_up",
    ]);
  });

  it("uses the kennel's own time zone, even after the zone changes", async () => {
    const { _id } = await add();
    const set = async (timeZone: string) =>
      await team.owner.as.mutation(api.kennels.kennelTimeZones.set, { kennelId: team.kennelId, timeZone });
    expect(await set("America/New_York")).toBe("America/New_York");
    expect(await notifyAt(_id)).toBe("2025-06-14T12:00");
    await set("Pacific/Auckland");
    expect(await notifyAt(_id)).toBe("2025-06-13T20:00");
    expect((await failureOf(set("Mars/Olympus"))).code).toBe("VALIDATION_FAILED");
    expect(await team.viewer.as.query(api.kennels.kennelTimeZones.get, { kennelId: team.kennelId })).toBe(
      "Pacific/Auckland",
    );
    const denied = team.viewer.as.mutation(api.kennels.kennelTimeZones.set, {
      kennelId: team.kennelId,
      timeZone: "UTC",
    });
    expect((await failureOf(denied)).code).toBe("FORBIDDEN");
  });

  it("[GAP-REM-10] respects snoozing, new days, completing and its undo", async () => {
    const { _id } = await add();
    const today = "2025-06-10";
    const staff = team.staff.as;
    await staff.mutation(api.reminders.reminders.snooze, {
      reminderId: _id,
      snoozeUntil: "2025-06-20",
      today,
    });
    expect(await notifyAt(_id)).toBe("2025-06-20T08:00");
    await staff.mutation(api.reminders.reminders.snooze, { reminderId: _id, snoozeUntil: null, today });
    await staff.mutation(api.reminders.reminders.update, {
      reminderId: _id,
      notifications: { daysInAdvance: [3] },
    });
    expect(await notifyAt(_id)).toBe("2025-06-12T08:00");
    await staff.mutation(api.reminders.reminders.complete, { reminderId: _id, today });
    expect(await notifyAt(_id)).toBeNull();
    await staff.mutation(api.reminders.reminders.uncomplete, { reminderId: _id });
    expect(await notifyAt(_id)).toBe("2025-06-12T08:00");
    await staff.mutation(api.reminders.reminders.update, {
      reminderId: _id,
      notifications: { email: false },
    });
    expect(await notifyAt(_id)).toBeNull();
  });

  it("writes one notice for days that the server missed, and never the same notice twice for a day moved back", async () => {
    const { _id } = await add({ notifications: { ...EMAIL, daysInAdvance: [4, 3, 2, 1] } });
    expect(await sweep("2025-06-20T09:00")).toMatchObject({ reminders: 1, messages: 3 });
    await team.staff.as.mutation(api.reminders.reminders.update, { reminderId: _id, dueDate: "2025-06-21" });
    await sweep("2025-06-21T08:00");
    await team.staff.as.mutation(api.reminders.reminders.update, { reminderId: _id, dueDate: "2025-06-22" });
    await team.staff.as.mutation(api.reminders.reminders.update, { reminderId: _id, dueDate: "2025-06-21" });
    await sweep("2025-06-21T12:00");
    expect(await history(_id)).toHaveLength(6);
  });

  it("writes the notices of 120 due reminders in batches, each once", async () => {
    await alone();
    for (let number = 0; number < 120; number += 1) await add({ title: `Reminder ${number}` });
    let [rounds, messages, isDone] = [0, 0, false];
    while (!isDone) {
      const done = await sweep("2025-06-14T08:00");
      [rounds, messages, isDone] = [rounds + 1, messages + done.messages, done.isDone];
    }
    expect([rounds, messages]).toEqual([3, 120]);
  });
});

describe("sending messages", () => {
  beforeEach(async () => {
    setUpMail();
    await alone();
  });

  it("claims a message once, names the dog and the day, and stores the provider's response", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella of the Mill", callName: "Bella" });
    const { _id } = await add({ dogId: dog._id });
    await sweep("2025-06-14T08:00");
    const [claimed, ...others] = await claim("2025-06-14T08:00");
    expect(others).toEqual([]);
    expect(claimed).toMatchObject({
      claim: 1,
      channel: "email",
      to: "owner@example.com",
      facts: {
        kennelName: "My Kennel",
        today: "2025-06-14",
        reminder: { title: "Worming", dogName: "Bella", dueDate: "2025-06-15" },
      },
    });
    expect(await claim("2025-06-14T08:01")).toEqual([]);
    if (claimed) await report(claimed, TAKEN);
    expect(await history(_id)).toEqual([
      {
        sentAt: instant("2025-06-14T08:01"),
        channel: "email",
        status: "sent",
        message: "250 Ok",
        recipient: "Olga Owner",
      },
    ]);
    expect(await claim("2025-06-14T10:00")).toEqual([]);
  });

  it("resumes a claim after a crash, ignores a failure of the earlier claim, and records its success", async () => {
    const { _id } = await add();
    await sweep("2025-06-14T08:00");
    const [first] = await claim("2025-06-14T08:00");
    const [second] = await claim("2025-06-14T08:03");
    expect([first?.claim, second?.claim]).toEqual([1, 2]);
    if (!first || !second) throw new Error("Nothing was claimed");
    await report(first, BUSY);
    expect(await history(_id)).toEqual([]);
    await report(first, TAKEN);
    await report(second, TAKEN);
    expect((await history(_id)).map(({ status }) => status)).toEqual(["sent"]);
  });

  it("retries after increasing delays, and then marks the message as failed", async () => {
    const { _id } = await add();
    let now = instant("2025-06-14T08:00");
    await sweep("2025-06-14T08:00");
    const at = (ms: number) => new Date(ms).toISOString().slice(0, 16);
    for (const minutes of [...RETRY_MINUTES, null]) {
      const [claimed] = await claim(at(now));
      if (!claimed) throw new Error(`Nothing to claim at ${at(now)}`);
      await report(claimed, BUSY);
      if (minutes === null) break;
      expect(await claim(at(now + (minutes - 1) * MINUTE_MS))).toEqual([]);
      now += minutes * MINUTE_MS;
    }
    expect(await claim("2025-06-15T07:00")).toEqual([]);
    expect((await history(_id)).map(({ status }) => status)).toEqual(
      Array(RETRY_MINUTES.length + 1).fill("failed"),
    );
  });

  it("waits the time that the provider requests, and stops after a permanent refusal", async () => {
    const { _id } = await add();
    await sweep("2025-06-14T08:00");
    const [first] = await claim("2025-06-14T08:00");
    if (first) await report(first, { ...BUSY, retryAfterMs: 10 * MINUTE_MS });
    expect(await claim("2025-06-14T08:09")).toEqual([]);
    const [second] = await claim("2025-06-14T08:10");
    if (second) await report(second, { isSent: false, isFinal: true, message: "550 No such user" });
    expect((await history(_id))[0]).toMatchObject({ status: "failed", message: "550 No such user" });
    expect(await claim("2025-06-14T20:00")).toEqual([]);
  });

  it.each([
    ["completed", "The reminder was completed"],
    ["snoozed", "The reminder was snoozed"],
    ["removed", "The reminder was removed"],
    ["switched off", "The channel was turned off"],
    ["left", "The person no longer has access to the kennel's reminders"],
  ])("skips a message that is no longer needed: %s", async (what, message) => {
    const { _id: reminderId } = await add();
    await sweep("2025-06-14T08:00");
    const today = "2025-06-14";
    const staff = team.staff.as;
    if (what === "completed") await staff.mutation(api.reminders.reminders.complete, { reminderId, today });
    if (what === "snoozed") {
      await staff.mutation(api.reminders.reminders.snooze, { reminderId, snoozeUntil: "2025-06-15", today });
    }
    if (what === "removed") await staff.mutation(api.reminders.reminders.remove, { reminderId });
    if (what === "switched off") {
      await team.owner.as.mutation(api.accounts.userSettings.update, { notifications: { email: false } });
    }
    if (what === "left") {
      await team.deployment.run(async (ctx) => {
        const membership = await ctx.db
          .query("memberships")
          .withIndex("by_kennel_and_user", (q) =>
            q.eq("kennelId", team.kennelId).eq("userId", team.owner.userId),
          )
          .unique();
        if (membership) await ctx.db.delete("memberships", membership._id);
      });
    }
    expect(await claim("2025-06-14T08:01")).toEqual([]);
    const told = await team.deployment.run(
      async (ctx) => (await ctx.db.query("deliveries").first())?.attempts,
    );
    expect(told).toMatchObject([{ status: "skipped", message }]);
  });

  it("sends nothing in a person's quiet hours", async () => {
    await team.owner.as.mutation(api.accounts.userSettings.update, {
      quietHours: { from: "21:00", to: "09:30" },
    });
    await add();
    await sweep("2025-06-14T08:00");
    expect(await claim("2025-06-14T09:29")).toEqual([]);
    expect(await claim("2025-06-14T09:30")).toHaveLength(1);
  });

  it("sends to the current assignee, not to a former one", async () => {
    const { owner, manager } = team;
    await owner.as.mutation(api.accounts.userSettings.update, { quietHours: { from: "21:00", to: "09:30" } });
    await manager.as.mutation(api.accounts.userSettings.update, { notifications: { email: true } });
    const { _id } = await add({ assigneeId: owner.userId });
    await sweep("2025-06-14T08:00");
    const change = { reminderId: _id, assigneeId: manager.userId };
    await owner.as.mutation(api.reminders.reminders.update, change);
    expect(await claim("2025-06-14T09:30")).toEqual([]);
    expect(await history(_id)).toMatchObject([
      { status: "skipped", message: "The reminder is for somebody else now" },
    ]);
    await sweep("2025-06-14T09:31");
    expect(await claim("2025-06-14T09:31")).toMatchObject([{ to: manager.email }]);
    await sweep("2025-06-14T09:32");
    expect(await claim("2025-06-14T09:32")).toEqual([]);
  });

  it("sends nothing to an unconfirmed address", async () => {
    await team.deployment.run(
      async (ctx) => await ctx.db.patch("users", team.owner.userId, { isEmailTrusted: false }),
    );
    const { _id } = await add();
    await sweep("2025-06-14T08:00");
    expect(await history(_id)).toMatchObject([
      { status: "not_set_up", message: "The email address is not confirmed" },
    ]);
  });
});

describe("push devices", () => {
  const device = { p256dh: "BPk", auth: "c2Vj", label: " Phone " };
  const endpoint = "https://fcm.googleapis.com/fcm/send/one";

  it("are each notified, only through known services, and removed when the service no longer has them", async () => {
    vi.stubEnv("VAPID_PUBLIC_KEY", "public");
    vi.stubEnv("VAPID_PRIVATE_KEY", "private");
    const owner = team.owner.as;
    const refused = owner.mutation(api.deliveries.pushSubscriptions.add, {
      ...device,
      endpoint: "https://169.254.169.254/",
    });
    expect((await failureOf(refused)).code).toBe("VALIDATION_FAILED");
    await owner.mutation(api.deliveries.pushSubscriptions.add, { ...device, endpoint });
    await owner.mutation(api.deliveries.pushSubscriptions.add, { ...device, endpoint: `${endpoint}-two` });
    expect(await owner.mutation(api.deliveries.pushSubscriptions.add, { ...device, endpoint })).toMatchObject(
      {
        label: "Phone",
      },
    );
    const { _id } = await add({ notifications: { ...EMAIL, email: false, push: true } });
    expect(await sweep("2025-06-14T08:00")).toMatchObject({ messages: 2 });
    const [first, second] = await claim("2025-06-14T08:00");
    if (!first || !second) throw new Error("Two devices were to be claimed");
    expect(first.device).toEqual({ endpoint, p256dh: "BPk", auth: "c2Vj" });
    await report(first, { isSent: false, isFinal: true, message: "410 Gone", isDeviceGone: true });
    await report(second, TAKEN);
    expect(await owner.query(api.deliveries.pushSubscriptions.list, {})).toHaveLength(1);
    expect((await history(_id)).map(({ status }) => status).sort()).toEqual(["failed", "sent"]);
    await team.stranger.as.mutation(api.deliveries.pushSubscriptions.remove, { endpoint: `${endpoint}-two` });
    expect(await owner.query(api.deliveries.pushSubscriptions.list, {})).toHaveLength(1);
  });
});

describe("the daily digest", () => {
  const turn = async (isDigestOn: boolean) =>
    await team.owner.as.mutation(api.accounts.userSettings.update, { isDigestOn });
  const digest = async (time: string) => {
    vi.setSystemTime(instant(time));
    return await team.deployment.mutation(internal.deliveries.deliveries.sweepDigests, {});
  };

  it("is sent each morning to the people who switched it on, if something is due within the week", async () => {
    setUpMail();
    await alone();
    expect((await turn(true)).isDigestOn).toBe(true);
    expect(await digest("2025-06-11T08:00")).toBe(0);
    await add({ title: "Late", dueDate: "2025-06-01" });
    await add({ title: "Now", dueDate: "2025-06-12", dueTime: "14:30" });
    await add({ title: "Soon", dueDate: "2025-06-18" });
    await add({ title: "Far", dueDate: "2025-06-19" });
    expect(await digest("2025-06-12T07:59")).toBe(0);
    expect(await digest("2025-06-12T08:00")).toBe(1);
    expect(await digest("2025-06-12T08:15")).toBe(0);
    const [claimed] = await claim("2025-06-12T08:15");
    expect(claimed?.facts.lines.map(({ title }) => title)).toEqual(["Late", "Now", "Soon"]);
    expect(claimed && writeMessage(claimed.facts, null).text).toContain("- Now, June 12, 2025, 2:30 PM\n");
    expect((await turn(false)).isDigestOn).toBe(false);
    expect(await digest("2025-06-13T08:00")).toBe(0);
  });
});

describe("the daily digest after the clock was set ahead and back", () => {
  it.each(["2025-06-12", "2025-07-21"])("is also sent the next morning after %s", async (ahead) => {
    setUpMail();
    await alone();
    vi.setSystemTime(instant("2025-06-11T09:00"));
    await team.owner.as.mutation(api.accounts.userSettings.update, { isDigestOn: true });
    await add({ title: "Late", dueDate: "2025-06-01" });
    const sweep = async (time: string) => {
      vi.setSystemTime(instant(time));
      return await team.deployment.mutation(internal.deliveries.deliveries.sweepDigests, {});
    };
    expect(await sweep(`${ahead}T09:00`)).toBe(1);
    expect(await sweep("2025-06-11T09:15")).toBe(0);
    expect(await sweep("2025-06-12T07:59")).toBe(0);
    expect(await sweep("2025-06-12T08:00")).toBe(1);
  });
});

describe("after the clock was set ahead and back", () => {
  const BACK = "2025-06-10T12:10";
  const watch = async (time: string) => {
    vi.setSystemTime(instant(time));
    await team.deployment.mutation(internal.platform.retention.watchClock, {});
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
  };

  it("a reminder is sent on time, but not again for the same day", async () => {
    const { _id } = await add();
    await watch("2025-06-10T12:00");
    expect(await sweep("2025-07-20T09:00")).toMatchObject({ messages: 3 });
    await watch("2025-07-20T09:10");
    expect(await notifyAt(_id)).toBeNull();
    await watch(BACK);
    expect(await notifyAt(_id)).toBe("2025-06-14T08:00");
    expect(await sweep("2025-06-14T08:00")).toMatchObject({ messages: 3 });
    expect(await sweep("2025-06-15T08:00")).toMatchObject({ reminders: 1, messages: 0 });
  });

  it("a snoozed reminder is shown on time", async () => {
    const { _id } = await add();
    const snooze = { reminderId: _id, snoozeUntil: "2025-06-12", today: "2025-06-10" };
    await team.staff.as.mutation(api.reminders.reminders.snooze, snooze);
    await watch("2025-06-10T12:00");
    await sweep("2025-07-20T09:00");
    await watch("2025-07-20T09:10");
    await watch(BACK);
    expect(await notifyAt(_id)).toBe("2025-06-12T08:00");
    expect(await sweep("2025-06-12T08:00")).toMatchObject({ messages: 3 });
  });

  describe.each(["2025-06-11", "2025-07-20"])("work that was done while the clock was ahead: %s", (ahead) => {
    beforeEach(async () => {
      setUpMail();
      await alone();
      await add({ dueDate: ahead });
      await sweep(`${ahead}T12:00`);
    });
    const resume = async (time: string) => {
      vi.setSystemTime(instant(time));
      await team.deployment.mutation(internal.deliveries.deliveries.resume, {});
    };

    it("sends messages that waited for their first attempt", async () => {
      await resume(BACK);
      expect(await claim(BACK)).toHaveLength(1);
    });

    it("resumes work that a crash interrupted", async () => {
      expect(await claim(`${ahead}T12:00`)).toHaveLength(1);
      await resume(BACK);
      expect(await claim(BACK)).toHaveLength(0);
      expect(await claim("2025-06-10T12:13")).toHaveLength(1);
    });

    it("retries failed messages after their delay", async () => {
      const [message] = await claim(`${ahead}T12:00`);
      if (!message) throw new Error("Nothing was claimed");
      await report(message, BUSY);
      await resume(BACK);
      expect(await claim(BACK)).toHaveLength(0);
      expect(await claim("2025-06-10T12:11")).toHaveLength(1);
    });
  });
});

describe("the buttons in messages", () => {
  async function sentMessage() {
    setUpMail();
    vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
    vi.stubEnv("CONVEX_SITE_URL", "https://kennel.example");
    await alone();
    const { _id } = await add();
    await sweep("2025-06-14T08:00");
    const [claimed] = await claim("2025-06-14T08:00");
    if (!claimed) throw new Error("Nothing was claimed");
    const { complete, snooze, unsubscribe } = await makeLinks(claimed);
    const open = async (link: string | null, method = "GET") => {
      const answer = await team.deployment.fetch(new URL(link ?? "").pathname, { method });
      const policy = answer.headers.get("Content-Security-Policy");
      return { status: answer.status, text: await answer.text(), policy };
    };
    const read = async () => await team.viewer.as.query(api.reminders.reminders.get, { reminderId: _id });
    return { complete, snooze, unsubscribe, open, read };
  }

  it("ask when opened and act when confirmed, any number of times", async () => {
    const { complete, open, read } = await sentMessage();
    const asked = await open(complete);
    expect(asked.text).toContain("Mark as done");
    expect(asked.policy).toBe(await pagePolicy(/<style>([^<]*)<\/style>/.exec(asked.text)?.[1] ?? ""));
    expect(asked.text).not.toMatch(/ style=/);
    expect((await read()).isCompleted).toBe(false);
    expect((await open(complete, "POST")).text).toContain("Done.");
    expect(await read()).toMatchObject({ isCompleted: true, completedDate: "2025-06-14" });
    expect((await open(complete, "POST")).status).toBe(200);
    expect((await open(complete)).text).toContain("already completed");
  });

  it("snooze until tomorrow, and turn emails off", async () => {
    const { snooze, unsubscribe, open, read } = await sentMessage();
    await open(snooze, "POST");
    expect((await read()).snoozedUntil).toBe("2025-06-15");
    await open(unsubscribe);
    const channels = async () => (await team.owner.as.query(api.accounts.userSettings.get, {})).notifications;
    expect((await channels()).email).toBe(true);
    await open(unsubscribe, "POST");
    expect((await channels()).email).toBe(false);
  });

  it("do nothing when forged or expired, or when the person may no longer act", async () => {
    const { complete, open, read } = await sentMessage();
    const forged = complete?.replace(/[0-9a-f]$/, (last) => (last === "0" ? "1" : "0")) ?? "";
    const other = complete?.replace(".complete.", ".snooze.") ?? "";
    expect([(await open(forged, "POST")).status, (await open(other, "POST")).status]).toEqual([404, 404]);
    vi.setSystemTime(instant("2025-06-29T08:00"));
    expect((await open(complete, "POST")).status).toBe(404);
    vi.setSystemTime(instant("2025-06-15T08:00"));
    await team.deployment.run(async (ctx) => {
      const rows = await ctx.db
        .query("memberships")
        .withIndex("by_kennel_and_user", (q) =>
          q.eq("kennelId", team.kennelId).eq("userId", team.owner.userId),
        )
        .take(1);
      for (const row of rows) await ctx.db.patch("memberships", row._id, { role: "viewer" });
    });
    expect((await open(complete, "POST")).status).toBe(404);
    expect((await read()).isCompleted).toBe(false);
  });
});

describe("history, outbox and tests", () => {
  it("[GAP-REM-11] show what would be sent when a channel is not set up", async () => {
    const { _id } = await add();
    const test = async (person: Person, channel: "email" | "sms" | "push") =>
      await person.as.mutation(api.deliveries.deliveries.test, { reminderId: _id, channel });
    expect(await test(team.owner, "email")).toMatchObject({ status: "not_set_up" });
    expect(await team.deployment.query(api.deliveries.deliveries.channels, {})).toEqual({
      email: false,
      sms: false,
      push: false,
      vapidPublicKey: null,
    });
    const outbox = async (person: Person) =>
      await person.as.query(api.deliveries.deliveries.outbox, { kennelId: team.kennelId });
    expect(await outbox(team.owner)).toMatchObject([
      { kind: "test", state: "not_set_up", subject: "Test: Worming is due June 15, 2025" },
    ]);
    expect(await outbox(team.staff)).toEqual([]);
    expect((await failureOf(test(team.viewer, "email"))).code).toBe("FORBIDDEN");
    expect((await failureOf(test(team.stranger, "email"))).code).toBe("NOT_FOUND");
    expect((await failureOf(history(_id, team.stranger))).code).toBe("NOT_FOUND");
    expect((await failureOf(outbox(team.stranger))).code).toBe("NOT_FOUND");
  });

  it("send a test message immediately, even in quiet hours and with the channel switched off", async () => {
    setUpMail();
    await team.owner.as.mutation(api.accounts.userSettings.update, {
      notifications: { email: false },
      quietHours: { from: "00:00", to: "23:59" },
    });
    const { _id } = await add();
    const answer = await team.owner.as.mutation(api.deliveries.deliveries.test, {
      reminderId: _id,
      channel: "email",
    });
    expect(answer.status).toBe("queued");
    expect(await claim("2025-06-10T12:00")).toMatchObject([{ facts: { kind: "test" } }]);
  });

  it("delete entries after a year", async () => {
    const { _id } = await add();
    await sweep("2025-06-14T08:00");
    vi.setSystemTime(instant("2026-06-20T08:00"));
    await team.deployment.mutation(internal.platform.retention.purge, {});
    expect(await history(_id)).toEqual([]);
  });

  it("delete entries after a year, even if there are more than one transaction can delete", async () => {
    await add();
    await sweep("2025-06-14T08:00");
    await team.deployment.run(async (ctx) => {
      const [row] = await ctx.db.query("deliveries").take(1);
      if (!row) throw new Error("No message was written");
      const { _id, _creationTime, ...message } = row;
      for (let copy = 0; copy < 1000; copy += 1) await ctx.db.insert("deliveries", message);
    });
    vi.setSystemTime(instant("2026-06-20T08:00"));
    await team.deployment.mutation(internal.platform.retention.purge, {});
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await team.deployment.run(async (ctx) => await ctx.db.query("deliveries").take(1))).toEqual([]);
  });
});

describe("delivery settings", () => {
  it("accept a phone number in any format, and refuse an invalid number and invalid quiet hours", async () => {
    const update = async (args: (typeof api.accounts.userSettings.update)["_args"]) =>
      await team.owner.as.mutation(api.accounts.userSettings.update, args);
    expect(await update({ phone: "+1 (555) 123-4567" })).toMatchObject({ phone: "+15551234567" });
    expect((await failureOf(update({ phone: "555 1234" }))).details.fields).toHaveProperty("phone");
    const wrong = update({ quietHours: { from: "25:00", to: "7" } });
    expect((await failureOf(wrong)).details.fields).toHaveProperty(["quietHours.from"]);
    expect(await update({ phone: null })).toMatchObject({ phone: null, quietHours: null });
  });
});
