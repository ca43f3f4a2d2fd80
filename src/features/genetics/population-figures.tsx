/**
 * The figures of a breed, each with one plain sentence. On request, the method and its source are shown. Missing
 * ancestors make most figures look better than they are, so those figures have a note if many ancestors are
 * missing.
 */
import type { FunctionReturnType } from "convex/server";
import { Card } from "@/components/ui/card";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import type { api } from "@convex/_generated/api";
import { formatPercent } from "@domain/formatting/formatting";

type ResultOf<Query extends keyof typeof api.genetics.population> = NonNullable<
  FunctionReturnType<(typeof api.genetics.population)[Query]>["result"]
>;
export type Population = ResultOf<"now">;
export type Trend = ResultOf<"trend">;
export type Ancestors = ResultOf<"ancestors">;

/** Like 'born since 2018', 'born from 2018 to 2020', 'born until 2020'. */
export function bornText({ from, to }: NonNullable<Population["born"]>): string {
  if (from === null) return `born until ${to ?? "today"}`;
  if (to === null) return `born since ${from}`;
  return from === to ? `born in ${from}` : `born from ${from} to ${to}`;
}

/** Below this share of known ancestors, figures look better than they are. */
const ENOUGH_KNOWN = 0.9;

/** Over all generations that are counted. */
const knownShare = ({ completeness }: Population): number =>
  completeness.reduce((sum, share) => sum + share, 0) / Math.max(1, completeness.length);

const NONE = "–";
const oneDigit = (value: number | null | undefined): string =>
  value === null || value === undefined ? NONE : value.toFixed(1);
const whole = (value: number | null | undefined): string =>
  value === null || value === undefined ? NONE : Math.round(value).toLocaleString("en-US");

/** One number if both limits look the same. */
function rangeText({ low, high }: { low: number; high: number }): string {
  const [from, to] = [oneDigit(low), oneDigit(high)];
  return from === to ? from : `${from} to ${to}`;
}

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly meaning: string;
  readonly note?: string | undefined;
  readonly how: string;
  /** Whether unknown ancestors make the figure look better than it is. */
  readonly isFlattered: boolean;
}

/** Replaces a figure that is still loading or could not be loaded. */
export type Waiting = "being calculated" | "failed";

const WAITING: Readonly<Record<Waiting, string>> = {
  "being calculated": "Being calculated...",
  failed: "Failed to load. Please reload the page.",
};

