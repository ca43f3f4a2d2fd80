/** Putting former values back in doses and bookings. */
import { fail } from "../../../domain/errors";
import { BOOKING_FIELDS } from "../../../domain/records/booking";
import { DOSE_FIELDS } from "../../../domain/records/dose";
import { namesOf } from "../../../domain/records/record";
import { typedOf, type Revert, type Reverts } from "../../platform/model/reverting";
import { updateImmunization } from "./immunizations";
import { reopenBooking, updateBooking } from "./scheduledVaccinations";

/** Puts back what a dose was. */
const revertDose: Revert<"immunizations"> = async (ctx, immunization, values, { today }) => {
  const { dogId, puppyId } = values;
  const typed = {
    ...typedOf(values, namesOf(DOSE_FIELDS)),
    ...(typeof dogId === "string" && { dogId }),
    ...(typeof puppyId === "string" && { puppyId }),
  };
  await updateImmunization(ctx, immunization, { today, ...typed });
};

/** Puts back what a booking was; a cancelled one is open again, with its reminder. One that was given stays so. */
const revertBooking: Revert<"scheduledVaccinations"> = async (ctx, row, values, { today }) => {
  let booking = row;
  if (values.status === "scheduled" && row.status === "cancelled") {
    await reopenBooking(ctx, row, today);
    booking = (await ctx.db.get("scheduledVaccinations", row._id)) ?? fail("NOT_FOUND");
  }
  const typed = typedOf(values, namesOf(BOOKING_FIELDS));
  if (Object.keys(typed).length > 0) await updateBooking(ctx, { booking }, { today, ...typed });
};

/** How each kind of record has former values put back. */
export const vaccinationReverts = {
  immunizations: revertDose,
  scheduledVaccinations: revertBooking,
} satisfies Reverts;
