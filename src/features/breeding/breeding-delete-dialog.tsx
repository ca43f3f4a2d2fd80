/** Asks before a breeding is deleted, which it cannot be while a litter is recorded. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { Alert } from "@/components/ui/alert";
import { failureSentence, titleOf } from "@/features/breeding/breeding-words";
import type { Breeding } from "@/features/breeding/types";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

type BreedingDeleteDialogProps = {
  breeding: Breeding | null;
  onDeleted: () => void;
  onClose: () => void;
};

/** Renders the question about the breeding, or nothing. */
export function BreedingDeleteDialog({ breeding, ...rest }: BreedingDeleteDialogProps) {
  return breeding ? <OpenDeleteDialog key={breeding._id} breeding={breeding} {...rest} /> : null;
}

function OpenDeleteDialog({ breeding, ...after }: BreedingDeleteDialogProps & { breeding: Breeding }) {
  const remove = useMutation(api.breedings.breedings.remove);
  // The server knows of a litter that came after this list was read.
  const [hasLitter, setHasLitter] = useState(breeding.litterId !== null);
  const failureOf = (error: unknown): string | null => {
    if (getErrorData(error)?.code !== "HAS_LITTERS") {
      return failureSentence("Failed to delete breeding. Please try again.", error);
    }
    setHasLitter(true);
    return null;
  };
  return (
    <DeleteQuestion
      recordId={breeding._id}
      title="Are you sure you want to delete this breeding record?"
      isConfirmDisabled={hasLitter}
      remove={async () => await remove({ breedingId: breeding._id })}
      deletedText="Breeding deleted successfully"
      failureOf={failureOf}
      {...after}
    >
      <p className="font-semibold text-foreground">{titleOf(breeding)}</p>
      {hasLitter ? (
        <Alert variant="warning">
          This breeding has a litter, so it cannot be deleted. Delete the litter first, or keep the breeding.
        </Alert>
      ) : (
        <p>For 30 days the record and its documents can be brought back from the history.</p>
      )}
    </DeleteQuestion>
  );
}
