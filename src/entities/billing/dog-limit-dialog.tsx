/**
 * Says that the plan allows no more dogs, and which plan does. Users who may pay for the kennel can buy that plan.
 */
import type { ReactNode } from "react";
import { TitledDialog } from "@/components/titled-dialog";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { LimitUpgrade, WhoUpgrades } from "@/entities/billing/limit-upgrade";
import { limitReachedText, nextTierText, type DogLimitCheck } from "@domain/billing/dog-limit";

type DogLimitDialogProps = {
  check: DogLimitCheck;
  onClose: () => void;
  /** Says which dogs do not count, and what happens to the dogs that the user wanted to add. */
  children: ReactNode;
};

export function DogLimitDialog({ check, onClose, children }: DogLimitDialogProps) {
  return (
    <TitledDialog title="Dog limit reached!" description={limitReachedText(check)} onClose={onClose}>
      <DialogBody className="flex flex-col gap-2">
        <p>{nextTierText(check.planType)}</p>
        <WhoUpgrades />
        <p className="text-muted-foreground">{children}</p>
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Not Now
        </Button>
        <LimitUpgrade planType={check.planType} />
      </DialogFooter>
    </TitledDialog>
  );
}
