/** The pedigree files that were imported, each of which can be undone on its page. */
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { ImportRows } from "@/features/dogs/imports/import-rows";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

/** Renders the card; nothing before the first import. */
export function AncestorImports() {
  const { kennelId } = useKennel();
  const runs = useLiveQuery(api.imports.imports.list, { kennelId, kind: "ancestors" });
  const finished = (runs.data ?? []).filter(({ state }) => state === "finished");
  if (finished.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Imported files</CardTitle>
      </CardHeader>
      <CardContent>
        <ImportRows runs={finished} label="Imported files" />
      </CardContent>
    </Card>
  );
}
