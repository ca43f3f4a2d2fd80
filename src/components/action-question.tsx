/**
 * Asks for confirmation, then runs an action. The question stays open while the action runs, and shows the reason
 * if the action fails.
 */
import { useState, type ComponentProps } from "react";
import { ConfirmDialog } from "@/components/confirm-dialog";

type ActionQuestionProps = Omit<
  ComponentProps<typeof ConfirmDialog>,
  "isOpen" | "isBusy" | "error" | "onConfirm"
> & {
  isOpen?: boolean;
  act: () => Promise<unknown>;
  /** Returns null if it has already shown why the action failed. */
  failureOf: (error: unknown) => string | null;
};

export function ActionQuestion({ isOpen = true, act, failureOf, ...question }: ActionQuestionProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  };
  return (
    <ConfirmDialog
      {...question}
      isOpen={isOpen}
      isBusy={isBusy}
      error={failure}
      onConfirm={() => void confirm()}
    />
  );
}
