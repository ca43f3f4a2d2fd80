/** Asks before an action, and performs it; stays open meanwhile and shows the reason if it fails. */
import { useState, type ComponentProps } from "react";
import { ConfirmDialog } from "@/components/confirm-dialog";

type ActionQuestionProps = Omit<
  ComponentProps<typeof ConfirmDialog>,
  "isOpen" | "isBusy" | "error" | "onConfirm"
> & {
  isOpen?: boolean;
  /** Performs the action, and closes the question. */
  act: () => Promise<unknown>;
  /** Shows why it failed; null if the question itself does. */
  failureOf: (error: unknown) => string | null;
};

/** Renders the question. */
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
