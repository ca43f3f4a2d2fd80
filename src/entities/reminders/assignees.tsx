/** The possible assignees of reminders, and their names. */
import type { ReactNode } from "react";
import type { FunctionReturnType } from "convex/server";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

type Assignee = FunctionReturnType<typeof api.reminders.reminderAssignees.list>[number];

/** The user is first. Undefined while loading. */
export const useAssignees = (isWanted = true): readonly Assignee[] | undefined => {
  const { kennelId } = useKennel();
  return useLiveQuery(api.reminders.reminderAssignees.list, isWanted ? { kennelId } : "skip").data;
};

/** For a person who has left, or whose name the user may not see. */
const UNNAMED = "somebody else";

type AssigneeProps = { assigneeId: string | null };

/** Renders nothing if everybody is responsible. */
export function ForAssignee({ assigneeId }: AssigneeProps) {
  const people = useAssignees(assigneeId !== null);
  if (assigneeId === null || !people) return null;
  const person = people.find(({ _id }) => _id === assigneeId);
  return (
    <span className="min-w-0 break-words">For {person?.isSelf ? "you" : (person?.name ?? UNNAMED)}</span>
  );
}

const EVERYONE = "Everyone";
const SOMEBODY_ELSE = "Somebody else";

export function AssigneeName({ assigneeId }: AssigneeProps): ReactNode {
  const people = useAssignees(Boolean(assigneeId));
  if (!assigneeId) return EVERYONE;
  return people?.find(({ _id }) => _id === assigneeId)?.name ?? (people ? SOMEBODY_ELSE : "…");
}

/**
 * `everyone` is the key for everybody. Returns null if there is only one choice. A person whose name the user may
 * not see is listed only while that person is chosen.
 */
export function assigneeChoices(
  people: readonly Assignee[] | undefined,
  chosen: string,
  everyone: string,
): Record<string, string> | null {
  if (chosen === "" && (people?.length ?? 0) < 2) return null;
  const named = (people ?? []).flatMap(({ _id, name, isSelf }) =>
    name === null ? [] : [[_id, isSelf ? `${name} (you)` : name] as const],
  );
  const isNamed = chosen === "" || named.some(([id]) => id === chosen);
  return {
    [everyone]: EVERYONE,
    ...Object.fromEntries(named),
    ...(!isNamed && { [chosen]: people ? SOMEBODY_ELSE : "…" }),
  };
}
