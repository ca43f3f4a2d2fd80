/** The dialog in which a vaccination is booked for a day to come, or a booking is changed. */
import { Controller, useFormContext } from "react-hook-form";
import { RecordTextArea, RecordTextField } from "@/components/record-form/record-fields";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { FormField } from "@/components/ui/form-field";
import { PatientCombobox } from "@/features/health/patient-combobox";
import { keyOfPatient, nameOfPatient } from "@/features/health/patients";
import type { BookingFormValues, GivenBooking } from "@/features/health/schedule/booking-form-values";
import type { Booking } from "@/features/health/schedule/types";
import { useBookingForm } from "@/features/health/schedule/use-booking-form";
import { VaccineNameField } from "@/features/health/vaccine-name-field";
import { BOOKING_INCOMPLETE } from "@domain/constants/vaccines";

const REQUIRED = ["patient", "vaccineName", "scheduledDate"] as const;

type BookingFormDialogProps = {
  /** The booking to change, or null to make one. */
  booking: Booking | null;
  given: GivenBooking;
  today: string;
  onClose: () => void;
};

/** Renders the open dialog. */
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
