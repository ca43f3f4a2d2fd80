/** A puppy of the litter as a card. */
import { Suspense, useState, useRef } from "react";
import { ChevronDown, History, Images, Pencil, Trash2, Camera } from "lucide-react";
import { GenderIcon } from "@/entities/dogs/gender-icon";
import { RecordHistoryDialog } from "@/entities/history/record-history";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { assistanceLabels, presentationLabels, puppyName, puppyStatusLabels } from "@domain/litters/words";
import { formatCents, formatClock, formatDay } from "@domain/formatting/formatting";
import { usePuppyWeights } from "@/hooks/use-weight-units";
import { collarText } from "@/features/litters/puppy-dot";
import { onDayText, puppyStatusVariants, RARE_FACTS, signedWeight } from "@/features/litters/litter-words";
import { PuppyDot } from "@/features/litters/puppy-dot";
import { PuppySaleActions } from "@/features/litters/puppy-sale-actions";
import type { Portrait, Puppy } from "@/features/litters/litter-words";
import type { PuppyGrowth } from "@/features/litters/use-growth";
import { usePhoneScreen } from "@/hooks/use-wide-screen";
import { cn } from "@/lib/utils";
import { useConvex } from "convex/react";
import { Button } from "@/components/ui/button";
import { photoUrl } from "@/entities/dogs/photo-url";
import { PhotoInput } from "@/entities/photos/photo-input";
import { addPhotos } from "@/entities/photos/add-photos";
import { FormerPapers, PuppyPapers, PuppyPhotos, PuppySignatures } from "@/features/litters/late-parts";
import { PHOTO_EDGES } from "@domain/photos/rules";

type PuppyPortraitProps = {
  puppy: Puppy;
  portrait: Portrait | undefined;
  canWrite: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  className: string;
};

/**
 * A puppy's newest photo on its card, linked to all its photos. Without a photo, users who may write can add the
 * first photo: with the camera on a phone, otherwise from a file. If the puppy is recorded as a dog, its photos are
 * the dog's, except for photos above the dog's limit.
 */
function PuppyPortrait({ puppy, portrait, canWrite, isOpen, onOpen, className }: PuppyPortraitProps) {
  const camera = useRef<HTMLInputElement>(null);
  const client = useConvex();
  const name = puppyName(puppy);
  const owner = { kind: "puppy" as const, id: puppy._id, name };
  const take = () =>
    window.matchMedia("(pointer: coarse)").matches ? camera.current?.click() : onOpen(true);
  return (
    <>
      {portrait ? (
        <button
          type="button"
          aria-label={`Photos of ${name}`}
          disabled={!portrait.hasOwnPhotos}
          className={cn("shrink-0 overflow-hidden rounded-md border", className)}
          onClick={() => onOpen(true)}
        >
          <img
            src={photoUrl(portrait.thumbnailPath)}
            alt=""
            decoding="async"
            width={PHOTO_EDGES.thumbnail}
            height={PHOTO_EDGES.thumbnail}
            className="size-full bg-muted object-cover"
          />
        </button>
      ) : canWrite && puppy.dogId === null ? (
        <Button
          variant="outline"
          aria-label={`Add a photo of ${name}`}
          className={cn("shrink-0 border-dashed p-0 text-muted-foreground", className)}
          onClick={take}
        >
          <Camera aria-hidden />
        </Button>
      ) : null}
      <PhotoInput ref={camera} isCamera onFiles={(files) => addPhotos(client, owner, 0, files)} />
      {isOpen ? <PuppyPhotos owner={owner} canWrite={canWrite} onClose={() => onOpen(false)} /> : null}
    </>
  );
}

type PuppyCardProps = {
  puppy: Puppy;
  bornOn: string;
  portrait: Portrait | undefined;
  grown: PuppyGrowth | undefined;
  canWrite: boolean;
  onEdit: (puppy: Puppy) => void;
  onDelete: (puppy: Puppy) => void;
};

/** Without a birth weight that the card already shows as the latest. */
const birthText = (puppy: Puppy, latest: number | undefined, gramsText: (grams: number) => string): string =>
  [
    `No. ${puppy.order}`,
    collarText(puppy),
    puppy.bornAt === null ? null : formatClock(puppy.bornAt),
    puppy.birthWeightGrams === null || puppy.birthWeightGrams === latest
      ? null
      : gramsText(puppy.birthWeightGrams),
    puppy.presentation === null ? null : presentationLabels[puppy.presentation],
    puppy.assistance === null || puppy.assistance === "none" ? null : assistanceLabels[puppy.assistance],
  ]
    .filter((part) => part !== null)
    .join(" · ");

