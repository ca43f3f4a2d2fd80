/**
 * Whom to take: the mates of one dog, three lines each on a phone, in two columns on a tablet, and as a sortable table
 * on a wide screen. Words say how close and how rare; a color or a bar never says it alone. Order, page and group are
 * part of the address.
 */
import { ArrowDown } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import { BackLink } from "@/components/back-link";
import { ChoiceField } from "@/components/choice-field";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { WideTable } from "@/components/ui/wide-table";
import { Calculating } from "@/entities/dogs/calculating";
import { shortAge } from "@/entities/dogs/dog-labels";
import { DogOpener, Pages, pageParameter } from "@/features/genetics/ranked-list";
import { AncestryDialog } from "@/features/pedigree/ancestry-dialog";
import { useLastData } from "@/hooks/use-last";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { useWideScreen } from "@/hooks/use-wide-screen";
import { useParams } from "@/lib/router";
import { flag, oneOf, useScreenAddress } from "@/lib/screen-address";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { formatPercent } from "@domain/formatting/formatting";
import { MATE_SORTS, type MateSort } from "@domain/genetics/mates";

type Mates = NonNullable<NonNullable<FunctionReturnType<typeof api.genetics.mates.list>>["result"]>;
type Mate = Mates["mates"][number];

const ADDRESS = { page: pageParameter, sort: oneOf(MATE_SORTS, "advised"), against: flag };

const SORTS: Readonly<Record<MateSort, string>> = {
  advised: "Rare lines without close matings",
  inbreeding: "Inbreeding of the puppies",
  kinship: "Kinship to the breed",
  completeness: "Known pedigree",
  puppies: "Puppies",
  age: "Age, the youngest first",
};

const STANDINGS: Readonly<Record<Mate["standing"], string>> = {
  lower: "lower than breed",
  similar: "as breed",
  higher: "higher than breed",
};

const AGAINST: Readonly<Record<NonNullable<Mate["against"]>, string>> = {
  parent: "a parent of this dog",
  offspring: "offspring of this dog",
  "full sibling": "a full sibling",
};

/** A pedigree of which less is known is said to be incomplete. */
const ENOUGH_KNOWN = 0.9;

export function MatesPage() {
  const { dogId = "" } = useParams();
  const today = useToday();
  const [{ page, sort, against }, change] = useScreenAddress(ADDRESS);
  const query = useLiveQuery(api.genetics.mates.list, { dogId, today, page, sort, isNotAdvised: against });
  const shown = useLastData(query, true);
  const found = shown?.result;
  return (
    <div className="flex max-w-6xl flex-col gap-5">
      <BackLink to={`/dashboard/dogs/${dogId}`}>{found?.name ?? "The dog"}</BackLink>
      {query.status === "error" ? (
        <LoadError message="Failed to load the mates" onRetry={query.retry} />
      ) : shown === undefined ? (
        <Skeleton className="h-72" />
      ) : shown === null ? (
        <EmptyState title="Dog not found" text="It was deleted, or it belongs to another kennel." />
      ) : !found ? (
        <Calculating progress={shown.progress} />
      ) : (
        <>
          <Introduction found={found} />
          <div className="flex flex-wrap items-end gap-3 print:hidden">
            <ChoiceField
              label="Order"
              value={sort}
              choices={SORTS}
              onValue={(chosen) => change({ sort: chosen, page: 1 })}
            />
            {found.notAdvised > 0 || against ? (
              <Button variant="outline" onClick={() => change({ against: !against, page: 1 })}>
                {against ? `Show ${found.good} Possible` : `Show ${found.notAdvised} Not Advised`}
              </Button>
            ) : null}
          </div>
          <h2 className="font-title text-xl">
            {against ? `Not advised (${found.notAdvised})` : `Possible mates (${found.good})`}
          </h2>
          <MateList
            found={found}
            today={today}
            sort={sort}
            onSort={(chosen) => change({ sort: chosen, page: 1 })}
          />
          <Pages
            label="Pages of mates"
            page={found.page}
            pages={found.pages}
            onPage={(to) => change({ page: to })}
          />
        </>
      )}
      <AncestryDialog today={today} />
    </div>
  );
}

function Introduction({ found: { name, reference, meanInbreeding, limit } }: { found: Mates }) {
  return (
    <p className="max-w-prose">
      Mates for <span className="font-semibold">{name}</span> among {reference.toLocaleString("en-US")} living
      breeding dogs of the breed.
      <span className="text-muted-foreground">
        {" "}
        Low kinship to the breed comes first: rare lines. Mates whose puppies would be more inbred than{" "}
        {formatPercent(limit)} come after the others. The breed is {formatPercent(meanInbreeding)} inbred on
        average.
      </span>
    </p>
  );
}

type ListProps = { found: Mates; today: string; sort: MateSort; onSort: (sort: MateSort) => void };

function MateList({ found, today, sort, onSort }: ListProps) {
  const isWide = useWideScreen();
  if (found.mates.length === 0) {
    return (
      <p className="text-muted-foreground">
        None. Mates are living breeding dogs of the same breed and the other sex that are not sold.
      </p>
    );
  }
  if (isWide) return <MateTable found={found} today={today} sort={sort} onSort={onSort} />;
  return (
    <ul aria-label="Mates" className="grid gap-3 md:grid-cols-2">
      {found.mates.map((mate) => (
        <MateLines key={mate._id} mate={mate} found={found} today={today} />
      ))}
    </ul>
  );
}

