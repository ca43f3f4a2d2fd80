/**
 * Deleting a dose, and its history, for every menu on the tab. Sources: rules IMM-17 and IMM-18, decision
 * GAP-HLT-15.
 */
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { useMutation } from "convex/react";
import { RecordHistoryDialog } from "@/entities/history/record-history";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { useHealthPlace } from "@/entities/health/health-address";
import { type Dose, doseTitle } from "@/features/vaccinations/dose-words";
import { useStableCallback } from "@/hooks/use-stable-callback";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

type DoseActions = { showHistory: (dose: Dose) => void; askToDelete: (dose: Dose) => void };

const DoseActionsContext = createContext<DoseActions | null>(null);

/** Works only inside the Immunizations tab. */
export function useDoseActions(): DoseActions {
  const actions = useContext(DoseActionsContext);
  if (!actions) throw new Error("useDoseActions needs a DoseActionsProvider above it");
  return actions;
}

/** Also renders the dialogs of the actions. */
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
        <DoseQuestion
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

type DoseQuestionProps = { dose: Dose; onDeleted: () => void; onClose: () => void };

function DoseQuestion({ dose, ...after }: DoseQuestionProps) {
  const remove = useMutation(api.vaccinations.immunizations.remove);
  return (
    <DeleteQuestion
      recordId={dose._id}
      title="Are you sure you want to delete this immunization record?"
      remove={async () => await remove({ immunizationId: dose._id })}
      deletedText="Immunization deleted"
      failureOf={() => "Failed to delete immunization record."}
      {...after}
    >
      <p className="font-semibold text-foreground">
        {doseTitle(dose)}, {formatDay(dose.dateAdministered)}
      </p>
      <p>
        {dose.isNewest
          ? "If there is an older dose of this vaccine, it then determines when the next one is due."
          : "For 30 days the record can be brought back from the history."}
      </p>
    </DeleteQuestion>
  );
}
