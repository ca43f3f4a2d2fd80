/** Tests calendar addresses. */
import { RateLimiter } from "@convex-dev/rate-limiter";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, components } from "../../convex/_generated/api";
import type { CalendarPart, CalendarScope } from "../../domain/calendar/rules";
import { RATE_LIMITS } from "../../domain/permissions/rules";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team, addMember } from "../support/backend";
import { recordBreeding } from "../support/breedings";
import { comeFor, linesOf, SITE } from "../support/calendars";
import { addBooking, recordDose } from "../support/vaccines";
import { deleteKennel } from "../support/kennel-deletions";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  vi.stubEnv("CONVEX_SITE_URL", SITE);
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const ALL: CalendarPart[] = ["reminders", "breeding", "heats", "vaccinations"];
type Which = { scope: CalendarScope; dogId?: string };
const KENNEL: Which = { scope: "kennel" };

const turnOn = async (person: Person = team.viewer, which: Which = KENNEL, parts = ALL) =>
  (await person.as.mutation(api.calendar.calendarFeeds.save, { kennelId: team.kennelId, ...which, parts }))
    .url;
const get = async (url: string | null, headers?: Record<string, string>) =>
  await comeFor(team.deployment, url, headers);
const told = async (url: string | null) => linesOf((await get(url)).events);
const remind = async (fields: Partial<(typeof api.reminders.reminders.create)["_args"]> = {}) =>
  await team.staff.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    title: "Worming",
    dueDate: "2025-06-20",
    ...fields,
  });
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe("[GAP-REM-16] the content of a calendar", () => {
  it("has reminders, matings, due dates, past and expected heats, and due vaccinations", async () => {
    const dam = await addDog(team.owner, team.kennelId, { name: "Oakwood's Bella", callName: "Bella" });
    const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    await remind({ dogId: dam._id });
    await team.owner.as.mutation(api.heats.heats.add, {
      dogId: dam._id,
      startOn: "2025-05-28",
      endOn: "2025-06-12",
      signs: [],
      today: TODAY,
    });
    const breedingId = (
      await team.owner.as.mutation(api.breedings.breedings.create, {
        kennelId: team.kennelId,
        sireId: sire._id,
        damId: dam._id,
        breedingDate: "2025-06-08",
      })
    )._id;
    await team.owner.as.mutation(api.breedings.breedings.setStatus, {
      breedingId,
      status: "bred",
      today: TODAY,
    });
    await recordDose(team.owner, {
      dogId: dam._id,
      dateAdministered: "2025-06-01",
      nextDueDate: "2026-06-01",
    });

    const { events } = await get(await turnOn());
    const lines = linesOf(events);
    expect(lines.filter((line) => !line.includes("Heat expected"))).toEqual([
      "2025-05-28 In heat: Bella",
      "2025-06-08 Mating: Rex × Bella",
      "2025-06-20 Worming: Bella",
      "2025-08-10 Puppies due: Bella",
      "2026-06-01 Bella: Rabies due",
    ]);
    expect(lines.filter((line) => line.includes("Heat expected: Bella"))).toHaveLength(1);
    expect(events[0]?.endDate.toString()).toBe("2025-06-13");
    const expected = events.find(({ summary }) => summary.startsWith("Heat expected"));
    expect(expected?.description).toMatch(/^Oakwood's Bella\n\nBetween .+ and .+$/);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
    expect(events.every(({ startDate }) => startDate.isDate)).toBe(true);
  });

  it("shows a snoozed reminder on the day it is next due, a completed one with a tick, and no deleted one", async () => {
    const rests = await remind({ title: "Rests" });
    await team.staff.as.mutation(api.reminders.reminders.snooze, {
      reminderId: rests._id,
      snoozeUntil: "2025-06-25",
      today: TODAY,
    });
    const done = await remind({ title: "Done" });
    await team.staff.as.mutation(api.reminders.reminders.complete, { reminderId: done._id, today: TODAY });
    const gone = await remind({ title: "Gone" });
    await team.staff.as.mutation(api.reminders.reminders.remove, { reminderId: gone._id });
    expect(await told(await turnOn())).toEqual(["2025-06-20 ✓ Done", "2025-06-25 Rests"]);
  });

  it("continues a series after its open occurrence, on the days of the future reminders", async () => {
    const { _id: reminderId } = await remind({
      title: "Weigh",
      dueDate: "2025-06-18",
      recurring: { frequency: "weekly", interval: 2, endDate: "2025-08-01" },
    });
    const url = await turnOn();
    const first = await get(url);
    expect(linesOf(first.events)).toEqual(["2025-06-18 Weigh", "2025-07-02 Weigh"]);
    const days = (event = first.events[1]) => {
      const times = event?.iterator();
      return [times?.next(), times?.next(), times?.next(), times?.next()].map((day) => day?.toString());
    };
    expect(days()).toEqual(["2025-07-02", "2025-07-16", "2025-07-30", undefined]);
    pass(5000);
    await team.staff.as.mutation(api.reminders.reminders.complete, { reminderId, today: TODAY });
    const { events } = await get(url);
    expect(linesOf(events)).toEqual(["2025-06-18 ✓ Weigh", "2025-07-02 Weigh", "2025-07-16 Weigh"]);
    expect(events[2]?.uid).toBe(first.events[1]?.uid);
    expect(events[2]?.sequence).toBeGreaterThan(first.events[1]?.sequence ?? 0);
  });

  it("writes out dates at the end of a month, which calendar programs repeat differently", async () => {
    await remind({ title: "Weigh", dueDate: "2026-12-31", recurring: { frequency: "monthly" } });
    expect(await told(await turnOn())).toEqual([
      "2026-12-31 Weigh",
      "2027-01-31 Weigh",
      "2027-02-28 Weigh",
      "2027-03-31 Weigh",
      "2027-04-30 Weigh",
      "2027-05-31 Weigh",
    ]);
  });

  it("covers one past year and two future years", async () => {
    for (const [title, dueDate] of [
      ["Too old", "2024-06-14"],
      ["Oldest", "2024-06-15"],
      ["Latest", "2027-06-15"],
      ["Too far", "2027-06-16"],
    ] as const) {
      await remind({ title, dueDate });
    }
    expect(await told(await turnOn())).toEqual(["2024-06-15 Oldest", "2027-06-15 Latest"]);
  });

  it("shows a due date once when it also has a reminder", async () => {
    const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const breedingId = await recordBreeding(team, {
      damId: dam._id,
      breedingDate: "2025-06-01",
      status: "bred",
    });
    await team.deployment.run(async (ctx) => {
      await ctx.db.patch("breedings", breedingId, { expectedDueDate: "2025-08-03" });
    });
    const url = await turnOn();
    await team.staff.as.mutation(api.reminders.reminderGeneration.forBreeding, { breedingId });
    expect((await told(url)).filter((line) => line.includes("Puppies due"))).toEqual([
      "2025-08-03 Puppies due: Bella",
    ]);
  });

  it("shows a vaccination once when it is booked near its due day", async () => {
    const dogId = (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;
    await recordDose(team.owner, { dogId, dateAdministered: "2024-07-01", nextDueDate: "2025-07-01" });
    const ofKennel = await turnOn(team.viewer, KENNEL, ["vaccinations"]);
    const ofDog = await turnOn(team.viewer, { scope: "dog", dogId }, ["vaccinations"]);
    const both = async () => [await told(ofKennel), await told(ofDog)];
    const due = ["2025-07-01 Bella: Rabies due"];
    expect(await both()).toEqual([due, due]);
    await addBooking(team, { dogId, scheduledDate: "2025-07-10" });
    const booked = ["2025-07-10 Rabies for Bella"];
    expect(await both()).toEqual([booked, booked]);
    // A calendar with reminders contains the reminder of the booking instead of the booking.
    expect(await told(await turnOn())).toEqual(booked);
    await addBooking(team, { dogId, vaccineName: "DHPP", scheduledDate: "2025-07-01" });
    expect(await told(ofDog)).toEqual(["2025-07-01 DHPP for Bella", ...booked]);
  });

  it.each(["America/New_York", "Europe/Berlin", "Pacific/Auckland"])(
    "has the breeder's days in %s, in winter and in summer time",
    async (timeZone) => {
      await team.owner.as.mutation(api.kennels.kennelTimeZones.set, { kennelId: team.kennelId, timeZone });
      for (const dueDate of ["2025-03-09", "2025-03-30", "2025-09-28", "2025-11-02"])
        await remind({ dueDate });
      const { events, file } = await get(await turnOn());
      expect(events.map(({ startDate }) => startDate.toString())).toEqual([
        "2025-03-09",
        "2025-03-30",
        "2025-09-28",
        "2025-11-02",
      ]);
      expect(file).toContain(`X-WR-TIMEZONE:${timeZone}`);
    },
  );

  it("of a dog contains only that dog, and that of a person contains all their kennels", async () => {
    const bella = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const nora = await addDog(team.owner, team.kennelId, { name: "Nora" });
    await remind({ title: "Hers", dogId: bella._id });
    await remind({ title: "Another's", dogId: nora._id });
    const second = await team.owner.as.mutation(api.kennels.kennels.create, { name: "Second Kennel" });
    await team.owner.as.mutation(api.reminders.reminders.create, {
      kennelId: second._id,
      title: "Elsewhere",
      dueDate: "2025-06-21",
    });
    const ofDog = await turnOn(team.owner, { scope: "dog", dogId: bella._id });
    expect(await told(ofDog)).toEqual(["2025-06-20 Hers: Bella"]);
    const ofPerson = await get(await turnOn(team.owner, { scope: "person" }));
    expect(linesOf(ofPerson.events).sort()).toEqual([
      "2025-06-20 Another's: Nora",
      "2025-06-20 Hers: Bella",
      "2025-06-21 Elsewhere",
    ]);
    expect(ofPerson.events.find(({ summary }) => summary === "Elsewhere")?.description).toBe("Second Kennel");
    expect(await told(await turnOn(team.owner))).not.toContain("2025-06-21 Elsewhere");
  });

  it("contains only the chosen kinds, and only what the person may read", async () => {
    const dogId = (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;
    await remind();
    await recordDose(team.owner, { dogId, nextDueDate: "2026-06-15" });
    const url = await turnOn();
    expect(await told(url)).toHaveLength(2);
    expect(await turnOn(team.viewer, KENNEL, ["vaccinations"])).toBe(url);
    expect(await told(url)).toEqual(["2026-06-15 Bella: Rabies due"]);
    await turnOn();
    const { kennelId } = team;
    const limit = async (permissions: object) =>
      await team.owner.as.mutation(api.kennels.members.update, {
        kennelId,
        userId: team.viewer.userId,
        role: "viewer",
        permissions,
      });
    await limit({ health: "none" });
    expect(await told(url)).toEqual(["2025-06-20 Worming"]);
    expect((await team.viewer.as.query(api.calendar.calendarFeeds.list, { kennelId })).readableParts).toEqual(
      ["reminders", "breeding", "heats"],
    );
    await limit({ health: "none", reminders: "none", breeding: "none" });
    expect((await get(url)).status).toBe(404);
  });
});

describe("[GAP-REM-16] repeated requests", () => {
  it("return no body when nothing changed, and the changes otherwise", async () => {
    const { _id: reminderId } = await remind();
    const url = await turnOn();
    const first = await get(url);
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    pass(60_000);
    for (const kept of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(url, { "If-None-Match": kept });
      expect([again.status, again.file, again.headers.get("etag")]).toEqual([304, "", etag]);
    }
    await team.staff.as.mutation(api.reminders.reminders.update, { reminderId, dueDate: "2025-06-22" });
    const changed = await get(url, { "If-None-Match": etag });
    expect(changed.status).toBe(200);
    const [before, after] = [first.events[0], changed.events[0]];
    expect(after?.uid).toBe(before?.uid);
    expect(after?.startDate.toString()).toBe("2025-06-22");
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
  });

  it("are logged once per half hour, for the breeder to see", async () => {
    const { kennelId } = team;
    const readAt = async () =>
      (await team.viewer.as.query(api.calendar.calendarFeeds.ofKennel, { kennelId }))?.readAt ?? null;
    const url = await turnOn();
    expect(await readAt()).toBeNull();
    await get(url);
    const first = await readAt();
    expect(first).toBe(Date.now());
    pass(60_000);
    await get(url);
    expect(await readAt()).toBe(first);
    pass(1_800_000);
    await get(url);
    expect(await readAt()).toBe(Date.now());
  });
});

describe("[GAP-REM-16] too frequent requests to an address", () => {
  it("get a waiting time, and do not count for other addresses", async () => {
    const [url, another] = [await turnOn(), await turnOn(team.owner)];
    const count = RATE_LIMITS.calendarReads.capacity - 1;
    await team.deployment.run(async (ctx) => {
      const limiter = new RateLimiter(components.rateLimiter, RATE_LIMITS);
      await limiter.limit(ctx, "calendarReads", { key: team.viewer.userId, count });
    });
    expect((await get(url)).status).toBe(200);
    const refused = await get(url);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.events).toEqual([]);
    expect((await get(another)).status).toBe(200);
    pass(3_600_000);
    expect((await get(url)).status).toBe(200);
  });
});

describe("[GAP-REM-16] an address is closed", () => {
  it("when it is renewed or turned off, and turning it on again creates a new address", async () => {
    const { kennelId } = team;
    const url = await turnOn();
    const { url: renewed } = await team.viewer.as.mutation(api.calendar.calendarFeeds.renew, {
      kennelId,
      ...KENNEL,
    });
    expect(renewed).not.toBe(url);
    expect([(await get(url)).status, (await get(renewed)).status]).toEqual([404, 200]);
    await team.viewer.as.mutation(api.calendar.calendarFeeds.remove, { kennelId, ...KENNEL });
    expect((await get(renewed)).status).toBe(404);
    const again = await turnOn();
    expect([again === url, again === renewed]).toEqual([false, false]);
    expect([(await get(url)).status, (await get(again)).status]).toEqual([404, 200]);
  });

  it("when its holder leaves the kennel, and remains closed when they return", async () => {
    const dogId = (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;
    const urls = [await turnOn(), await turnOn(team.viewer, { scope: "dog", dogId })];
    const { kennelId } = team;
    await team.owner.as.mutation(api.kennels.members.remove, { kennelId, userId: team.viewer.userId });
    for (const url of urls) expect((await get(url)).status).toBe(404);
    await addMember(team.owner, team.viewer, { kennelId, role: "viewer" });
    for (const url of urls) expect((await get(url)).status).toBe(404);
  });

  it("when its dog or its kennel is deleted", async () => {
    const dogId = (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;
    const ofDog = await turnOn(team.viewer, { scope: "dog", dogId });
    const ofKennel = await turnOn();
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
    expect([(await get(ofDog)).status, (await get(ofKennel)).status]).toEqual([404, 200]);
    const { name } = await team.owner.as.query(api.kennels.kennels.get, { kennelId: team.kennelId });
    await deleteKennel(team, name);
    expect((await get(ofKennel)).status).toBe(404);
  });

  it("when a single character differs, and the response then reveals nothing", async () => {
    const url = (await turnOn()) ?? "";
    const bent = [
      url.replace(/[0-9a-f]\.ics$/, (end) => (end === "0.ics" ? "1.ics" : "0.ics")),
      url.replace(/-[0-9a-f]+/, "-"),
      `${SITE}/api/calendars/`,
      url.replace(".ics", ""),
    ];
    const answers = await Promise.all(bent.map(async (address) => await get(address)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ file }) => file)).size).toBe(1);
    expect(answers[0]?.headers.get("cache-control")).toBe("no-store");
  });
});

describe("[GAP-REM-16] creating addresses", () => {
  it("is possible for each member, even a viewer, and nobody sees another member's address", async () => {
    const { kennelId } = team;
    const [owners, viewers] = [await turnOn(team.owner), await turnOn(team.viewer)];
    expect(owners).not.toBe(viewers);
    const { calendars } = await team.viewer.as.query(api.calendar.calendarFeeds.list, { kennelId });
    expect(calendars.map(({ url, scope }) => [url, scope])).toEqual([[viewers, "kennel"]]);
    const strange = team.stranger.as.mutation(api.calendar.calendarFeeds.save, {
      kennelId,
      ...KENNEL,
      parts: ALL,
    });
    expect((await failureOf(strange)).code).toBe("NOT_FOUND");
    const stranger = await addDog(team.stranger, await firstKennel(team.stranger), { name: "Far" });
    const far = turnOn(team.viewer, { scope: "dog", dogId: stranger._id });
    expect((await failureOf(far)).code).toBe("NOT_FOUND");
    const nothing = await failureOf(turnOn(team.viewer, KENNEL, []));
    expect(nothing.details.fields).toEqual({ parts: "Choose at least one" });
  });

  it("requires a secret of the deployment", async () => {
    vi.stubEnv("STUDBOOK_LINK_SECRET", "");
    expect(await turnOn()).toBeNull();
  });
});

async function firstKennel({ as }: Person): Promise<string> {
  const [kennel] = await as.query(api.kennels.kennels.list, {});
  return kennel?._id ?? "";
}
