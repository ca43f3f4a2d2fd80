/** One litter, live: its whelping, its puppies and how they grow. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Check, Plus } from "lucide-react";
import { toast } from "sonner";
import { DetailSection } from "@/components/detail-section";
import { EmptyState } from "@/components/empty-state";
import { useFetchedWhenQuiet } from "@/components/late";
import { LoadError } from "@/components/load-error";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { WhenNear } from "@/components/when-near";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { GrowthSection } from "@/features/litters/growth-section";
import { LATE_LITTER_PARTS, PuppyFormDialog } from "@/features/litters/late-parts";
import { LitterHeader } from "@/features/litters/litter-header";
import { littersPath } from "@/features/litters/litter-paths";
import { parentNames } from "@/features/litters/litter-words";
import { PuppyCard } from "@/features/litters/puppy-card";
import type { Litter, Puppy } from "@/features/litters/types";
import { WhelpingLog } from "@/features/litters/whelping-log";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useRecordTitle } from "@/hooks/use-page-title";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { lateLazy } from "@/lib/late-lazy";
import { isNotFound } from "@/lib/not-found";
import { Link, useParams } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { daysBetween } from "@domain/dates/calendar-days";
import { puppyName } from "@domain/litters/words";

const LitterReminders = lateLazy(
  async () => (await import("@/entities/reminders/record-reminders")).LitterReminders,
);

export function LitterPage() {
  const { litterId = "" } = useParams();
  const litter = useLiveQuery(api.litters.litters.get, { litterId });
  if (litter.status === "loading") return <LitterSkeleton />;
  if (litter.status === "error") {
    return isNotFound(litter.error) ? (
      <EmptyState
        title="Litter not found"
        text="It may have been deleted, or it belongs to another kennel."
        action={
          <Button asChild variant="outline">
            <Link to={littersPath}>All Litters</Link>
          </Button>
        }
      />
    ) : (
      <LoadError message="Failed to load the litter. Please try again." onRetry={litter.retry} />
    );
  }
  return <LoadedLitter litter={litter.data} />;
}

function LitterSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
      <Skeleton className="h-80" />
    </div>
  );
}

function LoadedLitter({ litter }: { litter: Litter }) {
  const { can } = useKennel();
  const today = useToday();
  const canWrite = can("breeding", "write");
  const { sire, dam } = parentNames(litter);
  useRecordTitle(`${sire} × ${dam}`);
  useFetchedWhenQuiet(LATE_LITTER_PARTS);
  return (
    <div className="flex flex-col gap-8">
      <LitterHeader litter={litter} canWrite={canWrite} />
      <PuppiesSection litter={litter} canWrite={canWrite} />
      <GrowthSection litter={litter} />
      <WhenNear
        fallback={
          <DetailSection title="Reminders">
            <Skeleton className="h-14" />
          </DetailSection>
        }
      >
        <LitterReminders litterId={litter._id} today={today} />
      </WhenNear>
      <WhelpingNotes litter={litter} />
    </div>
  );
}

/** Offers the records of puppies that the numbers tell of. */
function MissingPuppies({ litter }: { litter: Litter }) {
  const add = useMutation(api.litters.litters.addMissingPuppies);
  const [isAdding, setAdding] = useState(false);
  const living = litter.puppies.filter(({ status }) => status !== "deceased").length;
  const missing = Math.min(litter.numberAlive - living, litter.numberBorn - litter.puppies.length);
  if (missing <= 0) return null;
  const start = async () => {
    setAdding(true);
    try {
      await add({ litterId: litter._id });
    } catch (error) {
      toast.error(failureText("Failed to record the puppies", error));
    }
    setAdding(false);
  };
  const words = missing === 1 ? "1 living puppy" : `${missing} living puppies`;
  return (
    <Alert>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          {words} of this litter {missing === 1 ? "has" : "have"} no record yet.
        </span>
        <Button size="sm" variant="outline" disabled={isAdding} onClick={() => void start()}>
          {isAdding ? "Recording..." : missing === 1 ? "Record It" : `Record All ${missing}`}
        </Button>
      </div>
    </Alert>
  );
}

/** A whelping is over by then, also one that began at night. */
const WHELPING_DAYS = 1;

/**
 * Once the last of the typed number is recorded, somebody says that it was the last, or the whelping was over when the
 * page was opened, another puppy is the exception and asked for.
 */
