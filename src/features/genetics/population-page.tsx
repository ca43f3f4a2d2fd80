/**
 * The genetic diversity of a breed: figures of its living breeding dogs or of the dogs born in chosen years, the
 * change of these figures, influential dogs, and a rank of dogs with rare lines. Everything is live. The breed, the
 * years and the page of the rank are part of the address.
 */
import { Dna } from "lucide-react";
import { BackLink } from "@/components/back-link";
import { Choice } from "@/components/choice-field";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/label";
import { Skeleton } from "@/components/ui/skeleton";
import { Calculating } from "@/entities/dogs/calculating";
import { DogOpener, Pages, pageParameter } from "@/features/genetics/ranked-list";
import { bornText, PopulationFigures, type Population } from "@/features/genetics/population-figures";
import { BreedYears, InfluentialDogs, PopularSires } from "@/features/genetics/population-history";
import { AncestryDialog } from "@/features/pedigree/ancestry-dialog";
import { ReportTable } from "@/features/reports/report-table";
import { useKennel } from "@/hooks/use-kennel";
import { useLastData } from "@/hooks/use-last";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { Link } from "@/lib/router";
import { text, useScreenAddress } from "@/lib/screen-address";
import { api } from "@convex/_generated/api";
import { formatPercent } from "@domain/formatting/formatting";
import { LIVING_YEARS } from "@domain/genetics/reference";

/** Null if the address has no year. */
const year = {
  initial: null as number | null,
  read: (written: string) => (/^(?:1[89]|2[01])\d\d$/u.test(written) ? Number(written) : undefined),
};

const ADDRESS = { breed: text, from: year, to: year, page: pageParameter };

export function PopulationPage() {
  const { kennelId, can } = useKennel();
  const today = useToday();
  const [{ breed, page, ...born }, change] = useScreenAddress(ADDRESS);
  // If the address has a last year before the first year, the last year is ignored.
  const { from } = born;
  const to = born.to !== null && from !== null && born.to < from ? null : born.to;
  const args = {
    ...{ kennelId, today, ...(breed !== "" && { breed }) },
    ...(from !== null && { bornFrom: from }),
    ...(to !== null && { bornTo: to }),
  };
  const now = useLiveQuery(api.genetics.population.now, { ...args, page });
  const ofTrend = useLiveQuery(api.genetics.population.trend, args);
  const ofAncestors = useLiveQuery(api.genetics.population.ancestors, args);
  const [trend, ancestors] = [ofTrend.data?.result ?? null, ofAncestors.data?.result ?? null];
  const hasFailed = ofTrend.status === "error" || ofAncestors.status === "error";
  const shown = useLastData(now, true);
  const result = shown?.result;
  return (
    <div className="flex max-w-6xl flex-col gap-6 print:gap-3 print:text-sm">
      <BackLink to="/dashboard/dogs/pedigree-database">Pedigree database</BackLink>
      {now.status === "error" ? (
        <LoadError message="Failed to load the figures of the breed" onRetry={now.retry} />
      ) : !shown ? (
        <Skeleton className="h-72" />
      ) : shown.progress ? (
        <Calculating progress={shown.progress} />
      ) : !result ? (
        <EmptyState
          icon={<Dna aria-hidden className="size-9 text-brass" />}
          title="No dogs yet"
          text="Record your dogs or import your club's pedigree file, and the diversity of the breed is shown here."
          action={
            can("dogs", "write") ? (
              <Button asChild>
                <Link to="/dashboard/dogs?add=1">Add First Dog</Link>
              </Button>
            ) : null
          }
        />
      ) : (
        <>
          <ReferenceChoice population={result} onChoice={(chosen) => change({ ...chosen, page: 1 })} />
          {result.figures ? (
            <>
              <PopulationFigures
                population={result}
                trend={trend}
                ancestors={ancestors}
                waiting={hasFailed ? "failed" : "being calculated"}
              />
              <RareLines rank={result.rank} total={result.reference} onPage={(to) => change({ page: to })} />
            </>
          ) : (
            <EmptyState
              icon={<Dna aria-hidden className="size-9 text-brass" />}
              title={result.born ? "No dogs of these years" : "No living breeding dogs"}
              text={
                result.born
                  ? "No dog of this breed has a date of birth within these years. Choose others, or record dates of birth."
                  : "Mark the dogs of this breed that may be bred as breeding dogs, and their figures are shown here."
              }
            />
          )}
          {trend ? (
            <>
              <BreedYears years={trend.years} />
              <PopularSires sires={trend.sires} />
            </>
          ) : null}
          <InfluentialDogs founders={result.founders} ancestors={ancestors} />
        </>
      )}
      <AncestryDialog today={today} />
    </div>
  );
}

