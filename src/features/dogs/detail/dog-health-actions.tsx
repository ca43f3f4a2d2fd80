/** What can be written down about a dog's health over its own page, and what of it can be taken along. */
import { ClipboardPlus, NotebookPen, Syringe } from "lucide-react";
import { HealthDialogLink } from "@/entities/health/health-dialog-link";
import { Button } from "@/components/ui/button";
import type { Dog } from "@/features/dogs/types";
import { VetHistory } from "@/features/dogs/detail/vet-history";
import { useKennel } from "@/hooks/use-kennel";

/** Renders the buttons; who may only look has the one that prints. */
export function DogHealthActions({ dog }: { dog: Dog }) {
  const canWrite = useKennel().can("health", "write");
  return (
    <div className="flex flex-wrap gap-2">
      {canWrite ? <WriteLinks dogId={dog._id} /> : null}
      <VetHistory dog={dog} />
    </div>
  );
}

function WriteLinks({ dogId }: { dogId: string }) {
  return (
    <>
      <Button asChild>
        <HealthDialogLink dialog="note" dogId={dogId}>
          <NotebookPen aria-hidden />
          Quick Note
        </HealthDialogLink>
      </Button>
      <Button variant="outline" asChild>
        <HealthDialogLink dialog="record" dogId={dogId}>
          <ClipboardPlus aria-hidden />
          Add Health Record
        </HealthDialogLink>
      </Button>
      <Button variant="outline" asChild>
        <HealthDialogLink dialog="dose" dogId={dogId}>
          <Syringe aria-hidden />
          Add Immunization
        </HealthDialogLink>
      </Button>
    </>
  );
}
