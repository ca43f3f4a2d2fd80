/** Registers the recurring work. */
import { cronJobs } from "convex/server";
import { PHOTO_KEY_HOURS } from "../domain/photos/rules";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.hourly(
  "delete kennels and old invitations",
  { minuteUTC: 13 },
  internal.kennels.kennelRemoval.sweepDue,
  {},
);

crons.hourly("resume kennel removals", { minuteUTC: 17 }, internal.kennels.kennelRemoval.resume, {});

crons.interval("renew photo keys", { hours: PHOTO_KEY_HOURS }, internal.dogs.photos.renewKeys, {});

crons.interval("sweep files without an owner", { minutes: 10 }, internal.platform.storedFiles.sweep, {});

crons.interval("resume exports", { minutes: 1 }, internal.health.healthExports.resume, {});

crons.hourly("expire exports", { minuteUTC: 53 }, internal.health.healthExports.expire, {});

crons.interval("resume exports of all data", { minutes: 1 }, internal.exports.dataExports.resume, {});

crons.hourly("expire exports of all data", { minuteUTC: 47 }, internal.exports.dataExports.expire, {});

crons.interval("resume imports", { minutes: 2 }, internal.imports.imports.sweep, {});

crons.interval("resume coefficients", { minutes: 2 }, internal.pedigree.coefficients.sweep, {});

crons.cron("make the night's backups", "*/15 * * * *", internal.backups.backups.sweepNights, {});

crons.interval("resume restores", { minutes: 1 }, internal.backups.restores.sweep, {});

crons.interval("resume backups", { minutes: 2 }, internal.backups.backups.sweep, {});

crons.hourly("delete accounts", { minuteUTC: 7 }, internal.accounts.accountDeletions.sweep, {});

crons.hourly("run data migrations", { minuteUTC: 37 }, internal.migrations.runAll, {});

crons.hourly("delete removed reminders", { minuteUTC: 53 }, internal.reminders.reminders.purge, {});

crons.cron("tell of reminders", "*/15 * * * *", internal.deliveries.deliveries.sweep, {});

crons.cron("write daily digests", "*/15 * * * *", internal.deliveries.deliveries.sweepDigests, {});

crons.interval("send what waits", { minutes: 1 }, internal.deliveries.deliveries.resume, {});

crons.interval("resume deletions in batches", { minutes: 2 }, internal.history.cascades.resume, {});

crons.hourly("expire deletions", { minuteUTC: 47 }, internal.history.history.expire, {});

crons.interval("look at the clock", { minutes: 10 }, internal.platform.retention.watchClock, {});

crons.hourly("delete what is old", { minuteUTC: 23 }, internal.platform.retention.purge, {});

crons.daily("forget old limits", { hourUTC: 3, minuteUTC: 31 }, internal.accounts.users.purgeLimits, {});

export default crons;
