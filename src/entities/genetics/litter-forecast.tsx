/**
 * What a litter of two dogs may look like, by their genetic results: colors and coats with their chances, what is lost
 * before birth, and the loci that nobody has tested. What may harm the puppies stands in the advice above it.
 */
import { Loaded } from "@/components/loaded";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { formatPercent } from "@domain/formatting/formatting";
import { nameLocus, type Outlook } from "@domain/genetics/forecast";

function Outlooks({ label, outlooks }: { label: string; outlooks: readonly Outlook[] }) {
  return (
    <dl aria-label={label} className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {outlooks.map(({ words, chance }) => (
        <div key={words} className="contents">
          <dt className="text-right font-semibold tabular-nums">{formatPercent(chance, 1)}</dt>
          <dd className="min-w-0 break-words">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

type Sides = { locus: string; sire: boolean; dam: boolean };

const sideText = ({ locus, sire, dam }: Sides): string =>
  `${nameLocus(locus)}: ${sire && dam ? "both parents" : sire ? "the sire" : "the dam"}`;

const inferredText = ({
  locus,
  sire,
  dam,
}: {
  locus: string;
  sire: string | null;
  dam: string | null;
}): string =>
  `${nameLocus(locus)} ${[sire && `${sire} of the sire`, dam && `${dam} of the dam`].filter(Boolean).join(" and ")}`;

function LociOfParents({ lead, loci }: { lead: string; loci: readonly Sides[] }) {
  if (loci.length === 0) return null;
  return (
    <p className="text-sm text-muted-foreground">
      {lead} {loci.map(sideText).join("; ")}.
    </p>
  );
}

/** Renders the forecast; nothing for a user who may not read health records, or if neither parent has results. */
export function LitterForecast({ sireId, damId }: { sireId: string; damId: string }) {
  const mayRead = useKennel().can("health", "read");
  const forecast = useLiveQuery(api.genetics.genotypes.forecast, mayRead ? { dogId: damId, sireId } : "skip");
  if (!mayRead) return null;
  return (
    <Loaded query={forecast} failureText="Failed to load the forecast. Please try again." height="h-24">
      {(found) => {
        if (!found) return null;
        const { colours, coats, untested, disputed, inferred, lostBeforeBirth } = found;
        const isNothingTested = untested.every(({ sire, dam }) => sire && dam) && coats.length === 0;
        if (colours === null && isNothingTested && disputed.length === 0) return null;
        return (
          <section aria-label="Forecast of the litter" className="mt-5 flex flex-col gap-3">
            <h4 className="font-title text-lg">Colors and Coats</h4>
            {colours === null ? (
              <p>
                The colors are not predicted, because a locus that they need is not tested in both parents.
              </p>
            ) : (
              <Outlooks label="Colors" outlooks={colours} />
            )}
            {coats.length > 0 ? <Outlooks label="Coats" outlooks={coats} /> : null}
            {lostBeforeBirth > 0 ? (
              <p>
                {formatPercent(lostBeforeBirth, 1)} of the puppies die before birth; the shares are of those
                that are born.
              </p>
            ) : null}
            {inferred.length > 0 ? (
              <p className="text-sm text-muted-foreground">
                Inferred, not tested: {inferred.map(inferredText).join("; ")}.
              </p>
            ) : null}
            <LociOfParents lead="Not tested:" loci={untested} />
            <LociOfParents lead="Left out, because results disagree:" loci={disputed} />
          </section>
        );
      }}
    </Loaded>
  );
}
