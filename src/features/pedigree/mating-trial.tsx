/**
 * Tries a mating: two dogs of the kennel or ancestors of theirs, and what their litter's coefficient of inbreeding
 * would be, from whom it would come and how much is known. Nothing is recorded; it is live like every pedigree.
 */
import { useState } from "react";
import { Calculating } from "@/entities/dogs/calculating";
import { LoadError } from "@/components/load-error";
import { Combobox } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { Skeleton } from "@/components/ui/skeleton";
import { GenerationsSelect } from "@/features/pedigree/generations-select";
import {
  CommonAncestors,
  Completeness,
  WHOLE,
  coefficientChoices,
  depthText,
  percent,
} from "@/features/pedigree/inbreeding-panel";
import { optionOf, useParentChoices } from "@/entities/dogs/parent-choices";
import type { Dog } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { FunctionReturnType } from "convex/server";
import { api } from "@convex/_generated/api";
import { DEFAULT_COEFFICIENT_GENERATIONS } from "@domain/pedigree/rules";
import { isGone } from "@domain/dogs/standing";
import { describeCloseness } from "@domain/pedigree/closeness";

type Mating = FunctionReturnType<typeof api.pedigree.ancestry.mating>;
type Mate = { _id: string; name: string };

/** Renders the section; the dog stands on its side already. */
export function MatingTrial({ dog }: { dog: Dog }) {
  const [sire, setSire] = useState<Mate | null>(dog.gender === "male" ? dog : null);
  const [dam, setDam] = useState<Mate | null>(dog.gender === "female" ? dog : null);
  const [chosen, setChosen] = useState(String(DEFAULT_COEFFICIENT_GENERATIONS));
  return (
    <section aria-label="Try a mating" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b pb-2">
        <h3 className="font-title text-lg">Try a mating</h3>
        <GenerationsSelect choices={coefficientChoices} value={chosen} onChange={setChosen} />
      </div>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <MateField label="Sire" gender="male" mate={sire} onPick={setSire} />
        <MateField label="Dam" gender="female" mate={dam} onPick={setDam} />
      </div>
      {sire && dam ? (
        <Expectation
          sireId={sire._id}
          damId={dam._id}
          generations={chosen === WHOLE ? null : Number(chosen)}
        />
      ) : (
        <p className="text-muted-foreground">
          Choose {sire ? "a dam" : "a sire"} to see the expected coefficient of the litter. Nothing is
          recorded.
        </p>
      )}
    </section>
  );
}

type MateFieldProps = {
  label: string;
  gender: "male" | "female";
  mate: Mate | null;
  onPick: (mate: Mate | null) => void;
};

function MateField({ label, gender, mate, onPick }: MateFieldProps) {
  const [search, setSearch] = useState<string | null>(null);
  const found = useParentChoices(gender, undefined, search);
  const { isLoading } = found;
  // As for a breeding: who is gone is found by name, for its semen may be frozen, but not offered.
  const choices = search ? found.choices : found.choices.filter((choice) => !isGone(choice));
  return (
    <FormField label={label}>
      {(props) => (
        <Combobox
          {...props}
          placeholder={`Search ${gender} dogs`}
          text={mate?.name ?? ""}
          onSearch={setSearch}
          isLoading={isLoading}
          emptyText={`No ${gender} dog of that name`}
          moreText={found.moreText}
          options={choices.map(optionOf)}
          selectedValue={mate?._id}
          onSelect={(option) => {
            const choice = choices.find((one) => one._id === option.value);
            if (choice) onPick(choice);
          }}
          onEmpty={() => onPick(null)}
        />
      )}
    </FormField>
  );
}

type ExpectationProps = { sireId: string; damId: string; generations: number | null };

function Expectation({ sireId, damId, generations }: ExpectationProps) {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.pedigree.ancestry.mating, { kennelId, sireId, damId, generations });
  if (result.status === "error") {
    return <LoadError message="Failed to load ancestry data" onRetry={result.retry} />;
  }
  if (result.status === "loading") return <Skeleton className="h-28" />;
  return <Figures mating={result.data} />;
}

/** Says so where too few ancestors are recorded for the nothing that was found to mean anything. */
function HowLittleIsKnown({ rows }: { rows: Mating["completeness"] }) {
  const grandparents = rows.find(({ generation }) => generation === 2);
  if (!grandparents || grandparents.known === grandparents.possible) return null;
  const { known, possible } = grandparents;
  return (
    <p className="text-sm">
      {known === 0 ? "None" : known} of the litter&apos;s {possible} grandparents {known < 2 ? "is" : "are"}{" "}
      recorded, so this figure says little.
    </p>
  );
}

/** Writes a share, or that it is not calculated. */
const percentOrNone = (share: number | null): string =>
  share === null ? "being calculated" : percent(share);

function Figures({ mating }: { mating: Mating }) {
  const { coefficient, generations, method, sire, dam, relationship, completeness, commonAncestors } = mating;
  if (coefficient === null) return <Calculating progress={mating.progress} />;
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <div>
        <p className="font-title text-3xl" aria-live="polite">
          {percent(coefficient)} <span className="sr-only">expected for the litter</span>
        </p>
        <p className="font-semibold">
          {describeCloseness(coefficient)}, {depthText(generations)}
        </p>
        {coefficient === 0 ? <HowLittleIsKnown rows={completeness} /> : null}
        <p className="text-sm text-muted-foreground">
          F = {coefficient.toFixed(6)}. {method}; unknown ancestors count as unrelated.
        </p>
        <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 text-sm">
          <dt className="min-w-0 truncate text-muted-foreground">{sire.name}</dt>
          <dd className="text-right">{percentOrNone(sire.coefficient)}</dd>
          <dt className="min-w-0 truncate text-muted-foreground">{dam.name}</dt>
          <dd className="text-right">{percentOrNone(dam.coefficient)}</dd>
          <dt className="text-muted-foreground">Relationship of the two</dt>
          <dd className="text-right">{percentOrNone(relationship)}</dd>
        </dl>
      </div>
      <Completeness rows={completeness} />
      <CommonAncestors rows={commonAncestors} further={mating.further} />
    </div>
  );
}
