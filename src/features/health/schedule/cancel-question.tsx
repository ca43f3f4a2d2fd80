/** Asks before a booked vaccination is cancelled. */
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { nameOfPatient } from "@/features/health/patients";
import type { Booking } from "@/features/health/schedule/types";
import { isNotFound } from "@/lib/not-found";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

/** Renders the question. */
export function CancelQuestion({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const cancel = useMutation(api.vaccinations.vaccinationSchedule.cancel);
  const act = async () => {
    try {
      await cancel({ scheduledVaccinationId: booking._id });
      toast.success("Vaccination canceled");
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    onClose();
  };
  return (
    <ActionQuestion
      title="Cancel this vaccination?"
      confirmLabel="Cancel Vaccination"
      busyLabel="Canceling..."
      act={act}
      failureOf={() => "Failed to cancel the vaccination. Please try again."}
      onCancel={onClose}
    >
      <p className="font-semibold text-foreground">
        {booking.vaccineName} of {nameOfPatient(booking)}, {formatDay(booking.scheduledDate)}
      </p>
      <p>Its reminder is removed too. Recorded doses stay.</p>
    </ActionQuestion>
  );
}
