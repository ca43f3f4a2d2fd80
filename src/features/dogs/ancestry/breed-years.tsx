/** The mean coefficient by year of birth: a small column chart to see, and the same as a table to read. */
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";

type Year = { year: number; dogs: number; mean: number };

const HEIGHT = 120;
const WIDTH = 640;

/** A year whose dogs are not inbred is seen as a line, unlike one in which none was born. */
const LOWEST = 2;

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Renders chart and table; nothing when no birth is known. */
export function BreedYears({ years }: { years: readonly Year[] }) {
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
        aria-label={`Mean coefficient from ${first.year}, ${percent(first.mean)}, to ${last.year}, ${percent(last.mean)}; highest ${percent(highest)}`}
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
              <title>{`${year}: ${percent(mean)}, ${dogs.toLocaleString("en-US")} ${dogs === 1 ? "dog" : "dogs"}`}</title>
            </rect>
          );
        })}
      </svg>
      <div aria-hidden className="flex justify-between text-sm text-muted-foreground tabular-nums">
        <span>{first.year}</span>
        <span>highest {percent(highest)}</span>
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
                  <td className="py-1 text-right">{percent(mean)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </CollapsibleContent>
      </Collapsible>
    </figure>
  );
}
