/**
 * The row above a tab's content: search and filters if the tab has them, the date of its states, and the export menu. An export in progress survives a reload.
 */
import { useEffect, useEffectEvent, useState } from "react";
import { useMutation } from "convex/react";
import { ChevronDown, ListFilter, X } from "lucide-react";
import { toast } from "sonner";
import { ChoiceField } from "@/components/choice-field";
import { ExportMenu } from "@/components/export-menu";
import { FloatingAddButton } from "@/components/floating-add-button";
import { SearchBox } from "@/components/search-box";
import { TextField } from "@/components/text-field";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import {
  type HealthFilters,
  type HealthTab,
  countFilters,
  filtersOn,
  useAlertSearch,
  useHealthDialog,
  useHealthFilters,
} from "@/entities/health/health-address";
import { NEW } from "@/lib/screen-address";
import { toListArgs } from "@/features/health/records/record-queries";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { useIdentity } from "@/identity/identity";
import { apiUrl } from "@/lib/api-url";
import { attempt } from "@/lib/failure-text";
import { saveFrom } from "@/lib/save-file";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { HEALTH_RECORD_TYPES } from "@domain/health/rules";
import { formatDay } from "@domain/formatting/formatting";
import {
  HEALTH_EXPORT_FORMATS,
  HEALTH_EXPORT_KINDS,
  type HealthExportFormat,
  type HealthExportKind,
} from "@domain/health/export";
import { healthRecordTypeLabels } from "@domain/health/words";

/** Each placeholder names the fields that the search covers. Source: decision GAP-HLT-08. */
const PLACEHOLDERS: Partial<Record<HealthTab, string>> = {
  records: "Search title, diagnosis, vet, clinic or dog...",
  immunizations: "Search vaccine, vet, clinic or dog...",
};

