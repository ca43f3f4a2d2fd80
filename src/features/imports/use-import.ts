/**
 * The steps of an import. The browser sends the rows in chunks and the server stores them. After a lost connection
 * or a reload, only missing chunks are sent. Nothing is written to the kennel before the last step.
 *   choosing ──file──► settings ──check──► sending ──► checking ──► checked ──confirm──► writing ──► imported
 *                         ▲──────a setting changed or 'Back'───────────┘
 */
import { useRef, useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import type { OldEncoding } from "@/features/imports/decode-text";
import {
  accountFor,
  chooseSheet,
  columnCells,
  countAncestors,
  fingerprintOf,
  guessColumns,
  namesBreeds,
  readChunks,
  readImportFile,
  UnreadableFile,
  WholeKennelFile,
  type ImportFile,
} from "@/features/imports/import-file";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { MAX_IMPORT_NOTES, type ImportKind } from "@domain/imports/rules";
import type { KnownDogMode } from "@domain/imports/planned";
import { answerUnit, assignField, isDateField, isOpen, type ImportColumn } from "@domain/imports/columns";
import type { DateOrder } from "@domain/imports/read-dates";
import type { ImportField } from "@domain/imports/fields";
import type { Lineage } from "@domain/imports/lineages";
import type { MeasureUnit } from "@domain/imports/read-values";

export type ImportRun = FunctionReturnType<typeof api.imports.imports.list>[number];

export type ImportSettings = {
  columns: readonly ImportColumn[];
  mode: KnownDogMode;
  breed: string;
};

const FIRST_MODE = { dogs: "skip", ancestors: "complete" } as const satisfies Record<
  ImportKind,
  KnownDogMode
>;

/** The newest if there are several unfinished imports of this kind. */
export function useOwnRun(kind: ImportKind): ImportRun | null {
  const { kennelId } = useKennel();
  const runs = useLiveQuery(api.imports.imports.list, { kennelId, kind });
  return (runs.data ?? []).find((run) => run.isMine && run.state !== "finished") ?? null;
}

export function useImport(kind: ImportKind, today: string) {
  const start = useMutation(api.imports.imports.start);
  const stage = useMutation(api.imports.imports.stage);
  const confirmRun = useMutation(api.imports.imports.confirm);
  const takeFirstOf = useMutation(api.imports.imports.takeFirst);
  const cancelRun = useMutation(api.imports.imports.cancel);
  const answerRun = useMutation(api.imports.imports.answer);
  const { kennelId } = useKennel();
  const run = useOwnRun(kind);
  const ownBreeds = useLiveQuery(api.dogs.dogs.ownBreeds, { kennelId });
  const [source, setSource] = useState<File | null>(null);
  const [file, setFile] = useState<ImportFile | null>(null);
  const [settings, setSettings] = useState<ImportSettings | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isWholeKennel, setWholeKennel] = useState(false);
  const [work, setWork] = useState<"reading" | "sending" | "deciding" | null>(null);
  const [confirmedId, setConfirmedId] = useState<string | null>(null);
  const isGivenUp = useRef(false);
  const defaultBreed = ownBreeds.data?.[0] ?? "";

  const during = async (kindOfWork: NonNullable<typeof work>, message: string, step: () => Promise<void>) => {
    setWork(kindOfWork);
    setFailure(null);
    setWholeKennel(false);
    try {
      await step();
    } catch (error) {
      setWholeKennel(error instanceof WholeKennelFile);
      setFailure(error instanceof UnreadableFile ? error.message : failureText(message, error));
    }
    setWork(null);
  };
  const forget = async () => {
    if (run && run.state !== "writing" && run.state !== "undoing") {
      await cancelRun({ kennelId, runId: run._id });
    }
  };
  const read = async (chosen: File, encoding?: OldEncoding) => {
    const taken = await readImportFile(
      chosen.name,
      new Uint8Array(await chosen.arrayBuffer()),
      kind,
      encoding,
    );
    setFile(taken);
    return taken;
  };
  const choose = (chosen: File) =>
    during("reading", "Failed to read the file", async () => {
      setConfirmedId(null);
      const taken = await read(chosen);
      setSource(chosen);
      setSettings({ columns: guessColumns(taken), mode: FIRST_MODE[kind], breed: defaultBreed });
      // If the file belongs to an interrupted upload, that upload continues. Any other unfinished import is
      // deleted.
      if (run && run.state !== "staging") await forget();
    });
  /** The file's headings may be different in another encoding. */
  const takeEncoding = async (encoding: OldEncoding) => {
    if (!source || work !== null) return;
    await during("reading", "Failed to read the file", async () =>
      change({ columns: guessColumns(await read(source, encoding)) }),
    );
  };
  /** Each sheet has its own columns. */
  const takeSheet = (name: string) => {
    if (!file) return;
    const taken = chooseSheet(file, name);
    setFile(taken);
    change({ columns: guessColumns(taken) });
  };
  const change = (changes: Partial<ImportSettings>) => {
    setFailure(null);
    setSettings((last) => last && { ...last, ...changes });
  };
  const changeColumns = (changeAll: (columns: readonly ImportColumn[]) => ImportColumn[]) => {
    setFailure(null);
    setSettings((last) => last && { ...last, columns: changeAll(last.columns) });
  };
  const mapColumn = (at: number, field: ImportField | null, of: Lineage = "") => {
    if (file) changeColumns((columns) => assignField(columns, at, field, columnCells(file), of));
  };
  const changeColumn = (at: number, changes: Partial<ImportColumn>) =>
    changeColumns((columns) =>
      columns.map((column, index) => (index === at ? { ...column, ...changes } : column)),
    );
  /** Sets the order for one column, or for all columns. */
  const orderDates = (order: DateOrder, at?: number) =>
    changeColumns((columns) =>
      columns.map((column, index) =>
        isDateField(column.field) && column.hasOrders && (at === undefined || at === index)
          ? { ...column, order }
          : column,
      ),
    );
  const chooseUnit = (at: number, unit: MeasureUnit) =>
    changeColumns((columns) => answerUnit(columns, at, unit));
  const needsBreed = file !== null && settings !== null && !namesBreeds(settings.columns);
  const needsAnswer = settings?.columns.some(isOpen) ?? false;
  const check = () =>
    during("sending", "Failed to upload the file", async () => {
      if (!file || !settings) return;
      isGivenUp.current = false;
      setConfirmedId(null);
      const { columns, mode } = settings;
      const breed = settings.breed.trim();
      const chunks = await readChunks(file, columns, kind);
      const { runId, stagedChunks } = await start({
        kennelId,
        kind,
        mode,
        fileName: file.name,
        fingerprint: fingerprintOf(chunks, [mode, breed].join(" ")),
        rowCount: chunks.reduce((sum, rows) => sum + rows.length, 0),
        chunkCount: chunks.length,
        notes: [...countAncestors(chunks), ...accountFor(file, columns)].slice(0, MAX_IMPORT_NOTES),
        today,
        ...(breed === "" ? {} : { breed }),
      });
      for (let index = stagedChunks; index < chunks.length; index += 1) {
        if (isGivenUp.current) break;
        await stage({ kennelId, runId, index, rows: (chunks[index] ?? []).map((row) => toSent(row)) });
      }
      if (isGivenUp.current) await cancelRun({ kennelId, runId });
    });
  /** The chunk in progress is still uploaded. Then the uploaded chunks are deleted on the server. */
  const giveUp = () => {
    isGivenUp.current = true;
  };
  const back = () =>
    during("deciding", "Failed to go back", async () => {
      // The page no longer waits for an import that must be checked again.
      setConfirmedId(null);
      await forget();
    });
  const confirm = () =>
    during("deciding", "Failed to import dogs", async () => {
      if (!run) return;
      await confirmRun({ kennelId, runId: run._id });
      setConfirmedId(run._id);
    });
  /** The server checks the file again with the answers. */
  const answer = (answers: { key: string; answer: string }[], areOthersNew = false) =>
    during("deciding", "Failed to send the answers", async () => {
      if (run) await answerRun({ kennelId, runId: run._id, answers, areOthersNew });
    });
  /** Limits the import to as many of the file's first dogs as the plan has room for. */
  const takeFirst = () =>
    during("deciding", "Failed to check the file", async () => {
      if (run) await takeFirstOf({ kennelId, runId: run._id });
    });
  /** Also undoes what is already written. */
  const stop = () =>
    during("deciding", "Failed to stop the import", async () => {
      if (run) await cancelRun({ kennelId, runId: run._id });
    });
  return {
    file,
    settings,
    run,
    /** The import that the user confirmed on this page. */
    confirmedId,
    failure,
    /** A file with a whole kennel must be restored instead of imported. */
    isWholeKennel,
    work,
    needsBreed,
    /** The file cannot be read before a question is answered. */
    needsAnswer,
    choose,
    takeEncoding,
    takeSheet,
    change,
    mapColumn,
    changeColumn,
    orderDates,
    chooseUnit,
    check,
    giveUp,
    back,
    confirm,
    answer,
    takeFirst,
    stop,
  };
}

export type ImportSteps = ReturnType<typeof useImport>;

type Sent = Parameters<ReturnType<typeof useMutation<typeof api.imports.imports.stage>>>[0]["rows"][number];

/** Copies the arguments, because the called function may change them. */
const toSent = ({
  line,
  values,
  errors,
  warnings,
  texts,
}: Parameters<typeof fingerprintOf>[0][number][number]): Sent => ({
  line,
  values,
  ...(errors ? { errors } : {}),
  ...(warnings ? { warnings: [...warnings] } : {}),
  ...(texts ? { texts: { ...texts } } : {}),
});
