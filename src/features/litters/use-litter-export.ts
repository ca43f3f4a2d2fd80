/** Saves the litter's sheet as a file. */
import { useAction } from "convex/react";
import { useMadeFile } from "@/hooks/use-made-file";
import { useToday } from "@/hooks/use-today";
import { api } from "@convex/_generated/api";

const FILE_TYPES = { pdf: "application/pdf", csv: "text/csv" } as const;

/** Returns the export of a litter and whether one is being made. */
export function useLitterExport(litterId: string) {
  const make = useAction(api.litters.actions.litterSheet.make);
  const today = useToday();
  const [isExporting, save] = useMadeFile("Failed to export the litter");
  const exportAs = async (format: keyof typeof FILE_TYPES) =>
    await save(async () => ({ type: FILE_TYPES[format], ...(await make({ litterId, format, today })) }));
  return { exportAs, isExporting };
}
