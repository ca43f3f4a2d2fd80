/** One dog's card. The whole card opens its page; its menu has further actions. */
import { memo, useState } from "react";
import {
  ArrowLeftRight,
  Eye,
  GitFork,
  History,
  Images,
  Network,
  Pencil,
  Printer,
  Stethoscope,
  Trash2,
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

type DogCardProps = {
  dog: Dog;
  today: string;
  canWrite: boolean;
  onView: (dog: Dog) => void;
  onEdit: (dog: Dog) => void;
  onManagePhotos: (dog: Dog) => void;
  onStatus: (dog: Dog) => void;
  onDelete: (dog: Dog) => void;
};

/** Renders the card; only again when its dog changed, as a page may have 96 of them. */
export const DogCard = memo(function DogCard({ dog, today, ...menu }: DogCardProps) {
  const callName = distinctCallName(dog);
  const age = shortAge(dog, today);
  return (
    <article
      aria-label={dog.name}
      className="relative flex min-w-0 flex-col rounded-lg border bg-card shadow-page transition-colors focus-within:border-ring hover:border-brass-line"
    >
      <div className="flex min-w-0 flex-1 gap-4 p-4 pr-12">
        <DogPortrait dog={dog} className="size-20" />
        <div className="flex min-w-0 flex-1 flex-col">
          <h2 className="font-title line-clamp-3 text-lg leading-snug text-pretty break-words">
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
      <CardFoot dog={dog} />
      <CardMenu dog={dog} {...menu} />
    </article>
  );
});

function CardLink({ dog }: { dog: Dog }) {
  const location = useLocation();
  return (
    <Link
      to={{ pathname: `/dashboard/dogs/${dog._id}`, search: location.search }}
      state={{ fromList: true }}
      className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring"
    >
      {dog.name}
    </Link>
  );
}

function CardFoot({ dog }: { dog: Dog }) {
  const { healthRecords, offspring } = dog._count;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-4 py-2 text-sm text-muted-foreground">
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
  );
}

type CardMenuProps = Omit<DogCardProps, "today">;

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

/** The entries are rendered while the menu is open, so that only then they depend on the address. */
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
