/** One dog's card. Pressing the card opens the dog's page. */
import { memo, type ReactNode, useState } from "react";
import {
  ArrowLeftRight,
  Baby,
  CalendarClock,
  CircleAlert,
  Eye,
  GitFork,
  History,
  Images,
  Network,
  Pencil,
  Printer,
  Stethoscope,
  Trash2,
  type LucideIcon,
} from "lucide-react";
import { Link, useLocation } from "@/lib/router";
import { ActionsMenu, CARD_CORNER } from "@/components/actions-menu";
import { Badge } from "@/components/ui/badge";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { useAncestryAddress, useCertificateAddress } from "@/features/pedigree/pedigree-address";
import { DogPortrait } from "@/entities/dogs/dog-portrait";
import { distinctCallName, shortAge, statusLabels, statusVariants } from "@/entities/dogs/dog-labels";
import { GenderIcon } from "@/entities/dogs/gender-icon";
import { RecordHistoryDialog } from "@/entities/history/record-history";
import type { Dog } from "@/entities/dogs/types";
import { type DogFacts, NO_FACTS, NextDue } from "@/features/dogs/list/dog-cells";
import { useKennel } from "@/hooks/use-kennel";
import { cn } from "@/lib/utils";
import { GESTATION_DAYS } from "@domain/breedings/rules";
import { dueText } from "@domain/dashboard/words";
import { daysBetween } from "@domain/dates/calendar-days";
import { isGone } from "@domain/dogs/standing";
import { formatDay, formatShortDay } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";

type DogCardProps = {
  dog: Dog;
  /** While the facts load, the card reserves their space. */
  facts?: DogFacts | undefined;
  today: string;
  canWrite: boolean;
  onView: (dog: Dog) => void;
  onEdit: (dog: Dog) => void;
  onManagePhotos: (dog: Dog) => void;
  onStatus: (dog: Dog) => void;
  onDelete: (dog: Dog) => void;
};

/** Renders again only if its dog changed, because a page may have 96 cards. */
export const DogCard = memo(function DogCard({ dog, facts = NO_FACTS, today, ...menu }: DogCardProps) {
  const callName = distinctCallName(dog);
  const age = shortAge(dog, today);
  return (
    <article
      aria-label={dog.name}
      className="relative flex min-w-0 flex-col rounded-lg border bg-card shadow-page transition-colors focus-within:border-ring hover:border-brass-line"
    >
      <div className="flex min-w-0 flex-1 gap-4 p-4">
        {/* Photos of deceased or sold dogs are paler than photos of the kennel's dogs. */}
        <DogPortrait dog={dog} className={cn("size-20", isGone(dog) && "opacity-60 grayscale")} />
        <div className="flex min-w-0 flex-1 flex-col">
          {/* The menu is beside the name only, not beside the lines below. */}
          <h2 className="font-title line-clamp-3 pr-8 text-lg leading-snug text-pretty break-words">
            <CardLink dog={dog} />
          </h2>
          {callName ? <p className="truncate text-muted-foreground">“{callName}”</p> : null}
          <p className="flex min-w-0 items-center gap-1.5">
            <GenderIcon gender={dog.gender} />
            <span className="truncate">{dog.breed}</span>
          </p>
          <div className="mt-2 flex flex-wrap items-center gap-1.5">
            <Badge variant={statusVariants[dog.status]}>{statusLabels[dog.status]}</Badge>
            {dog.isBreedingDog ? <Badge variant="brass">Breeding</Badge> : null}
            {age ? <span className="text-sm text-muted-foreground">{age}</span> : null}
          </div>
        </div>
      </div>
      <CardFoot dog={dog} facts={facts} today={today} />
      <CardMenu dog={dog} {...menu} />
    </article>
  );
});

function CardLink({ dog }: { dog: Dog }) {
  const location = useLocation();
  return (
    <Link
      to={{ pathname: pageOf("dogs", dog._id), search: location.search }}
      state={{ fromList: true }}
      className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring"
    >
      {dog.name}
    </Link>
  );
}

type CardFootProps = { dog: Dog; facts: DogFacts; today: string };

function CardFoot({ dog, facts, today }: CardFootProps) {
  const { healthRecords, offspring } = dog._count;
  return (
    <div className="flex flex-col gap-1 border-t px-4 py-2 text-sm">
      <Standing dog={dog} facts={facts} today={today} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground">
        <span className="min-w-0 flex-1 truncate">
          {dog.registrationNumber ? `Reg # ${dog.registrationNumber}` : "No registration number"}
        </span>
        {healthRecords > 0 ? (
          <span className="inline-flex items-center gap-1" title="Health records">
            <Stethoscope aria-hidden className="size-4" />
            {healthRecords}
            <span className="sr-only">{healthRecords === 1 ? "health record" : "health records"}</span>
          </span>
        ) : null}
        {offspring > 0 ? (
          <span className="inline-flex items-center gap-1" title="Offspring">
            <Network aria-hidden className="size-4" />
            {offspring}
            <span className="sr-only">offspring</span>
          </span>
        ) : null}
      </div>
    </div>
  );
}

