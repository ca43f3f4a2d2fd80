/** The history of a breed: its years of birth, popular sires, founders, and influential ancestors. */
import { DogOpener } from "@/features/genetics/ranked-list";
import type { Ancestors, Population, Trend } from "@/features/genetics/population-figures";
import { ReportTable } from "@/features/reports/report-table";
import { YearChart } from "@/features/reports/year-chart";
import { Badge } from "@/components/ui/badge";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { formatPercent } from "@domain/formatting/formatting";

export function BreedYears({ years }: { years: Trend["years"] }) {
  if (years.length === 0) {
    return (
      <p className="text-muted-foreground">
        No change over the years can be shown: no dog of the last years has a date of birth and two known
        parents.
      </p>
    );
  }
  return (
    <>
      <YearChart
        label="Inbreeding and kinship by year of birth"
        years={years.map(({ year, meanInbreeding, meanKinship }) => ({ year, meanInbreeding, meanKinship }))}
        bars={[
          { key: "meanInbreeding", name: "Mean inbreeding", color: "var(--primary)" },
          { key: "meanKinship", name: "Mean kinship", color: "var(--brass-line)" },
        ]}
        format={(share) => formatPercent(share, 1)}
        hasDecimals
      />
      <Collapsible className="flex flex-col gap-2">
        <CollapsibleTrigger className="self-start rounded-sm text-sm text-muted-foreground underline underline-offset-4 hover:text-foreground print:hidden pointer-coarse:py-3">
          Show as a table
        </CollapsibleTrigger>
        <CollapsibleContent>
          <ReportTable
            caption="Years of birth"
            columns={[
              { label: "Year", cell: ({ year }) => year },
              { label: "Dogs", cell: ({ dogs }) => dogs.toLocaleString("en-US"), isNumber: true },
              {
                label: "Mean inbreeding",
                cell: ({ meanInbreeding }) => formatPercent(meanInbreeding),
                isNumber: true,
              },
              {
                label: "Mean kinship",
                cell: ({ meanKinship }) => formatPercent(meanKinship),
                isNumber: true,
              },
            ]}
            rows={[...years].reverse()}
            keyOf={({ year }) => String(year)}
          />
        </CollapsibleContent>
      </Collapsible>
    </>
  );
}

/** A sire is marked with the largest of these shares that it exceeds. Clubs use these shares as limits. */
const MARKS = [
  { share: 0.2, text: "over 20%", variant: "error" },
  { share: 0.1, text: "over 10%", variant: "warning" },
  { share: 0.05, text: "over 5%", variant: "neutral" },
] as const;

/** In a year with fewer dogs, a single puppy would be more than 5%. */
const LEAST_DOGS = 20;

const GENERATIONS = ["Offspring", "Grand-offspring", "Great-grand-offspring"] as const;

type SiresOfYear = Trend["sires"][number];

function MarkedSires({ of, generation }: { of: SiresOfYear; generation: number }) {
  const marked = (of.generations[generation] ?? []).flatMap((sire) => {
    const share = sire.dogs / of.dogs;
    const mark = MARKS.find((each) => share > each.share);
    return mark ? [{ sire, share, mark }] : [];
  });
  if (marked.length === 0) return <span className="text-muted-foreground">none over 5%</span>;
  return (
    <ul className="flex flex-col gap-1">
      {marked.map(({ sire, share, mark }) => (
        <li key={sire._id} className="flex flex-wrap items-center gap-x-2">
          <DogOpener dog={sire} />
          <span className="tabular-nums">{formatPercent(share, 0)}</span>
          <Badge variant={mark.variant}>{mark.text}</Badge>
        </li>
      ))}
    </ul>
  );
}

export function PopularSires({ sires }: { sires: Trend["sires"] }) {
  const judged = sires.filter(({ dogs }) => dogs >= LEAST_DOGS);
  if (judged.length === 0) {
    return (
      <p className="text-muted-foreground">
        Popular sires are shown of years in which at least {LEAST_DOGS} dogs with a known sire were born.
      </p>
    );
  }
  return (
    <div className="print:[&_tbody_tr:nth-child(n+4)]:hidden">
      <ReportTable
        caption="Popular sires by year of birth"
        columns={[
          { label: "Year", cell: ({ year }) => year },
          { label: "Dogs", cell: ({ dogs }) => dogs.toLocaleString("en-US"), isNumber: true },
          ...GENERATIONS.map((label, generation) => ({
            label,
            cell: (of: SiresOfYear) => <MarkedSires of={of} generation={generation} />,
            isLong: true,
          })),
        ]}
        rows={judged.reverse()}
        keyOf={({ year }) => String(year)}
      />
    </div>
  );
}

type Shared = Population["founders"][number];

function Shares({ caption, dogs }: { caption: string; dogs: readonly Shared[] }) {
  if (dogs.length === 0) return null;
  return (
    <ReportTable
      caption={caption}
      columns={[
        { label: "Name", cell: (dog) => <DogOpener dog={dog} />, isLong: true },
        { label: "Share", cell: ({ share }) => formatPercent(share), isNumber: true },
      ]}
      rows={dogs}
      keyOf={({ _id }) => _id}
    />
  );
}

export function InfluentialDogs({
  founders,
  ancestors,
}: {
  founders: Population["founders"];
  ancestors: Ancestors | null;
}) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2 print:grid-cols-2 print:[&_tbody_tr:nth-child(n+11)]:hidden">
      <Shares caption="Founders with the largest shares" dogs={founders} />
      {ancestors ? <Shares caption="Influential ancestors" dogs={ancestors.ancestors} /> : null}
    </div>
  );
}
