/** Says that a record was deleted. The message offers an undo while it is visible. */
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

export function useDeletedToast(): (message: string, recordId: string) => void {
  const { kennelId } = useKennel();
  const bringBack = useMutation(api.history.history.bringBackRecord);
  const undo = async (recordId: string): Promise<void> => {
    try {
      await bringBack({ kennelId, recordId });
      toast.success("Brought back");
    } catch (error) {
      toast.error(failureText("Failed to bring it back", error));
    }
  };
  return (message, recordId) =>
    toast.success(message, { action: { label: "Undo", onClick: () => void undo(recordId) } });
}
