/** The tools of a report: filters and export. The browser writes CSV, the server writes PDF. */
import type { ReactNode } from "react";
import { useAction } from "convex/react";
import { ExportMenu } from "@/components/export-menu";
import { useKennel } from "@/hooks/use-kennel";
import { useMadeFile } from "@/hooks/use-made-file";
import { useToday } from "@/hooks/use-today";
import { saveFile } from "@/lib/save-file";
import { usualPaper } from "@/lib/usual-paper";
import type { ReportName } from "@domain/pdf/report";
import { toCsv } from "@domain/text/csv";
import { api } from "@convex/_generated/api";

type TakeAlongProps = {
  report: ReportName;
  year?: string | undefined;
  /** The headings are the first row. */
  rows: () => readonly (readonly string[])[];
};

type ReportToolsProps = TakeAlongProps & { children?: ReactNode };

/** If there is room, the tools are beside the choice of the report. */
export function ReportTools({ children = <span />, ...report }: ReportToolsProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 md:in-data-choice:absolute md:in-data-choice:top-0 md:in-data-choice:right-0 md:in-data-choice:h-9">
      {children}
      <TakeAlong {...report} />
    </div>
  );
}

function TakeAlong({ report, year, rows }: TakeAlongProps) {
  const { kennelId } = useKennel();
  const today = useToday();
  const print = useAction(api.contracts.actions.printedPapers.report);
  const [isBusy, save] = useMadeFile("Failed to make the PDF");
  const name = [report, year, today].filter((part) => part !== undefined).join("-");
  const savePdf = async () =>
    await save(async () => {
      const { content } = await print({ kennelId, report, year, paper: usualPaper(), today });
      return { content, type: "application/pdf", fileName: `${name}.pdf` };
    });
  const saveCsv = () =>
    saveFile(new Blob([toCsv(rows())], { type: "text/csv;charset=utf-8" }), `${name}.csv`);
  return (
    <ExportMenu
      formats={["csv", "pdf"]}
      isBusy={isBusy}
      onExport={(format) => (format === "csv" ? saveCsv() : void savePdf())}
    />
  );
}
