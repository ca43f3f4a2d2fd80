/** Asks before a breeding's status takes a step that is unusual or needs to know more. */
import { ConfirmDialog } from "@/components/confirm-dialog";
import { titleOf } from "@/features/breeding/breeding-words";
import { doubtsOf, hasFields, StepDialog, stepLabel } from "@/features/breeding/step-dialog";
import type { useStatusChange } from "@/features/breeding/use-status-change";

type StatusQuestionProps = { today: string; change: ReturnType<typeof useStatusChange> };

/** Renders the question, or nothing. */
export function StatusQuestion({ today, change }: StatusQuestionProps) {
  const { question, answer, take } = change;
  if (!question) return null;
  if (hasFields(question, today)) {
    return <StepDialog question={question} today={today} onStep={take} onClose={() => answer(false)} />;
  }
  const label = stepLabel(question.status);
  return (
    <ConfirmDialog
      isOpen
      tone="default"
      title={`${label}?`}
      confirmLabel={label}
      busyLabel={label}
      isBusy={false}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <p className="font-semibold text-foreground">{titleOf(question.breeding)}</p>
      {doubtsOf(question).map((doubt) => (
        <p key={doubt}>{doubt}</p>
      ))}
    </ConfirmDialog>
  );
}
