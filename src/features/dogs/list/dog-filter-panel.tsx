/**
 * The controls above the dog list: search, filters and tools in one row, the filters' choices below the row, and
 * the number of matching dogs.
 */
import type { ReactNode } from "react";
import { ChevronDown, ListFilter, X } from "lucide-react";
import { ChoiceField } from "@/components/choice-field";
import { Button } from "@/components/ui/button";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { Combobox } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { breedOptions } from "@/entities/dogs/breed-field";
import {
  activeFilters,
  CHOICE_FILTERS,
  choicesOf,
  filterLabels,
  filterValueLabel,
  NO_FILTERS,
  type ChoiceFilterName,
  type DogFilterValues,
} from "@/features/dogs/list/dog-filters";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

type DogFilterPanelProps = {
  filters: DogFilterValues;
  onChange: (changes: Partial<DogFilterValues>) => void;
  onClearAll: () => void;
};

type DogListHeadProps = DogFilterPanelProps & {
  search?: ReactNode;
  tools?: ReactNode;
  found?: ReactNode;
};

export function DogFilterPanel({ filters, onChange, onClearAll, search, tools, found }: DogListHeadProps) {
  const active = activeFilters(filters);
  return (
    <Collapsible className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 max-sm:gap-x-1.5 sm:max-lg:[&>button]:px-3">
        {search}
        <CollapsibleTrigger asChild>
          <Button variant="outline" className="group h-11 max-sm:px-3">
            <ListFilter aria-hidden />
            Filters
            {active.length > 0 ? (
              <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-primary px-1.5 text-xs text-primary-foreground">
                {active.length}
                <span className="sr-only"> active</span>
              </span>
            ) : null}
            <ChevronDown aria-hidden className="transition-transform group-data-[state=open]:rotate-180" />
          </Button>
        </CollapsibleTrigger>
        <Button
          variant={filters.isInKennel === "true" ? "secondary" : "outline"}
          className="h-11 max-sm:px-2.5"
          aria-pressed={filters.isInKennel === "true"}
          onClick={() => onChange({ isInKennel: filters.isInKennel === "true" ? "" : "true" })}
        >
          In the Kennel
        </Button>
        {tools}
      </div>
      <CollapsibleContent>
        <div className="grid gap-x-4 gap-y-3 rounded-lg border bg-card p-4 shadow-page sm:grid-cols-2 lg:grid-cols-3">
          <BreedFilter breed={filters.breed} onBreed={(breed) => onChange({ breed })} />
          {(["gender", "status", "ageRange", "isBreedingDog", "hasPhotos", "isInKennel"] as const).map(
            (name) => (
              <ChoiceFilter
                key={name}
                name={name}
                value={filters[name]}
                onValue={(value) => onChange({ [name]: value })}
              />
            ),
          )}
        </div>
      </CollapsibleContent>
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
        {found}
        {active.length > 0 ? (
          <ActiveFilters filters={filters} onChange={onChange} onClearAll={onClearAll} />
        ) : null}
      </div>
    </Collapsible>
  );
}

function ActiveFilters({ filters, onChange, onClearAll }: DogFilterPanelProps) {
  return (
    <div role="group" aria-label="Active filters" className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="text-sm text-muted-foreground">Active filters:</span>
      {activeFilters(filters).map((name) => (
        <button
          key={name}
          type="button"
          data-listed=""
          aria-label={`Remove filter ${filterLabels[name]}: ${filterValueLabel(name, filters[name])}`}
          onClick={() => onChange({ [name]: NO_FILTERS[name] })}
          className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full border bg-secondary py-1 pr-2 pl-3 text-sm text-secondary-foreground hover:bg-accent sm:min-h-8"
        >
          <span className="truncate">
            {filterLabels[name]}: {filterValueLabel(name, filters[name])}
          </span>
          <X aria-hidden className="size-3.5 shrink-0" />
        </button>
      ))}
      <Button variant="link" size="sm" className="px-1" onClick={onClearAll}>
        Clear All
      </Button>
    </div>
  );
}

type ChoiceFilterProps = { name: ChoiceFilterName; value: string; onValue: (value: string) => void };

function ChoiceFilter({ name, value, onValue }: ChoiceFilterProps) {
  return (
    <ChoiceField
      label={filterLabels[name]}
      value={value}
      choices={{ "": CHOICE_FILTERS[name].all, ...Object.fromEntries(choicesOf(name)) }}
      onValue={onValue}
    />
  );
}

const ALL_BREEDS = { value: "", text: "All Breeds", label: "All Breeds" };

type BreedFilterProps = { breed: string; onBreed: (breed: string) => void };

/** A text that is not a breed is cleared when the user leaves the field. */
function BreedFilter({ breed, onBreed }: BreedFilterProps) {
  const { kennelId } = useKennel();
  const breeds = useLiveQuery(api.dogs.dogs.ownBreeds, { kennelId }).data;
  return (
    <FormField label={filterLabels.breed}>
      {(props) => (
        <Combobox
          {...props}
          placeholder={ALL_BREEDS.label}
          text={breed}
          options={[ALL_BREEDS, ...breedOptions(breeds ?? [])]}
          onSelect={({ value }) => onBreed(value)}
          onEmpty={() => onBreed("")}
          emptyText="No dog of this breed"
        />
      )}
    </FormField>
  );
}
