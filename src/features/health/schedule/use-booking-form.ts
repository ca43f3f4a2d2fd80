/** The form of a new or a stored booking: what it stands on and how it is saved (components/record-form). */
import { useState } from "react";
import { useMutation } from "convex/react";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { serverTextOr } from "@/features/health/health-words";
import { patientArgs } from "@/features/health/patients";
import {
  BOOKING_GROUPS,
  bookingResolver,
  changedBookingFields,
  newBookingValues,
  toBookingField,
  toBookingFields,
  valuesOfBooking,
  type BookingFormValues,
  type GivenBooking,
} from "@/features/health/schedule/booking-form-values";
import type { Booking } from "@/features/health/schedule/types";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { isNotFound } from "@/lib/not-found";
import { api } from "@convex/_generated/api";

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

/** Returns the form with everything its dialog shows. */
export function useBookingForm({ booking, given, today, onSaved }: UseBookingFormOptions) {
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
