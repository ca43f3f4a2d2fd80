/** The tabs that narrow the breedings to one status, each with how many there are. */
import { Tabs, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { StatusTab } from "@/features/breeding/breeding-address";
import type { BreedingPage } from "@/features/breeding/types";
import { BREEDING_STATUSES } from "@domain/constants/breedings";
import { breedingStatusLabels } from "@domain/breedings/labels";

type StatusTabsProps = {
  status: StatusTab;
  /** Undefined until the numbers are known. */
  counts: BreedingPage["counts"] | undefined;
  onStatus: (status: string) => void;
};

/** Renders the row; on a phone it scrolls sideways. */
export function StatusTabs({ status, counts, onStatus }: StatusTabsProps) {
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Tabs value={status} onValueChange={onStatus} activationMode="manual">
      <TabsList
        aria-label="Breedings by status"
        className="-mx-3 [scrollbar-width:none] gap-2 border-b-0 px-3 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
      >
        <StatusTrigger value="all" label="All" count={total} />
        {BREEDING_STATUSES.map((each) => (
          <StatusTrigger key={each} value={each} label={breedingStatusLabels[each]} count={counts?.[each]} />
        ))}
      </TabsList>
    </Tabs>
  );
}

function StatusTrigger({
  value,
  label,
  count,
}: {
  value: StatusTab;
  label: string;
  count: number | undefined;
}) {
  return (
    <TabsTrigger
      value={value}
      aria-controls={undefined}
      className="group mb-0 h-10 rounded-full border border-input bg-card px-3.5 data-[state=active]:border-primary data-[state=active]:bg-primary data-[state=active]:text-primary-foreground"
    >
      {label}
      <span className="text-sm font-normal tabular-nums opacity-90">{count ?? "–"}</span>
    </TabsTrigger>
  );
}
