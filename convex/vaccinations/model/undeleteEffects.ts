/** What follows when bookings are there again after a deletion. */
import { adjustCounter } from "../../platform/model/counters";
import type { AfterUndelete, UndeleteEffects } from "../../platform/model/undeleting";
import { adjustDay } from "./vaccinationMonths";

const afterUndeleteBooking: AfterUndelete<"scheduledVaccinations"> = async (
  ctx,
  { kennelId, status, scheduledDate },
) => {
  if (status === "scheduled") await adjustDay(ctx, kennelId, "booked", scheduledDate, 1);
  if (status === "completed") await adjustCounter(ctx, kennelId, "completedBookings", 1);
};

/** What follows by the kind of the record; nothing follows from kinds that are not named. */
export const vaccinationEffects: UndeleteEffects = {
  scheduledVaccinations: afterUndeleteBooking,
};
