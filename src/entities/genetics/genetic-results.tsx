/**
 * A dog's genetic results on its page: genotypes at loci of coat and color, and results for diseases, each with the
 * laboratory's words. Shown to users who may see health records.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { MoreVertical, Plus } from "lucide-react";
import { useWatch } from "react-hook-form";
import { ActionsMenu } from "@/components/actions-menu";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { RecordFields, type Control } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { Button } from "@/components/ui/button";
import { Combobox, type ComboboxOption } from "@/components/ui/combobox";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import type { Dog } from "@/entities/dogs/types";
import { Contradictions } from "@/entities/genetics/contradictions";
import { GeneticFiles, ImportResults } from "@/entities/genetics/genetic-files";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { useHistoryEntry } from "@/entities/history/record-history";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { formatDay } from "@domain/formatting/formatting";
import { nameLocus } from "@domain/genetics/forecast";
import { allGenotypes } from "@domain/genetics/inference";
import { findLocus, formatGenotype, LOCI } from "@domain/genetics/loci";
import { checkGenotype, GENOTYPE_FIELDS } from "@domain/genetics/record";
import { shortNameOf } from "@domain/genetics/results";
import { choiceInWords } from "@domain/records/words";

/** Only loci have a list. The user types the name of a test. */
const LOCUS_OPTIONS: readonly ComboboxOption[] = LOCI.map(({ key, name }) => ({
  value: key,
  label: nameLocus(key),
  alsoNamed: [key, name],
}));

/** Suggests loci and accepts any other text. */
const LocusControl: Control = ({ described, value, onValue, onBlur, inputRef }) => (
  <Combobox
    {...described}
    ref={inputRef}
    onBlur={onBlur}
    text={value}
    onText={onValue}
    options={LOCUS_OPTIONS}
    onSelect={(option) => onValue(option.value)}
    emptyText={value.trim() === "" ? undefined : `“${value.trim()}” is stored as the name of a test`}
  />
);

const useLocus = (): string => (useWatch<{ locus: string }, "locus">({ name: "locus" }) ?? "").trim();

/** Suggests the genotypes of the chosen locus, dominant alleles first. */
const GenotypeControl: Control = ({ described, value, onValue, onBlur, inputRef }) => {
  const locus = useLocus();
  const genotypes = allGenotypes(locus, findLocus(locus)?.alleles ?? [], null, false).map(formatGenotype);
  return (
    <Combobox
      {...described}
      ref={inputRef}
      onBlur={onBlur}
      text={value}
      onText={onValue}
      options={genotypes.map((genotype) => ({ value: genotype, label: genotype }))}
      onSelect={(option) => onValue(option.value)}
    />
  );
};

const SOMETIMES = ["genotype", "merleLengths", "status"] as const;

/** Some fields apply only to loci, others only to tests for a disease. */
function absentFields(locus: string): (typeof SOMETIMES)[number][] {
  if (locus === "") return [];
  if (!findLocus(locus)) return ["genotype", "merleLengths"];
  return locus === "M" ? ["status"] : ["status", "merleLengths"];
}

/** A field with a value stays visible, so that its error can be shown. */
function GenotypeFields() {
  const absent = absentFields(useLocus());
  const values = useWatch<Record<string, string>, (typeof SOMETIMES)[number][]>({ name: [...SOMETIMES] });
  const isEmpty = (name: (typeof SOMETIMES)[number]): boolean => !values[SOMETIMES.indexOf(name)];
  return <RecordFields except={["dogId", ...absent.filter(isEmpty)]} />;
}

type Result = NonNullable<FunctionReturnType<typeof api.genetics.genotypes.ofDog>>[number];
type ShownDog = Pick<Dog, "_id" | "name">;

export const genotypeForm = recordForm({
  fields: GENOTYPE_FIELDS,
  noun: "genetic result",
  title: "Genetic Result",
  nameOf: ({ locus }: Result) => nameLocus(locus),
  functions: api.genetics.genotypes,
  id: "genotypeId",
  check: (sent) => checkGenotype(sent),
  controls: { locus: LocusControl, genotype: GenotypeControl },
});

type DialogProps = { dog: ShownDog; result: Result | null; onClose: () => void };

export function GenotypeDialog({ dog, result, onClose }: DialogProps) {
  return (
    <genotypeForm.FormDialog
      record={result}
      given={{ dogId: dog._id }}
      title={result ? `Edit Genetic Result of ${dog.name}` : `Add Genetic Result of ${dog.name}`}
      onClose={onClose}
    >
      <GenotypeFields />
    </genotypeForm.FormDialog>
  );
}

/** The genotype or status, otherwise the laboratory's words. */
const saidBy = ({ genotype, status, printed }: Result): string =>
  genotype ??
  (status === null ? `printed as “${printed ?? ""}”` : choiceInWords(GENOTYPE_FIELDS.status, status));