type HealthToolbarProps = {
  tab: HealthTab;
  /** Whether search and filters apply to the tab. */
  hasFilters: boolean;
  filtering: ReturnType<typeof useHealthFilters>;
  areFiltersOpen: boolean;
  onToggleFilters: () => void;
};

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
        <p className={cn("mr-auto text-sm text-muted-foreground", tab === "alerts" && "max-sm:hidden")}>
          As of {formatDay(today)}
        </p>
      )}
      {tab === "alerts" ? <AlertSearch /> : null}
      {hasFilters ? (
        <Button
          variant="outline"
          className="h-11 px-3 sm:px-4"
          aria-label={count === 0 ? "Filters" : `Filters, ${count} active`}
          data-listed={count === 0 ? undefined : count === 1 ? "1 filter" : `${count} filters`}
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

function AlertSearch() {
  const { find, search } = useAlertSearch();
  return (
    <div className="flex min-w-0 flex-1 sm:max-w-md">
      <SearchBox
        label="Find an alert"
        placeholder="Find a dog or a vaccine"
        search={find}
        onSearch={search}
      />
    </div>
  );
}

/**
 * The floating button on a phone. On every tab it starts a quick note, a vaccination or a whole record. On wider
 * screens each tab has its own buttons.
 */
export function QuickAddButton() {
  const { open } = useHealthDialog();
  const { filters } = useHealthFilters();
  return (
    <FloatingAddButton
      aria-label="Quick Add"
      className="sm:hidden"
      onClick={() => open("note", NEW, { for: filters.dogId })}
    />
  );
}

/** Connects the toggle to the panel for screen readers. */
const FILTER_PANEL_ID = "health-filters";

type FilterPanelProps = {
  filtering: ReturnType<typeof useHealthFilters>;
  tab: HealthTab;
};

/** The filters of records and doses: text, dog, record type and a period. */
export function FilterPanel({ filtering, tab }: FilterPanelProps) {
  const { change, clear } = filtering;
  const filters = filtersOn(tab, filtering.filters);
  const { startDate, endDate } = filters;
  const isTurned = startDate !== "" && endDate !== "" && endDate < startDate;
  return (
    <section
      id={FILTER_PANEL_ID}
      aria-label="Filters"
      className="grid items-start gap-x-4 gap-y-3 rounded-lg border bg-card p-4 shadow-page sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto]"
    >
      <FormField label="Dog">
        {(control) => (
          <DogCombobox
            {...control}
            placeholder="All Dogs"
            dogId={filters.dogId}
            onDog={(dog) => change({ dogId: dog?._id ?? "" })}
          />
        )}
      </FormField>
      {tab === "records" ? (
        <ChoiceField
          label="Record Type"
          value={filters.type}
          choices={{ "": "All Types", ...healthRecordTypeLabels }}
          onValue={(type) => change({ type })}
        />
      ) : null}
      <DayFilter label="Start Date" value={startDate} onValue={(day) => change({ startDate: day })} />
      <DayFilter
        label="End Date"
        value={endDate}
        error={isTurned ? "The end date is before the start date" : undefined}
        onValue={(day) => change({ endDate: day })}
      />
      <Button
        variant="outline"
        className="sm:justify-self-start lg:mt-[1.625rem]"
        disabled={countFilters(filters) === 0}
        onClick={clear}
      >
        Clear
      </Button>
    </section>
  );
}

type DayFilterProps = {
  label: string;
  value: string;
  error?: string | undefined;
  onValue: (value: string) => void;
};

function DayFilter({ label, value, error, onValue }: DayFilterProps) {
  return <TextField label={label} error={error} type="date" value={value} onText={onValue} />;
}

const KINDS: Record<HealthExportKind, { title: string; things: string }> = {
  records: { title: "Health Records", things: "records" },
  immunizations: { title: "Immunizations", things: "immunizations" },
};

/** Source: rule HLT-05. */
const failureOf = (format: HealthExportFormat): string => `Failed to export data as ${format.toUpperCase()}.`;

type Asked = Omit<ExportJob, "exportId">;

/**
 * Exports health records or, on their tab, immunizations. The server writes the file, and the progress is shown
 * under the button.
 */
function HealthExport({ kind, filters }: { kind: HealthExportKind; filters: HealthFilters }) {
  const { kennelId } = useKennel();
  const today = useToday();
  const start = useMutation(api.health.healthExports.start);
  const [job, setJob] = useKeptExport(kennelId);
  const [isStarting, setStarting] = useState(false);
  const isBusy = isStarting || job !== null;
  const begin = async (asked: Asked) => {
    setStarting(true);
    const { filters: narrowed, ...file } = asked;
    try {
      const exportId = await start({ kennelId, ...file, today, ...toListArgs(narrowed) });
      setJob({ ...asked, exportId });
    } catch {
      tellFailure(asked);
    }
    setStarting(false);
  };
  const tellFailure = (asked: Asked) =>
    toast.error(failureOf(asked.format), {
      action: { label: "Try Again", onClick: () => void begin(asked) },
    });
  return (
    <div className="relative">
      <ExportMenu
        isTool
        title={KINDS[kind].title}
        isBusy={isBusy}
        onExport={(format) => void begin({ kind, format, filters })}
      />
      {job ? (
        <ExportProgress key={job.exportId} job={job} onDone={() => setJob(null)} onFailure={tellFailure} />
      ) : null}
    </div>
  );
}

type ExportProgressProps = {
  job: ExportJob;
  onDone: () => void;
  onFailure: (asked: Asked) => void;
};

function ExportProgress({ job, onDone, onFailure }: ExportProgressProps) {
  const { kennelId } = useKennel();
  const discard = useMutation(api.health.healthExports.discard);
  const result = useLiveQuery(api.health.healthExports.get, { kennelId, exportId: job.exportId });
  const finish = useEffectEvent((path: string | null, fileName: string) => {
    if (path === null) onFailure({ kind: job.kind, format: job.format, filters: job.filters });
    else {
      saveFrom(apiUrl(path), fileName);
      toast.success("Data exported successfully");
    }
    onDone();
  });
  const file = result.data;
  const isLost = result.status === "error" || (result.status === "ready" && result.data === null);
  const path = file?.state === "ready" ? file.filePath : null;
  const hasFailed = isLost || file?.state === "failed";
  const fileName = file?.fileName ?? "";
  useEffect(() => {
    if (path !== null) finish(path, fileName);
    else if (hasFailed) finish(null, "");
  }, [path, hasFailed, fileName]);
  const { done = 0, total = 0 } = file ?? {};
  return (
    <div
      role="status"
      className="absolute top-full right-0 z-20 mt-2 flex w-64 flex-col gap-2 rounded-md border bg-popover p-3 text-sm shadow-raised"
    >
      <div className="flex items-center justify-between gap-2">
        <span>
          {total === 0 ? "Preparing the file..." : `${done} of ${total} ${KINDS[job.kind].things} written`}
        </span>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Cancel export"
          className="-my-2 -mr-2"
          onClick={() => {
            void discard({ kennelId, exportId: job.exportId }).catch(() => undefined); // if this fails, the file expires anyway
            onDone();
          }}
        >
          <X aria-hidden />
        </Button>
      </div>
      <progress aria-label="Export" className="h-1.5 w-full" value={done} max={Math.max(total, 1)} />
    </div>
  );
}

/** The server is writing this file. */
type ExportJob = {
  kind: (typeof HEALTH_EXPORT_KINDS)[number];
  format: (typeof HEALTH_EXPORT_FORMATS)[number];
  /** For a second request of the same export. */
  filters: HealthFilters;
  exportId: string;
};

/** Checked without a schema, because the schema library loads long after the screen opens. */
function isJob(kept: unknown): kept is ExportJob {
  const { kind, format, filters, exportId } = Object(kept) as Record<string, unknown>;
  const { search, dogId, type, startDate, endDate } = Object(filters) as Record<string, unknown>;
  return (
    HEALTH_EXPORT_KINDS.some((each) => each === kind) &&
    HEALTH_EXPORT_FORMATS.some((each) => each === format) &&
    ["", ...HEALTH_RECORD_TYPES].some((each) => each === type) &&
    [search, dogId, startDate, endDate, exportId].every((text) => typeof text === "string")
  );
}

/**
 * Remembers in this browser tab which file the server is writing. After a reload or a visit to another screen, the
 * file is then neither lost nor requested twice. The job is null if there is no such file.
 */
function useKeptExport(kennelId: string): [ExportJob | null, (job: ExportJob | null) => void] {
  const email = useIdentity().user?.email ?? "";
  const key = `studbook.health-export.${email}.${kennelId}`;
  const [job, setJob] = useState(() => {
    const kept = attempt((): unknown => JSON.parse(sessionStorage.getItem(key) ?? "null"), null);
    return isJob(kept) ? kept : null;
  });
  const keep = (next: ExportJob | null) => {
    setJob(next);
    attempt(
      () =>
        next === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, JSON.stringify(next)),
      undefined,
    );
  };
  return [job, keep];
}
