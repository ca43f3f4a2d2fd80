/** Asks before a puppy's record is deleted, with what goes along. */
import { useMutation } from "convex/react";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { puppyName } from "@domain/litters/labels";
import type { Puppy } from "@/features/litters/types";

/** Renders the question. */
export function PuppyDeleteDialog({ puppy, onClose }: { puppy: Puppy; onClose: () => void }) {
  const remove = useMutation(api.litters.puppies.remove);
  return (
    <DeleteQuestion
      recordId={puppy._id}
      title={`Delete ${puppyName(puppy)}?`}
      remove={async () => await remove({ puppyId: puppy._id })}
      deletedText="Puppy deleted"
      failureOf={(error) => failureText("Failed to delete the puppy", error)}
      onClose={onClose}
    >
      <p>
        Its weights and health checks are deleted too, and the litter then has one puppy fewer. For 30 days it
        can be brought back from the history.
      </p>
    </DeleteQuestion>
  );
}
