/** How the puppies grow: what wants a look first, then the curves, then each puppy's numbers. */
import { useState } from "react";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { Alert, AlertTitle } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { firstColumn, WideTable } from "@/components/ui/wide-table";
import { WhenNear } from "@/components/when-near";
import { useToday } from "@/hooks/use-today";
import { useLiveQuery } from "@/hooks/use-live-query";
import { usePuppyWeights } from "@/hooks/use-weight-units";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { daysBetween, localDay } from "@domain/dates/calendar-days";
import { puppyName } from "@domain/litters/words";
import { collarText } from "@/features/litters/puppy-dot";
import { momentText, signed, signedWeight } from "@/features/litters/litter-words";
import { PuppyDot } from "@/features/litters/puppy-dot";
import type { Litter, Weight } from "@/features/litters/litter-words";
import { useGrowth, type LitterGrowth, type PuppyGrowth } from "@/features/litters/use-growth";
import { lateLazy } from "@/lib/ready-lazy";

const GrowthChart = lateLazy(async () => (await import("@/features/litters/growth-chart")).default);

export function GrowthSection({ litter }: { litter: Litter }) {
  const weights = useLiveQuery(api.litters.puppyWeights.list, { litterId: litter._id });
  return (
    <DetailSection title="Growth">
      <Loaded query={weights} failureText="Failed to load the weights. Please try again." height="h-80">
        {(data) => <LoadedGrowth litter={litter} weights={data} />}
      </Loaded>
    </DetailSection>
  );
}

function LoadedGrowth({ litter, weights }: { litter: Litter; weights: readonly Weight[] }) {
  const growth = useGrowth(litter, weights);
  const today = useToday();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const weighed = growth.puppies.filter(({ growth: { latest } }) => latest !== null);
  if (weighed.length === 0) {
    return (
      <p className="text-muted-foreground">
        {litter.puppies.length === 0
          ? "Curves and warnings appear here once puppies are recorded and weighed."
          : "No weights yet. Weigh the puppies once a day in the first two weeks."}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p>{lastWeighedText(growth.puppies, today)}</p>
      <GrowthWarnings puppies={growth.puppies} />
      {growth.rows.length > 1 ? (
        <div>
          <WhenNear fallback={<Skeleton className="h-80" />}>
            <GrowthChart growth={growth} chosenId={chosenId} />
          </WhenNear>
          <p className="text-sm text-muted-foreground">
            The dashed line is the litter median. Press a name to see that puppy's curve.
          </p>
        </div>
      ) : null}
      <GrowthTable growth={growth} chosenId={chosenId} onChoose={setChosenId} />
    </div>
  );
}

/** Says how many days ago a puppy of the litter was weighed last. */
function lastWeighedText(puppies: readonly PuppyGrowth[], today: string): string {
  const latest = Math.max(...puppies.map(({ growth }) => growth.latest?.weighedAt ?? 0));
  const days = Math.max(0, daysBetween(localDay(new Date(latest)), today));
  if (days === 0) return "Weighed today";
  return days === 1 ? "Weighed 1 day ago" : `Weighed ${days} days ago`;
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

type GrowthTableProps = {
  growth: LitterGrowth;
  /** The puppy whose curve is lifted out. */
  chosenId: string | null;
  onChoose: (puppyId: string | null) => void;
};

/** The puppies in their order: the chart's key, as a press on a name lifts its curve out, and its numbers. */
function GrowthTable({ growth, chosenId, onChoose }: GrowthTableProps) {
  const cell = "px-2 py-2 text-right whitespace-nowrap";
  return (
    <WideTable label="Weights by puppy">
      <table className="w-full text-[0.95rem]">
        <thead>
          <tr className="border-b text-sm text-muted-foreground">
            <th scope="col" className={cn("px-2 py-2 text-left font-semibold", firstColumn)}>
              Puppy
            </th>
            <th scope="col" className={cn(cell, "font-semibold max-sm:hidden")}>
              Birth
            </th>
            <th scope="col" className={cn(cell, "font-semibold")}>
              Last
            </th>
            <th scope="col" className={cn(cell, "font-semibold")}>
              Daily gain
            </th>
            <th scope="col" className={cn(cell, "font-semibold")}>
              vs. median
            </th>
          </tr>
        </thead>
        <tbody>
          {growth.puppies.map((row) => (
            <GrowthRow
              key={row.puppy._id}
              row={row}
              cell={cell}
              isChosen={row.puppy._id === chosenId}
              onChoose={(isChosen) => onChoose(isChosen ? row.puppy._id : null)}
            />
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

type GrowthRowProps = {
  row: PuppyGrowth;
  cell: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

function GrowthRow({ row: { puppy, growth, toMedian }, cell, isChosen, onChoose }: GrowthRowProps) {
  const { gramsText } = usePuppyWeights();
  const { latest, gain, warning } = growth;
  const collar = collarText(puppy);
  return (
    <tr className={cn("border-b last:border-0", isChosen && "bg-success-soft")}>
      <th
        scope="row"
        className={cn("p-0 text-left font-semibold", firstColumn, isChosen && "bg-success-soft")}
      >
        <button
          type="button"
          aria-pressed={isChosen}
          title={isChosen ? "Show all curves" : "Show this curve"}
          className="flex min-h-11 w-full items-center gap-2 px-2 py-1 text-left hover:underline focus-visible:-outline-offset-2"
          onClick={() => onChoose(!isChosen)}
        >
          <PuppyDot puppy={puppy} />
          <span>
            {puppyName(puppy)}
            {collar === null ? null : (
              <span className="block text-sm font-normal text-muted-foreground">{collar}</span>
            )}
          </span>
        </button>
      </th>
      <td className={cn(cell, "max-sm:hidden")}>
        {puppy.birthWeightGrams === null ? "–" : gramsText(puppy.birthWeightGrams)}
      </td>
      <td className={cell}>
        {latest === null ? (
          "–"
        ) : (
          <>
            {gramsText(latest.grams)}
            <span className="block text-sm text-muted-foreground">{momentText(latest.weighedAt)}</span>
          </>
        )}
      </td>
      <td className={cn(cell, warning && puppy.status !== "deceased" && "font-semibold text-warning")}>
        {gain === null ? (
          "–"
        ) : (
          <>
            {signedWeight(gain.gramsPerDay, gramsText)}
            <span className="block text-sm">{signed(gain.percentPerDay, 1)}%</span>
          </>
        )}
      </td>
      <td className={cell}>{toMedian === null ? "–" : `${signed(toMedian)}%`}</td>
    </tr>
  );
}
