/** One breeding's card. The whole card opens the details; its menu holds what else can be done. */
import { memo } from "react";
import { PawPrint } from "lucide-react";
import { Link, useLocation } from "@/lib/router";
import { breedingStatusVariants } from "@/entities/breedings/breeding-labels";
import { useHistoryEntry } from "@/entities/history/record-history";
import { ActionsMenu, CARD_CORNER } from "@/components/actions-menu";
import { Fact } from "@/components/fact";
import { Badge } from "@/components/ui/badge";
import { BreedingMenuItems, type BreedingActions } from "@/features/breeding/breeding-menu";
import { dueText, matingLabel, puppiesText, titleOf } from "@/features/breeding/breeding-words";
import { PairName } from "@/features/breeding/pair-name";
import { PregnancyProgress } from "@/features/breeding/pregnancy-progress";
import type { Breeding } from "@/features/breeding/types";
import { breedingStatusLabels, breedingTypeLabels } from "@domain/breedings/labels";
import { formatCents, formatDay } from "@domain/formatting/formatting";

type BreedingCardProps = BreedingActions & { breeding: Breeding; today: string; canWrite: boolean };

/** Renders the card; again only when its breeding changed, as a page may hold a hundred of them. */
export const BreedingCard = memo(function BreedingCard({ breeding, today, ...menu }: BreedingCardProps) {
  return (
    <article
      aria-label={titleOf(breeding)}
      className="relative flex min-w-0 flex-col gap-3 rounded-lg border bg-card p-4 shadow-page transition-colors focus-within:border-ring hover:border-brass-line"
    >
      <h2 className="font-title pr-8 text-[1.0625rem] leading-snug text-pretty">
        <CardLink breeding={breeding} />
      </h2>
      <div className="flex flex-wrap items-center gap-1.5">
        <Badge variant={breedingStatusVariants[breeding.status]}>
          {breedingStatusLabels[breeding.status]}
        </Badge>
        {breeding.isCalledOff ? <Badge variant="outline">Called off before mating</Badge> : null}
        {breeding.breedingType === "natural" ? null : (
          <Badge variant="outline">{breedingTypeLabels[breeding.breedingType]}</Badge>
        )}
      </div>
      <CardFacts breeding={breeding} today={today} />
      <PregnancyProgress breeding={breeding} today={today} />
      {breeding.notes ? (
        <p className="mt-auto border-t pt-2.5 text-sm text-muted-foreground">
          <span className="line-clamp-2 break-words">
            <span className="sr-only">Notes: </span>
            {breeding.notes}
          </span>
        </p>
      ) : null}
      {breeding.litterId === null ? null : (
        <Link
          to={`/dashboard/litters/${breeding.litterId}`}
          className="relative inline-flex min-h-11 items-center gap-2 self-start font-medium underline underline-offset-4 sm:min-h-9"
        >
          <PawPrint aria-hidden className="size-4 shrink-0" />
          Open litter
        </Link>
      )}
      <CardMenu breeding={breeding} {...menu} />
    </article>
  );
});

function CardLink({ breeding }: { breeding: Breeding }) {
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: `/dashboard/breeding/${breeding._id}`, search }}
      state={{ fromList: true }}
      className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring"
    >
      <PairName breeding={breeding} />
    </Link>
  );
}

function CardFacts({ breeding, today }: { breeding: Breeding; today: string }) {
  const { status, breedingDate, expectedDueDate, actualDueDate, studFeeCents } = breeding;
  const due = dueText(breeding, today);
  const puppies = puppiesText(breeding);
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
      <Fact label={matingLabel(breeding, today)}>{formatDay(breedingDate)}</Fact>
      {actualDueDate === null ? (
        <Fact label="Due date" addition={status === "bred" ? due : null}>
          {expectedDueDate === null ? "Not set" : formatDay(expectedDueDate)}
        </Fact>
      ) : (
        <Fact label="Whelped">{formatDay(actualDueDate)}</Fact>
      )}
      {studFeeCents === null ? null : (
        <Fact label="Stud fee">{studFeeCents === 0 ? "None" : formatCents(studFeeCents)}</Fact>
      )}
      {puppies === null ? null : <Fact label="Puppies">{puppies}</Fact>}
    </dl>
  );
}

function CardMenu({ breeding, ...props }: Omit<BreedingCardProps, "today">) {
  const name = titleOf(breeding);
  const history = useHistoryEntry({ table: "breedings", recordId: breeding._id, name });
  return (
    <>
      <ActionsMenu name={name} className={CARD_CORNER}>
        <BreedingMenuItems breeding={breeding} history={history.entry} {...props} />
      </ActionsMenu>
      {history.dialog}
    </>
  );
}
