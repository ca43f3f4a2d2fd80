/** A dog's coefficient of inbreeding and what it is based on. */
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { Loaded } from "@/components/loaded";
import { Calculating } from "@/entities/dogs/calculating";
import { GenerationsSelect } from "@/features/pedigree/generations-select";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { Link } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { COEFFICIENT_GENERATIONS, DEFAULT_COEFFICIENT_GENERATIONS } from "@domain/pedigree/rules";
import { formatDay, formatPercent } from "@domain/formatting/formatting";

type Inbreeding = NonNullable<FunctionReturnType<typeof api.pedigree.ancestry.inbreeding>>;

/** Means all known generations. */
export const WHOLE = "all";

export const coefficientChoices = [
  ...COEFFICIENT_GENERATIONS.map((count) => ({ value: String(count), label: String(count) })),
  { value: WHOLE, label: "Whole pedigree" },
];

export function InbreedingPanel({ dogId }: { dogId: string }) {
  const [chosen, setChosen] = useState(String(DEFAULT_COEFFICIENT_GENERATIONS));
  const generations = chosen === WHOLE ? null : Number(chosen);
  const result = useLiveQuery(api.pedigree.ancestry.inbreeding, { dogId, generations });
  return (
    <section aria-label="Coefficient of inbreeding" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b pb-2">
        <h3 className="font-title text-lg">Coefficient of inbreeding</h3>
        <GenerationsSelect choices={coefficientChoices} value={chosen} onChange={setChosen} />
      </div>
      <Loaded query={result} failureText="Failed to load ancestry data" height="h-28">
        {(data) =>
          data ? (
            <>
              <Figures inbreeding={data} />
              <GenomicInbreeding dogId={dogId} />
              <BreedMean dogId={dogId} isKnown={hasKnownParents(data)} />
            </>
          ) : (
            <p className="text-muted-foreground">No ancestry data available</p>
          )
        }
      </Loaded>
    </section>
  );
}

export const depthText = (generations: number | null): string =>
  generations === null ? "over the whole known pedigree" : `over ${generations} generations`;

/** If a parent is unknown, the coefficient is 0 only by convention. */
function hasKnownParents({ completeness: [parents] }: Inbreeding): boolean {
  return parents !== undefined && parents.known === parents.possible;
}

function Figures({ inbreeding }: { inbreeding: Inbreeding }) {
  if (inbreeding.coefficient === null) return <Calculating progress={inbreeding.progress} />;
  const isKnown = hasKnownParents(inbreeding);
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {isKnown ? (
        <Coefficient inbreeding={inbreeding} share={inbreeding.coefficient} />
      ) : (
        <UnknownCoefficient />
      )}
      <div className="flex flex-col gap-3">
        <Completeness rows={inbreeding.completeness} />
        <AncestorLoss loss={inbreeding.ancestorLoss} />
      </div>
      {isKnown && <CommonAncestors rows={inbreeding.commonAncestors} further={inbreeding.further} />}
    </div>
  );
}

