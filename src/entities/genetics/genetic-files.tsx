/**
 * The files that a laboratory sent about a dog: importing a file, its results, and removing it. Results that are
 * not clear come first. Results that the import cannot interpret are shown as printed.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { MoreVertical, Upload } from "lucide-react";
import { toast } from "sonner";
import { ActionsMenu } from "@/components/actions-menu";
import { FileButton } from "@/components/file-button";
import { RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { useHistoryEntry } from "@/entities/history/record-history";
import { api } from "@convex/_generated/api";
import { formatDay, formatPercent } from "@domain/formatting/formatting";
import { nameLocus } from "@domain/genetics/forecast";
import { embarkLines, readEmbarkLines, type EmbarkLine, type ResultStatus } from "@domain/genetics/embark";
import { GENETIC_FILE_FIELDS } from "@domain/genetics/record";

type GeneticFile = NonNullable<FunctionReturnType<typeof api.genetics.geneticFiles.ofDog>>[number];
type Results = GeneticFile["results"];
type ShownDog = { readonly _id: GeneticFile["dogId"]; readonly name: string };

const MOST_BYTES = 1_000_000;

/** The most important kinds first. */
const TOLD: readonly ResultStatus[] = ["at risk", "carrier", "not understood", "not called", "clear"];
const HEADINGS: Readonly<Record<ResultStatus, string>> = {
  "at risk": "At risk",
  carrier: "Carrier",
  "not understood": "Not understood, as printed",
  "not called": "Not called by the laboratory",
  clear: "Clear",
};

const summaryOf = ({ health, traits }: Pick<Results, "health"> & { traits: readonly unknown[] }): string =>
  [
    ...TOLD.map((status) => [health.filter((result) => result.status === status).length, status] as const)
      .filter(([count]) => count > 0)
      .map(([count, status]) => `${count} ${status}`),
    `${traits.length} ${traits.length === 1 ? "trait" : "traits"}`,
  ].join(", ");

const NOT_EMBARK = "This is not Embark's file of results: it has the columns category, name and value";

/** Throws an error with a sentence for the user. */
async function readFile(file: File): Promise<EmbarkLine[]> {
  if (file.size > MOST_BYTES) throw new Error("The file is too large to be one of Embark's");
  const { default: papa } = await import("papaparse");
  const { data } = papa.parse<string[]>(await file.text(), { skipEmptyLines: true });
  const lines = embarkLines(data);
  const read = lines && readEmbarkLines(lines);
  if (read === null || (read && "problem" in read && read.problem === "not an Embark file")) {
    throw new Error(NOT_EMBARK);
  }
  if (read && "problem" in read)
    throw new Error("The file is about more than one dog; import each by itself");
  return lines ?? [];
}

export const geneticFileForm = recordForm({
  fields: GENETIC_FILE_FIELDS,
  noun: "genetic file",
  title: "Genetic Results",
  savedAs: "genetic results",
  nameOf: ({ sampleNumber }: GeneticFile) => sampleNumber ?? "Embark",
  functions: api.genetics.geneticFiles,
  id: "geneticFileId",
});

function Preview({ lines }: { lines: readonly EmbarkLine[] }) {
  const read = readEmbarkLines(lines);
  if ("problem" in read) return null;
  const { dog, health, traits, notUnderstood } = read;
  const count = notUnderstood.length;
  return (
    <div className="space-y-1 rounded-md border p-3 text-sm break-words sm:col-span-2">
      <p>
        The file names {dog.name ?? "no dog"}
        {dog.swab === null ? "" : `, sample ${dog.swab}`}.
      </p>
      <p>{summaryOf({ health: [...health], traits })}</p>
      {count === 0 ? null : (
        <p>
          {count} {count === 1 ? "line is" : "lines are"} not understood. They are kept as printed, and
          nothing is predicted from them.
        </p>
      )}
    </div>
  );
}

type FileDialogProps = { dog: ShownDog; file: GeneticFile | null; lines: EmbarkLine[]; onClose: () => void };

function FileDialog({ dog, file, lines, onClose }: FileDialogProps) {
  return (
    <geneticFileForm.FormDialog
      record={file}
      given={{ dogId: dog._id }}
      {...(file === null && { args: { lines }, submitLabel: "Import Genetic Results" })}
      title={`${file ? "Edit" : "Import"} Genetic Results of ${dog.name}`}
      savedText={file ? "Genetic results saved" : "Genetic results imported"}
      onClose={onClose}
    >
      {file ? null : <Preview lines={lines} />}
      <RecordFields except={["dogId"]} />
    </geneticFileForm.FormDialog>
  );
}

type Entry = Results["health"][number];

const saidBy = ({ status, printed, copies }: Entry): string => {
  if (status === "not understood") return printed === "" ? "empty" : `“${printed}”`;
  return copies === null || copies === 0 ? "" : `${copies} ${copies === 1 ? "copy" : "copies"}`;
};

