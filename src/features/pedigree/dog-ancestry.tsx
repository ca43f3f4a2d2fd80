/** The Ancestry tab of a dog's page. */
import { useAncestryAddress } from "@/features/pedigree/pedigree-address";
import { AncestryPanel } from "@/features/pedigree/ancestry-panel";
import {
  InbreedingPanel,
  AncestorLoss,
  CommonAncestors,
  Completeness,
  WHOLE,
  coefficientChoices,
  depthText,
} from "@/features/pedigree/inbreeding-panel";
import type { Dog } from "@/entities/dogs/types";
import { isGone } from "@domain/dogs/standing";
import { useState } from "react";
import { Calculating } from "@/entities/dogs/calculating";
import { PlannedLitter } from "@/entities/genetics/planned-litter";
import { LoadError } from "@/components/load-error";
import { Combobox } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { Skeleton } from "@/components/ui/skeleton";
import { GenerationsSelect } from "@/features/pedigree/generations-select";
import { optionOf, useParentChoices } from "@/entities/dogs/parent-choices";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { FunctionReturnType } from "convex/server";
import { api } from "@convex/_generated/api";
import { DEFAULT_COEFFICIENT_GENERATIONS } from "@domain/pedigree/rules";
import { describeCloseness } from "@domain/pedigree/closeness";
import { formatPercent } from "@domain/formatting/formatting";

type Kinship = FunctionReturnType<typeof api.pedigree.ancestry.kinship>;
type Compared = { _id: string; name: string };

/**
 * Compares the dog with any other dog of the kennel or one of its ancestors. The comparison records nothing, and is
 * live like every pedigree.
 */
export function DogComparison({ dog }: { dog: Dog }) {
  const [other, setOther] = useState<Compared | null>(null);
  return (
    <section aria-label="Compare two dogs" className="flex flex-col gap-3">
      <h3 className="font-title border-b pb-2 text-lg">Compare two dogs</h3>
      <div className="sm:max-w-sm">
        <OtherDogField dog={dog} other={other} onPick={setOther} />
      </div>
      {other ? (
        <Comparison dogId={dog._id} otherId={other._id} />
      ) : (
        <p className="text-muted-foreground">
          Choose a dog of either sex to see how it is related to {dog.name}. Nothing is recorded.
        </p>
      )}
    </section>
  );
}

type OtherDogFieldProps = { dog: Dog; other: Compared | null; onPick: (dog: Compared | null) => void };