/** Renders nothing without a genetic file, or without the right to see it. */
function GenomicInbreeding({ dogId }: { dogId: string }) {
  const mayRead = useKennel().can("health", "read");
  const { data } = useLiveQuery(api.genetics.geneticFiles.genomicInbreeding, mayRead ? { dogId } : "skip");
  if (!data || data.length === 0) return null;
  return (
    <div>
      <h4 className="font-semibold">Inbreeding measured in the genome</h4>
      <ul>
        {data.map(({ fileId, coefficient, sampleNumber, testedOn }) => (
          <li key={fileId}>
            <span className="font-title text-2xl">{formatPercent(coefficient, 1)}</span>{" "}
            <span className="text-sm text-muted-foreground">
              {["Embark", sampleNumber && `sample ${sampleNumber}`, testedOn && formatDay(testedOn)]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted-foreground">
        The share of the genome in which both copies are alike. It is another measure than the
        pedigree&apos;s, usually higher, and the two are never combined.
      </p>
    </div>
  );
}

type CoefficientProps = { inbreeding: Inbreeding; share: number };

function Coefficient({ inbreeding: { generations, method }, share }: CoefficientProps) {
  return (
    <div>
      <p className="font-title text-3xl">{formatPercent(share)}</p>
      <p className="font-semibold">{depthText(generations)}</p>
      <p className="text-sm text-muted-foreground">
        F = {share.toFixed(6)}. {method}; unknown ancestors count as unrelated.
      </p>
    </div>
  );
}

/**
 * Replaces the coefficient if the parents are unknown. By convention it would be 0, which looks like 'not inbred'
 * although nothing is known.
 */
function UnknownCoefficient() {
  return (
    <div>
      <p className="font-title text-3xl">Not known</p>
      <p className="text-sm text-muted-foreground">Available once both parents are recorded.</p>
    </div>
  );
}

export function Completeness({ rows }: { rows: Inbreeding["completeness"] }) {
  return (
    <div>
      <h4 className="mb-1 font-semibold">Known ancestors by generation</h4>
      <ol className="flex flex-col gap-1 text-sm">
        {rows.map(({ generation, known, possible, completeness }) => (
          <li key={generation} className="grid grid-cols-[1.5rem_1fr_auto] items-center gap-2">
            <span aria-label={`Generation ${generation}`}>{generation}</span>
            <span aria-hidden className="h-2 overflow-hidden rounded-sm bg-muted">
              <span className="block h-full bg-primary" style={{ width: formatPercent(completeness) }} />
            </span>
            <span className="text-muted-foreground">
              {known} of {possible} ({formatPercent(completeness, 0)})
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Renders nothing without a known ancestor. */
export function AncestorLoss({ loss }: { loss: Inbreeding["ancestorLoss"] }) {
  if (!loss || loss.coefficientOfKnown === null) return null;
  const { generations, possible, known, different, coefficient, coefficientOfKnown } = loss;
  return (
    <div>
      <h4 className="font-semibold">Different ancestors</h4>
      <p className="tabular-nums">
        {different} of {known} different ({formatPercent(coefficientOfKnown, 1)})
      </p>
      <p className="text-sm text-muted-foreground">
        Over {generations} generations; the others hold several places. German clubs call it AVK
        (Ahnenverlustkoeffizient)
        {known < possible
          ? `; if the ${possible - known} unknown ancestors are different dogs, it is ${formatPercent(coefficient, 1)}`
          : ""}
        .
      </p>
    </div>
  );
}

type CommonAncestorsProps = { rows: Inbreeding["commonAncestors"]; further: number };

export function CommonAncestors({ rows, further }: CommonAncestorsProps) {
  if (rows.length === 0) {
    return (
      <p className="text-muted-foreground sm:col-span-2">
        Sire and dam have no common ancestor in these generations.
      </p>
    );
  }
  return (
    <table className="w-full text-left text-sm sm:col-span-2">
      <caption className="mb-1 text-left text-base font-semibold">Common ancestors</caption>
      <thead className="text-muted-foreground">
        <tr className="border-b">
          <th className="py-1 font-normal">Name</th>
          <th className="py-1 text-right font-normal">Contribution</th>
          <th className="py-1 text-right font-normal">Own coefficient</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ _id, name, contribution, inbreeding }) => (
          <tr key={_id} className="border-b border-border/60">
            <td className="py-1 pr-2 break-words">{name}</td>
            <td className="py-1 text-right">{formatPercent(contribution)}</td>
            <td className="py-1 text-right">{formatPercent(inbreeding)}</td>
          </tr>
        ))}
        {further > 0 ? (
          <tr className="border-b border-border/60 text-muted-foreground">
            <td className="py-1 pr-2">All further common ancestors together</td>
            <td className="py-1 text-right">{formatPercent(further)}</td>
            <td />
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

type BreedMeanProps = { dogId: string; isKnown: boolean };

/**
 * Compares the coefficient over the whole known pedigree with the mean of all dogs. If the dog's own coefficient is
 * unknown, only the mean is shown. While a change is being calculated, nothing is shown.
 */
function BreedMean({ dogId, isKnown }: BreedMeanProps) {
  const { data } = useLiveQuery(api.pedigree.coefficients.ofDog, { dogId });
  if (!data) return null;
  return (
    <p className="text-sm text-muted-foreground">
      {isKnown
        ? `Over the whole known pedigree: ${formatPercent(data.coefficient)}, while the mean of all `
        : "Over the whole known pedigree, the mean of all "}
      {data.dogs.toLocaleString("en-US")} dogs and ancestors is {formatPercent(data.mean)}.{" "}
      <Link
        to="/dashboard/dogs/pedigree-database"
        className="underline underline-offset-4 hover:text-foreground"
      >
        Pedigree database
      </Link>
    </p>
  );
}
