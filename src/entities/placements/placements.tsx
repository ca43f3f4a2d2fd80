/** The new owners of a puppy or dog: each placement with its dates and the papers that were handed over. */
import { useState, type ReactNode } from "react";
import { PackageCheck, Pencil } from "lucide-react";
import { DetailSection } from "@/components/detail-section";
import { late } from "@/components/late";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useLoadedPlacements, usePlacements, type Placement } from "@/entities/placements/use-placements";
import { Signings, useSignings } from "@/entities/signings/signings";
import { ContactLink } from "@/entities/contacts/contact-link";
import { TheirPageButton } from "@/entities/families/their-page";
import { useKennel } from "@/hooks/use-kennel";
import { Link } from "@/lib/router";
import { localDay } from "@domain/dates/calendar-days";
import { formatCents, formatDay } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";
import { PAPER_FIELDS, PLACEMENT_FIELDS, PLACEMENT_STATE } from "@domain/placements/record";
import { choiceInWords } from "@domain/records/words";
import { isOpen } from "@domain/signings/rules";

export const HandoverDialog = late(
  async () => (await import("@/entities/placements/placement-dialogs")).HandoverDialog,
);
export const PlacementDialog = late(
  async () => (await import("@/entities/placements/placement-dialogs")).PlacementDialog,
);

const NOBODY = "Nobody named";

const onDay = (words: string, day: string | null): string[] =>
  day === null ? [] : [`${words} ${formatDay(day)}`];
const dayOf = (instant: number | null): string | null =>
  instant === null ? null : localDay(new Date(instant));

/** The dates of a placement and its kind in one line. */
const factsOf = ({ kind, reservedAt, agreedOn, handedOverOn, returnedOn, ...placement }: Placement): string =>
  [
    choiceInWords(PLACEMENT_FIELDS.kind, kind),
    ...onDay("reserved", dayOf(reservedAt)),
    ...onDay("agreed", agreedOn === handedOverOn ? null : agreedOn),
    ...onDay("handed over", handedOverOn),
    ...onDay("came back", returnedOn),
    ...(placement.status === "called_off" ? onDay("called off", dayOf(placement.endedAt)) : []),
    ...(placement.priceCents === null ? [] : [formatCents(placement.priceCents)]),
    ...(placement.depositCents === null ? [] : [`deposit ${formatCents(placement.depositCents)}`]),
  ].join(" · ");

/** Like 'Pedigree HP61234501 (pedigree.pdf)'. */
export const paperText = ({ paper, number, fileName }: Placement["papers"][number]): string =>
  [choiceInWords(PAPER_FIELDS.paper, paper), number, fileName && `(${fileName})`].filter(Boolean).join(" ");

/** Sorted by date. The papers of the handover itself come first, without the date. */
function Papers({ placement: { papers, handedOverOn } }: { placement: Placement }) {
  const days = [...new Set(papers.map(({ handedOn }) => handedOn))].sort();
  return days.map((day) => {
    const handed = papers.filter(({ handedOn }) => handedOn === day).map(paperText);
    return (
      <p key={day} className="text-sm break-words">
        {day === handedOverOn ? "Papers" : `Papers of ${formatDay(day)}`}: {handed.join(", ")}
      </p>
    );
  });
}

function useMayPlace(): boolean {
  const { can } = useKennel();
  return can("breeding", "write") && can("finances", "write");
}

/** Opens the handover once the sale is agreed. After the handover, opens the form for adding papers. */
function HandoverButton({ placement }: { placement: Placement }) {
  const [isOpened, setOpened] = useState(false);
  const { name, status, handedOverOn } = placement;
  const isHanded = handedOverOn !== null;
  if (!useMayPlace() || (status !== "agreed" && status !== "handed_over")) return null;
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label={isHanded ? `Papers of ${name ?? "this dog"}` : `Hand over ${name ?? "this dog"}`}
        onClick={() => setOpened(true)}
      >
        <PackageCheck aria-hidden className="max-sm:hidden" />
        {isHanded ? "Papers" : "Hand Over"}
      </Button>
      {isOpened ? <HandoverDialog placement={placement} onClose={() => setOpened(false)} /> : null}
    </>
  );
}

function EditButton({ placement }: { placement: Placement }) {
  const [isOpened, setOpened] = useState(false);
  if (!useMayPlace()) return null;
  return (
    <>
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={`Edit the placement of ${placement.name ?? "this dog"}`}
        onClick={() => setOpened(true)}
      >
        <Pencil aria-hidden />
      </Button>
      {isOpened ? <PlacementDialog placement={placement} onClose={() => setOpened(false)} /> : null}
    </>
  );
}