function statusText(puppy: Puppy): string | null {
  switch (puppy.status) {
    case "reserved": {
      const until = puppy.reservedUntil === null ? "" : ` until ${formatDay(puppy.reservedUntil)}`;
      return puppy.buyer === null ? `Reserved${until}` : `For ${puppy.buyer.name}${until}`;
    }
    case "sold": {
      const on = puppy.saleDate === null ? "" : ` on ${formatDay(puppy.saleDate)}`;
      return puppy.buyer === null ? `Sold${on}` : `To ${puppy.buyer.name}${on}`;
    }
    case "deceased":
      return puppy.isStillborn || puppy.diedOn === null ? null : `Died on ${formatDay(puppy.diedOn)}`;
    case "kept":
      return puppy.dogId === null ? "Stays in the kennel" : "One of the kennel's dogs";
    case "available":
      return null;
    default:
      return puppy.status satisfies never;
  }
}

/** Renders nothing before the puppy's first weighing. */
function GrowthLine({ grown: { puppy, growth } }: { grown: PuppyGrowth }) {
  const { gramsText } = usePuppyWeights();
  const { latest, gain, warning, points } = growth;
  if (latest === null || puppy.status === "deceased") return null;
  if (points.length === 1 && puppy.birthWeightGrams !== null) return null;
  return (
    <p className={cn("text-sm", warning && "font-semibold text-warning")}>
      Weighed {onDayText(latest.weighedAt)}
      {gain === null ? null : ` · ${signedWeight(gain.gramsPerDay, gramsText)} a day`}
    </p>
  );
}

/** On a phone, a row with the most important facts, which expands to show the others. */
export function PuppyCard({ puppy, bornOn, portrait, grown, canWrite, onEdit, onDelete }: PuppyCardProps) {
  const { gramsText } = usePuppyWeights();
  const name = puppyName(puppy);
  const standing = statusText(puppy);
  const latest = grown?.growth.latest ?? null;
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [arePhotosOpen, setPhotosOpen] = useState(false);
  const isPhone = usePhoneScreen();
  const picture = { puppy, portrait, canWrite, isOpen: arePhotosOpen, onOpen: setPhotosOpen };
  const entries = canWrite ? (
    <CardEntries
      onEdit={() => onEdit(puppy)}
      onPhotos={puppy.dogId === null ? () => setPhotosOpen(true) : null}
      onHistory={() => setHistoryOpen(true)}
      onDelete={() => onDelete(puppy)}
    />
  ) : null;
  const gender = puppy.gender === null ? null : <GenderIcon gender={puppy.gender} className="mt-1.5" />;
  const badge = (
    <Badge variant={puppyStatusVariants[puppy.status]}>
      {puppy.isStillborn ? "Stillborn" : puppyStatusLabels[puppy.status]}
    </Badge>
  );
  const price =
    puppy.priceCents === null ? null : (
      <span className="text-muted-foreground">{formatCents(puppy.priceCents)}</span>
    );
  const history = isHistoryOpen ? (
    <RecordHistoryDialog
      table="puppies"
      recordId={puppy._id}
      name={name}
      onClose={() => setHistoryOpen(false)}
    />
  ) : null;
  if (isPhone) {
    return (
      <article aria-label={name} className="flex min-w-0 flex-col px-3 py-2.5">
        <div className="flex items-start gap-3">
          <PuppyPortrait {...picture} className="size-12" />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-x-2">
              <h4 className="font-title text-lg leading-snug break-words">{name}</h4>
              {gender}
              {badge}
            </div>
            <p className="flex items-start gap-2 text-sm text-muted-foreground">
              <PuppyDot puppy={puppy} className="mt-0.5" />
              <span className="min-w-0 break-words">
                {[puppy.collarColor, puppy.buyer?.name].filter(Boolean).join(" · ")}
              </span>
            </p>
          </div>
          {latest === null ? null : (
            <p className="shrink-0 text-right">
              <span className="block font-semibold">{gramsText(latest.grams)}</span>
              <GainText grown={grown} />
            </p>
          )}
        </div>
        <Collapsible className="group/card">
          {puppy.status === "reserved" || puppy.status === "sold" ? (
            <div className="pl-15 group-data-[state=open]/card:hidden">
              <Suspense fallback={null}>
                <PuppySignatures puppyId={puppy._id} />
              </Suspense>
            </div>
          ) : null}
          <div className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <PuppySaleActions puppy={puppy} bornOn={bornOn} entries={entries} />
            </div>
            <CollapsibleTrigger asChild>
              <Button variant="ghost" size="icon" className="group mt-1" aria-label={`Details of ${name}`}>
                <ChevronDown
                  aria-hidden
                  className="transition-transform group-data-[state=open]:rotate-180"
                />
              </Button>
            </CollapsibleTrigger>
          </div>
          <CollapsibleContent className="flex flex-col gap-1 pt-1 pl-15">
            {price ? <p>{price}</p> : null}
            <PuppyDetails puppy={puppy} grown={grown} standing={standing} />
          </CollapsibleContent>
        </Collapsible>
        {history}
      </article>
    );
  }
  return (
    <Card role="article" aria-label={name} className="flex min-w-0 flex-col gap-1 p-4">
      <div className="flex items-start gap-3">
        <PuppyPortrait {...picture} className="size-16" />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex items-start gap-2">
            <PuppyDot puppy={puppy} className="mt-1.5 size-4" />
            <h4 className="font-title min-w-0 flex-1 text-lg leading-snug break-words">{name}</h4>
            {gender}
          </div>
          <p className="flex flex-wrap items-center gap-2">
            {badge}
            {latest === null ? null : <span className="font-semibold">{gramsText(latest.grams)}</span>}
            {price}
          </p>
        </div>
      </div>
      <PuppyDetails puppy={puppy} grown={grown} standing={standing} />
      <PuppySaleActions puppy={puppy} bornOn={bornOn} entries={entries} />
      {history}
    </Card>
  );
}

