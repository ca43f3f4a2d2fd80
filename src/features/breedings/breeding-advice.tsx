/**
 * Advice about a pair before mating. It is shown below sire and dam in the breeding form, at the top of the page of
 * a planned breeding, and as a warning before the mating is recorded. The advice is live and names the publisher of
 * each rule. It never prevents saving. In the form, the user must confirm serious findings.
 */
import type { BreedingFormValues } from "@/features/breedings/breeding-form-values";
import { useEffect, type ReactNode } from "react";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useWatch } from "react-hook-form";
import type { FunctionReturnType } from "convex/server";
import { Calculating } from "@/entities/dogs/calculating";
import { PlannedLitter, usePlannedLitter } from "@/entities/genetics/planned-litter";
import { LoadError } from "@/components/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { Link } from "@/lib/router";
import { isCalendarDay } from "@domain/dates/calendar-days";
import { LitterForecast } from "@/entities/genetics/litter-forecast";
import { useKennel } from "@/hooks/use-kennel";
import type { Breeding } from "@/features/breedings/breeding-words";
import { formatDay, formatPercent } from "@domain/formatting/formatting";
import { describeCloseness } from "@domain/pedigree/closeness";
import { api } from "@convex/_generated/api";

type Advice = NonNullable<FunctionReturnType<typeof api.breedings.breedings.compatibility>>;
type Finding = Advice["findings"][number];

type BreedingAdviceProps = {
  sireId: string | null;
  damId: string | null;
  /** Today while the date is empty or incomplete. */
  breedingDate: string;
  breedingId?: string | undefined;
  /** `sentences` is empty after the user chose another pair. */
  onSerious?: (sentences: readonly string[]) => void;
};

/** The user types a date digit by digit, so the advice is requested when typing pauses. */
const TYPING_DELAY_MS = 300;

export function BreedingFormAdvice(props: Pick<BreedingAdviceProps, "breedingId" | "onSerious">) {
  const [sireId, damId, breedingDate] = useWatch<BreedingFormValues, ["sireId", "damId", "breedingDate"]>({
    name: ["sireId", "damId", "breedingDate"],
  });
  return <BreedingAdvice sireId={sireId} damId={damId} breedingDate={breedingDate} {...props} />;
}

/** Before both dogs are chosen, a text says which dog is missing and where to find one. */
function BreedingAdvice({ sireId, damId, ...props }: BreedingAdviceProps) {
  const mayReadDogs = useKennel().can("dogs", "read");
  const chosenId = sireId || damId;
  if (!sireId || !damId) {
    return (
      <p className="text-sm text-muted-foreground sm:col-span-2">
        Choose both to see inbreeding and tests
        {chosenId && mayReadDogs ? (
          <>
            {" · "}
            <Link
              to={`/dashboard/dogs/mates/${chosenId}`}
              target="_blank"
              className="rounded-sm underline underline-offset-4 hover:text-primary"
            >
              Find a Mate
              <span className="sr-only"> for the chosen dog, in a new tab</span>
            </Link>
          </>
        ) : null}
      </p>
    );
  }
  return (
    <section aria-label="Advice" className="rounded-md border bg-background p-4 sm:col-span-2">
      <h3 className="font-title mb-2 text-lg">Advice</h3>
      <PairAdvice key={`${sireId} ${damId}`} sireId={sireId} damId={damId} {...props} />
    </section>
  );
}

/** Renders nothing if a parent has no record, or if the user may not read dogs. */
export function AdviceOnBreeding({ breeding: { _id, sire, dam, breedingDate } }: { breeding: Breeding }) {
  const mayRead = useKennel().can("dogs", "read");
  if (!sire || !dam || !mayRead) return null;
  return <BreedingAdvice sireId={sire._id} damId={dam._id} breedingDate={breedingDate} breedingId={_id} />;
}

type PairAdviceProps = BreedingAdviceProps & { sireId: string; damId: string };

/** Without both dogs, requests nothing. */
function useAdvice({ sireId, damId, breedingDate, breedingId }: BreedingAdviceProps) {
  const today = useToday();
  const settledDate = useDebouncedValue(breedingDate, TYPING_DELAY_MS);
  return useLiveQuery(
    api.breedings.breedings.compatibility,
    sireId && damId
      ? {
          ...{ dogId: damId, sireId, today },
          ...(isCalendarDay(settledDate) ? { breedingDate: settledDate } : {}),
          ...(breedingId === undefined ? {} : { breedingId }),
        }
      : "skip",
  );
}

