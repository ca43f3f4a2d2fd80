/** The Actions menu of the Dogs page. */
import { useState } from "react";
import { useConvex } from "convex/react";
import {
  Archive,
  ChevronDown,
  FileClock,
  FileDown,
  FileSpreadsheet,
  FileUp,
  Network,
  Printer,
} from "lucide-react";
import { useNavigate } from "@/lib/router";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { ImportDialog } from "@/features/dogs/list/late-parts";
import { IMPORTS_PATH } from "@/features/imports/import-words";
import { useImportAddress } from "@/features/imports/import-address";
import type { DogListParams } from "@/features/dogs/list/dog-list-params";
import { DogPrintSheet } from "@/features/dogs/detail/dog-print-sheet";
import { fetchMatchingDogs, saveAsCsv, saveAsSpreadsheet } from "@/features/dogs/list/export-dogs";
import type { Dog } from "@/entities/dogs/types";
import type { DogList } from "@/features/dogs/list/use-dog-list";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";

type DogActionsMenuProps = {
  list: DogList;
  params: DogListParams;
  today: string;
  canWrite: boolean;
  /** For a dog that was sold or died. */
  onAddPast: () => void;
};

export function DogActionsMenu(props: DogActionsMenuProps) {
  const { list, params, today, canWrite, onAddPast } = props;
  const client = useConvex();
  const navigate = useNavigate();
  const { kennelId } = useKennel();
  const [isBusy, setBusy] = useState(false);
  const [printedDogs, setPrintedDogs] = useState<readonly Dog[] | null>(null);
  const { isImporting, openImport, closeImport } = useImportAddress();
  const pageDogs = list.isStale ? undefined : list.page?.data;
  const total = list.page?.pagination.totalItems ?? 0;
  // The documented export contains only the current page. If there are more pages, the label says that the export
  // is a part.
  const isPart = pageDogs !== undefined && pageDogs.length < total;
  const pageText = `This page, ${pageDogs?.length ?? 0} of ${total} dogs`;

  const withAll = async (failure: string, handle: (dogs: Dog[]) => void | Promise<void>) => {
    setBusy(true);
    try {
      await handle(await fetchMatchingDogs(client, kennelId, params, today));
    } catch (error) {
      toast.error(failureText(failure, error));
    }
    setBusy(false);
  };
  const exportAll = (save: (dogs: Dog[]) => void | Promise<void>) =>
    withAll("Failed to export data", async (dogs) => {
      await save(dogs);
      toast.success("Data exported successfully");
    });
  const exportPage = () => {
    if (!pageDogs) return;
    saveAsCsv(pageDogs);
    toast.success(
      "Data exported successfully",
      isPart ? { description: `${pageText}. “Export All to CSV” exports every dog.` } : undefined,
    );
  };

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" className="h-11 max-sm:px-3" disabled={isBusy}>
            Actions
            <ChevronDown aria-hidden className="max-sm:hidden" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {isPart ? <DropdownMenuLabel>{pageText}</DropdownMenuLabel> : null}
          <DropdownMenuItem disabled={!pageDogs?.length} onSelect={exportPage}>
            <FileDown aria-hidden />
            Export to CSV
          </DropdownMenuItem>
          {canWrite ? (
            <>
              <DropdownMenuItem onSelect={() => openImport()}>
                <FileUp aria-hidden />
                Import from CSV
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={onAddPast}>
                <Archive aria-hidden />
                Add Past Dog
              </DropdownMenuItem>
            </>
          ) : null}
          <DropdownMenuItem onSelect={() => void navigate(IMPORTS_PATH)}>
            <FileClock aria-hidden />
            Imports
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void navigate("/dashboard/dogs/pedigree-database")}>
            <Network aria-hidden />
            Pedigree Database
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void withAll("Failed to print", setPrintedDogs)}>
            <Printer aria-hidden />
            Print Dog List
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuLabel>All matching dogs</DropdownMenuLabel>
          <DropdownMenuItem onSelect={() => void exportAll(saveAsCsv)}>
            <FileDown aria-hidden />
            Export All to CSV
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void exportAll(saveAsSpreadsheet)}>
            <FileSpreadsheet aria-hidden />
            Export All to Excel
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isImporting ? <ImportDialog kind="dogs" today={today} onClose={closeImport} /> : null}
      {printedDogs ? (
        <DogPrintSheet
          dogs={printedDogs}
          params={params}
          today={today}
          onPrinted={() => setPrintedDogs(null)}
        />
      ) : null}
    </>
  );
}
