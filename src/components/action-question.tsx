/**
 * Asks before an action, and runs it; the question stays open during the action, and shows the reason if it fails.
 */
import { useState, type ComponentProps } from "react";
import { ConfirmDialog } from "@/components/confirm-dialog";

type ActionQuestionProps = Omit<
  ComponentProps<typeof ConfirmDialog>,
  "isOpen" | "isBusy" | "error" | "onConfirm"
> & {
  isOpen?: boolean;
  /** Runs the action; then the question is closed. */
  act: () => Promise<unknown>;
  /** Shows why the action failed and returns null, or returns a text for the question to show. */
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
