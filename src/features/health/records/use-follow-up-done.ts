/** Marks a follow-up as done today. The message has an undo button. */
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { serverTextOr } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

type Marked = { _id: string; title: string };

/** With null instead of a date, reopens the follow-up. */
export function useFollowUpDone(today: string) {
  const setDone = useMutation(api.health.healthRecords.setFollowUpDone);
  const mark = async (record: Marked, doneOn: string | null): Promise<void> => {
    try {
      await setDone({ recordId: record._id, doneOn, today });
      if (doneOn === null) toast.success(`Follow-up of ${record.title} is open again`);
      else {
        toast.success(`Follow-up of ${record.title} done`, {
          action: { label: "Undo", onClick: () => void mark(record, null) },
        });
      }
    } catch (error) {
      toast.error(serverTextOr("Failed to save health record. Please try again.", error));
    }
  };
  return mark;
}
