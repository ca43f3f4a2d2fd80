/** Finding an ancestor from outside the kennel: its pedigree is a click away, and so is the kennel. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { useAncestryAddress } from "@/features/dogs/ancestry/ancestry-address";
import { countText } from "@/features/dogs/imports/import-words";
import type { ParentChoice } from "@/features/dogs/types";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { PARENT_CHOICES_LIMIT } from "@domain/constants/dogs";

const SEARCH_DELAY_MS = 200;

/** Renders the card. */
export function AncestorSearch({ canWrite }: { canWrite: boolean }) {
  const { kennelId } = useKennel();
  const [text, setText] = useState("");
  const search = useDebouncedValue(text, SEARCH_DELAY_MS).trim();
  const result = useLiveQuery(api.dogs.dogs.searchAncestors, { kennelId, search });
  const total = result.data?.total;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Ancestors</CardTitle>
        <CardDescription>
          {total === undefined || total > 0
            ? `${total === undefined ? "" : `${countText(total, "ancestors")} from outside the kennel. `}They complete pedigrees and can be chosen as parents; they are not listed and not counted among your dogs.`
            : "No ancestors yet. Import the pedigree file of your breed club or of another program, as CSV or GEDCOM, and every pedigree reaches as far back as the file does."}
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        <Input
          type="search"
          aria-label="Search ancestors"
          placeholder="Search by name or registration number"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {result.status === "error" ? (
          <LoadError message="Failed to load ancestry data" onRetry={result.retry} />
        ) : search === "" ? null : result.status === "loading" ? (
          <Skeleton className="h-24" />
        ) : result.data.found.length === 0 ? (
          <p className="text-muted-foreground">No ancestor has that name or number.</p>
        ) : (
          <>
            <ul aria-label="Ancestors found" className="flex flex-col divide-y">
              {result.data.found.map((dog) => (
                <FoundAncestor key={dog._id} dog={dog} canWrite={canWrite} />
              ))}
            </ul>
            {result.data.found.length === PARENT_CHOICES_LIMIT ? (
              <p className="text-sm text-muted-foreground">
                The first {PARENT_CHOICES_LIMIT} from A to Z. Type more of the name or number to see others.
              </p>
            ) : null}
          </>
        )}
      </CardContent>
    </Card>
  );
}

function FoundAncestor({ dog, canWrite }: { dog: ParentChoice; canWrite: boolean }) {
  const ancestry = useAncestryAddress();
  const adopt = useMutation(api.dogs.dogs.adopt);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      await adopt({ dogId: dog._id });
      toast.success(`${dog.name} is a dog of your kennel now`);
    } catch (error) {
      toast.error(failureText("Failed to add the dog", error));
    }
    setBusy(false);
  };
  const facts = [dog.registrationNumber, dog.dateOfBirth, dog.breed].filter(Boolean).join(" · ");
  return (
    <li className="flex flex-wrap items-center gap-2 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">{dog.name}</p>
        <p className="text-sm break-words text-muted-foreground">{facts}</p>
      </div>
      <Button variant="outline" aria-label={`Pedigree of ${dog.name}`} onClick={() => ancestry.open(dog._id)}>
        Pedigree
      </Button>
      {canWrite ? (
        <Button
          variant="outline"
          aria-label={`Add to my dogs: ${dog.name}`}
          disabled={isBusy}
          onClick={() => void add()}
        >
          Add to My Dogs
        </Button>
      ) : null}
    </li>
  );
}