/** For a deceased or sold dog, the date of death or sale. */
function Standing({ dog, facts: { next, pregnancy }, today }: CardFootProps) {
  const { can } = useKennel();
  const { status, statusChangedOn } = dog;
  if (isGone(dog)) {
    return statusChangedOn ? (
      <StandingLine>
        {status === "deceased" ? "Died" : statusLabels[status]} on {formatDay(statusChangedOn)}
      </StandingLine>
    ) : null;
  }
  if (!can("health", "read") && !can("reminders", "read")) return null;
  return (
    <>
      {pregnancy ? (
        <StandingLine icon={Baby} tone="text-brass">
          <span className="font-semibold text-foreground">{pregnancyText(pregnancy, today)}</span>
        </StandingLine>
      ) : null}
      {next ? (
        <StandingLine
          icon={next.on < today ? CircleAlert : CalendarClock}
          tone={next.on < today ? "text-destructive" : "text-muted-foreground"}
        >
          <NextDue next={next} today={today} />
        </StandingLine>
      ) : (
        <StandingLine>{next === null ? "Nothing is due" : null}</StandingLine>
      )}
    </>
  );
}

/** Like 'Day 17 of 63, due Jan 14'. After the due date, says since when puppies are due. */
function pregnancyText({ bredOn, dueOn, isConfirmed }: NonNullable<DogFacts["pregnancy"]>, today: string) {
  if (dueOn !== null && dueOn < today) return `Puppies ${dueText(dueOn, today)}`;
  const due = dueOn === null ? "" : `, due ${formatShortDay(dueOn)}`;
  return `${isConfirmed ? "Pregnant" : "Bred"}, day ${daysBetween(bredOn, today)} of ${GESTATION_DAYS}${due}`;
}

type StandingLineProps = { icon?: LucideIcon; tone?: string; children: ReactNode };

const StandingLine = ({ icon: Icon, tone, children }: StandingLineProps) => (
  <p className="flex min-h-5 min-w-0 items-center gap-1.5 text-muted-foreground">
    {Icon ? <Icon aria-hidden className={cn("size-4 shrink-0", tone)} /> : null}
    <span className="truncate">{children}</span>
  </p>
);

type CardMenuProps = Omit<DogCardProps, "today" | "facts">;

function CardMenu(props: CardMenuProps) {
  const { _id: recordId, name } = props.dog;
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  return (
    <>
      <ActionsMenu name={props.dog.name} className={CARD_CORNER}>
        <CardMenuItems {...props} onHistory={() => setHistoryOpen(true)} />
      </ActionsMenu>
      {isHistoryOpen ? (
        <RecordHistoryDialog
          table="dogs"
          recordId={recordId}
          name={name}
          onClose={() => setHistoryOpen(false)}
        />
      ) : null}
    </>
  );
}

/**
 * The entries are rendered only while the menu is open, so that a change of the address does not render every card.
 */
function CardMenuItems({ dog, canWrite, ...actions }: CardMenuProps & { onHistory: () => void }) {
  const { onView, onEdit, onManagePhotos, onStatus, onHistory, onDelete } = actions;
  const { open: openAncestry } = useAncestryAddress();
  const { open: openCertificate } = useCertificateAddress();
  return (
    <>
      <DropdownMenuItem onSelect={() => onView(dog)}>
        <Eye aria-hidden />
        View Details
      </DropdownMenuItem>
      {canWrite ? (
        <>
          <DropdownMenuItem onSelect={() => onEdit(dog)}>
            <Pencil aria-hidden />
            Edit
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => onManagePhotos(dog)}>
            <Images aria-hidden />
            Manage Photos
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => onStatus(dog)}>
            <ArrowLeftRight aria-hidden />
            Change Status
          </DropdownMenuItem>
        </>
      ) : null}
      <DropdownMenuItem onSelect={() => openAncestry(dog._id)}>
        <GitFork aria-hidden className="rotate-90" />
        View Ancestry
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => openCertificate(dog._id)}>
        <Printer aria-hidden />
        Print Pedigree
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={onHistory}>
        <History aria-hidden />
        History
      </DropdownMenuItem>
      {canWrite ? (
        <DropdownMenuItem variant="destructive" onSelect={() => onDelete(dog)}>
          <Trash2 aria-hidden />
          Delete
        </DropdownMenuItem>
      ) : null}
    </>
  );
}
