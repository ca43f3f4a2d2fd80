/** Takes the breedings of the current tab and search along as a file, which the server makes. */
import { useAction } from "convex/react";
import { ExportMenu } from "@/components/export-menu";
import { toListArgs, type BreedingFilter } from "@/features/breeding/use-breeding-list";
import { useKennel } from "@/hooks/use-kennel";
import { useMadeFile } from "@/hooks/use-made-file";
import { api } from "@convex/_generated/api";

/** Renders the button with its formats. */
export function ExportBreedings({ filter, today }: { filter: BreedingFilter; today: string }) {
  const { kennelId } = useKennel();
  const make = useAction(api.breedings.actions.breedingExport.make);
  const [isBusy, save] = useMadeFile("Failed to export data", "Data exported successfully");
  return (
    <ExportMenu
      isTool
      isBusy={isBusy}
      onExport={(format) => void save(() => make({ kennelId, format, today, ...toListArgs(filter) }))}
    />
  );
}
