/**
 * The mates of one dog: three lines each on a phone, two columns on a tablet, a sortable table on a wide screen.
 * Good mates come first, then mates that need a test. Mates that are not advised are folded. Words say how close or
 * rare a mate is, and why it is not advised; color or a bar alone never does. Order, page and group are part of the
 * address.
 */
import { useConvex } from "convex/react";
import { ArrowDown, Download } from "lucide-react";
import { toast } from "sonner";
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
import { saveFile } from "@/lib/save-file";
import { flag, oneOf, useScreenAddress } from "@/lib/screen-address";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { formatPercent } from "@domain/formatting/formatting";
import { isOverLimit, MATE_GROUPS, MATE_SORTS, type MateSort } from "@domain/genetics/mates";
import { pageOf } from "@domain/history/places";
import { toCsv } from "@domain/text/csv";

type Mates = NonNullable<NonNullable<FunctionReturnType<typeof api.genetics.mates.list>>["result"]>;
type Mate = Mates["mates"][number];

const ADDRESS = { page: pageParameter, sort: oneOf(MATE_SORTS, "advised"), against: flag };

const SORTS: Readonly<Record<MateSort, string>> = {
  advised: "Rare lines without close matings",
  inbreeding: "Inbreeding of the puppies",
  kinship: "Kinship to the breed",
  completeness: "Known pedigree",
  puppies: "Puppies",
  tests: "Fewest missing tests",
  age: "Age, the youngest first",
};

const STANDINGS: Readonly<Record<Mate["standing"], string>> = {
  lower: "lower than breed",
  similar: "as breed",
  higher: "higher than breed",
};

const AGAINST: Readonly<Record<"parent" | "offspring" | "full sibling", string>> = {
  parent: "a parent of this dog",
  offspring: "offspring of this dog",
  "full sibling": "a full sibling",
};

/** Below the limit, compares the puppies' inbreeding with the breed. */
const standingOf = ({ coefficient, standing }: Mate, { limit }: Mates): string =>
  isOverLimit(coefficient, limit) ? "over your limit" : STANDINGS[standing];

/** Null if nothing speaks against the mate. */
function reasonAgainst({ against, harm }: Mate): string | null {
  if (against === null) return null;
  return against === "harmful cross" ? (harm ?? "a harmful cross") : AGAINST[against];
}

/** A pedigree with fewer known ancestors is called incomplete. */
const ENOUGH_KNOWN = 0.9;

/** Like 'prcd-PRA, MDR1 and merle'. */
const listNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** For example a missing test, or a mutation that the mate carries. A mate has at most one remark. */
function remarkOn({ untested, carries }: Mate, gender: Mates["gender"]): string | null {
  const more = (count: number): string => (count > 0 ? ` and ${count} more` : "");
  const [missing] = untested;
  if (missing !== undefined) return `not tested for ${missing}${more(untested.length - 1)}`;
  const known = [...carries].sort((one, other) => Number(one.isOtherClear) - Number(other.isOtherClear));
  const [first] = known;
  if (first === undefined) return null;
  const pronoun = gender === "female" ? "she" : "he";
  const what = `${first.isAtRisk ? "at risk for" : "carrier of"} ${first.name}`;
  return `${what}, ${pronoun} is ${first.isOtherClear ? "clear" : "not tested"}${more(known.length - 1)}`;
}

export function MatesPage() {
  const { dogId = "" } = useParams();
  const today = useToday();
  const [{ page, sort, against }, change] = useScreenAddress(ADDRESS);
  const query = useLiveQuery(api.genetics.mates.list, { dogId, today, page, sort, isNotAdvised: against });
  const shown = useLastData(query, true);
  const found = shown?.result;
  return (
    <div className="flex max-w-6xl flex-col gap-5">
      <BackLink to={pageOf("dogs", dogId)}>{found?.name ?? "The dog"}</BackLink>
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
                {against
                  ? `Show ${found.good + found.testFirst} Possible`
                  : `Show ${found.notAdvised} Not Advised`}
              </Button>
            ) : null}
            <SaveButton dogId={dogId} name={found.name} today={today} sort={sort} />
          </div>
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