/** The newest years are offered, at most this many. */
const MOST_YEARS = 80;

function yearChoices(newest: number, oldest: number): [string, string][] {
  const years = Math.min(MOST_YEARS, Math.max(0, newest - oldest + 1));
  return Array.from({ length: years }, (_, back) => [String(newest - back), String(newest - back)]);
}

type ReferenceChoiceProps = {
  population: Population;
  onChoice: (chosen: { breed?: string; from?: number | null; to?: number | null }) => void;
};

/** Also lets the user choose another breed or years of birth. */
function ReferenceChoice({ population, onChoice }: ReferenceChoiceProps) {
  const { breed, breeds, dogs, reference, born, birthYears } = population;
  const count = (number: number): string => number.toLocaleString("en-US");
  const toYear = (chosen: string): number | null => (chosen === "" ? null : Number(chosen));
  const [first, last] = [born?.from ?? birthYears?.first ?? 0, birthYears?.last ?? 0];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3 print:hidden">
        <div className="flex max-w-full flex-col gap-1">
          <Label htmlFor="population-breed">Breed</Label>
          <Choice
            id="population-breed"
            className="w-72 max-w-full"
            value={breed}
            choices={breeds.map((each) => [each.breed, `${each.breed} (${count(each.dogs)})`] as const)}
            onValue={(chosen) => onChoice({ breed: chosen, from: null, to: null })}
          />
        </div>
        {birthYears || born ? (
          <>
            <div className="flex flex-col gap-1">
              <Label htmlFor="population-from">Dogs born since</Label>
              <Choice
                id="population-from"
                className="w-56"
                value={String(born?.from ?? "")}
                choices={[
                  ["", born ? "Any year" : "Living breeding dogs"],
                  ...withYear(yearChoices(last, birthYears?.first ?? last), born?.from),
                ]}
                onValue={(chosen) =>
                  onChoice({
                    from: toYear(chosen),
                    ...(Number(chosen) > (born?.to ?? Infinity) && { to: null }),
                  })
                }
              />
            </div>
            <div className="flex flex-col gap-1">
              <Label htmlFor="population-to">Until</Label>
              <Choice
                id="population-to"
                className="w-40"
                value={String(born?.to ?? "")}
                choices={[["", born ? "Today" : "–"], ...withYear(yearChoices(last, first), born?.to)]}
                onValue={(chosen) => onChoice({ to: toYear(chosen) })}
              />
            </div>
            {born ? (
              <Button variant="outline" onClick={() => onChoice({ from: null, to: null })}>
                Living Breeding Dogs
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
      <p className="max-w-prose">
        {count(reference)} {born ? "" : "living breeding "}
        {reference === 1 ? "dog" : "dogs"} {born ? `${bornText(born)}, ` : ""}of {count(dogs)} recorded
        <span className="hidden print:inline"> {breed}</span>.
        <span className="text-muted-foreground">
          {" "}
          {born
            ? "Counted are all dogs of these years, dead or alive; dogs without a date of birth are not. "
            : `Counted are dogs that are neither dead nor spayed and are marked as breeding dogs, and dogs from outside that have offspring and were born in the last ${LIVING_YEARS} years. `}
          Dogs that your database does not hold are missing from every figure.
        </span>
      </p>
    </div>
  );
}

/** The chosen year may be missing in the list. */
const withYear = (choices: [string, string][], chosen: number | null | undefined): [string, string][] => {
  if (chosen === null || chosen === undefined) return choices;
  const year = String(chosen);
  return choices.some(([value]) => value === year) ? choices : [[year, year], ...choices];
};

type RareLinesProps = { rank: Population["rank"]; total: number; onPage: (page: number) => void };

function RareLines({ rank: { page, pages, dogs }, total, onPage }: RareLinesProps) {
  return (
    // On paper, which has two pages, only the first ten dogs are printed.
    <div className="flex flex-col gap-3 print:[&_tbody_tr:nth-child(n+11)]:hidden">
      <ReportTable
        caption="Rare lines first"
        columns={[
          { label: "Name", cell: (dog) => <DogOpener dog={dog} />, isLong: true },
          { label: "Rank", cell: ({ position }) => `${position} of ${total}`, isNumber: true },
          {
            label: "Kinship to the breed",
            cell: ({ meanKinship }) => formatPercent(meanKinship),
            isNumber: true,
          },
          { label: "Own inbreeding", cell: ({ coefficient }) => formatPercent(coefficient), isNumber: true },
        ]}
        rows={dogs}
        keyOf={({ _id }) => _id}
      />
      <p className="text-sm text-muted-foreground">
        A dog with low kinship to the breed carries lines that few others have; its puppies keep them.
      </p>
      <Pages label="Pages of the rank" page={page} pages={pages} onPage={onPage} />
    </div>
  );
}
