/** Says once, in the place of money and contacts, that they are not shared with the user. */
import { Lock } from "lucide-react";
import { EmptyState } from "@/components/empty-state";

const TEXT = "Money and contacts are not shared with you. An owner can change that under Settings, Team.";

type MoneyNoteProps = {
  /** Where nothing else is on the screen, what would be. */
  title?: string;
};

/** Renders the sentence, in place of a whole screen with its title. */
export function MoneyNote({ title }: MoneyNoteProps) {
  return title === undefined ? (
    <p className="text-sm text-muted-foreground">{TEXT}</p>
  ) : (
    <EmptyState
      icon={<Lock aria-hidden className="size-9 text-muted-foreground" />}
      title={title}
      text={TEXT}
    />
  );
}
