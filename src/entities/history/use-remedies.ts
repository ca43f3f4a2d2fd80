/** Undoes changes and restores deleted records, with messages about the result. */
import { useState } from "react";
import { useConvex, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { toast } from "sonner";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { fail, getErrorData } from "@domain/errors";
import type { HistoryTable } from "@domain/history/tables.gen";
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
      if (change.kind === "created") toast.success(`${recordInWords(change)} deleted`);
      else if (kept.length === 0) toast.success("Change undone");
      else toast.warning(`Undone, except for what was changed since: ${listed(kept)}`);
    });
  };
  return { busyId, remedy };
}

/** Parts of a record may have newer entries. */
const ENTRIES_SEARCHED = 20;

/**
 * Undoes the record's newest change, which the user has just made. With former values, it undoes the newest change of
 * these fields. Throws CHANGED_SINCE if somebody has changed the same since.
 */
export function useUndoNewest(table: HistoryTable) {
  const { kennelId } = useKennel();
  const today = useToday();
  const client = useConvex();
  const undo = useMutation(api.history.history.undo);
  return async (recordId: string, former: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    const names = Object.keys(former);
    const paginationOpts = { numItems: names.length === 0 ? 1 : ENTRIES_SEARCHED, cursor: null };
    const asked = { kennelId, table, recordId, now: Date.now(), paginationOpts };
    const { page } = await client.query(api.history.history.ofRecord, asked);
    const changed = ({ fields }: Change) => fields.filter(({ name }) => names.includes(name));
    const change =
      names.length === 0
        ? page[0]
        : page.find((each) => each.recordId === recordId && changed(each).length > 0);
    const isOwn =
      change?.isSelf === true &&
      change.kind === "changed" &&
      change.remedy === "undo" &&
      changed(change).every(({ name, before }) => before === former[name]);
    if (!isOwn) return fail("CHANGED_SINCE");
    const { kept } = await undo({ kennelId, changeId: change._id, today });
    if (kept.length > 0) toast.warning(`Undone, except for what was changed since: ${listed(kept)}`);
  };
}