function Introduction({ found }: { found: Mates }) {
  const { name, reference, meanInbreeding, limit, carries, isByTests, isPartial } = found;
  return (
    <div className="flex max-w-prose flex-col gap-2">
      <p>
        Mates for <span className="font-semibold">{name}</span> among {reference.toLocaleString("en-US")}{" "}
        living breeding dogs of the breed.
        <span className="text-muted-foreground">
          {" "}
          Low kinship to the breed comes first: rare lines. Mates whose puppies would be more inbred than{" "}
          {formatPercent(limit)}, your kennel&apos;s limit, come after the others. The breed is{" "}
          {formatPercent(meanInbreeding)} inbred on average.
        </span>
      </p>
      {carries.length > 0 ? (
        <p>
          {name} carries {listNames(carries)}, by the recorded results. Mates that carry it too are not
          advised, and those without a result are to be tested first.
        </p>
      ) : null}
      {isPartial ? (
        <p>More results are recorded than can be compared. A mate of the second group may have a result.</p>
      ) : null}
      {isByTests ? null : (
        <p>Genetic results are not part of this list, because you may not see health records.</p>
      )}
    </div>
  );
}

/** A file reads this many mates at once. */
const SAVED_AT_ONCE = 250;

type SaveButtonProps = { dogId: string; name: string; today: string; sort: MateSort };

/** Mates that are not advised are at the end of the file. */
function SaveButton({ dogId, name, today, sort }: SaveButtonProps) {
  const client = useConvex();
  const save = async (): Promise<void> => {
    const rows: string[][] = [];
    for (const isNotAdvised of [false, true]) {
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const args = { dogId, today, sort, isNotAdvised, page, limit: SAVED_AT_ONCE };
        const found = (await client.query(api.genetics.mates.list, args))?.result;
        if (!found) throw new Error("The mates are being calculated");
        pages = found.pages;
        rows.push(
          ...found.mates.map((mate) => [
            ...[mate.name, GROUPS[mate.group], mate.dateOfBirth ?? ""],
            ...COLUMNS.map(({ text }) => text(mate, found)),
          ]),
        );
      }
    }
    const csv = toCsv([["Name", "Group", "Date of Birth", ...COLUMNS.map(({ label }) => label)], ...rows]);
    saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `mates-of-${name}.csv`);
  };
  return (
    <Button
      variant="outline"
      onClick={() => {
        save().catch(() => toast.error("Failed to save the mates. Please try again."));
      }}
    >
      <Download aria-hidden />
      Save as CSV
    </Button>
  );
}

const GROUPS: Readonly<Record<Mate["group"], string>> = {
  good: "Good",
  "test first": "Test first",
  "not advised": "Not advised",
};

/** Includes the number of the group's mates on all pages. */
const headingOf = (group: Mate["group"], { good, testFirst, notAdvised }: Mates): string => {
  const count = { good, "test first": testFirst, "not advised": notAdvised }[group];
  return `${GROUPS[group]} (${count.toLocaleString("en-US")})`;
};

/** The groups are in the order of the list. */
const groupsOf = ({ mates }: Mates): { group: Mate["group"]; mates: Mate[] }[] =>
  MATE_GROUPS.map((group) => ({ group, mates: mates.filter((mate) => mate.group === group) })).filter(
    (each) => each.mates.length > 0,
  );

type ListProps = { found: Mates; today: string; sort: MateSort; onSort: (sort: MateSort) => void };

