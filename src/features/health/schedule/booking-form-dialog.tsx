/** The dialog in which a vaccination is booked for a day to come, or a booking is changed. */
import { useMemo, useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { Controller, useFormContext } from "react-hook-form";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { serverTextOr } from "@/features/health/health-words";
import { PatientCombobox } from "@/features/health/patient-combobox";
import { keyOfPatient, nameOfPatient, patientArgs } from "@/features/health/patients";
import type { Booking } from "@/features/health/schedule/types";
import { VaccineNameField } from "@/features/health/vaccine-name-field";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { BOOKING_INCOMPLETE } from "../../../../domain/constants/vaccines";
import { bookingFormSchema, type BookingFormValues } from "../../../../domain/schemas/booking-form";
import { api } from "../../../../convex/_generated/api";

/** Source: rule VAX-18. */
const SAVE_FAILURE = "Failed to schedule vaccination. Please try again.";

const NO_EDITS: readonly Edit[] = [];

type Given = { patient: string; vaccine: string };

const newValues = ({ patient, vaccine }: Given): BookingFormValues => ({
  patient,
  vaccineName: vaccine,
  scheduledDate: "",
  veterinarianName: "",
  notes: "",
});

const valuesOf = (booking: Booking): BookingFormValues => ({
  patient: keyOfPatient(booking),
  vaccineName: booking.vaccineName,
  scheduledDate: booking.scheduledDate,
  veterinarianName: booking.veterinarianName ?? "",
  notes: booking.notes ?? "",
});

const FIELDS = ["patient", "vaccineName", "scheduledDate", "veterinarianName", "notes"] as const;
const REQUIRED = ["patient", "vaccineName", "scheduledDate"] as const;

function toField(name: string): keyof BookingFormValues | null {
  if (name === "dogId" || name === "puppyId") return "patient";
  return FIELDS.find((field) => field === name) ?? null;
}

const toFields = ({ veterinarianName, notes, vaccineName, scheduledDate }: BookingFormValues) => ({
  vaccineName,
  scheduledDate,
  veterinarianName: veterinarianName || null,
  notes: notes || null,
});

/** Returns a function that stores a new booking, or what was changed of one. */
function useSaveBooking(booking: Booking | null, begun: BookingFormValues, today: string) {
  const schedule = useMutation(api.vaccinationSchedule.schedule);
  const update = useMutation(api.vaccinationSchedule.update);
  return async (values: BookingFormValues): Promise<string[]> => {
    if (!booking) {
      await schedule({ ...toFields(values), ...patientArgs(values.patient), today });
      return [];
    }
    const before: Partial<ReturnType<typeof toFields>> = toFields(begun);
    const changes = Object.fromEntries(
      Object.entries(toFields(values)).filter(
        ([name, value]) => before[name as keyof typeof before] !== value, // names of the object itself
      ),
    );
    await update({ scheduledVaccinationId: booking._id, ...changes, today });
    return [];
  };
}

type BookingFormDialogProps = {
  /** The booking to change, or null to make one. */
  booking: Booking | null;
  given: Given;
  today: string;
  onClose: () => void;
};

/** Renders the open dialog. */
export function BookingFormDialog({ booking, given, today, onClose }: BookingFormDialogProps) {
  const { kennelId } = useKennel();
  const [begun] = useState(() => (booking ? valuesOf(booking) : newValues(given)));
  const save = useSaveBooking(booking, begun, today);
  const recordForm = useRecordForm<BookingFormValues, BookingFormValues, Booking>({
    opened: null,
    live: null,
    isDeleted: false,
    valuesOf,
    newValues: begun,
    resolver: useMemo(() => zodResolver(bookingFormSchema), []),
    groups: [],
    draftKey: booking ? `booking.${booking._id}` : `booking.new.${kennelId}`,
    toField,
    save,
    savedText: booking ? "Vaccination rescheduled" : "Vaccination scheduled",
    failureTextOf: (error) => serverTextOr(SAVE_FAILURE, error),
    onSaved: onClose,
  });
  const { errors } = recordForm.form.formState;
  const values = recordForm.form.getValues();
  const isIncomplete = REQUIRED.some((name) => errors[name] && values[name].trim() === "");
  return (
    <RecordFormDialog
      recordForm={recordForm}
      title={booking ? "Change Scheduled Vaccination" : "Schedule Vaccination"}
      submitLabel={booking ? "Save Changes" : "Schedule Vaccination"}
      noun="booking"
      name="This Booking"
      edits={NO_EDITS}
      {...(isIncomplete && { errorText: BOOKING_INCOMPLETE })}
      onClose={onClose}
    >
      <Fields booking={booking} today={today} />
    </RecordFormDialog>
  );
}

function Fields({ booking, today }: { booking: Booking | null; today: string }) {
  const { control, register, clearErrors, formState } = useFormContext<BookingFormValues>();
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
      <FormField label="Scheduled Date" required error={errors.scheduledDate?.message}>
        {(props) => (
          <Input
            {...props}
            type="date"
            min={today}
            {...register("scheduledDate", { onChange: () => clearErrors("scheduledDate") })}
          />
        )}
      </FormField>
      <FormField label="Veterinarian" error={errors.veterinarianName?.message} className="sm:col-span-2">
        {(props) => (
          <Input
            {...props}
            autoComplete="off"
            {...register("veterinarianName", { onChange: () => clearErrors("veterinarianName") })}
          />
        )}
      </FormField>
      <FormField
        label="Notes"
        error={errors.notes?.message}
        helper={booking ? undefined : "A reminder is made for the day"}
        className="sm:col-span-2"
      >
        {(props) => (
          <Textarea {...props} rows={3} {...register("notes", { onChange: () => clearErrors("notes") })} />
        )}
      </FormField>
    </div>
  );
}
