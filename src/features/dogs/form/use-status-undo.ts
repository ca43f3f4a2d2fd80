/** Says that the status of dogs changed. The message offers an undo while it is visible. */
import { toast } from "sonner";
import { useUndoNewest } from "@/entities/history/use-remedies";
import { failureText } from "@/lib/failure-text";
import type { DogStatus } from "@domain/dogs/rules";

type FormerStatus = { dogId: string; status: DogStatus; statusChangedOn: string | null };

export const formerStatusOf = (dogId: string, { status, statusChangedOn }: Omit<FormerStatus, "dogId">) => ({
  ...{ dogId, status },
  statusChangedOn: statusChangedOn || null,
});

/** A dog whose status somebody else has changed since stays unchanged. */
export function useStatusToast(): (message: string, former: readonly FormerStatus[]) => void {
  const undoNewest = useUndoNewest("dogs");
  const undo = async (former: readonly FormerStatus[]): Promise<void> => {
    let count = 0;
    let failure: unknown;
    for (const { dogId, ...status } of former) {
      try {
        await undoNewest(dogId, status);
        count += 1;
      } catch (error) {
        failure = error;
      }
    }
    const rest = former.length - count;
    if (count > 0)
      toast.success(count === 1 ? "Former status restored" : `Former status of ${count} dogs restored`);
    if (rest > 0)
      toast.error(
        failureText(
          rest === 1 ? "Failed to restore the status" : `Failed to restore the status of ${rest} dogs`,
          failure,
        ),
      );
  };
  return (message, former) =>
    toast.success(message, { action: { label: "Undo", onClick: () => void undo(former) } });
}
