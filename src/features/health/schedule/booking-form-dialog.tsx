/** The dialog in which a vaccination is booked for a day to come, or a booking is changed. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Controller, useFormContext } from "react-hook-form";
import { z } from "zod";
import { RecordTextArea, RecordTextField } from "@/components/record-form/record-fields";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { describedGroups } from "@/components/record-form/record-groups";
import { schemaResolver } from "@/components/record-form/schema-resolver";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { FormField } from "@/components/ui/form-field";
import { serverTextOr } from "@/features/health/health-words";
import { PatientCombobox } from "@/features/health/patient-combobox";
import { keyOfPatient, nameOfPatient, patientArgs } from "@/features/health/patients";
import type { Booking } from "@/features/health/schedule/types";
import { VaccineNameField } from "@/features/health/vaccine-name-field";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { isNotFound } from "@/lib/not-found";
import { api } from "@convex/_generated/api";
import { BOOKING_INCOMPLETE, PATIENT_MISSING } from "@domain/vaccinations/rules";
import { BOOKING_FIELDS, DOSE_FIELDS } from "@domain/vaccinations/record";
import { type TypedForm, differing, emptyTypedForm, sentFields, typedForm } from "@domain/records/typed-form";
import { requiredDay } from "@domain/records/parts";
import { newBookingSchema } from "@domain/vaccinations/schemas";

const REQUIRED = ["patient", "vaccineName", "scheduledDate"] as const;

type BookingFormDialogProps = {
  /** The booking to change, or null to make one. */
  booking: Booking | null;
  given: GivenBooking;
  today: string;
  onClose: () => void;
};

export function BookingFormDialog({ booking, given, today, onClose }: BookingFormDialogProps) {
  const { recordForm, edits } = useBookingForm({ booking, given, today, onSaved: onClose });
  const { errors } = recordForm.form.formState;
  const values = recordForm.form.getValues();
  const isIncomplete = REQUIRED.some((name) => errors[name] && values[name].trim() === "");
  return (
    <RecordFormDialog
      recordForm={recordForm}
      title={booking ? "Edit Scheduled Vaccination" : "Schedule Vaccination"}
      submitLabel={booking ? "Save Changes" : "Schedule Vaccination"}
      noun="booking"
      name="This Booking"
      edits={edits}
      {...(isIncomplete && { errorText: BOOKING_INCOMPLETE })}
      onClose={onClose}
    >
      <Fields booking={booking} today={today} />
    </RecordFormDialog>
  );
}

function Fields({ booking, today }: { booking: Booking | null; today: string }) {
  const { control, clearErrors, formState } = useFormContext<BookingFormValues>();
  const { errors } = formState;
  const recorded = booking && { key: keyOfPatient(booking), name: nameOfPatient(booking) };
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      {booking ? (
        <p className="font-title text-lg sm:col-span-2">{nameOfPatient(booking)}</p>
      ) : (
        <Controller
          control={control}
          name="patient"
          render={({ field }) => (
            <FormField label="Dog" required error={errors.patient?.message} className="sm:col-span-2">
              {(props) => (
                <PatientCombobox
                  {...props}
                  ref={field.ref}
                  recorded={recorded}
                  patientKey={field.value}
                  inKennelAlone
                  onPatient={(key) => {
                    clearErrors("patient");
                    field.onChange(key);
                  }}
                />
              )}
            </FormField>
          )}
        />
      )}
      <Controller
        control={control}
        name="vaccineName"
        render={({ field }) => {
          const change = (name: string) => {
            clearErrors("vaccineName");
            field.onChange(name);
          };
          return (
            <FormField label="Vaccine" required error={errors.vaccineName?.message}>
              {(props) => (
                <VaccineNameField
                  {...props}
                  ref={field.ref}
                  value={field.value}
                  onBlur={field.onBlur}
                  onValue={change}
                  onCommon={({ name }) => change(name)}
                />
              )}
            </FormField>
          );
        }}
      />
      <RecordTextField<BookingFormValues>
        name="scheduledDate"
        label="Scheduled Date"
        type="date"
        min={today}
        required
      />
      <RecordTextField<BookingFormValues>
        name="veterinarianName"
        label="Veterinarian"
        className="sm:col-span-2"
      />
      <RecordTextArea<BookingFormValues>
        name="notes"
        label="Notes"
        helper={booking ? null : "A reminder is created for that day"}
        className="sm:col-span-2"
      />
    </div>
  );
}

