/** The history of the kennel as a page. Settings has the same card beside backups and exports. */
import { HistoryCard } from "@/features/history/history-card";

export function HistoryPage() {
  return <HistoryCard isPage />;
}
