/** Parts of a breeding on cards and pages. */
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { PregnancyBar } from "@/entities/breedings/pregnancy-bar";
import { DogMark } from "@/entities/dogs/dog-mark";
import { DogPortrait } from "@/entities/dogs/dog-portrait";
import {
  damNameOf,
  sireNameOf,
  titleOf,
  type Breeding,
  type Mate,
  dueText,
} from "@/features/breedings/breeding-words";
import { cn } from "@/lib/utils";
import { daysBetween } from "@domain/dates/calendar-days";

type PregnancyProgressProps = {
  breeding: Pick<Breeding, "status" | "breedingDate" | "expectedDueDate">;
  today: string;
  className?: string;
};

/**
 * A bar is shown only for a confirmed pregnancy with a due date. Renders nothing if no puppies are expected.
 * Sources: BRD-27, BRD-28 and BRD-29.
 */
export function PregnancyProgress({ breeding, today, className }: PregnancyProgressProps) {
  const { status, breedingDate, expectedDueDate } = breeding;
  const isAwaited = status === "bred" || status === "confirmed";
  if (!isAwaited || (expectedDueDate !== null && expectedDueDate <= breedingDate)) return null;
  // Before the mating there is no day to count. A confirmed pregnancy has begun, even if its recorded mating date
  // is in the future.
  if (status === "bred" && breedingDate > today) return null;
  const day = Math.max(0, daysBetween(breedingDate, today));
  const due = dueText(breeding, today);
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          <span className="font-title text-xl">Day {day}</span>
          {expectedDueDate === null ? null : (
            <span className="text-muted-foreground"> of {daysBetween(breedingDate, expectedDueDate)}</span>
          )}
        </span>
        <span
          className={cn(
            "text-sm text-muted-foreground",
            expectedDueDate !== null && today > expectedDueDate && "font-semibold text-warning",
          )}
        >
          {due === null ? null : `Due ${due}`.replace("Due overdue", "Overdue")}
        </span>
      </div>
      <PregnancyBar breeding={breeding} today={today} />
    </div>
  );
}

type StepButtonProps = {
  variant?: "default" | "outline";
  /** True if the button has just moved to its place. */
  isMoving: boolean;
  onPress: () => void;
  children: ReactNode;
};

/**
 * While the cards move, the button ignores presses, which may be meant for another button that was in this place
 * before.
 */
export function StepButton({ variant = "outline", isMoving, onPress, children }: StepButtonProps) {
  return (
    <Button
      variant={variant}
      className="relative grow aria-disabled:cursor-default aria-disabled:opacity-100 sm:grow-0 [article_&]:grow"
      // With the `disabled` attribute, the button would lose the focus.
      aria-disabled={isMoving}
      onClick={isMoving ? undefined : onPress}
    >
      {children}
    </Button>
  );
}

type PortraitProps = { mate: Mate | null; name: string; markId: string; className: string };

function Portrait({ mate, name, markId, className }: PortraitProps) {
  if (mate) return <DogPortrait dog={mate} className={className} />;
  const frame = cn("overflow-hidden rounded-md border border-border/70", className);
  return <DogMark id={markId} name={name} className={frame} />;
}

/** The visible names are the call names. Screen readers read the registered names. */
export function PairCallName({ breeding }: { breeding: Breeding }) {
  const { _id, sire, dam } = breeding;
  const [sireName, damName] = [sireNameOf(breeding), damNameOf(breeding)];
  return (
    <>
      <span className="sr-only">{titleOf(breeding)}</span>
      <span aria-hidden title={titleOf(breeding)} className="flex items-center gap-3">
        <span className="flex shrink-0 gap-1">
          <Portrait mate={sire} name={sireName} markId={`${_id}/sire`} className="size-9" />
          <Portrait mate={dam} name={damName} markId={`${_id}/dam`} className="size-9" />
        </span>
        <span className="min-w-0 flex-1 break-words">
          {sire?.callName ?? sireName} <span className="font-sans leading-none text-brass">×</span>{" "}
          {dam?.callName ?? damName}
        </span>
      </span>
    </>
  );
}

type PairNameProps = { breeding: Breeding; portraitClassName?: string };

/** Sire above dam. Screen readers read one line, 'sire × dam'. */
export function PairName({ breeding, portraitClassName = "size-11" }: PairNameProps) {
  const { _id, sire, dam } = breeding;
  const [sireName, damName] = [sireNameOf(breeding), damNameOf(breeding)];
  return (
    <>
      <span className="sr-only">{titleOf(breeding)}</span>
      <span aria-hidden className="flex flex-col gap-2">
        <span className="flex items-center gap-3">
          <Portrait mate={sire} name={sireName} markId={`${_id}/sire`} className={portraitClassName} />
          <span className="min-w-0 flex-1 break-words">{sireName}</span>
        </span>
        <span className="flex items-center gap-3">
          <Portrait mate={dam} name={damName} markId={`${_id}/dam`} className={portraitClassName} />
          <span className="min-w-0 flex-1 break-words">
            <span className="mr-1.5 font-sans text-[1.1em] leading-none text-brass">×</span>
            {damName}
          </span>
        </span>
      </span>
    </>
  );
}
