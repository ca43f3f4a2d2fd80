/** Asks before a booked vaccination is cancelled. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { nameOfPatient } from "@/features/health/patients";
import type { Booking } from "@/features/health/schedule/types";
import { getErrorData } from "@domain/errors";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

/** Renders the question. */
export function CancelQuestion({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const cancel = useMutation(api.vaccinations.vaccinationSchedule.cancel);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await cancel({ scheduledVaccinationId: booking._id });
      toast.success("Vaccination canceled");
      onClose();
    } catch (failure) {
      if (getErrorData(failure)?.code === "NOT_FOUND") onClose();
      else setError("Failed to cancel the vaccination. Please try again.");
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title="Cancel this vaccination?"
      confirmLabel="Cancel Vaccination"
      busyLabel="Canceling..."
      isBusy={isBusy}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p className="font-semibold text-foreground">
        {booking.vaccineName} of {nameOfPatient(booking)}, {formatDay(booking.scheduledDate)}
      </p>
      <p>Its reminder is removed too. Recorded doses stay.</p>
    </ConfirmDialog>
  );
}
