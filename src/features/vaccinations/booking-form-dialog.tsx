/** The dialog for booking a vaccination on a future date, or changing a booking. */
import { z } from "zod";
import { RecordField, RecordFields, type Control } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { serverTextOr } from "@/lib/failure-text";
import { PatientCombobox } from "@/entities/health/patient-combobox";
import { keyOfPatient, nameOfPatient, patientArgs } from "@/entities/health/patients";
import type { Booking } from "@/features/vaccinations/types";
import { VaccineControl } from "@/features/vaccinations/vaccine-name-field";
import { api } from "@convex/_generated/api";
import { requiredDay } from "@domain/records/parts";
import { BOOKING_FIELDS, DOSE_FIELDS } from "@domain/vaccinations/record";
import { BOOKING_INCOMPLETE, PATIENT_MISSING } from "@domain/vaccinations/rules";
import { newBookingSchema } from "@domain/vaccinations/schemas";

const PatientControl: Control = ({ described, value, onValue, inputRef }) => (
  <PatientCombobox {...described} ref={inputRef} patientKey={value} inKennelAlone onPatient={onValue} />
);

const { get, schedule: create, update, editsSince } = api.vaccinations.vaccinationSchedule;

export const bookingForm = recordForm({
  fields: BOOKING_FIELDS,
  noun: "booking",
  title: "Vaccination",
  nameOf: (_: Booking) => "This Booking",
  functions: { get, create, update, editsSince },
  id: "scheduledVaccinationId",
  // Each missing field has its own message.
  schema: newBookingSchema.extend({
    patient: z.string().min(1, PATIENT_MISSING),
    vaccineName: DOSE_FIELDS.vaccineName.schema,
    scheduledDate: requiredDay(BOOKING_FIELDS.scheduledDate.label, "Please select the scheduled date."),
  }),
  incompleteText: BOOKING_INCOMPLETE,
  isClosed: ({ status }) => status === "cancelled",
  controls: { vaccineName: VaccineControl },
  beside: {
    empty: { patient: "" },
    of: (booking: Booking) => ({ patient: keyOfPatient(booking) }),
    send: ({ patient }) => patientArgs(patient),
    names: { dogId: "patient", puppyId: "patient" },
  },
  // Source: rule VAX-18.
  failureOf: (error) => serverTextOr("Failed to schedule vaccination. Please try again.", error),
});

type BookingFormDialogProps = {
  /** Null for a new booking. */
  booking: Booking | null;
  /** A value that is not chosen yet is empty. */
  given: { patient: string; vaccine: string };
  today: string;
  onClose: () => void;
};

export function BookingFormDialog({ booking, given, today, onClose }: BookingFormDialogProps) {
  return (
    <bookingForm.FormDialog
      record={booking}
      given={{ patient: given.patient, vaccineName: given.vaccine }}
      args={{ today }}
      title={booking ? "Edit Scheduled Vaccination" : "Schedule Vaccination"}
      submitLabel={booking ? "Update Vaccination" : "Schedule Vaccination"}
      savedText={booking ? "Vaccination rescheduled" : "Vaccination scheduled"}
      onClose={onClose}
    >
      {booking ? (
        <p className="font-title text-lg sm:col-span-2">{nameOfPatient(booking)}</p>
      ) : (
        <RecordField name="patient" label="Dog" required className="sm:col-span-2" control={PatientControl} />
      )}
      <RecordField name="vaccineName" />
      <RecordField name="scheduledDate" min={today} />
      <RecordFields except={["vaccineName", "scheduledDate", "notes"]} />
      <RecordField name="notes" helper={booking ? null : "A reminder is created for that day"} />
    </bookingForm.FormDialog>
  );
}
