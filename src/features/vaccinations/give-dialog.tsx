/**
 * The dialog for completing a booked vaccination. It asks for the date, by default today, and records the dose with
 * its next due date. If the booking is already completed or canceled, it shows a message instead. Source: decision
 * GAP-VAX-06.
 */
import { useMutation } from "convex/react";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody } from "@/components/ui/dialog";
import { EditLoader } from "@/components/record-dialog";
import { GivenDoseFields } from "@/features/vaccinations/dose-form-fields";
import { doseForm, givenDose, toDoseFields } from "@/features/vaccinations/dose-form-values";
import { keyOfPatient, nameOfPatient } from "@/entities/health/patients";
import type { Booking } from "@/features/vaccinations/types";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

const TITLE = "Mark as Given";

type GiveDialogProps = { bookingId: string; today: string; onClose: () => void };
type GiveFormProps = { booking: Booking; today: string; onClose: () => void };

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
  return (
    <doseForm.FormDialog
      record={null}
      given={{
        ...givenDose({ patients: [keyOfPatient(booking)], vaccine: booking.vaccineName }, today),
        veterinarianName: booking.veterinarianName ?? "",
        notes: booking.notes ?? "",
      }}
      draftKey={`booking.given.${booking._id}`}
      save={async (values) => {
        const { vaccineName: _booked, expirationDate: _calculated, ...dose } = toDoseFields(values);
        await complete({ scheduledVaccinationId: booking._id, ...dose, today });
      }}
      title={TITLE}
      submitLabel="Save Immunization"
      savedText="Immunization saved"
      onClose={onClose}
    >
      <div className="sm:col-span-2">
        <p className="font-title text-lg">
          {booking.vaccineName} of {nameOfPatient(booking)}
        </p>
        <p className="text-muted-foreground">Scheduled for {formatDay(booking.scheduledDate)}</p>
      </div>
      <GivenDoseFields today={today} />
    </doseForm.FormDialog>
  );
}