function Group({ title, lines }: { title: string; lines: readonly { name: string; said: string }[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h4 className="pt-2 font-semibold">
        {title} ({lines.length})
      </h4>
      <ul className="text-muted-foreground">
        {lines.map(({ name, said }, at) => (
          <li key={`${name} ${at}`} className="break-words">
            {name}
            {said === "" ? "" : `: ${said}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Important results first. */
function AllResults({ results: { health, traits } }: { results: Results }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-2">All results</summary>
      {TOLD.map((status) => (
        <Group
          key={status}
          title={HEADINGS[status]}
          lines={health
            .filter((result) => result.status === status)
            .map((result) => ({ name: result.name, said: saidBy(result) }))}
        />
      ))}
      <Group
        title="Traits"
        lines={traits.map(({ name, locus, genotype, printed }) => ({
          name,
          said:
            genotype === null || locus === null
              ? `printed as “${printed}”`
              : `${nameLocus(locus)} ${genotype}${genotype === printed ? "" : `, printed as “${printed}”`}`,
        }))}
      />
    </details>
  );
}

type RowProps = {
  file: GeneticFile;
  /** Null for a user who can only read. */
  actions: { onEdit: () => void; onDelete: () => void } | null;
};

function FileRow({ file, actions }: RowProps) {
  const { _id: recordId, sampleNumber, testedOn, notes, results } = file;
  const name = sampleNumber === null ? "Embark" : `Embark, sample ${sampleNumber}`;
  const history = useHistoryEntry({ table: "geneticFiles", recordId, name });
  const { genomicCoi } = results;
  const facts = [
    testedOn && formatDay(testedOn),
    results.dogName && `Named ${results.dogName} in the file`,
    genomicCoi === null
      ? null
      : `Inbreeding measured in the genome ${formatPercent(genomicCoi, 1)}, which is not the pedigree's coefficient`,
  ];
  return (
    <li className="py-2">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-semibold break-words">{name}</span>
            <span className="break-words">{summaryOf(results)}</span>
          </p>
          <p className="text-sm break-words text-muted-foreground">{facts.filter(Boolean).join(" · ")}</p>
          {notes ? <p className="text-sm break-words whitespace-pre-wrap">{notes}</p> : null}
        </div>
        {actions ? (
          <ActionsMenu name={name} icon={MoreVertical}>
            <DropdownMenuItem onSelect={actions.onEdit}>Edit</DropdownMenuItem>
            {history.entry}
            <DropdownMenuItem onSelect={actions.onDelete}>Take the Import Back</DropdownMenuItem>
          </ActionsMenu>
        ) : null}
      </div>
      <AllResults results={results} />
      {history.dialog}
    </li>
  );
}

export function ImportResults({ dog }: { dog: ShownDog }) {
  const [lines, setLines] = useState<EmbarkLine[] | null>(null);
  const choose = ([file]: File[]) => {
    if (!file) return;
    readFile(file).then(setLines, (error: unknown) => toast.error((error as Error).message));
  };
  return (
    <>
      <FileButton label="File of genetic results" accept=".csv,.tsv,.txt" size="sm" onFiles={choose}>
        <Upload aria-hidden />
        Import File
      </FileButton>
      {lines ? <FileDialog dog={dog} file={null} lines={lines} onClose={() => setLines(null)} /> : null}
    </>
  );
}

type FilesProps = { dog: ShownDog; files: readonly GeneticFile[]; canWrite: boolean };

export function GeneticFiles({ dog, files, canWrite }: FilesProps) {
  const remove = useMutation(api.genetics.geneticFiles.remove);
  const [opened, setOpened] = useState<{ file: GeneticFile; isDeleting: boolean } | null>(null);
  const close = () => setOpened(null);
  if (files.length === 0) return null;
  return (
    <>
      <ul aria-label="Imported files" className="divide-y">
        {files.map((file) => (
          <FileRow
            key={file._id}
            file={file}
            actions={
              canWrite
                ? {
                    onEdit: () => setOpened({ file, isDeleting: false }),
                    onDelete: () => setOpened({ file, isDeleting: true }),
                  }
                : null
            }
          />
        ))}
      </ul>
      {opened && !opened.isDeleting ? (
        <FileDialog dog={dog} file={opened.file} lines={opened.file.lines} onClose={close} />
      ) : null}
      {opened?.isDeleting ? (
        <DeleteQuestion
          recordId={opened.file._id}
          noun="genetic file"
          remove={async () => await remove({ geneticFileId: opened.file._id })}
          onClose={close}
        >
          <p>Nothing of {dog.name} is known from this file any longer.</p>
        </DeleteQuestion>
      ) : null}
    </>
  );
}
