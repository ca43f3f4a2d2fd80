/** Deleting a dose, and its history, wherever on the tab its menu stands. Sources: rules IMM-17 and IMM-18, decision GAP-HLT-15. */
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { useMutation } from "convex/react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useDeletedToast } from "@/components/history/deleted-toast";
import { RecordHistoryDialog } from "@/components/history/record-history";
import { useHealthPlace } from "@/features/health/health-address";
import { doseTitle } from "@/features/health/immunizations/dose-words";
import type { Dose } from "@/features/health/immunizations/types";
import { useStableCallback } from "@/hooks/use-stable-callback";
import { getErrorData } from "../../../../domain/errors";
import { formatDay } from "../../../../domain/formatting/formatting";
import { api } from "../../../../convex/_generated/api";

type DoseActions = { showHistory: (dose: Dose) => void; askToDelete: (dose: Dose) => void };

const DoseActionsContext = createContext<DoseActions | null>(null);

/** Returns the actions; only inside the Immunizations tab. */
export function useDoseActions(): DoseActions {
  const actions = useContext(DoseActionsContext);
  if (!actions) throw new Error("useDoseActions needs a DoseActionsProvider above it");
  return actions;
}

/** Offers the actions to the tab below and renders what they open. */
export function DoseActionsProvider({ children }: { children: ReactNode }) {
  const place = useHealthPlace();
  const [told, setTold] = useState<Dose | null>(null);
  const [leaving, setLeaving] = useState<Dose | null>(null);
  const showHistory = useStableCallback(setTold);
  const askToDelete = useStableCallback(setLeaving);
  const actions = useMemo(() => ({ showHistory, askToDelete }), [showHistory, askToDelete]);
  return (
    <DoseActionsContext value={actions}>
      {children}
      {told ? (
        <RecordHistoryDialog
          table="immunizations"
          recordId={told._id}
          name={doseTitle(told)}
          onClose={() => setTold(null)}
        />
      ) : null}
      {leaving ? (
        <DeleteQuestion
          key={leaving._id}
          dose={leaving}
          onDeleted={() => {
            if (place.recordId === leaving._id) place.closeRecord();
            setLeaving(null);
          }}
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </DoseActionsContext>
  );
}

type DeleteQuestionProps = { dose: Dose; onDeleted: () => void; onClose: () => void };

function DeleteQuestion({ dose, onDeleted, onClose }: DeleteQuestionProps) {
  const remove = useMutation(api.immunizations.remove);
  const tellDeleted = useDeletedToast();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await remove({ immunizationId: dose._id });
      tellDeleted("Immunization deleted", dose._id);
      onDeleted();
    } catch (failure) {
      if (getErrorData(failure)?.code === "NOT_FOUND") onDeleted();
      else setError("Failed to delete immunization record.");
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title="Are you sure you want to delete this immunization record?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={isBusy}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p className="font-semibold text-foreground">
        {doseTitle(dose)}, {formatDay(dose.dateAdministered)}
      </p>
      <p>
        {dose.isNewest
          ? "An older dose of this vaccine, if there is one, then says when the next one is due."
          : "For 30 days the record can be brought back from the history."}
      </p>
    </ConfirmDialog>
  );
}
