/** Says that money and contacts are not shared with the user. It replaces the content that is not shared. */
import { Lock } from "lucide-react";
import { EmptyState } from "@/components/empty-state";

const TEXT = "Money and contacts are not shared with you. An owner can change that under Settings, Team.";

type MoneyNoteProps = {
  title?: string;
};

/** With a title, the note replaces a whole screen. */
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
