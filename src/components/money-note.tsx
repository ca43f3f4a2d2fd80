/** Says that money and contacts are not shared with the user, in the place where they would be. */
import { Lock } from "lucide-react";
import { EmptyState } from "@/components/empty-state";

const TEXT = "Money and contacts are not shared with you. An owner can change that under Settings, Team.";

type MoneyNoteProps = {
  /** The title of the screen, if it has nothing else to show. */
  title?: string;
};

/** Renders the sentence; with a title, in place of a whole screen. */
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
