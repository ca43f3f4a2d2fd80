/**
 * The dialog in which a booked vaccination is completed: it asks the day, today unless told otherwise, and records the
 * dose with its next due date. A booking that is closed says so instead. Source: decision GAP-VAX-06.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody } from "@/components/ui/dialog";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { EditLoader } from "@/components/record-dialog";
import { GivenDoseFields } from "@/features/health/immunizations/dose-form-fields";
import {
  type DoseFormValues,
  doseResolver,
  newDoseValues,
  toDoseField,
  toDoseFields,
} from "@/features/health/immunizations/dose-form-values";
import { saveFailureText } from "@/features/health/immunizations/dose-words";
import { keyOfPatient, nameOfPatient } from "@/features/health/patients";
import type { Booking } from "@/features/health/schedule/types";
import type { Edit } from "@/hooks/edit-authors";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

const NO_EDITS: readonly Edit[] = [];

const TITLE = "Mark as Given";

type GiveDialogProps = { bookingId: string; today: string; onClose: () => void };
type GiveFormProps = { booking: Booking; today: string; onClose: () => void };

const valuesOf = (booking: Booking, today: string): DoseFormValues => ({
  ...newDoseValues({ patients: [keyOfPatient(booking)], vaccine: booking.vaccineName }, today),
  veterinarianName: booking.veterinarianName ?? "",
  notes: booking.notes ?? "",
});

export function GiveDialog({ bookingId, today, onClose }: GiveDialogProps) {
  const result = useLiveQuery(api.vaccinations.vaccinationSchedule.get, {
    scheduledVaccinationId: bookingId,
  });
  return (
    <EditLoader
      result={result}
      title={TITLE}
      thing="booking"
      failureText="Failed to load health data. Please try again."
      onClose={onClose}
    >
      {(booking) =>
        booking.status === "scheduled" ? (
          <GiveForm booking={booking} today={today} onClose={onClose} />
        ) : (
          <ClosedBooking booking={booking} onClose={onClose} />
        )
      }
    </EditLoader>
  );
}

function ClosedBooking({ booking, onClose }: Omit<GiveFormProps, "today">) {
  const { vaccineName, completedOn, status } = booking;
  return (
    <TitledDialog title={TITLE} onClose={onClose} size="md">
      <DialogBody>
        <p>
          {vaccineName} of {nameOfPatient(booking)}{" "}
          {status === "completed"
            ? `is recorded already${completedOn === null ? "" : `, given ${formatDay(completedOn)}`}.`
            : "was canceled."}
        </p>
      </DialogBody>
    </TitledDialog>
  );
}

function GiveForm({ booking, today, onClose }: GiveFormProps) {
  const complete = useMutation(api.vaccinations.vaccinationSchedule.complete);
  const [begun] = useState(() => valuesOf(booking, today));
  const recordForm = useRecordForm<DoseFormValues, DoseFormValues, Booking>({
    opened: null,
    live: null,
    isDeleted: false,
    valuesOf: (record) => valuesOf(record, today),
    newValues: begun,
    resolver: doseResolver,
    groups: [],
    draftKey: `booking.given.${booking._id}`,
    toField: toDoseField,
    save: async (values) => {
      const { vaccineName: _booked, expirationDate: _calculated, ...dose } = toDoseFields(values);
      await complete({ scheduledVaccinationId: booking._id, ...dose, today });
      return [];
    },
    savedText: "Immunization saved",
    failureTextOf: saveFailureText,
    onSaved: onClose,
  });
  return (
    <RecordFormDialog
      recordForm={recordForm}
      title={TITLE}
      submitLabel="Save Immunization"
      noun="booking"
      name="This Booking"
      edits={NO_EDITS}
      onClose={onClose}
    >
      <p className="font-title text-lg">
        {booking.vaccineName} of {nameOfPatient(booking)}
      </p>
      <p className="mb-4 text-muted-foreground">Scheduled for {formatDay(booking.scheduledDate)}</p>
      <GivenDoseFields today={today} />
    </RecordFormDialog>
  );
}