function MateList({ found, today, sort, onSort }: ListProps) {
  const isWide = useWideScreen();
  if (found.mates.length === 0) {
    return (
      <p className="text-muted-foreground">
        None. Mates are living breeding dogs of the same breed and the other sex that are not sold. Mark a dog
        as a breeding dog in its form to see it here.
      </p>
    );
  }
  if (isWide) return <MateTable found={found} today={today} sort={sort} onSort={onSort} />;
  return (
    <div className="flex flex-col gap-5">
      {groupsOf(found).map(({ group, mates }) => (
        <section key={group} aria-label={GROUPS[group]} className="flex flex-col gap-3">
          <h2 className="font-title text-xl">{headingOf(group, found)}</h2>
          <ul aria-label={`${GROUPS[group]} mates`} className="grid gap-3 md:grid-cols-2">
            {mates.map((mate) => (
              <MateLines key={mate._id} mate={mate} found={found} today={today} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const puppiesText = (count: number): string => `${count} ${count === 1 ? "puppy" : "puppies"}`;

/** The age, if known, and the number of puppies. */
function factsOf(mate: Mate, today: string): string {
  const age = shortAge({ dateOfBirth: mate.dateOfBirth, status: "active", statusChangedOn: null }, today);
  return [age, puppiesText(mate.offspring)].filter(Boolean).join(" · ");
}

const ordinal = (position: number): string => {
  const ending = { one: "st", two: "nd", few: "rd", other: "th" } as const;
  const rule = new Intl.PluralRules("en-US", { type: "ordinal" }).select(position);
  return `${position}${rule in ending ? ending[rule as keyof typeof ending] : "th"}`; // the rules of English grammar
};

/** A reason against the mate replaces the second line. */
function MateLines({ mate, found, today }: { mate: Mate; found: Mates; today: string }) {
  const { coefficient, standing, position, completeness } = mate;
  const against = reasonAgainst(mate);
  const gap = completeness < ENOUGH_KNOWN ? `pedigree ${formatPercent(completeness, 0)} known` : null;
  const remark = remarkOn(mate, found.gender) ?? gap;
  const rank = ordinal(position);
  return (
    <li className="flex min-w-0 flex-col gap-0.5 rounded-lg border bg-card px-4 py-3 shadow-page">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-semibold break-words pointer-coarse:[&>a]:inline-flex pointer-coarse:[&>a]:min-h-11 pointer-coarse:[&>a]:items-center">
          <DogOpener dog={mate} />
        </span>
        <span className="shrink-0 text-sm text-muted-foreground">{factsOf(mate, today)}</span>
      </p>
      {against ? (
        <p className="font-semibold text-error">Not advised: {against}</p>
      ) : (
        <p className="flex items-center gap-2 whitespace-nowrap tabular-nums">
          Puppies {formatPercent(coefficient)} inbred
          <Bar share={coefficient} limit={found.limit} />
          <span className={cn(standing === "higher" ? "font-semibold" : "text-muted-foreground")}>
            {standingOf(mate, found)}
          </span>
        </p>
      )}
      <p className="text-sm text-muted-foreground">
        Rare lines: {rank} of {found.reference.toLocaleString("en-US")}
        {remark && !against ? (
          <>
            {" · "}
            <span className={cn(mate.untested.length > 0 && "font-semibold text-foreground")}>{remark}</span>
          </>
        ) : null}
      </p>
    </li>
  );
}

/** The bar's length is twice the limit. It is hidden from screen readers, because it repeats the number. */
function Bar({ share, limit }: { share: number; limit: number }) {
  const width = `${Math.min(100, (share / (2 * limit)) * 100)}%`;
  return (
    <span aria-hidden className="h-2 max-w-12 min-w-0 flex-1 overflow-hidden rounded-sm bg-muted">
      <span
        className={cn("block h-full", isOverLimit(share, limit) ? "bg-warning" : "bg-primary")}
        style={{ width }}
      />
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
    text: (mate, found) =>
      reasonAgainst(mate) ?? `${formatPercent(mate.coefficient)}, ${standingOf(mate, found)}`,
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
  {
    label: "Tests",
    sort: "tests",
    text: (mate, { gender, carries }) =>
      remarkOn(mate, gender) ??
      (carries.length > 0 && mate.against === null ? `clear of ${listNames(carries)}` : "–"),
  },
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
        {groupsOf(found).map(({ group, mates }) => (
          <tbody key={group} className="divide-y">
            <tr>
              <th
                scope="rowgroup"
                colSpan={COLUMNS.length + 2}
                className="font-title px-4 pt-4 pb-2 text-left text-lg font-normal"
              >
                {headingOf(group, found)}
              </th>
            </tr>
            {mates.map((mate) => (
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
                {COLUMNS.map(({ label, sort: column, text }) => (
                  <td
                    key={label}
                    className={cn("px-4 py-2 tabular-nums", column === null && "whitespace-nowrap")}
                  >
                    {text(mate, found)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
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

/** Pressing the head sorts by the column. Pressing it again returns to the order of the advice. */
function SortHeader({ label, column, sort, onSort }: HeaderProps) {
  const isSorted = column === sort;
  const direction =
    column === "inbreeding" || column === "kinship" || column === "tests" || column === "age"
      ? "ascending"
      : "descending";
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
