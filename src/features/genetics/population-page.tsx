/**
 * How diverse a breed is: figures of its living breeding dogs, how they changed, who influenced them, and which of
 * these dogs have rare lines. Everything is live. The breed and the page of the rank are part of the address.
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
import { PopulationFigures, type Population } from "@/features/genetics/population-figures";
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

const ADDRESS = { breed: text, page: pageParameter };

export function PopulationPage() {
  const { kennelId, can } = useKennel();
  const today = useToday();
  const [{ breed, page }, change] = useScreenAddress(ADDRESS);
  const args = { kennelId, today, ...(breed !== "" && { breed }) };
  const now = useLiveQuery(api.genetics.population.now, { ...args, page });
  const trend = useLiveQuery(api.genetics.population.trend, args).data?.result ?? null;
  const ancestors = useLiveQuery(api.genetics.population.ancestors, args).data?.result ?? null;
  const shown = useLastData(now, true);
  const result = shown?.result;
  return (
    <div className="flex max-w-6xl flex-col gap-6">
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
          <BreedChoice population={result} onBreed={(chosen) => change({ breed: chosen, page: 1 })} />
          {result.figures ? (
            <>
              <PopulationFigures population={result} trend={trend} ancestors={ancestors} />
              <RareLines rank={result.rank} total={result.reference} onPage={(to) => change({ page: to })} />
            </>
          ) : (
            <EmptyState
              icon={<Dna aria-hidden className="size-9 text-brass" />}
              title="No living breeding dogs"
              text="Mark the dogs of this breed that may be bred as breeding dogs, and their figures are shown here."
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

type BreedChoiceProps = { population: Population; onBreed: (breed: string) => void };

/** Says which dogs the figures are about, and lets the user choose another breed. */
function BreedChoice({ population: { breed, breeds, dogs, reference }, onBreed }: BreedChoiceProps) {
  const count = (number: number): string => number.toLocaleString("en-US");
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Label htmlFor="population-breed">Breed</Label>
        <Choice
          id="population-breed"
          className="w-72 max-w-full"
          value={breed}
          choices={breeds.map((each) => [each.breed, `${each.breed} (${count(each.dogs)})`] as const)}
          onValue={onBreed}
        />
      </div>
      <p className="max-w-prose">
        {count(reference)} living breeding {reference === 1 ? "dog" : "dogs"} of {count(dogs)} recorded.
        <span className="text-muted-foreground">
          {" "}
          Counted are dogs that are neither dead nor spayed and are marked as breeding dogs, and dogs from
          outside that have offspring and were born in the last {LIVING_YEARS} years. Dogs that your database
          does not hold are missing from every figure.
        </span>
      </p>
    </div>
  );
}

type RareLinesProps = { rank: Population["rank"]; total: number; onPage: (page: number) => void };

/** Renders a page of the rank by mean kinship. */
function RareLines({ rank: { page, pages, dogs }, total, onPage }: RareLinesProps) {
  return (
    <div className="flex flex-col gap-3">
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
