/**
 * The steps of an import. Nothing is written before the last one.
 *
 *   choosing ──file──► settings ──check──► checked ──confirm──► imported
 *                         ▲───a setting changed───┘
 */
import { useState } from "react";
import { useConvex, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { toast } from "sonner";
import {
  guessDateOrder,
  guessSettings,
  readImportFile,
  readRows,
  UnreadableFile,
  type ImportFile,
} from "@/features/dogs/import-file";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "../../../convex/_generated/api";
import type { KnownDogMode } from "../../../domain/dogs/import-plan";
import type { ColumnMapping, DateOrder, ImportField } from "../../../domain/dogs/import-rows";

export type ImportReport = FunctionReturnType<typeof api.dogImport.check>;

export type ImportSettings = { mapping: ColumnMapping; dateOrder: DateOrder; mode: KnownDogMode };

/** Returns the import's state and its steps. */
export function useDogImport(today: string, onDone: () => void) {
  const client = useConvex();
  const run = useMutation(api.dogImport.run);
  const { kennelId } = useKennel();
  const [file, setFile] = useState<ImportFile | null>(null);
  const [settings, setSettings] = useState<ImportSettings | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [work, setWork] = useState<"reading" | "checking" | "importing" | null>(null);

  const during = async (kind: NonNullable<typeof work>, message: string, step: () => Promise<void>) => {
    setWork(kind);
    setFailure(null);
    try {
      await step();
    } catch (error) {
      setFailure(error instanceof UnreadableFile ? error.message : failureText(message, error));
    }
    setWork(null);
  };
  const choose = (chosen: File) =>
    during("reading", "Failed to read the file", async () => {
      const read = await readImportFile(chosen.name, new Uint8Array(await chosen.arrayBuffer()));
      setFile(read);
      setSettings({ ...guessSettings(read), mode: "skip" });
      setReport(null);
    });
  const change = (changes: Partial<ImportSettings>) => {
    setReport(null);
    setFailure(null);
    setSettings((last) => last && { ...last, ...changes });
  };
  const mapColumn = (column: number, field: ImportField | null) => {
    if (!file || !settings) return;
    // A field comes from one column only.
    const mapping = settings.mapping.map((other, index) =>
      index === column ? field : other === field ? null : other,
    );
    change({ mapping, dateOrder: guessDateOrder(file, mapping) });
  };
  const check = () =>
    during("checking", "Failed to check the file", async () => {
      if (!file || !settings) return;
      const { rows, errors } = readRows(file, settings.mapping, settings.dateOrder);
      const answer = await client.query(api.dogImport.check, { kennelId, rows, mode: settings.mode, today });
      setReport({ ...answer, errors: [...errors, ...answer.errors].sort((a, b) => a.line - b.line) });
    });
  const confirm = () =>
    during("importing", "Failed to import dogs", async () => {
      if (!file || !settings) return;
      const { rows } = readRows(file, settings.mapping, settings.dateOrder);
      const { added, updated } = await run({ kennelId, rows, mode: settings.mode, today });
      toast.success(`${added + updated} dogs imported`);
      onDone();
    });
  return { file, settings, report, failure, work, choose, change, mapColumn, check, confirm };
}
