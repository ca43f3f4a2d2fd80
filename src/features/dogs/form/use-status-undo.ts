/** Says that the status of dogs changed. The message offers an undo while it is visible. */
import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { toast } from "sonner";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import type { DogStatus } from "@domain/dogs/rules";

/** Former values of a dog's status. */
export type FormerStatus = Omit<FunctionArgs<typeof api.dogs.dogs.update>, "today">;

interface Standing {
  readonly status: DogStatus;
  readonly statusChangedOn: string | null;
  readonly causeOfDeath: string | null;
  readonly causeOfDeathNotes: string | null;
}

export const formerStatusOf = ({ status, statusChangedOn, causeOfDeath, causeOfDeathNotes }: Standing) => ({
  status,
  statusChangedOn,
  ...(status === "deceased" && { causeOfDeath, causeOfDeathNotes }),
});

export function useStatusToast(today: string): (message: string, former: readonly FormerStatus[]) => void {
  const update = useMutation(api.dogs.dogs.update);
  const undo = async (former: readonly FormerStatus[]): Promise<void> => {
    let count = 0;
    try {
      for (const each of former) {
        await update({ ...each, today });
        count += 1;
      }
      toast.success(count === 1 ? "Former status restored" : `Former status of ${count} dogs restored`);
    } catch (error) {
      const rest = former.length - count;
      const failure =
        rest === 1 ? "Failed to restore the status" : `Failed to restore the status of ${rest} dogs`;
      toast.error(failureText(failure, error));
    }
  };
  return (message, former) =>
    toast.success(message, { action: { label: "Undo", onClick: () => void undo(former) } });
}
