/** Asks before a weight is saved that is probably a typing error. A likely weight is saved immediately. */
import { useState, type ReactNode } from "react";
import { ConfirmDialog } from "@/components/confirm-dialog";

interface Asked {
  readonly doubt: string;
  readonly save: () => void;
}

interface AskingForWeight {
  readonly isAsking: boolean;
  /** Saves a likely weight immediately, and an unlikely weight after the user has confirmed it. */
  readonly saveOrAsk: (doubt: string | null, save: () => void) => void;
  /** The question. Render it where the weight is entered. */
  readonly question: ReactNode;
}

/**
 * Returns a function that saves a likely weight immediately and asks about an unlikely one, and the question.
 */
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
  /** Why the weight is unlikely; null if it is likely. */
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
      tone="default"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
