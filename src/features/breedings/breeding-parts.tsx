/** Parts of a breeding on cards and pages: the names with pictures, and the bar of a pregnancy. */
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
 * How far a confirmed pregnancy is, as a bar with its days in words; nothing while none is confirmed or its length is
 * unknown. Sources: BRD-27, BRD-28 and BRD-29.
 */
export function PregnancyProgress({ breeding, today, className }: PregnancyProgressProps) {
  const { status, breedingDate, expectedDueDate } = breeding;
  if (status !== "confirmed" || expectedDueDate === null || expectedDueDate <= breedingDate) return null;
  const length = daysBetween(breedingDate, expectedDueDate);
  const day = Math.max(0, daysBetween(breedingDate, today));
  const due = dueText(breeding, today);
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span className="font-semibold">
          Day {day} of {length}
        </span>
        <span
          className={cn("text-muted-foreground", today > expectedDueDate && "font-semibold text-warning")}
        >
          {due === null ? null : `Due ${due}`.replace("Due overdue", "Overdue")}
        </span>
      </div>
      <PregnancyBar breeding={breeding} today={today} />
    </div>
  );
}

type PortraitProps = { mate: Mate | null; name: string; markId: string; className: string };

function Portrait({ mate, name, markId, className }: PortraitProps) {
  if (mate) return <DogPortrait dog={mate} className={className} />;
  const frame = cn("overflow-hidden rounded-md border border-border/70", className);
  return <DogMark id={markId} name={name} className={frame} />;
}

type PairNameProps = { breeding: Breeding; portraitClassName?: string };

/** Sire over dam, each with the picture; screen readers read one line, 'sire × dam'. */
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
