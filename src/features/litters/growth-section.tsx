/** How the puppies grow: messages about puppies that need attention, and the curves of their weights. */
import { useState } from "react";
import { Scale } from "lucide-react";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { Alert, AlertTitle } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { WhenNear } from "@/components/when-near";
import { useToday } from "@/hooks/use-today";
import type { LiveQuery } from "@/hooks/use-live-query";
import { cn } from "@/lib/utils";
import { daysBetween, localDay } from "@domain/dates/calendar-days";
import { isWeighingLate } from "@domain/litters/weighing";
import { puppyName } from "@domain/litters/words";
import { isWeighed, signed } from "@/features/litters/litter-words";
import { COLLAR_EDGE, collarOf, PuppyDot } from "@/features/litters/puppy-dot";
import type { Weight } from "@/features/litters/litter-words";
import type { LitterGrowth, PuppyGrowth } from "@/features/litters/use-growth";
import { lateLazy } from "@/lib/ready-lazy";

const GrowthChart = lateLazy(async () => (await import("@/features/litters/growth-chart")).default);

type GrowthSectionProps = {
  weights: LiveQuery<readonly Weight[]>;
  growth: LitterGrowth;
};

export function GrowthSection({ weights, growth }: GrowthSectionProps) {
  return (
    <DetailSection title="Growth">
      <Loaded query={weights} failureText="Failed to load the weights. Please try again." height="h-80">
        {() => <LoadedGrowth growth={growth} />}
      </Loaded>
    </DetailSection>
  );
}

