/** Undoes changes and restores deleted records, with messages about the result. */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { toast } from "sonner";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "@domain/errors";
import { recordInWords } from "@domain/history/words";
import { api } from "@convex/_generated/api";

export type Change = FunctionReturnType<typeof api.history.history.page>["page"][number];

const listed = (labels: readonly string[]): string => new Intl.ListFormat("en-US").format(labels);

/** Includes the first reason at a field, because no form is open that could show the reason. */
function refusal(message: string, error: unknown): string {
  const [reason] = Object.values(getErrorData(error)?.details.fields ?? {});
  return reason === undefined ? failureText(message, error) : `${message}. ${reason}`;
}

/** Also returns the change whose undo is running. */
export function useRemedies() {
  const { kennelId } = useKennel();
  const today = useToday();
  const undo = useMutation(api.history.history.undo);
  const bringBack = useMutation(api.history.history.bringBack);
  const [busyId, setBusyId] = useState<string | null>(null);

  const run = async (change: Change, failure: string, act: () => Promise<void>): Promise<void> => {
    setBusyId(change._id);
    try {
      await act();
    } catch (error) {
      toast.error(refusal(failure, error));
    }
    setBusyId(null);
  };
  const remedy = async (change: Change): Promise<void> => {
    if (change.remedy === "bring_back") {
      await run(change, "Failed to bring it back", async () => {
        await bringBack({ kennelId, changeId: change._id });
        toast.success(`${recordInWords(change)} is back`);
      });
      return;
    }
    await run(change, "Failed to undo", async () => {
      const { kept } = await undo({ kennelId, changeId: change._id, today });
      if (kept.length === 0) toast.success("Change undone");
      else toast.warning(`Undone, except for what was changed since: ${listed(kept)}`);
    });
  };
  return { busyId, remedy };
}
