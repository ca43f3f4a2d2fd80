/** Asks before a dog is deleted, and warns of its recorded offspring. Their records keep the dog's name as text. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { Alert } from "@/components/ui/alert";
import type { Dog } from "@/entities/dogs/types";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";
import { useLiveQuery } from "@/hooks/use-live-query";

type DogDeleteDialogProps = { dog: Dog | null; onClose: () => void };

export function DogDeleteDialog({ dog, onClose }: DogDeleteDialogProps) {
  return dog ? <OpenDeleteDialog key={dog._id} dog={dog} onClose={onClose} /> : null;
}

function OpenDeleteDialog({ dog, onClose }: { dog: Dog; onClose: () => void }) {
  const remove = useMutation(api.dogs.dogs.remove);
  // The server may know of offspring that were added after this list was loaded.
  const [offspring, setOffspring] = useState(dog._count.offspring);
  const [breedings, setBreedings] = useState(0);
  const failureOf = (error: unknown): string | null => {
    const data = getErrorData(error);
    if (data?.code === "HAS_OFFSPRING" && offspring === 0) setOffspring(data.details.count ?? 1);
    else if (data?.code === "HAS_BREEDINGS" && breedings === 0) setBreedings(data.details.count ?? 1);
    else return failureText("Failed to delete dog", error);
    return null;
  };
  return (
    <DeleteQuestion
      recordId={dog._id}
      title={`Are you sure you want to delete ${dog.name}?`}
      remove={async () => await remove({ dogId: dog._id, confirmed: offspring > 0 || breedings > 0 })}
      deletedText="Dog deleted successfully"
      failureOf={failureOf}
      onClose={onClose}
    >
      {offspring > 0 ? <Alert variant="warning">This dog has {offspring} recorded offspring.</Alert> : null}
      {offspring > 0 ? <ChangedFigures dogId={dog._id} /> : null}
      {breedings > 0 ? (
        <Alert variant="warning">
          This dog is the sire or dam of {breedings} recorded {breedings === 1 ? "breeding" : "breedings"}.
        </Alert>
      ) : null}
      <p>
        {offspring > 0
          ? "The name stays in the pedigrees of the offspring. You can bring the record back for 30 days, under History."
          : breedings > 0
            ? "The breedings keep the name. For 30 days the record can be brought back from the history."
            : "For 30 days the record and its photos can be brought back from the history."}
      </p>
    </DeleteQuestion>
  );
}

const count = (dogs: number): string => (dogs === 1 ? "one" : dogs.toLocaleString("en-US"));

/** Lists descendants whose inbreeding coefficients depend on the dog as a common ancestor. */
function ChangedFigures({ dogId }: { dogId: string }) {
  const { data } = useLiveQuery(api.pedigree.ancestry.deletionEffect, { dogId });
  if (!data || data.changed === 0) return null;
  const { descendants, changed } = data;
  return (
    <Alert variant="warning">
      {changed === null
        ? "The inbreeding of its descendants may change. Counting them..."
        : `The coefficient of inbreeding of ${count(changed)} of its ${descendants.toLocaleString("en-US")} ${descendants === 1 ? "descendant" : "descendants"} will change, because the pedigree will end where this dog was.`}
    </Alert>
  );
}
