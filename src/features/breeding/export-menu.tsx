/** Takes the breedings of the current tab and search along as a file, which the server makes. */
import { useState } from "react";
import { useAction } from "convex/react";
import { Download, FileDown, FileSpreadsheet, FileText } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { toListArgs, type BreedingFilter } from "@/features/breeding/use-breeding-list";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { saveFile } from "@/lib/save-file";
import type { ExportFormat } from "@domain/breedings/export";
import { api } from "@convex/_generated/api";

const CHOICES = [
  { format: "csv", label: "CSV", icon: FileDown },
  { format: "xlsx", label: "Excel", icon: FileSpreadsheet },
  { format: "pdf", label: "PDF", icon: FileText },
] as const satisfies readonly { format: ExportFormat; label: string; icon: typeof FileDown }[];

/** Renders the button with its formats. */
export function ExportMenu({ filter, today }: { filter: BreedingFilter; today: string }) {
  const { kennelId } = useKennel();
  const make = useAction(api.breedings.actions.breedingExport.make);
  const [isBusy, setBusy] = useState(false);
  const save = async (format: ExportFormat) => {
    setBusy(true);
    try {
      const file = await make({ kennelId, format, today, ...toListArgs(filter) });
      saveFile(new Blob([file.content], { type: file.type }), file.fileName);
      toast.success("Data exported successfully");
    } catch (error) {
      toast.error(failureText("Failed to export data", error));
    }
    setBusy(false);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="outline"
          className="h-11 px-3 sm:px-4"
          disabled={isBusy}
          aria-label={isBusy ? "Exporting..." : "Export"}
        >
          <Download aria-hidden />
          <span className="hidden sm:inline">{isBusy ? "Exporting..." : "Export"}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {CHOICES.map(({ format, label, icon: Icon }) => (
          <DropdownMenuItem key={format} onSelect={() => void save(format)}>
            <Icon aria-hidden />
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
