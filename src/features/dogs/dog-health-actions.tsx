/** What can be written down about a dog's health, over its own page. */
import { ClipboardPlus, NotebookPen } from "lucide-react";
import { HealthDialogLink } from "@/components/health/health-dialog-link";
import { Button } from "@/components/ui/button";
import type { Dog } from "@/features/dogs/types";
import { useKennel } from "@/hooks/use-kennel";

/** Renders the buttons; none for who may only look. */
export function DogHealthActions({ dog }: { dog: Dog }) {
  if (!useKennel().can("health", "write")) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button asChild>
        <HealthDialogLink dialog="note" dogId={dog._id}>
          <NotebookPen aria-hidden />
          Quick Note
        </HealthDialogLink>
      </Button>
      <Button variant="outline" asChild>
        <HealthDialogLink dialog="record" dogId={dog._id}>
          <ClipboardPlus aria-hidden />
          Add Health Record
        </HealthDialogLink>
      </Button>
    </div>
  );
}
