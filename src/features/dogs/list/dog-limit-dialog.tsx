/** Says that the plan holds no more dogs, and which plan would; whoever pays for the kennel can go and get it. */
import { LimitUpgrade, WhoUpgrades } from "@/entities/billing/limit-upgrade";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { limitReachedText, nextTierText, type DogLimitCheck } from "@domain/billing/dog-limit";

type DogLimitDialogProps = {
  check: DogLimitCheck;
  /** Goes on with a dog that was sold or died. */
  onPast: () => void;
  onClose: () => void;
};

/** Renders the dialog. */
export function DogLimitDialog({ check, onPast, onClose }: DogLimitDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Dog limit reached!</DialogTitle>
          <DialogDescription>{limitReachedText(check)}</DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-2">
          <p>{nextTierText(check.planType)}</p>
          <WhoUpgrades />
          <p className="text-muted-foreground">
            Dogs recorded as sold or deceased stay in the register and do not count.{" "}
            <Button variant="link" className="h-auto p-0" onClick={onPast}>
              Add Past Dog
            </Button>
          </p>
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Not Now
          </Button>
          <LimitUpgrade planType={check.planType} />
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
