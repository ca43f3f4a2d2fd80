/** A dog's pedigree in its own dialog, over the list. */
import { Link } from "@/lib/router";
import { DialogHead } from "@/components/titled-dialog";
import { Dialog, DialogBody, DialogContent } from "@/components/ui/dialog";
import { useDogName } from "@/entities/dogs/dog-combobox";
import { useAncestryAddress } from "@/features/pedigree/pedigree-address";
import { AncestryPanel } from "@/features/pedigree/ancestry-panel";
import { useLast } from "@/hooks/use-last";

export function AncestryDialog({ today }: { today: string }) {
  const { dogId, close, goToDog } = useAncestryAddress();
  // While the dialog closes, it still shows the last dog.
  const shownId = useLast(dogId);
  const name = useDogName(shownId ?? "", null);
  return (
    <Dialog open={dogId !== null} onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <DialogContent size="lg" className="sm:max-w-7xl" aria-describedby={undefined}>
        <DialogHead title={name === "" ? "Ancestry" : `Ancestry of ${name}`} />
        <DialogBody>
          {shownId === null ? null : (
            <AncestryPanel key={shownId} dogId={shownId} today={today} onOpenDog={goToDog} />
          )}
          <p className="mt-3 text-sm text-muted-foreground">
            Ancestors from outside the kennel come from the{" "}
            <Link
              to="/dashboard/dogs/pedigree-database"
              className="underline underline-offset-4 hover:text-foreground"
            >
              pedigree database
            </Link>
            .
          </p>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