/** Shown before the mating of a planned breeding is recorded. Renders nothing if there are no findings. */
export function AdviceWarning({ breeding, breedingDate }: { breeding: Breeding; breedingDate: string }) {
  const mayRead = useKennel().can("dogs", "read");
  const { data } = useAdvice({
    sireId: mayRead ? (breeding.sire?._id ?? null) : null,
    damId: breeding.dam?._id ?? null,
    breedingDate,
    breedingId: breeding._id,
  });
  const weighty = data?.findings.filter(({ severity }) => severity !== "note") ?? [];
  if (weighty.length === 0) return null;
  return (
    <section aria-label="Advice" className="rounded-md border border-warning/40 bg-warning-soft px-4 py-3">
      <Findings label="Warnings" findings={weighty} />
    </section>
  );
}

function PairAdvice({ onSerious, ...pair }: PairAdviceProps) {
  const result = useAdvice(pair);
  const isOverLimit = usePlannedLitter(pair)?.isOverLimit ?? false;
  const findings = result.data?.findings;
  useEffect(() => {
    if (!onSerious) return undefined;
    onSerious((findings ?? []).flatMap(({ severity, message }) => (severity === "serious" ? [message] : [])));
    return () => onSerious([]);
  }, [findings, onSerious]);
  if (result.status === "error") {
    return <LoadError message="Failed to load the advice. Please try again." onRetry={result.retry} />;
  }
  if (result.status === "loading") return <Skeleton className="h-28" />;
  if (result.data === null)
    return <p className="text-muted-foreground">One of the dogs is not among your records.</p>;
  return (
    <>
      <LoadedAdvice
        advice={result.data}
        isOverLimit={isOverLimit}
        litter={<PlannedLitter sireId={pair.sireId} damId={pair.damId} />}
      />
      <LitterForecast sireId={pair.sireId} damId={pair.damId} />
    </>
  );
}

type LoadedAdviceProps = {
  advice: Advice;
  /** True if the puppies would be more inbred than the kennel's limit. The litter's figures show this. */
  isOverLimit: boolean;
  litter: ReactNode;
};

function LoadedAdvice({ advice, isOverLimit, litter }: LoadedAdviceProps) {
  const { score, findings, mating, damLitters } = advice;
  const { coefficient, commonAncestors, further, method, progress } = mating;
  const weighty = findings.filter(({ severity }) => severity !== "note");
  const notes = findings.filter(({ severity }) => severity === "note");
  return (
    <div className="flex flex-col gap-4" aria-live="polite">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Figure
          label="Expected inbreeding"
          value={coefficient === null ? "…" : formatPercent(coefficient, 1)}
          words={coefficient === null ? "being calculated" : describeCloseness(coefficient)}
        />
        <Figure
          label="Dam's litters"
          value={String(damLitters.count)}
          words={damLitters.lastOn ? `last ${formatDay(damLitters.lastOn)}` : "none recorded"}
        />
        <Figure label="Score" value={String(score)} words="of 100, only to compare pairs" />
      </dl>
      {coefficient === null ? <Calculating progress={progress} /> : null}
      {weighty.length === 0 && !isOverLimit ? (
        <p className="flex items-start gap-2">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
          No concerns in what is recorded for this pair.
        </p>
      ) : null}
      {weighty.length > 0 ? <Findings label="Warnings" findings={weighty} /> : null}
      {litter}
      {notes.length > 0 ? <Findings label="Good to know" findings={notes} /> : null}
      <p className="text-sm text-muted-foreground">
        {commonAncestors.length > 0
          ? `Common ancestors: ${commonAncestors
              .slice(0, 5)
              .map(({ name, contribution }) => `${name} (${formatPercent(contribution, 1)})`)
              .join(
                ", ",
              )}${commonAncestors.length > 5 ? ` and ${further > 0 ? "many" : commonAncestors.length - 5} more` : ""}. `
          : ""}
        {method}.
      </p>
    </div>
  );
}

function Figure({ label, value, words }: { label: string; value: string; words: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd>
        <span className="font-title block text-2xl">{value}</span>
        <span className="block text-sm">{words}</span>
      </dd>
    </div>
  );
}

const icons: Record<Finding["severity"], ReactNode> = {
  serious: <CircleAlert role="img" aria-label="Serious" className="mt-0.5 size-5 shrink-0 text-error" />,
  caution: <TriangleAlert role="img" aria-label="Caution" className="mt-0.5 size-5 shrink-0 text-warning" />,
  note: <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-info" />,
};

function Findings({ label, findings }: { label: string; findings: readonly Finding[] }) {
  return (
    <ul aria-label={label} className="flex flex-col gap-2">
      {findings.map(({ code, severity, message, source }) => (
        <li key={`${code} ${message}`} className="flex items-start gap-2">
          {icons[severity]}
          <span className="min-w-0">
            {message}
            {source ? <span className="block text-sm text-muted-foreground">{source}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