function LoadedGrowth({ growth }: { growth: LitterGrowth }) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { puppies, rows } = growth;
  if (rows.length < 2) {
    return (
      <p className="text-muted-foreground">
        {puppies.length === 0
          ? "Curves appear here once puppies are recorded and weighed."
          : rows.length === 0
            ? "No weights yet. Weigh the puppies once a day in the first two weeks."
            : "Curves appear here after the next weighing."}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {puppies.length > 1 ? (
        <>
          <p className="text-sm text-muted-foreground">
            Percent above or below the litter's median at the same age, the dashed line; the band is 10%
            either way. Press a puppy to see its weights below.
          </p>
          <ul
            aria-label="Growth by puppy"
            className="grid grid-cols-2 overflow-hidden rounded-md border bg-card md:grid-cols-3"
          >
            {puppies.map((row) => (
              <li key={row.puppy._id} className="-mr-px -mb-px grid min-w-0 border-r border-b">
                <PuppyCourse
                  {...{ row, growth }}
                  isChosen={row.puppy._id === chosenId}
                  onChoose={(isChosen) => setChosenId(isChosen ? row.puppy._id : null)}
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <WhenNear fallback={<Skeleton className="h-80" />}>
        <GrowthChart growth={growth} chosenId={chosenId} />
      </WhenNear>
    </div>
  );
}

type GrowthNewsProps = { growth: LitterGrowth; bornOn: string };

/** The date of the last weighing, and the puppies that need attention. */
export function GrowthNews({ growth: { puppies }, bornOn }: GrowthNewsProps) {
  const today = useToday();
  if (puppies.every(({ growth }) => growth.latest === null)) return null;
  const latest = Math.max(...puppies.map(({ growth }) => growth.latest?.weighedAt ?? 0));
  const lastOn = localDay(new Date(latest));
  const lastOf = ({ growth }: PuppyGrowth) =>
    growth.latest === null ? bornOn : localDay(new Date(growth.latest.weighedAt));
  const daysOfWeighed = puppies.filter(({ puppy }) => isWeighed(puppy, bornOn, today)).map(lastOf);
  const isLate = daysOfWeighed.some((day) => isWeighingLate(bornOn, day, today));
  const done = daysOfWeighed.filter((day) => day === lastOn).length;
  return (
    <>
      <p className={cn(isLate && "flex items-center gap-2 font-semibold text-warning")}>
        {isLate ? <Scale aria-hidden className="size-5 shrink-0" /> : null}
        {done > 0 && done < daysOfWeighed.length ? `${done} of ${daysOfWeighed.length} weighed ` : "Weighed "}
        {daysAgoText(lastOn, today)}
      </p>
      <GrowthWarnings puppies={puppies} />
    </>
  );
}

function daysAgoText(day: string, today: string): string {
  const days = Math.max(0, daysBetween(day, today));
  if (days === 0) return "today";
  return days === 1 ? "1 day ago" : `${days} days ago`;
}

function GrowthWarnings({ puppies }: { puppies: readonly PuppyGrowth[] }) {
  const warned = puppies.filter(({ puppy, growth }) => growth.warning && puppy.status !== "deceased");
  if (warned.length === 0) return null;
  const sources = [...new Set(warned.map(({ growth }) => growth.warning?.source))].join("; ");
  return (
    <Alert variant="warning">
      <AlertTitle>
        {warned.length === 1 ? "One puppy needs attention" : `${warned.length} puppies need attention`}
      </AlertTitle>
      <ul className="mt-1 flex flex-col gap-1 text-foreground">
        {warned.map(({ puppy, growth }) => (
          <li key={puppy._id}>
            <strong>{puppyName(puppy)}:</strong> {growth.warning?.text}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-sm text-foreground">
        Thresholds: {sources}. Ask your veterinarian when in doubt.
      </p>
    </Alert>
  );
}

/** The size of the small curve in its own units. The curve is stretched to the available space. */
const WIDE = 200;
const HIGH = 56;
/**
 * How far the band reaches above and below the median, and how far the curve's range reaches at least, in percent of
 * the median.
 */
const BAND = 10;
const LEAST_REACH = 15;

type PuppyCourseProps = {
  row: PuppyGrowth;
  growth: LitterGrowth;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/**
 * Compares a puppy's weight with its litter's median at each weighing, on one scale for the whole litter. Pressing
 * the small curve highlights the puppy's curve in the chart.
 */
function PuppyCourse({ row: { puppy, standings, toMedian }, growth, isChosen, onChoose }: PuppyCourseProps) {
  const all = growth.puppies.flatMap((each) => each.standings);
  const reach = Math.max(LEAST_REACH, ...all.map(({ percent }) => Math.abs(percent)));
  const oldest = Math.max(1, ...all.map(({ age }) => age));
  const heightOf = (percent: number) => (HIGH / 2) * (1 - percent / reach);
  const points = standings
    .map(({ age, percent }) => `${(age / oldest) * WIDE},${heightOf(percent)}`)
    .join(" ");
  const line = { fill: "none", vectorEffect: "non-scaling-stroke", strokeLinejoin: "round" } as const;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={cn(
        "flex min-w-0 flex-col gap-1 p-3 text-left hover:bg-muted/50 focus-visible:-outline-offset-2",
        isChosen && "bg-success-soft",
      )}
      onClick={() => onChoose(!isChosen)}
    >
      <span className="flex w-full items-center gap-2">
        <PuppyDot puppy={puppy} />
        <span className="min-w-0 flex-1 truncate font-semibold">{puppyName(puppy)}</span>{" "}
        <span className="whitespace-nowrap">{toMedian === null ? "–" : `${signed(toMedian)}%`}</span>
      </span>
      <svg aria-hidden viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" className="h-14 w-full">
        <rect
          y={heightOf(BAND)}
          width={WIDE}
          height={heightOf(-BAND) - heightOf(BAND)}
          className="fill-muted"
        />
        <line
          {...line}
          {...{ x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }}
          strokeDasharray="4 3"
          className="stroke-muted-foreground"
        />
        <polyline {...line} points={points} stroke={COLLAR_EDGE} strokeWidth={4.5} />
        <polyline
          {...line}
          points={points}
          stroke={collarOf(puppy)?.fill ?? "var(--muted-foreground)"}
          strokeWidth={2.5}
        />
      </svg>
    </button>
  );
}