/** Source: rule VAX-18. */
const SAVE_FAILURE = "Failed to schedule vaccination. Please try again.";

const NO_EDITS: readonly Edit[] = [];

/** Returns a function that stores a new booking, or what was changed of one. */
function useSaveBooking(booking: Booking | null, today: string) {
  const schedule = useMutation(api.vaccinations.vaccinationSchedule.schedule);
  const update = useMutation(api.vaccinations.vaccinationSchedule.update);
  return async (
    values: BookingFormValues,
    basis: MergeState<BookingFormValues> | null,
  ): Promise<string[]> => {
    if (!booking || !basis) {
      await schedule({ ...toBookingFields(values), ...patientArgs(values.patient), today });
      return [];
    }
    const changes = changedBookingFields(values, basis.base);
    const scheduledVaccinationId = booking._id;
    await update({ scheduledVaccinationId, expectedUpdatedAt: basis.version, ...changes, today });
    return [];
  };
}

type UseBookingFormOptions = {
  booking: Booking | null;
  given: GivenBooking;
  today: string;
  onSaved: () => void;
};

/** The form of a new or a stored booking: what it stands on and how it is saved (components/record-form). */
function useBookingForm({ booking, given, today, onSaved }: UseBookingFormOptions) {
  const { kennelId } = useKennel();
  const scheduledVaccinationId = booking?._id;
  const live = useLiveQuery(
    api.vaccinations.vaccinationSchedule.get,
    scheduledVaccinationId ? { scheduledVaccinationId } : "skip",
  );
  const [begun] = useState(() => newBookingValues(given));
  const isCancelled = live.data?.status === "cancelled";
  const recordForm = useRecordForm<BookingFormValues, BookingFormValues, Booking>({
    opened: booking,
    live: live.data ?? null,
    isDeleted: isCancelled || (live.status === "error" && isNotFound(live.error)),
    valuesOf: valuesOfBooking,
    newValues: begun,
    resolver: bookingResolver,
    groups: BOOKING_GROUPS,
    draftKey: booking ? `booking.${booking._id}` : `booking.new.${kennelId}`,
    toField: toBookingField,
    save: useSaveBooking(booking, today),
    savedText: booking ? "Vaccination rescheduled" : "Vaccination scheduled",
    failureTextOf: (error) => serverTextOr(SAVE_FAILURE, error),
    onSaved,
  });
  const { since } = recordForm;
  const edits = useLiveQuery(
    api.vaccinations.vaccinationSchedule.editsSince,
    scheduledVaccinationId ? { scheduledVaccinationId, since } : "skip",
  ).data;
  return { recordForm, edits: edits ?? NO_EDITS };
}

/** The form, with the key of who is to get it. */
type BookingFormValues = TypedForm<typeof BOOKING_FIELDS> & { patient: string };

/** Who a new booking is for and of which vaccine; empty ones are still to be chosen. */
type GivenBooking = { patient: string; vaccine: string };

/** The form of a new booking. */
const newBookingValues = ({ patient, vaccine }: GivenBooking): BookingFormValues => ({
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
const toBookingFields = (values: BookingFormValues) => sentFields(BOOKING_FIELDS, values);

/** Returns only what differs from the booking the form stands on, so that other people's fields stay theirs. */
export const changedBookingFields = (values: BookingFormValues, begunWith: BookingFormValues) =>
  differing(toBookingFields(values), toBookingFields(begunWith));

/** Checks what is typed of a booking; each missing field is told by itself. */
const bookingResolver = schemaResolver({
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