export function ResultRow({
  result,
  actions,
}: {
  result: Result;
  /** Null for a user who can only read. */
  actions: { onEdit: () => void; onDelete: () => void } | null;
}) {
  const {
    _id: recordId,
    locus,
    merleLengths,
    printed,
    laboratory,
    testedOn,
    sampleNumber,
    proof,
    notes,
  } = result;
  const name = nameLocus(locus);
  const history = useHistoryEntry({ table: "genotypes", recordId, name });
  const said = saidBy(result);
  const facts = [
    merleLengths === null ? null : `${merleLengths} base pairs`,
    printed === null || said.includes(printed) ? null : `printed as “${printed}”`,
    laboratory,
    testedOn && formatDay(testedOn),
    sampleNumber && `Sample ${sampleNumber}`,
    choiceInWords(GENOTYPE_FIELDS.proof, proof),
  ];
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold break-words">{name}</span>
          <span className="break-words">{said}</span>
        </p>
        <p className="text-sm break-words text-muted-foreground">{facts.filter(Boolean).join(" · ")}</p>
        {notes ? <p className="text-sm break-words whitespace-pre-wrap">{notes}</p> : null}
      </div>
      {actions ? (
        <ActionsMenu name={name} icon={MoreVertical}>
          <DropdownMenuItem onSelect={actions.onEdit}>Edit</DropdownMenuItem>
          {history.entry}
          <DropdownMenuItem onSelect={actions.onDelete}>Delete</DropdownMenuItem>
        </ActionsMenu>
      ) : null}
      {history.dialog}
    </li>
  );
}

type Inferred = NonNullable<FunctionReturnType<typeof api.genetics.genotypes.inferred>>[number];

const nameKey = (key: string): string => (findLocus(key) ? nameLocus(key) : shortNameOf(key));

const COPY = "carries at least one copy";

/** Like 'N/N, inferred: both parents clear'. */
function inferredText({ key, genotype, carries, isClearByParents, from }: Inferred): string {
  const [first, ...more] = from.map(({ name }) => name);
  const others = more.length === 1 ? ` and ${more[0]}` : more.length > 1 ? ` and ${more.length} others` : "";
  const why = isClearByParents ? "both parents clear" : `from results of ${first ?? "the family"}${others}`;
  const copies = findLocus(key) ? `${COPY} of ${carries.join(" and of ")}` : COPY;
  return `${genotype ?? copies}, inferred: ${why}`;
}

/** Shows what the results of parents and offspring prove about the dog. Renders nothing if they prove nothing. */
function InferredResults({ dog }: { dog: ShownDog }) {
  const inferred = useLiveQuery(api.genetics.genotypes.inferred, { dogId: dog._id }).data ?? [];
  if (inferred.length === 0) return null;
  return (
    <section aria-label="Inferred from the family" className="pt-2">
      <h4 className="font-semibold">Inferred from the family</h4>
      <p className="text-sm text-muted-foreground">
        Not tested. This follows from results of parents and offspring, if these are the true ones.
      </p>
      <dl className="divide-y">
        {inferred.map((each) => (
          <div key={each.key} className="flex flex-wrap items-baseline gap-x-3 py-2">
            <dt className="font-semibold break-words">{nameKey(each.key)}</dt>
            <dd className="min-w-0 break-words">{inferredText(each)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Users who may write can record results. */
export function GeneticResults({ dog }: { dog: ShownDog }) {
  const canWrite = useKennel().can("health", "write");
  const results = useLiveQuery(api.genetics.genotypes.ofDog, { dogId: dog._id });
  const files = useLiveQuery(api.genetics.geneticFiles.ofDog, { dogId: dog._id }).data ?? [];
  const remove = useMutation(api.genetics.genotypes.remove);
  const [opened, setOpened] = useState<{ result: Result | null; isDeleting?: boolean } | null>(null);
  const close = () => setOpened(null);
  const leaving = opened?.isDeleting ? opened.result : null;
  return (
    <DetailSection
      title="Genetic Results"
      action={
        canWrite ? (
          <div className="flex flex-wrap gap-2">
            <ImportResults dog={dog} />
            <Button variant="outline" size="sm" onClick={() => setOpened({ result: null })}>
              <Plus aria-hidden />
              Add Genetic Result
            </Button>
          </div>
        ) : null
      }
    >
      <Contradictions dog={dog} />
      <Loaded
        query={results}
        failureText="Failed to load the genetic results. Please try again."
        height="h-16"
      >
        {(found) =>
          found === null || found.length === 0 ? (
            files.length === 0 && <p className="text-muted-foreground">No genetic results recorded</p>
          ) : (
            <ul aria-label="Genetic results" className="divide-y">
              {found.map((result) => (
                <ResultRow
                  key={result._id}
                  result={result}
                  actions={
                    canWrite
                      ? {
                          onEdit: () => setOpened({ result }),
                          onDelete: () => setOpened({ result, isDeleting: true }),
                        }
                      : null
                  }
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <GeneticFiles dog={dog} files={files} canWrite={canWrite} />
      <InferredResults dog={dog} />
      {opened && !opened.isDeleting ? (
        <GenotypeDialog dog={dog} result={opened.result} onClose={close} />
      ) : null}
      {leaving ? (
        <DeleteQuestion
          recordId={leaving._id}
          noun="genetic result"
          remove={async () => await remove({ genotypeId: leaving._id })}
          onClose={close}
        >
          <p>
            {nameLocus(leaving.locus)} of {dog.name} is no longer known from this result.
          </p>
        </DeleteQuestion>
      ) : null}
    </DetailSection>
  );
}
