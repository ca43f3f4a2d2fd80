/** Saves the litter's sheet as a file. */
import { useState } from "react";
import { useAction } from "convex/react";
import { toast } from "sonner";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { saveFile } from "@/lib/save-file";
import { api } from "@convex/_generated/api";

const FILE_TYPES = { pdf: "application/pdf", csv: "text/csv" } as const;

/** Returns the export of a litter and whether one is being made. */
export function useLitterExport(litterId: string) {
  const make = useAction(api.litters.actions.litterSheet.make);
  const today = useToday();
  const [isExporting, setExporting] = useState(false);
  const exportAs = async (format: keyof typeof FILE_TYPES) => {
    setExporting(true);
    try {
      const { fileName, content } = await make({ litterId, format, today });
      saveFile(new Blob([content], { type: FILE_TYPES[format] }), fileName);
    } catch (error) {
      toast.error(failureText("Failed to export the litter", error));
    }
    setExporting(false);
  };
  return { exportAs, isExporting };
}
