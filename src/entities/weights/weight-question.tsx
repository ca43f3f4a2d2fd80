/** Asks before saving a weight that is probably a typing error; a likely one is saved at once. */
import { useState, type ReactNode } from "react";
import { ConfirmDialog } from "@/components/confirm-dialog";

interface Asked {
  readonly doubt: string;
  readonly save: () => void;
}

interface AskingForWeight {
  readonly isAsking: boolean;
  /** Saves at once if there is no doubt, else after a confirmation. */
  readonly saveOrAsk: (doubt: string | null, save: () => void) => void;
  /** The question, rendered where the weight is typed. */
  readonly question: ReactNode;
}

/** Keeps the open question. */
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
  /** Why the weight is unlikely, or null. */
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
