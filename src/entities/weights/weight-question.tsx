/** Asks before a weight is saved that is probably a typing error. A likely weight is saved immediately. */
import { useState, type ReactNode } from "react";
import { ConfirmDialog } from "@/components/confirm-dialog";

interface Asked {
  readonly doubt: string;
  readonly save: () => void;
}

interface AskingForWeight {
  readonly isAsking: boolean;
  readonly saveOrAsk: (doubt: string | null, save: () => void) => void;
  /** Render the question where the weight is entered. */
  readonly question: ReactNode;
}

export function useWeightQuestion(): AskingForWeight {
  const [asked, setAsked] = useState<Asked | null>(null);
  const confirm = () => {
    setAsked(null);
    asked?.save();
  };
  return {
    isAsking: asked !== null,
    saveOrAsk: (doubt, save) => (doubt === null ? save() : setAsked({ doubt, save })),
    question: (
      <WeightQuestion doubt={asked?.doubt ?? null} onConfirm={confirm} onCancel={() => setAsked(null)} />
    ),
  };
}

interface WeightQuestionProps {
  /** Null if the weight is likely. */
  readonly doubt: string | null;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function WeightQuestion({ doubt, onConfirm, onCancel }: WeightQuestionProps) {
  return (
    <ConfirmDialog
      isOpen={doubt !== null}
      title={`${doubt ?? ""}. Save anyway?`}
      confirmLabel="Save Anyway"
      busyLabel="Saving..."
      isBusy={false}
      cancelLabel="Correct It"
      tone="unlikely"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
