/**
 * Adding a dog. First the plan's limit is checked. Then the form opens, or the dialog that explains the limit. The
 * open form stays open even if another user fills the plan: the server checks again.
 *
 *   checking ──room──► form ──stored, another wanted──► checking
 *      ├──no room────► limit dialog
 *      └──failed─────► message, closed
 *
 * A dog that was sold or died long ago does not count for the plan, so nothing is checked for it.
 */
import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "sonner";
import { DogLimitDialog } from "@/entities/billing/dog-limit-dialog";
import { Button } from "@/components/ui/button";
import { DogFormDialog } from "@/features/dogs/form/dog-form-dialog";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { DogLimitCheck } from "@domain/billing/dog-limit";
import { api } from "@convex/_generated/api";

type AddDogProps = {
  name: string;
  isPast: boolean;
  today: string;
  /** Continues with a dog that was sold or died. Offered if the plan has no room for another dog. */
  onPast: () => void;
  onClose: () => void;
};

export function AddDog({ name, isPast, today, onPast, onClose }: AddDogProps) {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.billing.billing.dogLimitCheck, isPast ? "skip" : { kennelId });
  const [decided, setDecided] = useState<DogLimitCheck | null>(null);
  // Dogs that are added one after another are mostly of one breed.
  const [begun, setBegun] = useState({ count: 0, name, breed: "" });
  if (decided === null && result.status === "ready") setDecided(result.data);

  const hasFailed = decided === null && result.status === "error";
  const giveUp = useEffectEvent(() => {
    toast.error("Failed to check dog limit");
    onClose();
  });
  useEffect(() => {
    if (hasFailed) giveUp();
  }, [hasFailed]);

  if (!isPast && decided === null) return null;
  return isPast || decided?.canAddDog ? (
    <DogFormDialog
      key={begun.count}
      dog={null}
      isPast={isPast}
      newName={begun.name}
      newBreed={begun.breed}
      isOpen
      today={today}
      onAnother={(breed) => {
        setBegun(({ count }) => ({ count: count + 1, name: "", breed }));
        setDecided(null);
      }}
      onClose={onClose}
    />
  ) : (
    decided && (
      <DogLimitDialog check={decided} onClose={onClose}>
        Dogs recorded as sold or deceased stay in the register and do not count.{" "}
        <Button variant="link" className="h-auto p-0" onClick={onPast}>
          Add Past Dog
        </Button>
      </DogLimitDialog>
    )
  );
}
