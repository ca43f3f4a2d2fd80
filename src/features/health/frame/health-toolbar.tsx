/** The row above what a tab shows: search and filters where they narrow it, else the day that all states are of, and the file menu. */
import { ChevronDown, ListFilter } from "lucide-react";
import { SearchBox } from "@/components/search-box";
import { Button } from "@/components/ui/button";
import { HealthExport } from "@/features/health/frame/health-export";
import { FILTER_PANEL_ID } from "@/features/health/frame/filter-panel";
import {
  countFilters,
  filtersOn,
  type HealthTab,
  type useHealthFilters,
} from "@/features/health/health-address";
import { useToday } from "@/hooks/use-today";
import { cn } from "@/lib/utils";
import { formatDay } from "@domain/formatting/formatting";

/** What the search looks through on each tab that has one. Source: decision GAP-HLT-08. */
const PLACEHOLDERS: Partial<Record<HealthTab, string>> = {
  records: "Search title, diagnosis, vet, clinic or dog...",
  immunizations: "Search vaccine, vet, clinic or dog...",
};

type HealthToolbarProps = {
  tab: HealthTab;
  /** Whether search and filters narrow what the tab shows. */
  hasFilters: boolean;
  filtering: ReturnType<typeof useHealthFilters>;
  areFiltersOpen: boolean;
  onToggleFilters: () => void;
};

/** Renders the row. */
export function HealthToolbar({ tab, hasFilters, filtering, ...panel }: HealthToolbarProps) {
  const { change } = filtering;
  const filters = filtersOn(tab, filtering.filters);
  const count = countFilters(filters);
  const today = useToday();
  return (
    <div className="flex items-center gap-2 sm:gap-3">
      {hasFilters ? (
        <SearchBox
          label="Search health records"
          placeholder={PLACEHOLDERS[tab] ?? "Search..."}
          search={filters.search}
          onSearch={(search) => change({ search })}
        />
      ) : (
        <p className="mr-auto text-sm text-muted-foreground">As of {formatDay(today)}</p>
      )}
      {hasFilters ? (
        <Button
          variant="outline"
          className="h-11 px-3 sm:px-4"
          aria-label={count === 0 ? "Filters" : `Filters, ${count} active`}
          aria-expanded={panel.areFiltersOpen}
          aria-controls={panel.areFiltersOpen ? FILTER_PANEL_ID : undefined}
          onClick={panel.onToggleFilters}
        >
          <ListFilter aria-hidden />
          <span className="hidden sm:inline">Filters</span>
          {count > 0 ? (
            <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-primary px-1.5 text-xs text-primary-foreground">
              {count}
            </span>
          ) : null}
          <ChevronDown
            aria-hidden
            className={cn("hidden transition-transform sm:block", panel.areFiltersOpen && "rotate-180")}
          />
        </Button>
      ) : null}
      <HealthExport kind={tab === "immunizations" ? "immunizations" : "records"} filters={filters} />
    </div>
  );
}