/** The gain per day since the previous weighing. Amber if the puppy needs attention. */
function GainText({ grown }: { grown: PuppyGrowth | undefined }) {
  const { gramsText } = usePuppyWeights();
  if (!grown?.growth.gain) return null;
  const { gain, warning } = grown.growth;
  return (
    <span className={cn("block text-sm", warning ? "font-semibold text-warning" : "text-muted-foreground")}>
      {signedWeight(gain.gramsPerDay, gramsText)} a day
    </span>
  );
}

type PuppyDetailsProps = Pick<PuppyCardProps, "puppy" | "grown"> & { standing: string | null };

/** Weighings, buyer, birth, appearance, papers, and notes. */
function PuppyDetails({ puppy, grown, standing }: PuppyDetailsProps) {
  const { gramsText } = usePuppyWeights();
  const looks = [puppy.color, puppy.markings].filter((text) => text !== null).join(", ");
  const hasPapers = puppy.status !== "available" || RARE_FACTS.some((name) => puppy[name] !== null);
  const Papers = hasPapers ? PuppyPapers : FormerPapers;
  return (
    <>
      {grown ? <GrowthLine grown={grown} /> : null}
      {standing === null ? null : <p className="text-sm break-words">{standing}</p>}
      <p className="text-sm text-muted-foreground">
        {birthText(puppy, grown?.growth.latest?.grams, gramsText)}
      </p>
      {looks === "" ? null : <p className="text-sm break-words">{looks}</p>}
      {puppy.notes === null ? null : (
        <p className="text-sm break-words whitespace-pre-wrap text-muted-foreground">{puppy.notes}</p>
      )}
      <Suspense fallback={null}>
        <Papers puppy={puppy} />
      </Suspense>
    </>
  );
}

type CardEntriesProps = {
  onEdit: () => void;
  /** Null if the puppy is recorded as a dog and the photos belong to that dog. */
  onPhotos: (() => void) | null;
  onHistory: () => void;
  onDelete: () => void;
};

function CardEntries({ onEdit, onPhotos, onHistory, onDelete }: CardEntriesProps) {
  return (
    <>
      <DropdownMenuItem onSelect={onEdit}>
        <Pencil aria-hidden /> Edit
      </DropdownMenuItem>
      {onPhotos ? (
        <DropdownMenuItem onSelect={onPhotos}>
          <Images aria-hidden /> Photos
        </DropdownMenuItem>
      ) : null}
      <DropdownMenuItem onSelect={onHistory}>
        <History aria-hidden /> History
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={onDelete} className="text-error">
        <Trash2 aria-hidden /> Delete
      </DropdownMenuItem>
    </>
  );
}
