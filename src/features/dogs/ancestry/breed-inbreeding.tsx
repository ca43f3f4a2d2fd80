/** The inbreeding of the whole breed: the mean, how it moved from year to year, and the most inbred dogs. */
import type { FunctionReturnType } from "convex/server";
import { Loaded } from "@/components/loaded";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { useAncestryAddress } from "@/features/dogs/ancestry/ancestry-address";
import { BreedYears } from "@/features/dogs/ancestry/breed-years";
import { ProgressBar } from "@/features/dogs/imports/import-progress";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

type Overview = FunctionReturnType<typeof api.pedigree.coefficients.overview>;
type Result = NonNullable<Overview["result"]>;

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
const number = (value: number): string => value.toLocaleString("en-US");

/** Renders the card. */
export function BreedInbreeding() {
  const { kennelId } = useKennel();
  const overview = useLiveQuery(api.pedigree.coefficients.overview, { kennelId });
  return (
    <Card>
      <CardHeader>
        <CardTitle>Inbreeding of the breed</CardTitle>
        <CardDescription>
          Wright&rsquo;s coefficient of every dog and ancestor over its whole known pedigree. It updates with
          every change.
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
    ["Mean of all", percent(result.mean)],
    ["Mean of your dogs", result.ownMean === null ? "none yet" : percent(result.ownMean)],
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
            <td className="py-1 text-right tabular-nums">{percent(coefficient)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
