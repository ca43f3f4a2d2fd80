/**
 * The page of a breeding, in a dialog over the list. It is live, and shows a message if the breeding was deleted.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { ChevronDown, Circle, CircleAlert, CircleCheck, Pencil, Plus, Trash2 } from "lucide-react";
import { DetailSection } from "@/components/detail-section";
import { Fact } from "@/components/fact";
import { LoadError } from "@/components/load-error";
import { Loaded } from "@/components/loaded";
import { MoneyNote } from "@/components/money-note";
import { RecordDialog, RecordInDialog } from "@/components/record-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";
import { Skeleton } from "@/components/ui/skeleton";
import { breedingStatusVariants } from "@/entities/breedings/breeding-labels";
import { ContactLink } from "@/entities/contacts/contact-link";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { HistoryButton } from "@/entities/history/record-history";
import { BreedingReminders } from "@/entities/reminders/record-reminders";
import { AdviceOnBreeding } from "@/features/breedings/breeding-advice";
import { BreedingAccount } from "@/features/breedings/breeding-account";
import { Matings } from "@/features/breedings/matings";
import { DamTemperatures } from "@/features/breedings/dam-temperatures";
import { BreedingDocuments } from "@/features/breedings/breeding-documents";
import { type BreedingActions, BreedingMenuItems, nextStepOf } from "@/features/breedings/breeding-menu";
import {
  damNameOf,
  distanceText,
  dueText,
  matingLabel,
  puppiesText,
  sireNameOf,
} from "@/features/breedings/breeding-words";
import { PairName, PregnancyProgress, StepButton } from "@/features/breedings/breeding-parts";
import type { Breeding, Mate } from "@/features/breedings/breeding-words";
import { useJustChanged } from "@/hooks/use-just-changed";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useRecordTitle } from "@/hooks/use-page-title";
import { failureText } from "@/lib/failure-text";
import { Link } from "@/lib/router";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import {
  breedingStatusLabels,
  breedingTypeLabels,
  pregnancyMethodLabels,
  pregnancyResultLabels,
} from "@domain/breedings/words";
import { pageOf } from "@domain/history/places";
import { PREGNANCY_CHECK, planForBreeding } from "@domain/reminders/generated";
import { dueText as dayText } from "@domain/dashboard/words";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatCents, formatDay, formatShortDay } from "@domain/formatting/formatting";

type DetailProps = BreedingActions & { today: string; canWrite: boolean };

type BreedingDetailDialogProps = DetailProps & { breedingId: string | undefined; onClose: () => void };

export function BreedingDetailDialog({ breedingId, onClose, ...props }: BreedingDetailDialogProps) {
  return (
    <RecordDialog id={breedingId} size="lg" onClose={onClose}>
      {(shownId) => (
        <Detail key={shownId} breedingId={shownId} isOpen={breedingId !== undefined} {...props} />
      )}
    </RecordDialog>
  );
}

function Detail({ breedingId, isOpen, ...props }: DetailProps & { breedingId: string; isOpen: boolean }) {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.breedings.breedings.get, { breedingId });
  const shown = isOpen && result.data?.kennelId === kennelId ? result.data : null;
  useRecordTitle(shown && `${sireNameOf(shown)} × ${damNameOf(shown)}`);
  return (
    <RecordInDialog
      query={result}
      title="Breeding"
      thing="breeding"
      failureText="Failed to load breedings. Please try again."
      skeleton={<DetailSkeleton />}
    >
      {(breeding) => (
        <>
          <DetailHeader breeding={breeding} {...props} />
          <DetailBody
            breeding={breeding}
            today={props.today}
            canWrite={props.canWrite}
            onStatus={props.onStatus}
          />
        </>
      )}
    </RecordInDialog>
  );
}

function DetailSkeleton() {
  return (
    <>
      <DialogHeader className="flex-row items-center gap-4">
        <Skeleton className="h-16 w-28" />
        <DialogTitle className="sr-only">Loading breeding</DialogTitle>
        <Skeleton className="h-7 flex-1" />
      </DialogHeader>
      <DialogBody>
        <Skeleton className="h-48" />
      </DialogBody>
    </>
  );
}

type BreedingProps = { breeding: Breeding };

function DetailHeader({ breeding, canWrite, ...actions }: Omit<DetailProps, "today"> & BreedingProps) {
  return (
    <DialogHeader className="gap-3 pb-4">
      <DialogTitle className="text-xl leading-snug text-pretty sm:text-2xl">
        <PairName breeding={breeding} portraitClassName="size-12" />
      </DialogTitle>
      <Badge variant={breedingStatusVariants[breeding.status]}>{breedingStatusLabels[breeding.status]}</Badge>
      {canWrite ? <DetailActions breeding={breeding} {...actions} /> : null}
    </DialogHeader>
  );
}

function DetailActions({ breeding, ...actions }: BreedingActions & BreedingProps) {
  const next = nextStepOf(breeding);
  const { icon: Icon } = next ?? {};
  const isMoving = useJustChanged(breeding.status);
  return (
    // The buttons may use the space below the close button.
    <div className="-mr-9 flex flex-wrap gap-2">
      {next && Icon ? (
        <StepButton
          variant="default"
          isMoving={isMoving}
          onPress={() => actions.onStatus(breeding, next.status)}
        >
          <Icon aria-hidden />
          {next.label}
        </StepButton>
      ) : null}
      <Button variant="outline" onClick={() => actions.onEdit(breeding)}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" aria-label="More" className="px-3 sm:px-4">
            <span className="hidden sm:inline">More</span>
            <ChevronDown aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          <BreedingMenuItems breeding={breeding} canWrite hasView={false} {...actions} />
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}

type DetailBodyProps = BreedingProps & Pick<DetailProps, "today" | "canWrite" | "onStatus">;

function DetailBody({ breeding, today, canWrite, onStatus }: DetailBodyProps) {
  const seesMoney = useKennel().hasRight("finances", "read");
  return (
    <DialogBody className="flex flex-col gap-6">
      {breeding.status === "planned" ? <AdviceOnBreeding breeding={breeding} /> : null}
      <PregnancyProgress breeding={breeding} today={today} />
      <Timeline breeding={breeding} today={today} />
      <Facts breeding={breeding} today={today} />
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <MateSection title="Sire" mate={breeding.sire} name={sireNameOf(breeding)} />
        <MateSection title="Dam" mate={breeding.dam} name={damNameOf(breeding)} />
      </div>
      <Matings breeding={breeding} today={today} canWrite={canWrite} />
      <PregnancyChecks
        breeding={breeding}
        canWrite={canWrite}
        onAdd={() => onStatus(breeding, breeding.status)}
      />
      <DamTemperatures breeding={breeding} today={today} canWrite={canWrite} />
      <DetailSection title="Litters">
        <BreedingLitters breedingId={breeding._id} />
      </DetailSection>
      <BreedingReminders breedingId={breeding._id} damId={breeding.damId} today={today} />
      {seesMoney ? (
        <DetailSection title="Contract Terms">
          <LongText text={breeding.contractTerms} missing="No contract terms recorded" />
        </DetailSection>
      ) : null}
      <DetailSection title="Notes">
        <LongText text={breeding.notes} missing="No notes" />
      </DetailSection>
      {seesMoney ? (
        <>
          <BreedingDocuments
            breedingId={breeding._id}
            title={`${sireNameOf(breeding)} × ${damNameOf(breeding)}`}
          />
          <BreedingAccount breedingId={breeding._id} />
        </>
      ) : (
        <MoneyNote />
      )}
      <HistoryButton
        table="breedings"
        recordId={breeding._id}
        name={`${sireNameOf(breeding)} × ${damNameOf(breeding)}`}
      />
    </DialogBody>
  );
}

function LongText({ text, missing }: { text: string | null; missing: string }) {
  return text ? (
    <p className="max-w-prose break-words whitespace-pre-wrap">{text}</p>
  ) : (
    <p className="text-muted-foreground">{missing}</p>
  );
}

function Facts({ breeding, today }: BreedingProps & { today: string }) {
  const { status, breedingDate, expectedDueDate, actualDueDate, studFeeCents } = breeding;
  // A failed breeding has no future events.
  const isAhead = breedingDate > today && status !== "failed";
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-md bg-muted px-4 py-3 sm:grid-cols-3">
      <Fact
        label={matingLabel(breeding, today)}
        addition={isAhead ? distanceText(breedingDate, today) : null}
      >
        {formatDay(breedingDate)}
      </Fact>
      <Fact label="Due date" addition={dueText(breeding, today)}>
        {expectedDueDate === null ? "Not set" : formatDay(expectedDueDate)}
      </Fact>
      {actualDueDate === null ? null : (
        <Fact label="Whelped" addition={`day ${daysBetween(breedingDate, actualDueDate)} after mating`}>
          {formatDay(actualDueDate)}
        </Fact>
      )}
      <Fact label="Puppies">{puppiesText(breeding) ?? "No litter recorded"}</Fact>
      <Fact label="Breeding type">{breedingTypeLabels[breeding.breedingType]}</Fact>
      {studFeeCents === null ? null : (
        <Fact label="Stud fee">{studFeeCents === 0 ? "None" : formatCents(studFeeCents)}</Fact>
      )}
    </dl>
  );
}

function MateSection({ title, mate, name }: { title: string; mate: Mate | null; name: string }) {
  const mayOpen = useKennel().can("dogs", "read");
  return (
    <DetailSection title={title}>
      {mate && mayOpen ? (
        <Link
          to={pageOf("dogs", mate._id)}
          className="font-semibold break-words underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {mate.name}
        </Link>
      ) : (
        <p className="font-semibold break-words">{name}</p>
      )}
      {mate ? (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-muted-foreground">
          {mate.callName && mate.callName !== mate.name ? `“${mate.callName}” · ` : null}
          {mate.breed}
          {mate.isExternal ? <Badge variant="outline">Outside the kennel</Badge> : null}
        </p>
      ) : (
        <p className="mt-1 text-muted-foreground">The dog&apos;s record was deleted</p>
      )}
    </DetailSection>
  );
}

type Check = FunctionReturnType<typeof api.breedings.pregnancyChecks.list>[number];

type TimelineProps = BreedingProps & { today: string };

/** Past and future events between mating and whelping. Renders nothing if no whelping is expected. */
function Timeline({ breeding, today }: TimelineProps) {
  const { _id: breedingId, status, breedingDate, expectedDueDate } = breeding;
  const isAwaited = (status === "bred" || status === "confirmed") && breedingDate <= today;
  const checks = useLiveQuery(api.breedings.pregnancyChecks.list, isAwaited ? { breedingId } : "skip").data;
  if (!isAwaited) return null;
  // A later X-ray that counts puppies does not change the day on which the pregnancy was found.
  const firstOfLastResult = checks?.findLast(({ result }) => result === checks[0]?.result);
  const steps = [
    { key: "mating", title: "Mated", on: breedingDate, isDone: true },
    ...planForBreeding({ name: "", breedingDate, expectedDueDate }).map(({ key, title, dueDate }) => {
      const check = key === PREGNANCY_CHECK ? firstOfLastResult : undefined;
      return check
        ? { key, title: pregnancyResultLabels[check.result], on: check.on, isDone: true }
        : // The reminders' titles end with the name of the breeding.
          { key, title: title.split(":")[0], on: dueDate, isDone: false };
    }),
  ];
  return (
    <ol aria-label="Timeline" className="flex flex-col gap-x-4 gap-y-3 sm:flex-row sm:*:flex-1">
      {steps.map(({ key, title, on, isDone }) => {
        const isLate = !isDone && on < today;
        const Icon = isDone ? CircleCheck : isLate ? CircleAlert : Circle;
        return (
          <li key={key} className="flex min-w-0 gap-2 sm:border-t-2 sm:pt-2">
            <Icon
              aria-hidden
              className={cn(
                "mt-0.5 size-5 shrink-0",
                isDone ? "text-success" : isLate ? "text-warning" : "text-muted-foreground",
              )}
            />
            <div className="min-w-0">
              <p className="leading-snug font-semibold">{title}</p>
              <p className="text-sm text-muted-foreground">
                Day {daysBetween(breedingDate, on)} · {formatShortDay(on)}
                {isDone ? null : (
                  <span className={cn("sm:block", isLate && "font-semibold text-warning")}>
                    <span className="sm:hidden"> · </span>
                    {dayText(on, today)}
                  </span>
                )}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

type PregnancyChecksProps = {
  breeding: Breeding;
  canWrite: boolean;
  onAdd: () => void;
};

/** Newest first. Renders nothing before the mating. */
function PregnancyChecks({ breeding, canWrite, onAdd }: PregnancyChecksProps) {
  const checks = useLiveQuery(api.breedings.pregnancyChecks.list, { breedingId: breeding._id });
  const [deleted, setDeleted] = useState<Check | null>(null);
  const remove = useMutation(api.breedings.pregnancyChecks.remove);
  const isAwaited = breeding.status === "bred" || breeding.status === "confirmed";
  if (!isAwaited && !checks.data?.length) return null;
  return (
    <DetailSection
      title="Pregnancy Checks"
      action={
        canWrite && isAwaited ? (
          <Button variant="outline" size="sm" onClick={onAdd}>
            <Plus aria-hidden />
            Add Check
          </Button>
        ) : null
      }
    >
      <Loaded query={checks} failureText="Failed to load pregnancy checks. Please try again." height="h-11">
        {(data) => (
          <CheckList
            checks={data}
            breedingDate={breeding.breedingDate}
            onDelete={canWrite ? setDeleted : null}
          />
        )}
      </Loaded>
      {deleted ? (
        <DeleteQuestion
          recordId={deleted._id}
          title="Delete this pregnancy check?"
          remove={async () => await remove({ pregnancyCheckId: deleted._id })}
          deletedText="Pregnancy check deleted"
          failureOf={(error) => failureText("Failed to delete", error)}
          onClose={() => setDeleted(null)}
        >
          <p>{titleOf(deleted)}</p>
        </DeleteQuestion>
      ) : null}
    </DetailSection>
  );
}

const titleOf = ({ method, on }: Check): string =>
  `${method === null ? "Check" : pregnancyMethodLabels[method]}, ${formatDay(on)}`;

/** Like 'Pregnant, 6 puppies seen'. */
function resultOf({ result, puppiesSeen }: Check): string {
  const label = pregnancyResultLabels[result];
  if (puppiesSeen === null) return label;
  return `${label}, ${puppiesSeen === 1 ? "1 puppy" : `${puppiesSeen} puppies`} seen`;
}

type CheckListProps = {
  checks: readonly Check[];
  breedingDate: string;
  onDelete: ((check: Check) => void) | null;
};

function CheckList({ checks, breedingDate, onDelete }: CheckListProps) {
  if (checks.length === 0) return <p className="text-muted-foreground">No check recorded</p>;
  return (
    <ul aria-label="Pregnancy checks" className="flex flex-col divide-y">
      {checks.map((check) => {
        const day = daysBetween(breedingDate, check.on);
        return (
          <li key={check._id} className="flex min-h-11 items-center gap-3 py-1">
            <span className="min-w-0 flex-1 break-words">
              {resultOf(check)}
              <span className="block text-sm text-muted-foreground">
                {titleOf(check)}
                {day >= 0 ? `, day ${day} after mating` : null}
              </span>
              {check.veterinarianName === null ? null : (
                <span className="block text-sm">
                  <ContactLink contactId={check.veterinarianId} name={check.veterinarianName} />
                </span>
              )}
              {check.notes === null ? null : (
                <span className="block text-sm whitespace-pre-wrap">{check.notes}</span>
              )}
            </span>
            {onDelete ? (
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Delete ${titleOf(check)}`}
                onClick={() => onDelete(check)}
              >
                <Trash2 aria-hidden />
              </Button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function BreedingLitters({ breedingId }: { breedingId: string }) {
  const result = useLiveQuery(api.breedings.breedings.litters, { breedingId });
  if (result.status === "error") return <LoadError message="Failed to load litters" onRetry={result.retry} />;
  if (result.status === "loading") return <Skeleton className="h-14" />;
  if (result.data.length === 0) return <p className="text-muted-foreground">No litter recorded</p>;
  return (
    <ul aria-label="Litters" className="flex flex-col gap-2">
      {result.data.map((litter) => (
        <li key={litter._id} className="rounded-md border bg-card p-3">
          <p className="font-semibold">
            <Link to={pageOf("litters", litter._id)} className="underline underline-offset-4">
              Litter of {formatDay(litter.whelpingDate)}
            </Link>
          </p>
          <p className="text-sm text-muted-foreground">
            {litter.numberBorn} born, {litter.numberAlive} alive · {litter.numberMales} male,{" "}
            {litter.numberFemales} female
          </p>
          {litter.notes ? (
            <p className="mt-1 text-sm break-words whitespace-pre-wrap">{litter.notes}</p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
