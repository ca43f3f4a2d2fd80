/**
 * The finished imports. Imports of dogs are listed for a month, imports of pedigree databases until their ancestors
 * are deleted.
 */
import { FileUp, Network } from "lucide-react";
import { BackLink } from "@/components/back-link";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ImportRows } from "@/features/imports/import-rows";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { Link } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { REMEMBERED_IMPORT_DAYS } from "@domain/imports/rules";

export function ImportsPage() {
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <BackLink to="/dashboard/dogs">Dogs</BackLink>
      {useKennel().can("dogs", "write") ? (
        <ul aria-label="New import" className="grid gap-3 sm:grid-cols-2">
          {KINDS.map(({ to, icon: Icon, label, text }) => (
            <li key={to} className="flex items-start gap-3 rounded-lg border bg-card p-4 shadow-page">
              <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-brass" />
              <div className="flex min-w-0 flex-1 flex-col items-start gap-3 self-stretch">
                <p className="flex-1 text-muted-foreground">{text}</p>
                <Button asChild variant="outline">
                  <Link to={to}>{label}</Link>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <Imports />
    </div>
  );
}

/** Each kind of import has the address of its dialog. */
const KINDS = [
  {
    to: "/dashboard/dogs?import=1",
    icon: FileUp,
    label: "Import Dogs",
    text: "Your own dogs from a spreadsheet, with a preview before anything is saved.",
  },
  {
    to: "/dashboard/dogs/pedigree-database?import=1",
    icon: Network,
    label: "Import Pedigree File",
    text: "Ancestors from your club's file (CSV or GEDCOM). They complete pedigrees and count towards no limit.",
  },
] as const;

function Imports() {
  const { kennelId } = useKennel();
  const ofDogs = useLiveQuery(api.imports.imports.list, { kennelId, kind: "dogs" });
  const ofAncestors = useLiveQuery(api.imports.imports.list, { kennelId, kind: "ancestors" });
  for (const query of [ofDogs, ofAncestors]) {
    if (query.status === "error")
      return <LoadError message="Failed to load the imports. Please try again." onRetry={query.retry} />;
  }
  if (!ofDogs.data || !ofAncestors.data) return <Skeleton className="h-40" />;
  const finished = [...ofDogs.data, ...ofAncestors.data]
    .filter(({ state }) => state === "finished")
    .sort((a, b) => b.startedAt - a.startedAt);
  if (finished.length === 0)
    return (
      <EmptyState
        icon={<FileUp aria-hidden className="size-8 text-muted-foreground" />}
        title="No imports yet"
        text="Your imports appear here, with what was added and what needs an answer."
      />
    );
  return (
    <>
      <ImportRows runs={finished} label="Imports" />
      <p className="text-sm text-muted-foreground">
        Imports of dogs are kept here for {REMEMBERED_IMPORT_DAYS} days and can be undone until then.
      </p>
    </>
  );
}
