/** The external ancestors, and the inbreeding of the whole breed. */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { FileUp } from "lucide-react";
import { toast } from "sonner";
import { BackLink } from "@/components/back-link";
import { LoadError } from "@/components/load-error";
import { Loaded } from "@/components/loaded";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { useAncestryAddress } from "@/features/pedigree/pedigree-address";
import { AncestryDialog } from "@/features/pedigree/ancestry-dialog";
import { useImportAddress } from "@/features/imports/import-address";
import { ProgressBar } from "@/features/imports/import-progress";
import { ImportRows } from "@/features/imports/import-rows";
import { ImportStatus } from "@/features/imports/import-status";
import { countText } from "@/features/imports/import-words";
import { ImportDialog } from "@/features/dogs/list/late-parts";
import type { ParentChoice } from "@/entities/dogs/types";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { Link } from "@/lib/router";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { PARENT_CHOICES_LIMIT } from "@domain/dogs/rules";
import { formatPercent } from "@domain/formatting/formatting";

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

const SEARCH_DELAY_MS = 200;

/** A found ancestor can be added to the kennel. */
function AncestorSearch({ canWrite }: { canWrite: boolean }) {
  const { kennelId } = useKennel();
  const [text, setText] = useState("");
  const search = useDebouncedValue(text, SEARCH_DELAY_MS).trim();
  const result = useLiveQuery(api.dogs.dogs.searchAncestors, { kennelId, search });
  const total = result.data?.total;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Ancestors</CardTitle>
        <CardDescription>
          {total === undefined || total > 0
            ? `${total === undefined ? "" : `${countText(total, "ancestors")} from outside the kennel. `}They complete pedigrees and can be chosen as parents; they are not listed and not counted among your dogs.`
            : "No ancestors yet. Import your club's pedigree file (CSV or GEDCOM) to complete every pedigree."}
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        <Input
          type="search"
          aria-label="Search ancestors"
          placeholder="Search by name or registration number"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {result.status === "error" ? (
          <LoadError message="Failed to load ancestry data" onRetry={result.retry} />
        ) : search === "" ? null : result.status === "loading" ? (
          <Skeleton className="h-24" />
        ) : result.data.found.length === 0 ? (
          <p className="text-muted-foreground">No ancestor has that name or number.</p>
        ) : (
          <>
            <ul aria-label="Ancestors found" className="flex flex-col divide-y">
              {result.data.found.map((dog) => (
                <FoundAncestor key={dog._id} dog={dog} canWrite={canWrite} />
              ))}
            </ul>
            {result.data.found.length === PARENT_CHOICES_LIMIT ? (
              <p className="text-sm text-muted-foreground">
                The first {PARENT_CHOICES_LIMIT} from A to Z. Type more of the name or number to see others.
              </p>
            ) : null}
          </>
        )}
      </CardContent>
    </Card>
  );
}

function FoundAncestor({ dog, canWrite }: { dog: ParentChoice; canWrite: boolean }) {
  const ancestry = useAncestryAddress();
  const adopt = useMutation(api.dogs.dogs.adopt);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      await adopt({ dogId: dog._id });
      toast.success(`${dog.name} is a dog of your kennel now`);
    } catch (error) {
      toast.error(failureText("Failed to add the dog", error));
    }
    setBusy(false);
  };
  const facts = [dog.registrationNumber, dog.dateOfBirth, dog.breed].filter(Boolean).join(" · ");
  return (
    <li className="flex flex-wrap items-center gap-2 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">{dog.name}</p>
        <p className="text-sm break-words text-muted-foreground">{facts}</p>
      </div>
      <Button variant="outline" aria-label={`Pedigree of ${dog.name}`} onClick={() => ancestry.open(dog._id)}>
        Pedigree
      </Button>
      {canWrite ? (
        <Button
          variant="outline"
          aria-label={`Add to my dogs: ${dog.name}`}
          disabled={isBusy}
          onClick={() => void add()}
        >
          Add to My Dogs
        </Button>
      ) : null}
    </li>
  );
}

/** The user can undo an import on its page. Renders nothing before the first import. */
function AncestorImports() {
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

type Overview = FunctionReturnType<typeof api.pedigree.coefficients.overview>;
type Result = NonNullable<Overview["result"]>;

const number = (value: number): string => value.toLocaleString("en-US");

/** The mean, its change from year to year, and the most inbred dogs. */
function BreedInbreeding() {
  const { kennelId } = useKennel();
  const overview = useLiveQuery(api.pedigree.coefficients.overview, { kennelId });
  return (
    <Card>
      <CardHeader>
        <CardTitle>Inbreeding of the breed</CardTitle>
        <CardDescription>
          Wright&rsquo;s coefficient of every dog and ancestor over its whole known pedigree. It updates with
          every change.{" "}
          <Link
            to="/dashboard/dogs/population"
            className="text-primary underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            Diversity of the living breeding dogs
          </Link>
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <Loaded query={overview} failureText="Failed to load ancestry data" height="h-32">
          {(data) =>
            data.progress ? (
              <Running progress={data.progress} />
            ) : data.result ? (
              <Figures result={data.result} />
            ) : (
              <p className="text-muted-foreground">No dogs or ancestors recorded yet.</p>
            )
          }
        </Loaded>
      </CardContent>
    </Card>
  );
}

function Running({ progress: { done, total } }: { progress: NonNullable<Overview["progress"]> }) {
  const text = `Calculating ${number(done)} of ${number(total)}`;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted-foreground tabular-nums">{text}</p>
      <ProgressBar label="Calculation" share={total > 0 ? done / total : 0} text={text} />
    </div>
  );
}

