/** Asks before a breeding's status takes an unusual step. */
import { ConfirmDialog } from "@/components/confirm-dialog";
import { STEPS } from "@/features/breeding/breeding-menu";
import { titleOf } from "@/features/breeding/breeding-words";
import type { StatusQuestion as Question } from "@/features/breeding/use-status-change";
import { isUsualStep } from "@domain/breedings/status";
import { breedingStatusLabels } from "@domain/breedings/labels";
import { formatDay } from "@domain/formatting/formatting";

/** Says what is unusual, one sentence each. */
function doubtsOf({ breeding, status }: Question, today: string): string[] {
  const { status: from, breedingDate, litterId } = breeding;
  const label = breedingStatusLabels[from].toLowerCase();
  return [
    isUsualStep(from, status) ? "" : `This breeding is ${label}, so this is an unusual change.`,
    status === "bred" && breedingDate > today
      ? `The mating date, ${formatDay(breedingDate)}, is in the future.`
      : "",
    litterId !== null && status !== "completed" ? "Its litter stays recorded." : "",
  ].filter((doubt) => doubt !== "");
}

type StatusQuestionProps = { question: Question | null; today: string; onAnswer: (isMeant: boolean) => void };

/** Renders the question, or nothing. */
export function StatusQuestion({ question, today, onAnswer }: StatusQuestionProps) {
  if (!question) return null;
  const label = STEPS.find(({ status }) => status === question.status)?.label ?? "Back to Planned";
  return (
    <ConfirmDialog
      isOpen
      tone="default"
      title={`${label}?`}
      confirmLabel={label}
      busyLabel={label}
      isBusy={false}
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      <p className="font-semibold text-foreground">{titleOf(question.breeding)}</p>
      {doubtsOf(question, today).map((doubt) => (
        <p key={doubt}>{doubt}</p>
      ))}
    </ConfirmDialog>
  );
}
