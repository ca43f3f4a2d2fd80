/** Takes a report along: as CSV from what is on the screen, or as a PDF that the server makes. */
import { useState } from "react";
import { useAction } from "convex/react";
import { Download, FileDown, FileText } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { saveFile } from "@/lib/save-file";
import { usualPaper } from "@/lib/usual-paper";
import type { ReportName } from "@domain/reports/printed-report";
import { toCsv } from "@domain/text/csv";
import { api } from "@convex/_generated/api";

type TakeAlongProps = {
  report: ReportName;
  year?: string | undefined;
  /** The report's rows, its head first. */
  rows: () => readonly (readonly string[])[];
};

/** Renders the menu. */
export function TakeAlong({ report, year, rows }: TakeAlongProps) {
  const { kennelId } = useKennel();
  const today = useToday();
  const print = useAction(api.contracts.actions.printedPapers.report);
  const [isBusy, setBusy] = useState(false);
  const name = [report, year, today].filter((part) => part !== undefined).join("-");
  const savePdf = async () => {
    setBusy(true);
    try {
      const { content } = await print({ kennelId, report, year, paper: usualPaper(), today });
      saveFile(new Blob([content], { type: "application/pdf" }), `${name}.pdf`);
    } catch (error) {
      toast.error(failureText("Failed to make the PDF", error));
    }
    setBusy(false);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" disabled={isBusy}>
          <Download aria-hidden />
          {isBusy ? "Exporting..." : "Export"}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem
          onSelect={() =>
            saveFile(new Blob([toCsv(rows())], { type: "text/csv;charset=utf-8" }), `${name}.csv`)
          }
        >
          <FileDown aria-hidden />
          CSV
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void savePdf()}>
          <FileText aria-hidden />
          PDF
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