function Figures({ result }: { result: Result }) {
  const figures = [
    ["Mean of all", formatPercent(result.mean)],
    ["Mean of your dogs", result.ownMean === null ? "none yet" : formatPercent(result.ownMean)],
    ["Dogs and ancestors", number(result.dogs)],
    ["Inbred", number(result.inbredDogs)],
    ["Founders", number(result.founders)],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-5">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted-foreground">{label}</dt>
            <dd className="font-title text-xl tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <BreedYears years={result.years} />
      <MostInbred dogs={result.mostInbred} />
    </>
  );
}

function MostInbred({ dogs }: { dogs: Result["mostInbred"] }) {
  const ancestry = useAncestryAddress();
  if (dogs.length === 0) return <p className="text-muted-foreground">No known inbreeding.</p>;
  return (
    <table className="w-full text-left text-sm">
      <caption className="mb-1 text-left text-base font-semibold">Most inbred</caption>
      <thead className="text-muted-foreground">
        <tr className="border-b">
          <th className="py-1 font-normal">Name</th>
          <th className="py-1 text-right font-normal">Coefficient</th>
        </tr>
      </thead>
      <tbody>
        {dogs.map(({ _id, name, isExternal, coefficient }) => (
          <tr key={_id} className="border-b border-border/60">
            <td className="py-1 pr-2 break-words pointer-coarse:py-3">
              <button
                type="button"
                onClick={() => ancestry.open(_id)}
                className="rounded-sm text-left underline underline-offset-4 hover:text-primary"
              >
                {name}
              </button>
              {isExternal ? null : <span className="text-muted-foreground">, your dog</span>}
            </td>
            <td className="py-1 text-right tabular-nums">{formatPercent(coefficient)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Year = { year: number; dogs: number; mean: number };

const HEIGHT = 120;
const WIDTH = 640;

/**
 * The smallest height of a column. A year without inbreeding then has a visible line, unlike a year without births.
 */
const LOWEST = 2;

/** As a small column chart and as a table. Renders nothing if no birth date is known. */
function BreedYears({ years }: { years: readonly Year[] }) {
  const [first] = years;
  const last = years.at(-1);
  if (!first || !last) return null;
  const highest = Math.max(...years.map(({ mean }) => mean));
  const span = last.year - first.year + 1;
  const column = WIDTH / span;
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="font-semibold">Mean by year of birth</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Mean coefficient from ${first.year}, ${formatPercent(first.mean)}, to ${last.year}, ${formatPercent(last.mean)}; highest ${formatPercent(highest)}`}
        className="h-32 w-full border-b border-input"
      >
        {years.map(({ year, dogs, mean }) => {
          const height = LOWEST + (highest === 0 ? 0 : (mean / highest) * (HEIGHT - LOWEST - 2));
          return (
            <rect
              key={year}
              x={(year - first.year) * column + column * 0.1}
              y={HEIGHT - height}
              width={column * 0.8}
              height={height}
              className="fill-primary"
            >
              <title>{`${year}: ${formatPercent(mean)}, ${dogs.toLocaleString("en-US")} ${dogs === 1 ? "dog" : "dogs"}`}</title>
            </rect>
          );
        })}
      </svg>
      <div aria-hidden className="flex justify-between text-sm text-muted-foreground tabular-nums">
        <span>{first.year}</span>
        <span>highest {formatPercent(highest)}</span>
        <span>{last.year}</span>
      </div>
      <Collapsible>
        <CollapsibleTrigger className="rounded-sm text-sm text-muted-foreground underline underline-offset-4 hover:text-foreground">
          Show as a table
        </CollapsibleTrigger>
        <CollapsibleContent>
          <table className="mt-2 w-full max-w-md text-left text-sm">
            <thead className="text-muted-foreground">
              <tr className="border-b">
                <th className="py-1 font-normal">Year</th>
                <th className="py-1 text-right font-normal">Dogs</th>
                <th className="py-1 text-right font-normal">Mean</th>
              </tr>
            </thead>
            <tbody className="tabular-nums">
              {years.map(({ year, dogs, mean }) => (
                <tr key={year} className="border-b border-border/60">
                  <td className="py-1">{year}</td>
                  <td className="py-1 text-right">{dogs.toLocaleString("en-US")}</td>
                  <td className="py-1 text-right">{formatPercent(mean)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </CollapsibleContent>
      </Collapsible>
    </figure>
  );
}
