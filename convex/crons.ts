/** Registers the recurring work. */
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.hourly("resume kennel removals", { minuteUTC: 17 }, internal.kennelRemoval.resume, {});

export default crons;
