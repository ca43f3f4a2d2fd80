/** What the form of a scheduled vaccination starts with, how it is checked, what of it is sent and what is decided together. */
import { z } from "zod";
import { describedGroups } from "@/components/record-form/record-groups";
import { schemaResolver } from "@/components/record-form/schema-resolver";
import { keyOfPatient } from "@/features/health/patients";
import type { Booking } from "@/features/health/schedule/types";
import { PATIENT_MISSING } from "@domain/constants/vaccines";
import { BOOKING_FIELDS } from "@domain/records/booking";
import { DOSE_FIELDS } from "@domain/records/dose";
import { differing, emptyTypedForm, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";
import { requiredDay } from "@domain/schemas/fields";
import { newBookingSchema } from "@domain/schemas/scheduled-vaccination";

/** The form, with the key of who is to get it. */
export type BookingFormValues = TypedForm<typeof BOOKING_FIELDS> & { patient: string };

/** Who a new booking is for and of which vaccine; empty ones are still to be chosen. */
export type GivenBooking = { patient: string; vaccine: string };

/** The form of a new booking. */
export const newBookingValues = ({ patient, vaccine }: GivenBooking): BookingFormValues => ({
  ...emptyTypedForm(BOOKING_FIELDS),
  patient,
  vaccineName: vaccine,
});

/** Returns the form's values for a booking. */
export const valuesOfBooking = (booking: Booking): BookingFormValues => ({
  ...typedForm(BOOKING_FIELDS, booking),
  patient: keyOfPatient(booking),
});

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export function toBookingField(name: string): keyof BookingFormValues | null {
  if (["dogId", "puppyId", "patient"].includes(name)) return "patient";
  return Object.hasOwn(BOOKING_FIELDS, name) ? (name as keyof BookingFormValues) : null; // one of the form's own names
}

/** Makes what the server takes of a booking, whoever it is for. */
export const toBookingFields = (values: BookingFormValues) => sentFields(BOOKING_FIELDS, values);

/** Returns only what differs from the booking the form stands on, so that other people's fields stay theirs. */
export const changedBookingFields = (values: BookingFormValues, begunWith: BookingFormValues) =>
  differing(toBookingFields(values), toBookingFields(begunWith));

/** Checks what is typed of a booking; each missing field is told by itself. */
export const bookingResolver = schemaResolver({
  schema: newBookingSchema.extend({
    patient: z.string().min(1, PATIENT_MISSING),
    vaccineName: DOSE_FIELDS.vaccineName.schema,
    scheduledDate: requiredDay(BOOKING_FIELDS.scheduledDate.label, "Please select the scheduled date."),
  }),
  toServer: (values: BookingFormValues) => ({ ...toBookingFields(values), patient: values.patient }),
  toField: toBookingField,
});

/** Fields that a booking can be changed in. */
export const BOOKING_GROUPS = describedGroups<BookingFormValues>(BOOKING_FIELDS);
