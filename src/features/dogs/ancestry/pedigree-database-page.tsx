/**
 * The pedigree database: the ancestors from outside the kennel. Here they are imported, found, taken into the kennel
 * and removed, and here the inbreeding of the whole breed is calculated.
 */
import { FileUp } from "lucide-react";
import { BackLink } from "@/components/back-link";
import { Button } from "@/components/ui/button";
import { AncestorImports } from "@/features/dogs/ancestry/ancestor-imports";
import { AncestorSearch } from "@/features/dogs/ancestry/ancestor-search";
import { AncestryDialog } from "@/features/dogs/ancestry/ancestry-dialog";
import { BreedInbreeding } from "@/features/dogs/ancestry/breed-inbreeding";
import { useImportAddress } from "@/features/dogs/imports/import-address";
import { ImportDialog } from "@/features/dogs/list/late-parts";
import { ImportStatus } from "@/features/dogs/imports/import-status";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";

/** Renders the page. */
export function PedigreeDatabasePage() {
  const { can } = useKennel();
  const today = useToday();
  const canWrite = can("dogs", "write");
  const { isImporting, openImport, closeImport } = useImportAddress();
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <BackLink to="/dashboard/dogs">Dogs</BackLink>
        {canWrite ? (
          <Button className="h-11" onClick={openImport}>
            <FileUp aria-hidden />
            Import Pedigree File
          </Button>
        ) : null}
      </div>
      <ImportStatus kind="ancestors" onShow={openImport} />
      <AncestorSearch canWrite={canWrite} />
      <BreedInbreeding />
      <AncestorImports />
      <AncestryDialog today={today} />
      {isImporting && canWrite ? <ImportDialog kind="ancestors" today={today} onClose={closeImport} /> : null}
    </div>
  );
}