function NextPuppy({ litter }: { litter: Litter }) {
  const today = useToday();
  const [chosen, setChosen] = useState<"log" | "button" | null>(null);
  const [wasMissing, setWasMissing] = useState(false);
  const { puppies, numberBorn, whelpingDate } = litter;
  const isMissing = puppies.length < numberBorn;
  if (isMissing && !wasMissing) setWasMissing(true);
  const isComplete = puppies.length > 0 && !isMissing;
  // Who enters an old litter one by one has not come to its end with each.
  const [wasOver] = useState(isComplete && daysBetween(whelpingDate, today) > WHELPING_DAYS);
  const shown = chosen ?? (isComplete && (wasMissing || wasOver) ? "button" : "log");
  return shown === "log" ? (
    <>
      <WhelpingLog litter={litter} />
      {isComplete ? (
        <Button variant="outline" size="sm" className="self-start" onClick={() => setChosen("button")}>
          <Check aria-hidden /> That Was the Last Puppy
        </Button>
      ) : null}
    </>
  ) : (
    <Button variant="outline" size="sm" className="self-start" onClick={() => setChosen("log")}>
      <Plus aria-hidden /> Record Another Puppy
    </Button>
  );
}

function PuppiesSection({ litter, canWrite }: { litter: Litter; canWrite: boolean }) {
  const recent = useLiveQuery(api.litters.puppyWeights.recent, { litterId: litter._id });
  const portraits = useLiveQuery(api.litters.puppyPhotos.portraits, { litterId: litter._id });
  const [dialog, setDialog] = useState<{ kind: "edit" | "delete"; puppy: Puppy } | null>(null);
  const latest = new Map<string, number>();
  for (const { puppyId, grams } of recent.data ?? []) if (!latest.has(puppyId)) latest.set(puppyId, grams);
  const open = (kind: "edit" | "delete") => (puppy: Puppy) => setDialog({ kind, puppy });
  const chosen = litter.puppies.find(({ _id }) => _id === dialog?.puppy._id);
  const close = () => setDialog(null);
  return (
    <DetailSection title="Puppies">
      <div className="flex flex-col gap-4">
        {canWrite ? <MissingPuppies litter={litter} /> : null}
        {litter.puppies.length === 0 ? (
          <p className="text-muted-foreground">No puppies recorded yet</p>
        ) : (
          <ul aria-label="Puppies" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {litter.puppies.map((puppy) => (
              <li key={puppy._id} className="grid min-w-0">
                <PuppyCard
                  puppy={puppy}
                  bornOn={litter.whelpingDate}
                  portrait={portraits.data?.find(({ puppyId }) => puppyId === puppy._id)}
                  latestGrams={latest.get(puppy._id) ?? puppy.birthWeightGrams}
                  canWrite={canWrite}
                  onEdit={open("edit")}
                  onDelete={open("delete")}
                />
              </li>
            ))}
          </ul>
        )}
        {canWrite ? <NextPuppy key={litter._id} litter={litter} /> : null}
      </div>
      {dialog?.kind === "edit" ? (
        <PuppyFormDialog key={dialog.puppy._id} puppy={dialog.puppy} litter={litter} onClose={close} />
      ) : null}
      {dialog?.kind === "delete" && chosen ? (
        <PuppyDeleteDialog key={chosen._id} puppy={chosen} onClose={close} />
      ) : null}
    </DetailSection>
  );
}

function WhelpingNotes({ litter: { whelping, notes } }: { litter: Litter }) {
  const lines = [
    whelping.assistanceRequired ? "Assistance was required." : null,
    whelping.veterinarianPresent ? "A veterinarian was present." : null,
    whelping.complications === null ? null : `Complications: ${whelping.complications}`,
    whelping.notes,
    notes,
  ].filter((line) => line !== null);
  if (lines.length === 0) return null;
  return (
    <DetailSection title="Whelping notes">
      <div className="flex max-w-prose flex-col gap-2">
        {lines.map((line) => (
          <p key={line} className="break-words whitespace-pre-wrap">
            {line}
          </p>
        ))}
      </div>
    </DetailSection>
  );
}

/** Asks before a puppy's record is deleted, with what goes along. */
function PuppyDeleteDialog({ puppy, onClose }: { puppy: Puppy; onClose: () => void }) {
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