/** Figures that are still loading, or failed to load, have a text instead. */
function tilesOf({ population, trend, ancestors, waiting }: FiguresProps): Tile[] {
  const { figures } = population;
  if (!figures) return [];
  const isGappy = knownShare(population) < ENOUGH_KNOWN;
  const loading = (text: string, result: object | null): string =>
    result ? text : waiting === "failed" ? NONE : "…";
  const meaningOf = (meaning: string, result: object | null): string => (result ? meaning : WAITING[waiting]);
  const byYear = (value: number | null | undefined): string => (value ? whole(value) : "not falling");
  const isDated = trend !== null && trend.generationInterval !== null;
  return [
    {
      label: "Mean inbreeding",
      value: formatPercent(figures.meanInbreeding),
      meaning: "How likely both genes of one of these dogs come from one gene of an ancestor.",
      how: "The mean of Wright's coefficients over whole known pedigrees (Wright 1922).",
      isFlattered: true,
    },
    {
      label: "Mean kinship",
      value: formatPercent(figures.meanKinship),
      meaning: "The inbreeding that puppies would have if these dogs were mated at random.",
      how: "The mean of the kinships of all pairs, each dog paired with itself as well (Ballou and Lacy 1995).",
      isFlattered: true,
    },
    {
      label: "Gene diversity",
      value: formatPercent(figures.geneDiversity),
      meaning: "How much of the founders' diversity is left in these dogs.",
      how: "100% less the mean kinship (Lacy 1995).",
      isFlattered: true,
    },
    {
      label: "Founder genome equivalents",
      value: oneDigit(figures.founderGenomeEquivalents),
      meaning: "So many unrelated dogs would be as diverse as this breed is.",
      how: "1 divided by twice the mean kinship (Lacy 1995).",
      isFlattered: true,
    },
    {
      label: "Effective founders",
      value: oneDigit(figures.effectiveFounders),
      meaning: `So many founders with equal shares would stand for the ${whole(figures.founders)} that are known.`,
      note: isGappy
        ? `${oneDigit(figures.effectiveKnownFounders)} if only known founders are counted`
        : undefined,
      how: "1 divided by the sum of the squares of the founders' shares in the genes; each unknown parent counts as a founder (Lacy 1989; Boichard, Maignel and Verrier 1997).",
      isFlattered: true,
    },
    {
      label: "Effective ancestors",
      value: loading(ancestors?.effective ? rangeText(ancestors.effective) : NONE, ancestors),
      meaning: meaningOf(
        "So many ancestors with equal influence would explain the breed; bottlenecks lower it.",
        ancestors,
      ),
      how: "Again and again the ancestor that explains most of what is left is chosen; 1 divided by the sum of the squares of these shares. After 100 ancestors, the number is known within limits (Boichard, Maignel and Verrier 1997).",
      isFlattered: true,
    },
    {
      label: "Effective size (Ne)",
      value: loading(trend?.ne.individual ? whole(trend.ne.individual) : NONE, trend),
      meaning: meaningOf(
        trend && !trend.ne.individual
          ? "No figure: the known pedigrees show no rise of inbreeding."
          : "So many dogs mating at random would lose diversity as fast as this breed does.",
        trend,
      ),
      note: isDated
        ? `By years of birth: inbreeding ${byYear(trend.ne.inbreedingByYear)}, kinship ${byYear(trend.ne.kinshipByYear)}`
        : trend
          ? "No figure by years: too few dogs and parents have a date of birth."
          : undefined,
      how: "From each dog's rise of inbreeding in each known generation (Gutiérrez, Cervantes and Goyache 2009). By years: from the slope of inbreeding, and of kinship, over the years of birth, times the generation interval (Leroy et al. 2013).",
      isFlattered: true,
    },
    {
      label: "Generation interval",
      value: loading(isDated ? `${oneDigit(trend.generationInterval)} years` : NONE, trend),
      meaning: meaningOf(
        trend && !isDated
          ? "No figure: too few dogs and parents have a date of birth."
          : "The age of parents when the puppies are born that follow them in breeding.",
        trend,
      ),
      how: "The mean age at the birth of offspring that became parents, by years of birth: the mean over sires of sires, sires of dams, dams of sires, and dams of dams.",
      isFlattered: false,
    },
  ];
}

type FiguresProps = {
  population: Population;
  trend: Trend | null;
  ancestors: Ancestors | null;
  /** Replaces figures without a result. */
  waiting: Waiting;
};

export function PopulationFigures(props: FiguresProps) {
  const { population } = props;
  const known = knownShare(population);
  const isGappy = known < ENOUGH_KNOWN;
  return (
    <section aria-labelledby="population-figures" className="flex flex-col gap-3">
      <h2 id="population-figures" className="font-title text-xl">
        Figures of the {population.born ? `dogs ${bornText(population.born)}` : "living breeding dogs"}
      </h2>
      <p>
        <span className="font-semibold">{formatPercent(known, 0)} of their ancestors are known</span> over{" "}
        {population.completeness.length} generations
        <span className="text-muted-foreground">
          {" "}
          ({population.completeness.map((share) => formatPercent(share, 0)).join(", ")}).
        </span>
      </p>
      <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 print:grid-cols-4 print:gap-2">
        {tilesOf(props).map((tile) => (
          <FigureTile key={tile.label} tile={tile} isGappy={isGappy} />
        ))}
      </dl>
    </section>
  );
}

function FigureTile({ tile, isGappy }: { tile: Tile; isGappy: boolean }) {
  const { label, value, meaning, note, how, isFlattered } = tile;
  return (
    <Card className="min-w-0 break-inside-avoid px-4 py-3">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="flex flex-col gap-1">
        <span className="font-title text-2xl tabular-nums">{value}</span>
        <span className="text-sm">{meaning}</span>
        {note ? <span className="text-sm font-semibold">{note}</span> : null}
        {isFlattered && isGappy ? (
          <span className="text-sm font-semibold text-warning">Gaps make this look better than it is</span>
        ) : null}
        <Collapsible>
          <CollapsibleTrigger
            aria-label={`How it is calculated: ${label}`}
            className="rounded-sm py-1 text-sm text-muted-foreground underline underline-offset-4 hover:text-foreground print:hidden pointer-coarse:py-3"
          >
            How it is calculated
          </CollapsibleTrigger>
          <CollapsibleContent>
            <p className="text-sm text-muted-foreground">{how}</p>
          </CollapsibleContent>
        </Collapsible>
      </dd>
    </Card>
  );
}
