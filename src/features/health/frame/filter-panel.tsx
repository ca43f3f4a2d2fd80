/** The filters of records and doses: text, dog, record type and a span of days, and the button that empties them all. */
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import {
  countFilters,
  filtersOn,
  type HealthTab,
  type useHealthFilters,
} from "@/features/health/health-address";
import { HEALTH_RECORD_TYPES } from "@domain/constants/health";
import { healthRecordTypeLabels } from "@domain/health/labels";

/** Ties the toggle to the panel for screen readers. */
export const FILTER_PANEL_ID = "health-filters";

/** Stands for the choice that filters nothing, as a list's choice cannot be empty. */
const ALL = "all";

type FilterPanelProps = {
  filtering: ReturnType<typeof useHealthFilters>;
  tab: HealthTab;
};

/** Renders the open panel. */
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
        <FormField label="Record Type">
          {(control) => (
            <Select
              value={filters.type || ALL}
              onValueChange={(chosen) =>
                change({ type: HEALTH_RECORD_TYPES.find((type) => type === chosen) ?? "" })
              }
            >
              <SelectTrigger {...control}>
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                <SelectItem value={ALL}>All Types</SelectItem>
                {HEALTH_RECORD_TYPES.map((type) => (
                  <SelectItem key={type} value={type}>
                    {healthRecordTypeLabels[type]}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          )}
        </FormField>
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
