/** Changing and canceling a booked vaccination, for every menu on the schedule. */
import { type ReactNode, createContext, useContext, useMemo, useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { nameOfPatient } from "@/entities/health/patients";
import { BookingFormDialog } from "@/features/vaccinations/booking-form-dialog";
import type { Booking } from "@/features/vaccinations/types";
import { useStableCallback } from "@/hooks/use-stable-callback";
import { isNotFound } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { formatDay } from "@domain/formatting/formatting";

type Ask = "change" | "cancel";
type BookingActions = Record<Ask, (booking: Booking) => void>;

const BookingActionsContext = createContext<BookingActions | null>(null);

/** Works only inside the schedule. */
export function useBookingActions(): BookingActions {
  const actions = useContext(BookingActionsContext);
  if (!actions) throw new Error("useBookingActions needs a BookingActionsProvider above it");
  return actions;
}

/** Also renders the dialogs of the actions. */
export function BookingActionsProvider({ today, children }: { today: string; children: ReactNode }) {
  const [asked, setAsked] = useState<{ ask: Ask; booking: Booking } | null>(null);
  const open = useStableCallback((ask: Ask, booking: Booking) => setAsked({ ask, booking }));
  const actions = useMemo(
    (): BookingActions => ({
      change: (booking) => open("change", booking),
      cancel: (booking) => open("cancel", booking),
    }),
    [open],
  );
  const close = () => setAsked(null);
  return (
    <BookingActionsContext value={actions}>
      {children}
      {asked?.ask === "change" ? (
        <BookingFormDialog
          booking={asked.booking}
          given={{ patient: "", vaccine: "" }}
          today={today}
          onClose={close}
        />
      ) : null}
      {asked?.ask === "cancel" ? <CancelQuestion booking={asked.booking} onClose={close} /> : null}
    </BookingActionsContext>
  );
}

function CancelQuestion({ booking, onClose }: { booking: Booking; onClose: () => void }) {
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
