/** Asks before a litter is deleted, with the number of its puppies. Source: decision GAP-LIT-06. */
import { useMutation } from "convex/react";
import { useNavigate } from "@/lib/router";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { littersPath } from "@/features/litters/litter-paths";
import type { Litter } from "@/features/litters/types";

/** Renders the question. */
export function LitterDeleteDialog({ litter, onClose }: { litter: Litter; onClose: () => void }) {
  const remove = useMutation(api.litters.litters.remove);
  const navigate = useNavigate();
  const { length } = litter.puppies;
  const sold = litter.puppies.filter(({ status }) => status === "sold").length;
  return (
    <DeleteQuestion
      recordId={litter._id}
      title="Delete this litter?"
      isConfirmDisabled={sold > 0}
      remove={async () => await remove({ litterId: litter._id, isConfirmed: true })}
      deletedText="Litter deleted"
      failureOf={(error) => failureText("Failed to delete the litter", error)}
      onDeleted={() => navigate(littersPath, { replace: true })}
      onClose={onClose}
    >
      {sold > 0 ? (
        <p>
          {sold === 1 ? "One of its puppies is" : `${sold} of its puppies are`} sold, so the litter cannot be
          deleted.
        </p>
      ) : (
        <p>
          {length === 0
            ? "It has no recorded puppies."
            : `${length === 1 ? "Its puppy is" : `Its ${length} puppies are`} deleted too, with weights and health checks.`}{" "}
          For 30 days it can be brought back from the history.
        </p>
      )}
    </DeleteQuestion>
  );
}