const puppiesText = (count: number): string => `${count} ${count === 1 ? "puppy" : "puppies"}`;

/** Returns the age, if it is known, and the puppies. */
function factsOf(mate: Mate, today: string): string {
  const age = shortAge({ dateOfBirth: mate.dateOfBirth, status: "active", statusChangedOn: null }, today);
  return [age, puppiesText(mate.offspring)].filter(Boolean).join(" · ");
}

const ordinal = (position: number): string => {
  const ending = { one: "st", two: "nd", few: "rd", other: "th" } as const;
  const rule = new Intl.PluralRules("en-US", { type: "ordinal" }).select(position);
  return `${position}${rule in ending ? ending[rule as keyof typeof ending] : "th"}`; // the rules of English
};

/** Renders a mate in three lines; a reason against it replaces the second. */
function MateLines({ mate, found, today }: { mate: Mate; found: Mates; today: string }) {
  const { coefficient, standing, position, completeness, against } = mate;
  const isGappy = completeness < ENOUGH_KNOWN;
  return (
    <li className="flex min-w-0 flex-col gap-0.5 rounded-lg border bg-card px-4 py-3 shadow-page">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-semibold break-words">
          <DogOpener dog={mate} />
        </span>
        <span className="shrink-0 text-sm text-muted-foreground">{factsOf(mate, today)}</span>
      </p>
      {against ? (
        <p className="font-semibold text-error">Not advised: {AGAINST[against]}</p>
      ) : (
        <p className="flex items-center gap-2 whitespace-nowrap tabular-nums">
          Puppies {formatPercent(coefficient, 1)} inbred
          <Bar share={coefficient} limit={found.limit} />
          <span className={cn(standing === "higher" ? "font-semibold" : "text-muted-foreground")}>
            {STANDINGS[standing]}
          </span>
        </p>
      )}
      <p className="text-sm text-muted-foreground">
        Rare lines: {ordinal(position)} of {found.reference.toLocaleString("en-US")}
        {isGappy ? ` · pedigree ${formatPercent(completeness, 0)} known` : ""}
      </p>
    </li>
  );
}

/** A bar of twice the limit, which repeats the number for the eye only. */
function Bar({ share, limit }: { share: number; limit: number }) {
  const width = `${Math.min(100, (share / (2 * limit)) * 100)}%`;
  return (
    <span aria-hidden className="h-2 max-w-12 min-w-0 flex-1 overflow-hidden rounded-sm bg-muted">
      <span className={cn("block h-full", share > limit ? "bg-warning" : "bg-primary")} style={{ width }} />
    </span>
  );
}

const COLUMNS: readonly {
  label: string;
  sort: MateSort | null;
  text: (mate: Mate, found: Mates) => string;
}[] = [
  {
    label: "Inbreeding of the puppies",
    sort: "inbreeding",
    text: ({ coefficient, standing, against }) =>
      against ? `Not advised: ${AGAINST[against]}` : `${formatPercent(coefficient)}, ${STANDINGS[standing]}`,
  },
  { label: "Kinship to the breed", sort: "kinship", text: ({ meanKinship }) => formatPercent(meanKinship) },
  {
    label: "Rare lines",
    sort: null,
    text: ({ position }, { reference }) => `${ordinal(position)} of ${reference}`,
  },
  {
    label: "Pedigree known",
    sort: "completeness",
    text: ({ completeness }) => formatPercent(completeness, 0),
  },
  { label: "Puppies", sort: "puppies", text: ({ offspring }) => String(offspring) },
];

function MateTable({ found, today, sort, onSort }: ListProps) {
  return (
    <WideTable label="Mates">
      <table className="w-full text-left text-[0.95rem]">
        <thead>
          <tr className="border-b text-sm text-muted-foreground">
            <th scope="col" className="px-4 py-2 font-semibold">
              Name
            </th>
            <SortHeader label="Age" column="age" sort={sort} onSort={onSort} />
            {COLUMNS.map(({ label, sort: column }) => (
              <SortHeader key={label} label={label} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {found.mates.map((mate) => (
            <tr key={mate._id}>
              <th scope="row" className="px-4 py-2 font-semibold break-words">
                <DogOpener dog={mate} />
              </th>
              <td className="px-4 py-2 whitespace-nowrap">
                {shortAge(
                  { dateOfBirth: mate.dateOfBirth, status: "active", statusChangedOn: null },
                  today,
                ) ?? "–"}
              </td>
              {COLUMNS.map(({ label, text }) => (
                <td key={label} className="px-4 py-2 tabular-nums">
                  {text(mate, found)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

type HeaderProps = {
  label: string;
  column: MateSort | null;
  sort: MateSort;
  onSort: (sort: MateSort) => void;
};

/** The head of a column; pressing it sorts by it, pressing it again returns to the order of the advice. */
function SortHeader({ label, column, sort, onSort }: HeaderProps) {
  const isSorted = column === sort;
  const direction =
    column === "inbreeding" || column === "kinship" || column === "age" ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined} className="px-4 py-2 font-semibold">
      {column ? (
        <button
          type="button"
          onClick={() => onSort(isSorted ? "advised" : column)}
          className="inline-flex items-center gap-1 rounded-sm font-semibold underline-offset-4 hover:underline"
        >
          {label}
          {isSorted ? <ArrowDown aria-hidden className="size-4" /> : null}
        </button>
      ) : (
        label
      )}
    </th>
  );
}
