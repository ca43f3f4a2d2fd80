/** One litter, live: its whelping, its puppies and their growth. */
import { Suspense, useState } from "react";
import { useMutation, useAction } from "convex/react";
import { Check, Plus, FileDown, MoreVertical, Pencil, Scale, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { DetailSection } from "@/components/detail-section";
import { EmptyState } from "@/components/empty-state";
import { useFetchedWhenUsed } from "@/components/late";
import { EditLoader } from "@/components/record-dialog";
import { LoadError } from "@/components/load-error";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { WhenNear } from "@/components/when-near";
import { ContactLink } from "@/entities/contacts/contact-link";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { GrowthNews, GrowthSection } from "@/features/litters/growth-section";
import {
  DiaryButton,
  DiarySection,
  LATE_LITTER_PARTS,
  PuppyFormDialog,
  LitterFormDialog,
} from "@/features/litters/late-parts";
import { littersPath, weighingPath } from "@/features/litters/litter-words";
import { parentNames, countsText, isWeighed, litterAge } from "@/features/litters/litter-words";
import { PuppyCard } from "@/features/litters/puppy-card";
import type { Litter, Puppy } from "@/features/litters/litter-words";
import { useGrowth, type LitterGrowth } from "@/features/litters/use-growth";
import { WhelpingEnd, WhelpingLog } from "@/features/litters/whelping-log";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useRecordTitle } from "@/hooks/use-page-title";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { useOverlay } from "@/lib/screen-address";
import { lateLazy } from "@/lib/ready-lazy";
import { isNotFound } from "@/lib/failure-text";
import { Link, useParams, useNavigate } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { daysBetween } from "@domain/dates/calendar-days";
import { pageOf } from "@domain/history/places";
import { birthText, puppyName } from "@domain/litters/words";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useHistoryEntry } from "@/entities/history/record-history";
import { useMadeFile } from "@/hooks/use-made-file";
import { formatDay } from "@domain/formatting/formatting";

const dogPath = (dogId: string): string => pageOf("dogs", dogId);

export function LitterHeader({ litter, canWrite }: { litter: Litter; canWrite: boolean }) {
  const today = useToday();
  const [dialog, setDialog] = useState<"edit" | "delete" | null>(null);
  const { sire, dam } = parentNames(litter);
  const { sireId, damId } = litter.breeding;
  return (
    <header className="flex flex-col gap-2">
      <Link
        to={littersPath}
        className="inline-flex items-center self-start text-sm text-muted-foreground underline underline-offset-4 pointer-coarse:min-h-11"
      >
        All Litters
      </Link>
      <div className="flex items-start gap-3">
        <h2 className="font-title min-w-0 flex-1 text-2xl break-words sm:text-3xl">
          <ParentName id={sireId} name={sire} /> <span className="text-brass">×</span>{" "}
          <ParentName id={damId} name={dam} />
        </h2>
        <LitterMenu
          litter={litter}
          name={`the litter of ${sire} × ${dam}`}
          canWrite={canWrite}
          onChoose={setDialog}
        />
      </div>
      <p>
        Whelped {formatDay(litter.whelpingDate)}
        <span className="text-muted-foreground"> · {litterAge(litter.whelpingDate, today)}</span>
      </p>
      <p className="text-muted-foreground">{countsText(litter)}</p>
      <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
        {canWrite && litter.puppies.some((puppy) => isWeighed(puppy, litter.whelpingDate, today)) ? (
          <Button asChild>
            <Link to={weighingPath(litter._id)}>
              <Scale aria-hidden /> Weigh Puppies
            </Link>
          </Button>
        ) : null}
        {canWrite ? (
          <Suspense fallback={null}>
            <DiaryButton litterId={litter._id} />
          </Suspense>
        ) : null}
      </div>
      {dialog === "edit" ? <LitterFormDialog litter={litter} onClose={() => setDialog(null)} /> : null}
      {dialog === "delete" ? <LitterDeleteDialog litter={litter} onClose={() => setDialog(null)} /> : null}
    </header>
  );
}

function ParentName({ id, name }: { id: string | null; name: string }) {
  if (id === null) return name;
  return (
    <Link to={dogPath(id)} className="hover:underline hover:decoration-1 hover:underline-offset-4">
      {name}
    </Link>
  );
}

