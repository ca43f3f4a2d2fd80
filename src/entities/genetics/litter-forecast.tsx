/**
 * What puppies of two dogs may have and look like, by the parents' genetic results: diseases, colors and coats with
 * their chances, losses before birth, and untested loci. Risks for the puppies are in the advice above.
 */
import { Loaded } from "@/components/loaded";
import type { FunctionReturnType } from "convex/server";
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

type Disease = NonNullable<FunctionReturnType<typeof api.genetics.genotypes.forecast>>["diseases"][number];

const STATUSES = { clear: "clear", carrier: "a carrier", at_risk: "at risk" } as const;

const statusText = (status: Disease["sire"]): string => (status ? STATUSES[status] : "not tested");

const shareText = ({ low, high }: Disease["sons"]["all"]): string =>
  low === high ? formatPercent(low, 0) : `${formatPercent(low, 0)} to ${formatPercent(high, 0)}`;

/** Like '25% affected, 50% with one copy'. */
function copiesText({ effect, isSexLinked }: Disease, { one, all }: Disease["sons"], isSons = false): string {
  const harmed =
    effect === "unknown" ? (isSons && isSexLinked ? "with the copy" : "with two copies") : "affected";
  const parts = [
    ...(all.high > 0 ? [`${shareText(all)} ${harmed}`] : []),
    ...(one.high > 0 ? [`${shareText(one)} with one copy`] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : "none with a copy";
}

function Diseases({ diseases }: { diseases: readonly Disease[] }) {
  if (diseases.length === 0) return null;
  return (
    <>
      <h4 className="font-title text-lg">Diseases</h4>
      <ul aria-label="Diseases" className="flex flex-col gap-2">
        {diseases.map((disease) => {
          const { variant, name, sire, dam, disputed, daughters, sons, isSexLinked, effect } = disease;
          return (
            <li key={variant} className="min-w-0 break-words">
              <span className="font-semibold">{name}:</span>{" "}
              {isSexLinked
                ? `daughters ${copiesText(disease, daughters)}; sons ${copiesText(disease, sons, true)}`
                : copiesText(disease, daughters)}
              <span className="block text-sm text-muted-foreground">
                The sire is {statusText(sire)}, the dam {statusText(dam)}.
                {effect === "one copy" ? " One copy is enough to matter." : ""}
                {effect === "unknown" ? " What a copy means is not known here." : ""}
                {disputed.length > 0
                  ? ` Results of ${disputed.length > 1 ? "both" : `the ${disputed[0]}`} disagree; the worse one counts.`
                  : ""}
              </span>
            </li>
          );
        })}
      </ul>
    </>
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

/** Renders nothing if the user may not read health records, or if neither parent has results. */
export function LitterForecast({ sireId, damId }: { sireId: string; damId: string }) {
  const mayRead = useKennel().can("health", "read");
  const forecast = useLiveQuery(api.genetics.genotypes.forecast, mayRead ? { dogId: damId, sireId } : "skip");
  if (!mayRead) return null;
  return (
    <Loaded query={forecast} failureText="Failed to load the forecast. Please try again." height="h-24">
      {(found) => {
        if (!found) return null;
        const { diseases, colours, coats, untested, disputed, inferred, lostBeforeBirth } = found;
        const isNothingTested = untested.every(({ sire, dam }) => sire && dam) && coats.length === 0;
        const isColourless = colours === null && isNothingTested && disputed.length === 0;
        if (isColourless && diseases.length === 0) return null;
        return (
          <section aria-label="Forecast of the litter" className="mt-5 flex flex-col gap-3">
            <Diseases diseases={diseases} />
            {isColourless ? null : (
              <>
                <h4 className="font-title text-lg">Colors and Coats</h4>
                {colours === null ? (
                  <p>
                    The colors are not predicted, because a locus that they need is not tested in both
                    parents.
                  </p>
                ) : (
                  <Outlooks label="Colors" outlooks={colours} />
                )}
                {coats.length > 0 ? <Outlooks label="Coats" outlooks={coats} /> : null}
                {lostBeforeBirth > 0 ? (
                  <p>
                    {formatPercent(lostBeforeBirth, 1)} of the puppies die before birth; the shares are of
                    those that are born.
                  </p>
                ) : null}
                {inferred.length > 0 ? (
                  <p className="text-sm text-muted-foreground">
                    Inferred, not tested: {inferred.map(inferredText).join("; ")}.
                  </p>
                ) : null}
                <LociOfParents lead="Not tested:" loci={untested} />
                <LociOfParents lead="Left out, because results disagree:" loci={disputed} />
              </>
            )}
          </section>
        );
      }}
    </Loaded>
  );
}
