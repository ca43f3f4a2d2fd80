/** Narrows the reminders to those that are for the reader, where several people may act on them. */
import { UserCheck } from "lucide-react";
import { ToolButton } from "@/components/tool-button";
import { useAssignees } from "@/entities/reminders/assignees";

type MineFilterProps = { isMine: boolean; onMine: (isMine: boolean) => void };

/** Renders the button, pressed while it narrows. */
export function MineFilter({ isMine, onMine }: MineFilterProps) {
  const people = useAssignees() ?? [];
  const canBeMine = people.length > 1 && people.some(({ isSelf }) => isSelf);
  if (!canBeMine && !isMine) return null;
  return (
    <ToolButton
      icon={UserCheck}
      variant={isMine ? "default" : "outline"}
      aria-pressed={isMine}
      onClick={() => onMine(!isMine)}
    >
      Assigned to Me
    </ToolButton>
  );
}