function OtherDogField({ dog, other, onPick }: OtherDogFieldProps) {
  const [search, setSearch] = useState<string | null>(null);
  const males = useParentChoices("male", dog._id, search);
  const females = useParentChoices("female", dog._id, search);
  const choices = [...males.choices, ...females.choices].sort(
    (a, b) =>
      Number(a.isExternal) - Number(b.isExternal) ||
      Number(isGone(a)) - Number(isGone(b)) ||
      a.name.localeCompare(b.name),
  );
  const isLoading = males.isLoading || females.isLoading;
  return (
    <FormField label={`Compare ${dog.name} with`}>
      {(props) => (
        <Combobox
          {...props}
          placeholder="Search dogs"
          text={other?.name ?? ""}
          onSearch={setSearch}
          isLoading={isLoading}
          emptyText="No dog with that name"
          moreText={males.moreText ?? females.moreText}
          options={choices.map(optionOf)}
          selectedValue={other?._id}
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

function Comparison({ dogId, otherId }: { dogId: string; otherId: string }) {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.pedigree.ancestry.kinship, { kennelId, dogId, otherId });
  if (result.status === "error") {
    return <LoadError message="Failed to load ancestry data" onRetry={result.retry} />;
  }
  if (result.status === "loading") return <Skeleton className="h-28" />;
  return <Answer kinship={result.data} />;
}

/** Three dots while the server calculates the share. */
const percentOrDots = (share: number | null): string => (share === null ? "…" : formatPercent(share));

function Answer({ kinship: answer }: { kinship: Kinship }) {
  const { dog, other, kinship, relationship, words, isCloser, progress } = answer;
  return (
    <div className="flex flex-col gap-4">
      <div aria-live="polite">
        {words === null ? null : <p className="font-title text-xl text-pretty break-words">{words}</p>}
        {kinship === null ? <Calculating progress={progress} /> : null}
        {isCloser ? <p>They are also related in other ways, so they share more than this shows.</p> : null}
      </div>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <dl className="grid grid-cols-[1fr_auto] content-start gap-x-4 gap-y-1">
          <dt>Kinship</dt>
          <dd className="text-right font-semibold">{percentOrDots(kinship)}</dd>
          <dt>Relationship</dt>
          <dd className="text-right font-semibold">{percentOrDots(relationship)}</dd>
          {[dog, other].map((one) => (
            <OwnCoefficient key={one._id} dog={one} />
          ))}
        </dl>
        <KnownAncestors answer={answer} />
      </div>
      <SharedAncestors answer={answer} />
      <p className="text-sm text-muted-foreground">
        Kinship is the chance that a gene taken from each of the two dogs is identical by descent, and so what
        their offspring&apos;s coefficient would be. Relationship is Wright&apos;s coefficient. All are
        calculated over the whole known pedigree. Unknown ancestors count as unrelated.
      </p>
    </div>
  );
}

function OwnCoefficient({ dog: { name, coefficient } }: { dog: Kinship["dog"] }) {
  return (
    <>
      <dt className="min-w-0 break-words text-muted-foreground">Inbreeding of {name}</dt>
      <dd className="text-right text-muted-foreground">{percentOrDots(coefficient)}</dd>
    </>
  );
}

/** A kinship of zero means little if few ancestors are known. */
function KnownAncestors({ answer: { dog, other, generations } }: { answer: Kinship }) {
  return (
    <div>
      <h4 className="mb-1 font-semibold">Known ancestors in {generations} generations</h4>
      <ul className="flex flex-col gap-2 text-sm">
        {[dog, other].map(({ _id, name, known, possible }) => (
          <li key={_id}>
            <span className="flex justify-between gap-3">
              <span className="min-w-0 truncate">{name}</span>
              <span className="shrink-0 text-muted-foreground">
                {known} of {possible} ({formatPercent(known / possible, 0)})
              </span>
            </span>
            <span aria-hidden className="mt-0.5 block h-2 overflow-hidden rounded-sm bg-muted">
              <span className="block h-full bg-primary" style={{ width: formatPercent(known / possible) }} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The dog itself is generation 0. */
const generationText = (steps: number): string => (steps === 0 ? "itself" : String(steps));

function SharedAncestors({ answer: { commonAncestors, further, dog, other } }: { answer: Kinship }) {
  if (commonAncestors.length === 0) return null;
  return (
    <table className="w-full text-left text-sm">
      <caption className="mb-1 text-left text-base font-semibold">Common ancestors</caption>
      <thead className="text-muted-foreground">
        <tr className="border-b align-bottom">
          <th className="py-1 font-normal">Name</th>
          <th className="max-w-32 py-1 pl-3 text-right font-normal">
            <span className="line-clamp-2 break-words">Generation of {dog.name}</span>
          </th>
          <th className="max-w-32 py-1 pl-3 text-right font-normal">
            <span className="line-clamp-2 break-words">Generation of {other.name}</span>
          </th>
          <th className="py-1 pl-3 text-right font-normal">Part</th>
        </tr>
      </thead>
      <tbody>
        {commonAncestors.map(({ _id, name, contribution, stepsFromDog, stepsFromOther }) => (
          <tr key={_id} className="border-b border-border/60">
            <td className="py-1 pr-2 break-words">{name}</td>
            <td className="py-1 pl-3 text-right">{generationText(stepsFromDog)}</td>
            <td className="py-1 pl-3 text-right">{generationText(stepsFromOther)}</td>
            <td className="py-1 pl-3 text-right">{formatPercent(contribution)}</td>
          </tr>
        ))}
        {further > 0 ? (
          <tr className="border-b border-border/60 text-muted-foreground">
            <td className="py-1 pr-2" colSpan={3}>
              All further common ancestors together
            </td>
            <td className="py-1 pl-3 text-right">{formatPercent(further)}</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

type Mating = FunctionReturnType<typeof api.pedigree.ancestry.mating>;
type Mate = { _id: string; name: string };

/**
 * Tries a mating of two dogs of the kennel or their ancestors. The trial records nothing, and is live like every
 * pedigree.
 */
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
  // As in the form of a breeding, deceased and sold dogs appear only in a search by name, because their semen may
  // be frozen.
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
  return (
    <>
      <Figures mating={result.data} />
      <PlannedLitter sireId={sireId} damId={damId} />
    </>
  );
}

/** Shown if too few ancestors are known for a meaningful coefficient. */
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

/** 'being calculated' while the share is null. */
const percentOrNone = (share: number | null): string =>
  share === null ? "being calculated" : formatPercent(share);

function Figures({ mating }: { mating: Mating }) {
  const { coefficient, generations, method, sire, dam, relationship, completeness, commonAncestors } = mating;
  if (coefficient === null) return <Calculating progress={mating.progress} />;
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <div>
        <p className="font-title text-3xl" aria-live="polite">
          {formatPercent(coefficient)} <span className="sr-only">expected for the litter</span>
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
      <div className="flex flex-col gap-3">
        <Completeness rows={completeness} />
        <AncestorLoss loss={mating.ancestorLoss} />
      </div>
      <CommonAncestors rows={commonAncestors} further={mating.further} />
    </div>
  );
}

/**
 * Pressing a position in the tree opens the page of its dog. A dog that has left the kennel or died has no trial
 * matings.
 */
export function DogAncestry({ dog, today }: { dog: Dog; today: string }) {
  const dogId = dog._id;
  const { goToDog } = useAncestryAddress();
  return (
    <div className="flex flex-col gap-6">
      <AncestryPanel dogId={dogId} today={today} onOpenDog={goToDog} />
      <InbreedingPanel dogId={dogId} />
      {isGone(dog) ? null : <MatingTrial dog={dog} />}
      <DogComparison dog={dog} />
    </div>
  );
}
