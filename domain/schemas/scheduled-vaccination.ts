/**
 * The shape of a booked vaccination and of its completion as typed: form, REST and functions parse with these.
 * Sources: document 001 section 5, decisions GAP-VAX-05 and GAP-VAX-06.
 */
import { BOOKING_FIELDS } from "../records/booking";
import { DOSE_FIELDS } from "../records/dose";
import { changeShape, newShape, omitFields } from "../records/record";
import { optionalDay, optionalText } from "./fields";

/** A new booking. */
export const newBookingSchema = newShape(BOOKING_FIELDS);

/** A change of a booking: what is absent stays, what is null or empty is cleared. */
export const bookingChangesSchema = changeShape(BOOKING_FIELDS);

/** What is told of the dose itself when a booked vaccination was given. */
export const GIVEN_FIELDS = omitFields(DOSE_FIELDS, [
  "vaccineName",
  "vaccineType",
  "dateAdministered",
  "expirationDate",
]);

/** What is told when a booked vaccination was given; what is absent comes from the booking and the vaccine. */
export const completionSchema = newShape(GIVEN_FIELDS).extend({
  dateAdministered: optionalDay(DOSE_FIELDS.dateAdministered.label),
  vaccineType: optionalText(DOSE_FIELDS.vaccineType.label),
});
