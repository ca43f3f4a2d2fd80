/** Changing and cancelling a booked vaccination, wherever on the schedule it stands. */
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { BookingFormDialog } from "@/features/health/schedule/booking-form-dialog";
import { CancelQuestion } from "@/features/health/schedule/cancel-question";
import type { Booking } from "@/features/health/schedule/types";
import { useStableCallback } from "@/hooks/use-stable-callback";

type Ask = "change" | "cancel";
type BookingActions = Record<Ask, (booking: Booking) => void>;

const BookingActionsContext = createContext<BookingActions | null>(null);

/** Returns the actions; only inside the schedule. */
export function useBookingActions(): BookingActions {
  const actions = useContext(BookingActionsContext);
  if (!actions) throw new Error("useBookingActions needs a BookingActionsProvider above it");
  return actions;
}

/** Offers the actions to the schedule below and renders what they open. */
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
