/** What the form of a booked vaccination holds, how it is stored, and what is decided when two people changed it. */
import { useMemo, useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { longTextGroup, textGroup, type RecordGroup } from "@/components/record-form/record-groups";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { serverTextOr } from "@/features/health/health-words";
import { keyOfPatient, patientArgs } from "@/features/health/patients";
import type { Booking } from "@/features/health/schedule/types";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { getErrorData } from "@domain/errors";
import { formatDay } from "@domain/formatting/formatting";
import { bookingFormSchema, type BookingFormValues } from "@domain/schemas/booking-form";
import { api } from "@convex/_generated/api";

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

/** Fields that a booking can be changed in. */
const BOOKING_GROUPS: readonly RecordGroup<BookingFormValues>[] = [
  textGroup("vaccineName", "Vaccine"),
  {
    key: "scheduledDate",
    label: "Scheduled Date",
    fields: ["scheduledDate"],
    show: ({ scheduledDate }) => formatDay(scheduledDate),
  },
  textGroup("veterinarianName", "Veterinarian"),
  longTextGroup("notes", "Notes"),
];

const FIELDS = ["patient", "vaccineName", "scheduledDate", "veterinarianName", "notes"] as const;

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
function useSaveBooking(booking: Booking | null, today: string) {
  const schedule = useMutation(api.vaccinations.vaccinationSchedule.schedule);
  const update = useMutation(api.vaccinations.vaccinationSchedule.update);
  return async (
    values: BookingFormValues,
    basis: MergeState<BookingFormValues> | null,
  ): Promise<string[]> => {
    if (!booking || !basis) {
      await schedule({ ...toFields(values), ...patientArgs(values.patient), today });
      return [];
    }
    const before: Partial<ReturnType<typeof toFields>> = toFields(basis.base);
    const changes = Object.fromEntries(
      Object.entries(toFields(values)).filter(
        ([name, value]) => before[name as keyof typeof before] !== value, // names of the object itself
      ),
    );
    const scheduledVaccinationId = booking._id;
    await update({ scheduledVaccinationId, expectedUpdatedAt: basis.version, ...changes, today });
    return [];
  };
}

type UseBookingFormOptions = {
  booking: Booking | null;
  given: Given;
  today: string;
  onSaved: () => void;
};

/** Returns the form with everything its dialog shows. */
export function useBookingForm({ booking, given, today, onSaved }: UseBookingFormOptions) {
  const { kennelId } = useKennel();
  const scheduledVaccinationId = booking?._id;
  const live = useLiveQuery(
    api.vaccinations.vaccinationSchedule.get,
    scheduledVaccinationId ? { scheduledVaccinationId } : "skip",
  );
  const [begun] = useState(() => newValues(given));
  const isCancelled = live.data?.status === "cancelled";
  const recordForm = useRecordForm<BookingFormValues, BookingFormValues, Booking>({
    opened: booking,
    live: live.data ?? null,
    isDeleted: isCancelled || (live.status === "error" && getErrorData(live.error)?.code === "NOT_FOUND"),
    valuesOf,
    newValues: begun,
    resolver: useMemo(() => zodResolver(bookingFormSchema), []),
    groups: BOOKING_GROUPS,
    draftKey: booking ? `booking.${booking._id}` : `booking.new.${kennelId}`,
    toField,
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
