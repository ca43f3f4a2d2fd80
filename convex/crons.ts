/** Registers the recurring work. */
import { cronJobs } from "convex/server";
import { PHOTO_KEY_HOURS } from "../domain/photos/rules";
import { internal } from "./_generated/api";
import { JOBS } from "./jobs";

const crons = cronJobs();

for (const { table, minutes = 2 } of JOBS) {
  crons.interval(`look after ${table}`, { minutes }, internal.jobs.sweep, { table });
}

crons.hourly(
  "delete kennels and old invitations",
  { minuteUTC: 13 },
  internal.kennels.kennelRemoval.sweepDue,
  {},
);

crons.interval("renew photo keys", { hours: PHOTO_KEY_HOURS }, internal.dogs.photos.renewKeys, {});

crons.interval("sweep files without an owner", { minutes: 10 }, internal.platform.storedFiles.sweep, {});

crons.cron("make the night's backups", "*/15 * * * *", internal.backups.backups.sweepNights, {});

crons.hourly("delete accounts", { minuteUTC: 7 }, internal.accounts.accountDeletions.sweep, {});

// An interval runs once immediately. In a new installation all intervals have therefore run before anybody has
// entered data.
crons.interval("run data migrations", { hours: 1 }, internal.migrations.runAll, {});

crons.hourly("delete removed reminders", { minuteUTC: 53 }, internal.reminders.reminders.purge, {});

crons.cron("tell of reminders", "*/15 * * * *", internal.deliveries.deliveries.sweep, {});

crons.cron("write daily digests", "*/15 * * * *", internal.deliveries.deliveries.sweepDigests, {});

crons.interval("send what waits", { minutes: 1 }, internal.deliveries.deliveries.resume, {});

crons.hourly("end links and their sessions", { minuteUTC: 37 }, internal.families.links.sweep, {});

crons.interval("look after applications", { minutes: 10 }, internal.applications.applications.sweep, {});

crons.interval("look after documents to sign", { minutes: 10 }, internal.signings.signings.sweep, {});

crons.hourly("expire deletions", { minuteUTC: 47 }, internal.history.history.expire, {});

crons.interval("look at the clock", { minutes: 10 }, internal.platform.retention.watchClock, {});

crons.hourly("delete what is old", { minuteUTC: 23 }, internal.platform.retention.purge, {});

crons.daily("forget old limits", { hourUTC: 3, minuteUTC: 31 }, internal.accounts.users.purgeLimits, {});

export default crons;