type LitterMenuProps = {
  litter: Litter;
  name: string;
  canWrite: boolean;
  onChoose: (dialog: "edit" | "delete") => void;
};

function LitterMenu({ litter, name, canWrite, onChoose }: LitterMenuProps) {
  const history = useHistoryEntry({ table: "litters", recordId: litter._id, name });
  const { exportAs, isExporting } = useLitterExport(litter._id);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="icon" aria-label="Litter actions">
            <MoreVertical aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {canWrite ? (
            <DropdownMenuItem onSelect={() => onChoose("edit")}>
              <Pencil aria-hidden /> Edit
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem disabled={isExporting} onSelect={() => void exportAs("pdf")}>
            <FileDown aria-hidden /> Export PDF
          </DropdownMenuItem>
          <DropdownMenuItem disabled={isExporting} onSelect={() => void exportAs("csv")}>
            <FileDown aria-hidden /> Export CSV
          </DropdownMenuItem>
          {history.entry}
          {canWrite ? (
            <DropdownMenuItem onSelect={() => onChoose("delete")} className="text-error">
              <Trash2 aria-hidden /> Delete
            </DropdownMenuItem>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {history.dialog}
    </>
  );
}

/** Shows the number of the litter's puppies. Source: decision GAP-LIT-06. */
function LitterDeleteDialog({ litter, onClose }: { litter: Litter; onClose: () => void }) {
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

const FILE_TYPES = { pdf: "application/pdf", csv: "text/csv" } as const;

function useLitterExport(litterId: string) {
  const make = useAction(api.litters.actions.litterSheet.make);
  const today = useToday();
  const [isExporting, save] = useMadeFile("Failed to export the litter");
  const exportAs = async (format: keyof typeof FILE_TYPES) =>
    await save(async () => ({ type: FILE_TYPES[format], ...(await make({ litterId, format, today })) }));
  return { exportAs, isExporting };
}

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
  const weights = useLiveQuery(api.litters.puppyWeights.list, { litterId: litter._id });
  const growth = useGrowth(litter, weights.data);
  const { sire, dam } = parentNames(litter);
  useRecordTitle(`${sire} × ${dam}`);
  useFetchedWhenUsed(LATE_LITTER_PARTS);
  return (
    <div className="flex flex-col gap-8">
      <LitterHeader litter={litter} canWrite={canWrite} />
      {weights.data ? <GrowthNews growth={growth} bornOn={litter.whelpingDate} /> : null}
      <PuppiesSection litter={litter} growth={growth} canWrite={canWrite} />
      <GrowthSection weights={weights} growth={growth} />
      <Suspense fallback={null}>
        <DiarySection litterId={litter._id} canWrite={canWrite} />
      </Suspense>
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

/** For puppies that the litter's numbers include but that have no record. */
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

/** After this many days a whelping is over, even if it began at night. */
const WHELPING_DAYS = 1;

/**
 * The form for the next puppy. It stays open until the user says that the last puppy was born. If it closed by
 * itself, the page would move up and the next press would hit another control. If the whelping was over when the
 * page was opened, the form opens only on request.
 */
function NextPuppy({ litter }: { litter: Litter }) {
  const today = useToday();
  const [chosen, setChosen] = useState<"log" | "end" | "button" | null>(null);
  const { puppies, numberBorn, whelpingDate, birth, whelping } = litter;
  const isComplete = puppies.length > 0 && puppies.length >= numberBorn;
  // If the litter is old, the user is not asked after each puppy whether it was the last.
  const [wasOver] = useState(isComplete && daysBetween(whelpingDate, today) > WHELPING_DAYS);
  const shown = chosen ?? (isComplete && wasOver ? "button" : "log");
  return shown === "log" ? (
    <>
      <WhelpingLog litter={litter} />
      {isComplete ? (
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          onClick={() => setChosen(birth === null && whelping.placentae === null ? "end" : "button")}
        >
          <Check aria-hidden /> That Was the Last Puppy
        </Button>
      ) : null}
    </>
  ) : (
    <>
      {shown === "end" ? <WhelpingEnd litter={litter} onDone={() => setChosen("button")} /> : null}
      <Button variant="outline" size="sm" className="self-start" onClick={() => setChosen("log")}>
        <Plus aria-hidden /> Record Another Puppy
      </Button>
    </>
  );
}

type PuppiesSectionProps = { litter: Litter; growth: LitterGrowth; canWrite: boolean };

function PuppiesSection({ litter, growth, canWrite }: PuppiesSectionProps) {
  const portraits = useLiveQuery(api.litters.puppyPhotos.portraits, { litterId: litter._id });
  const [dialog, setDialog] = useState<{ kind: "edit" | "delete"; puppy: Puppy } | null>(null);
  const open = (kind: "edit" | "delete") => (puppy: Puppy) => setDialog({ kind, puppy });
  const address = useOverlay(["puppy"], ["field"]);
  const editedId = canWrite ? address.valueOf("puppy") : null;
  const chosen = litter.puppies.find(({ _id }) => _id === dialog?.puppy._id);
  const close = () => setDialog(null);
  return (
    <DetailSection title="Puppies">
      <div className="flex flex-col gap-4">
        {canWrite ? <MissingPuppies litter={litter} /> : null}
        {litter.puppies.length === 0 ? (
          <p className="text-muted-foreground">No puppies recorded yet</p>
        ) : (
          <ul
            aria-label="Puppies"
            className="grid gap-3 max-sm:gap-0 max-sm:divide-y max-sm:rounded-lg max-sm:border max-sm:bg-card sm:grid-cols-2 xl:grid-cols-3"
          >
            {litter.puppies.map((puppy) => (
              <li key={puppy._id} className="grid min-w-0">
                <PuppyCard
                  puppy={puppy}
                  bornOn={litter.whelpingDate}
                  portrait={portraits.data?.find(({ puppyId }) => puppyId === puppy._id)}
                  grown={growth.puppies.find((each) => each.puppy._id === puppy._id)}
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
      {editedId === null ? null : (
        <AddressedPuppyForm key={editedId} puppyId={editedId} litter={litter} onClose={address.close} />
      )}
      {dialog?.kind === "delete" && chosen ? (
        <PuppyDeleteDialog key={chosen._id} puppy={chosen} onClose={close} />
      ) : null}
    </DetailSection>
  );
}

type AddressedPuppyFormProps = { puppyId: string; litter: Litter; onClose: () => void };

function AddressedPuppyForm({ puppyId, litter, onClose }: AddressedPuppyFormProps) {
  return (
    <EditLoader
      result={useLiveQuery(api.litters.puppies.get, { puppyId })}
      title="Edit Puppy"
      thing="puppy"
      failureText="Failed to load puppies. Please try again."
      onClose={onClose}
    >
      {(puppy) => <PuppyFormDialog puppy={puppy} litter={litter} onClose={onClose} />}
    </EditLoader>
  );
}

function WhelpingNotes({ litter }: { litter: Litter }) {
  const { whelping, notes, registrationNumber, letter, veterinarianName, veterinarianId } = litter;
  const lines = [
    registrationNumber === null ? null : `Litter number: ${registrationNumber}`,
    letter === null ? null : `Letter: ${letter}`,
    birthText(litter),
    whelping.placentae === null ? null : `Placentae: ${whelping.placentae}`,
    whelping.assistanceRequired ? "Assistance was required." : null,
    whelping.veterinarianPresent && veterinarianName === null ? "A veterinarian was present." : null,
    whelping.complications === null ? null : `Complications: ${whelping.complications}`,
    whelping.notes,
    notes,
  ].filter((line) => line !== null);
  if (lines.length === 0 && veterinarianName === null) return null;
  return (
    <DetailSection title="Whelping notes">
      <div className="flex max-w-prose flex-col gap-2">
        {veterinarianName === null ? null : (
          <p className="break-words">
            Veterinarian: <ContactLink contactId={veterinarianId} name={veterinarianName} />
          </p>
        )}
        {lines.map((line) => (
          <p key={line} className="break-words whitespace-pre-wrap">
            {line}
          </p>
        ))}
      </div>
    </DetailSection>
  );
}

/** Says what is deleted with the puppy's record. */
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
