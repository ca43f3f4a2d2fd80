/**
 * Adding a dog: first the plan's limit is checked, then the form opens, or the dialog that says why not. What was
 * decided at the opening stays, whoever fills the plan meanwhile: the server checks again.
 *
 *   checking ──room──► form
 *      ├──no room────► limit dialog
 *      └──failed─────► message, closed
 */
import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "sonner";
import { DogFormDialog } from "@/features/dogs/form/dog-form-dialog";
import { DogLimitDialog } from "@/features/dogs/list/dog-limit-dialog";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { DogLimitCheck } from "@domain/billing/dog-limit";
import { api } from "@convex/_generated/api";

type AddDogProps = { today: string; onClose: () => void };

/** Renders what answers 'Add Dog'. */
export function AddDog({ today, onClose }: AddDogProps) {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.billing.billing.dogLimitCheck, { kennelId });
  const [decided, setDecided] = useState<DogLimitCheck | null>(null);
  if (decided === null && result.status === "ready") setDecided(result.data);

  const hasFailed = decided === null && result.status === "error";
  const giveUp = useEffectEvent(() => {
    toast.error("Failed to check dog limit");
    onClose();
  });
  useEffect(() => {
    if (hasFailed) giveUp();
  }, [hasFailed]);

  if (decided === null) return null;
  return decided.canAddDog ? (
    <DogFormDialog dog={null} isOpen today={today} onClose={onClose} />
  ) : (
    <DogLimitDialog check={decided} onClose={onClose} />
  );
}
