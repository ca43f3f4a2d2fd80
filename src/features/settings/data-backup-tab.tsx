/** Settings > Data & Backup: what leaves Studbook, what comes back, and what was changed. */
import { BackupsCard } from "@/features/settings/backups/backups-card";
import { HistoryCard } from "@/features/settings/history/history-card";
import { OwnDataPart } from "@/features/settings/own-data/own-data-part";
import { useKennel } from "@/hooks/use-kennel";

/** Renders the tab's cards. */
export function DataBackupTab() {
  const { can } = useKennel();
  return (
    <>
      {can("backups", "read") ? <BackupsCard /> : null}
      <OwnDataPart />
      <HistoryCard />
    </>
  );
}
