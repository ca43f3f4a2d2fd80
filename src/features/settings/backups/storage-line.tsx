/** How much room the kennel's files take, and how much they may take; to an owner of several, also all together. */
import { Skeleton } from "@/components/ui/skeleton";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { formatFileSize } from "@domain/files/file-size";

/** Renders one line; none where it cannot be read, as the backups below say so. */
export function StorageLine() {
  const { kennelId } = useKennel();
  const { data, status } = useLiveQuery(api.backups.backups.storage, { kennelId });
  if (status === "error") return null;
  if (!data) return <Skeleton className="h-5 w-56" />;
  const { usedBytes, deletedBytes, limitBytes, ownedTogether } = data;
  const limit = limitBytes === null ? "" : ` of ${formatFileSize(limitBytes)}`;
  const deleted = deletedBytes === 0 ? "" : `, and ${formatFileSize(deletedBytes)} by deleted files`;
  const together = ownedTogether?.limitBytes
    ? ` All your kennels together use ${formatFileSize(ownedTogether.usedBytes)} of ${formatFileSize(ownedTogether.limitBytes)}.`
    : "";
  return (
    <p className="text-sm text-muted-foreground">
      {`Storage: ${formatFileSize(usedBytes)}${limit} used by photos, documents and backups${deleted}.${together}`}
    </p>
  );
}