const Notes = ({ notes }: Pick<Placement, "notes">) =>
  notes === null ? null : (
    <p className="text-sm break-words whitespace-pre-wrap text-muted-foreground">{notes}</p>
  );

type PlacementsProps = {
  placements: readonly Placement[];
  /** The dog's page shows the people and the actions. Other pages show the puppies and dogs. */
  isOfDog?: boolean;
};

/** Renders nothing if there are no placements. */
export function Placements({ placements, isOfDog = false }: PlacementsProps) {
  if (placements.length === 0) return null;
  const animalPath = ({ dogId, litterId }: Placement) =>
    dogId === null ? pageOf("litters", litterId ?? "") : pageOf("dogs", dogId);
  return (
    <DetailSection title="Placements">
      <ul className="divide-y">
        {placements.map((placement) => (
          <li key={placement._id} className="flex flex-col gap-1 py-2">
            <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
              <span className="min-w-0 font-semibold break-words">
                {isOfDog ? (
                  <ContactLink contactId={placement.contactId} name={placement.toName ?? NOBODY} />
                ) : (
                  <Link to={animalPath(placement)} className="underline underline-offset-4">
                    {placement.name}
                  </Link>
                )}
              </span>
              <Badge variant="outline">{choiceInWords(PLACEMENT_STATE.status, placement.status)}</Badge>
            </div>
            <p className="text-sm break-words text-muted-foreground">{factsOf(placement)}</p>
            <Papers placement={placement} />
            <Notes notes={placement.notes} />
            <Signings placementId={placement._id} />
            {placement.endedAt === null ? (
              <div className="flex flex-wrap items-center gap-2">
                <TheirPageButton family={{ placementId: placement._id }} name={placement.toName ?? NOBODY} />
                {isOfDog ? (
                  <>
                    <HandoverButton placement={placement} />
                    <EditButton placement={placement} />
                  </>
                ) : null}
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

type SoldPuppyStepProps = {
  puppyId: string;
  /** Reserves the space of the button while the data are loading. */
  placeholder: ReactNode;
  contractButton: ReactNode;
};

/** Null while loading. */
function useSoldPuppy(puppyId: string) {
  const placements = useLoadedPlacements({ puppyId });
  const open = placements?.find(({ endedAt }) => endedAt === null);
  const signings = useSignings(open?._id);
  if (placements === undefined || (open && signings === undefined)) return null;
  const hasContract = signings?.some((each) => each.status === "complete" || isOpen(each)) === true;
  return { open, needsContract: !hasContract && open?.status !== "handed_over" };
}

/** A contract, if no contract was sent or signed, and the handover with the papers. */
export function SoldPuppyStep({ puppyId, placeholder, contractButton }: SoldPuppyStepProps) {
  const sold = useSoldPuppy(puppyId);
  if (!sold) return placeholder;
  return (
    <>
      {sold.needsContract ? contractButton : null}
      {sold.open ? <HandoverButton placement={sold.open} /> : null}
    </>
  );
}

/** The menu's entry for a further contract. The first contract has a button. */
export const FurtherContract = ({ puppyId, children }: { puppyId: string; children: ReactNode }) =>
  useSoldPuppy(puppyId)?.needsContract === false ? children : null;

/**
 * The puppy's card already shows buyer and price. This shows the handover with the papers, and earlier
 * reservations.
 */
export function PuppyPlacements({ puppyId }: { puppyId: string }) {
  const placements = usePlacements({ puppyId });
  return placements.map((placement) => {
    const { _id, kind, endedAt, toName, status, handedOverOn, returnedOn } = placement;
    const days = [...onDay("handed over", handedOverOn), ...onDay("came back", returnedOn)];
    if (endedAt !== null) {
      const ended = status === "called_off" ? onDay("called off", dayOf(endedAt)) : days;
      return (
        <p key={_id} className="text-sm break-words text-muted-foreground">
          {toName ?? NOBODY}: {ended.join(", ")}
        </p>
      );
    }
    const facts = [...(kind === "sale" ? [] : [choiceInWords(PLACEMENT_FIELDS.kind, kind)]), ...days];
    const line = facts.join(", ");
    return (
      <div key={_id} className="flex flex-col gap-1">
        {line === "" ? null : (
          <p className="text-sm break-words">{line.charAt(0).toUpperCase() + line.slice(1)}</p>
        )}
        <Papers placement={placement} />
        <Notes notes={placement.notes} />
        <Signings placementId={_id} />
        <div className="flex flex-wrap items-center gap-2">
          <TheirPageButton family={{ placementId: _id }} name={toName ?? NOBODY} />
          {status === "reserved" ? null : <EditButton placement={placement} />}
        </div>
      </div>
    );
  });
}
