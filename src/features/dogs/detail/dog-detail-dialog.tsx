/**
 * One dog's page, in a dialog over the list. In a wide window the page replaces the list beside the navigation. The
 * page is live, and says if the dog was deleted. Until the dog is loaded, the page shows the values from the list.
 * J and K open the next and the previous dog of the list on the same tab.
 */
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { ArrowLeft, ChevronLeft, ChevronRight, Pencil, Camera, ImagePlus, Images } from "lucide-react";
import { LoadError } from "@/components/load-error";
import { PrintLine } from "@/components/print-line";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DialogNotice } from "@/components/titled-dialog";
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useLeaveQuestion, type LeaveQuestion } from "@/components/use-leave-question";
import { DogAncestry } from "@/features/pedigree/dog-ancestry";
import { DogBreeding } from "@/features/dogs/detail/dog-breeding";
import { DogHealthParts } from "@/features/dogs/detail/dog-health-parts";
import { DogCompanions } from "@/features/dogs/detail/dog-companions";
import { distinctCallName } from "@/entities/dogs/dog-labels";
import { useDogTab } from "@/features/dogs/dog-link";
import { DogOverview, type DogField } from "@/features/dogs/detail/dog-overview";
import { DogPortrait } from "@/entities/dogs/dog-portrait";
import { GenderIcon } from "@/entities/dogs/gender-icon";
import type { Dog, Photo } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLast } from "@/hooks/use-last";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useRecordTitle } from "@/hooks/use-page-title";
import { useWideScreen } from "@/hooks/use-wide-screen";
import { isTypedInto } from "@/lib/typed-into";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { useConvex } from "convex/react";
import { EmptyState } from "@/components/empty-state";
import { addPhotos } from "@/entities/photos/add-photos";
import { PhotoInput } from "@/entities/photos/photo-input";
import { asOwner } from "@/entities/photos/photo-owner";
import { PhotoLightbox } from "@/entities/photos/photo-lightbox";
import { PhotoManagerDialog } from "@/entities/photos/photo-manager-dialog";
import { PhotoUploadList } from "@/entities/photos/photo-upload-list";
import { PhotoPreview, PrimaryBadge } from "@/entities/photos/photo-preview";
import { getReadyToPrepare } from "@/entities/photos/prepare-photo";
import { useHasPhotoUploads } from "@/entities/photos/use-photo-uploads";

type DogDetailDialogProps = {
  dogId: string | undefined;
  /** The list behind the dialog. Each dog has only its primary photo, if any. */
  listed: readonly Dog[];
  today: string;
  canWrite: boolean;
  /** `field` gets the focus in the form. */
  onEdit: (dog: Dog, field?: DogField) => void;
  onTurnTo: (dogId: string) => void;
  onClose: () => void;
};

/** The neighbors are the previous and the next dog in the list. */
interface Neighbors {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  readonly turnTo: (dogId: string) => void;
}

type InPlaceProps = Pick<LeaveQuestion, "hasTyped" | "leaveFor"> & {
  isInPlace: boolean;
  pageRef: RefObject<HTMLDivElement | null>;
};

const STOPS = "a[href], button:enabled, input:enabled, textarea:enabled, [tabindex='0']";

/** True on the last control or, with Shift, on the first. */
function isLastStop(page: HTMLElement, { target, shiftKey }: globalThis.KeyboardEvent): boolean {
  const stops = [...page.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }),
  );
  return target === (shiftKey ? stops[0] : stops.at(-1)) || (shiftKey && target === page);
}

/**
 * Covers the list while the page replaces it. A link beside the page asks before it discards typed text. The Tab
 * key continues to the controls beside the page. When a focused element disappears, the page gets the focus. This
 * component is inside the dialog, so that the dialog first stores which link of the list gets the focus back.
 */
function InPlace({ isInPlace, pageRef, hasTyped, leaveFor }: InPlaceProps) {
  const ask = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[href]") : null;
    // With one of these keys, the link opens in another browser tab, and this page stays open.
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (link === null || pageRef.current?.contains(link) || isElsewhere || !hasTyped()) return;
    event.preventDefault();
    event.stopPropagation();
    leaveFor(() => link.click());
  });
  useEffect(() => {
    const page = pageRef.current;
    if (!isInPlace || page === null) return;
    const root = document.documentElement;
    const main = document.querySelector("main");
    root.dataset.covered = "";
    main?.toggleAttribute("inert", true);
    const sizes = new ResizeObserver(([notes]) =>
      root.style.setProperty("--notes-height", `${notes?.contentRect.height ?? 0}px`),
    );
    const notes = document.querySelector("[data-slot=notes]");
    if (notes) sizes.observe(notes);
    const changes = new MutationObserver(() => {
      if (document.activeElement === document.body) page.focus();
    });
    changes.observe(page, { childList: true, subtree: true });
    const goOn = (event: globalThis.KeyboardEvent) => {
      // Without this, the dialog would move the focus back to its first control.
      if (event.key === "Tab" && isLastStop(page, event)) event.stopPropagation();
    };
    document.addEventListener("click", ask, { capture: true });
    document.addEventListener("keydown", goOn, { capture: true });
    return () => {
      delete root.dataset.covered;
      main?.toggleAttribute("inert", false);
      sizes.disconnect();
      changes.disconnect();
      document.removeEventListener("click", ask, { capture: true });
      document.removeEventListener("keydown", goOn, { capture: true });
    };
  }, [isInPlace, pageRef]);
  return null;
}

/** The page replaces the list, with the width of any page. */
const IN_PLACE =
  "xl:top-[calc(4rem+var(--notes-height,0px))] xl:right-0 xl:bottom-0 xl:left-60 xl:h-auto xl:max-h-none xl:w-auto xl:max-w-none xl:translate-x-0 xl:translate-y-0 xl:rounded-none xl:border-0 xl:bg-background xl:px-[max(0px,calc((100vw-103rem)/2))] xl:shadow-none xl:outline-none";

/** Reserves the final width of the badge. */
const ROOM_FOR_A_FIGURE = "\u2007";

export function DogDetailDialog({ dogId, onTurnTo, onClose, ...props }: DogDetailDialogProps) {
  // The last dog stays in the dialog while it closes.
  const shownId = useLast(dogId);
  // A tab may contain a weight or a reading that is not saved yet.
  const { remember, hasTyped, leave, leaveFor, question } = useLeaveQuestion(onClose, { inFormsAlone: true });
  const ids = props.listed.map(({ _id }): string => _id);
  const place = shownId === undefined ? -1 : ids.indexOf(shownId);
  const neighbors: Neighbors = {
    previous: ids[place - 1],
    next: place < 0 ? undefined : ids[place + 1],
    turnTo: (id) => leaveFor(() => onTurnTo(id)),
  };
  const turn = (event: KeyboardEvent) => {
    const { key, currentTarget, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isTypedInto(target)) return;
    const id = { j: neighbors.next, k: neighbors.previous }[key];
    // React also passes on the key events of a dialog above this one.
    if (id !== undefined && currentTarget.contains(target as Node)) neighbors.turnTo(id);
  };
  // When the window is resized, an open page keeps its layout, so that typed text stays.
  const isWide = useWideScreen();
  const [isPage, setPage] = useState(isWide);
  if (dogId === undefined && isPage !== isWide) setPage(isWide);
  const pageRef = useRef<HTMLDivElement>(null);
  return (
    <>
      <Dialog
        open={dogId !== undefined}
        modal={!isPage}
        onOpenChange={(isOpen) => (isOpen ? undefined : leave())}
      >
        <DialogContent
          ref={pageRef}
          size="lg"
          data-in-place={isPage ? "" : undefined}
          aria-describedby={undefined}
          onFocusCapture={remember}
          onKeyDown={turn}
          onInteractOutside={(event) => (isPage ? event.preventDefault() : undefined)}
          // All tabs have one size, so that the row of tabs stays under the pointer.
          className={cn("h-[94dvh] sm:h-[min(56rem,90dvh)]", isPage && IN_PLACE)}
        >
          <InPlace
            pageRef={pageRef}
            isInPlace={isPage && dogId !== undefined}
            hasTyped={hasTyped}
            leaveFor={leaveFor}
          />
          {shownId === undefined ? null : (
            <DogDetail
              key={shownId}
              dogId={shownId}
              isOpen={dogId !== undefined}
              neighbors={neighbors}
              {...props}
            />
          )}
        </DialogContent>
      </Dialog>
      {question}
    </>
  );
}

type DogDetailProps = Pick<DogDetailDialogProps, "listed" | "today" | "canWrite" | "onEdit"> & {
  dogId: string;
  isOpen: boolean;
  neighbors: Neighbors;
};

function DogDetail({ dogId, isOpen, neighbors, listed, today, canWrite, onEdit }: DogDetailProps) {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.dogs.dogs.get, { dogId });
  const dog = result.status === "loading" ? listed.find(({ _id }) => _id === dogId) : result.data;
  useRecordTitle(isOpen && dog?.kennelId === kennelId ? dog.name : null);
  if (result.status === "error") {
    return (
      <DialogNotice title="Dog">
        <LoadError message="Failed to load dogs. Please try again." onRetry={result.retry} />
      </DialogNotice>
    );
  }
  if (dog === undefined) return <DetailSkeleton />;
  if (dog?.kennelId !== kennelId) {
    return (
      <DialogNotice title="This dog is not in the register">
        <p role="status">It may have been deleted, or it belongs to another kennel.</p>
      </DialogNotice>
    );
  }
  return (
    <>
      <DetailHeader dog={dog} neighbors={neighbors} canWrite={canWrite} onEdit={onEdit} />
      <DetailTabs
        dog={dog}
        isOpen={isOpen}
        hasAllPhotos={result.status === "ready"}
        today={today}
        canWrite={canWrite}
        onAdd={canWrite ? (field) => onEdit(dog, field) : undefined}
      />
    </>
  );
}

type DetailTabsProps = {
  dog: Dog;
  isOpen: boolean;
  hasAllPhotos: boolean;
  today: string;
  canWrite: boolean;
  onAdd: ((field: DogField) => void) | undefined;
};

const TABS = ["overview", "photos", "health", "breeding", "ancestry"] as const;
const TABS_WITHOUT_HEALTH = ["overview", "photos", "breeding", "ancestry"] as const;

function DetailTabs({ dog, isOpen, hasAllPhotos, today, canWrite, onAdd }: DetailTabsProps) {
  const mayReadHealth = useKennel().can("health", "read");
  const { tab, openTab } = useDogTab<(typeof TABS)[number]>(mayReadHealth ? TABS : TABS_WITHOUT_HEALTH);
  // The last tab stays visible while the dialog closes.
  const [shown, setShown] = useState(tab);
  if (isOpen && tab !== shown) setShown(tab);
  return (
    <Tabs value={shown} onValueChange={openTab} className="flex min-h-0 flex-1 flex-col">
      <TabsList aria-label={`About ${dog.name}`} className="shrink-0 px-3">
        <TabsTrigger value="overview">Overview</TabsTrigger>
        <TabsTrigger value="photos">
          Photos
          <Badge>{hasAllPhotos ? dog.photos.length : ROOM_FOR_A_FIGURE}</Badge>
        </TabsTrigger>
        {mayReadHealth ? <TabsTrigger value="health">Health Records</TabsTrigger> : null}
        <TabsTrigger value="breeding">Breeding</TabsTrigger>
        <TabsTrigger value="ancestry">Ancestry</TabsTrigger>
      </TabsList>
      <DialogBody>
        <TabsContent value="overview" className="pt-0">
          <DogOverview dog={dog} today={today} onAdd={onAdd} />
        </TabsContent>
        <TabsContent value="photos" className="pt-0">
          {hasAllPhotos ? <DogPhotos dog={dog} canWrite={canWrite} /> : <Skeleton className="h-36" />}
        </TabsContent>
        {mayReadHealth ? (
          <TabsContent value="health" className="pt-0">
            <DogHealthParts dog={dog} today={today} />
          </TabsContent>
        ) : null}
        <TabsContent value="breeding" className="pt-0">
          <DogBreeding dog={dog} today={today} />
        </TabsContent>
        <TabsContent value="ancestry" className="pt-0">
          <DogAncestry dog={dog} today={today} />
        </TabsContent>
      </DialogBody>
    </Tabs>
  );
}

type DetailHeaderProps = { dog: Dog; neighbors: Neighbors; canWrite: boolean; onEdit: (dog: Dog) => void };

function DetailHeader({ dog, neighbors, canWrite, onEdit }: DetailHeaderProps) {
  const callName = distinctCallName(dog);
  return (
    <DialogHeader className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <DialogClose className="col-span-full -mb-1 inline-flex min-h-6 items-center gap-1.5 justify-self-start rounded-sm text-sm text-muted-foreground underline-offset-4 hover:text-foreground hover:underline max-sm:-my-2 max-sm:min-h-11 print:hidden">
        <ArrowLeft aria-hidden className="size-4" />
        All Dogs
      </DialogClose>
      <DogPortrait dog={dog} className="size-16 self-start sm:size-20" />
      <div className="min-w-0">
        <PrintLine />
        <DialogTitle className="text-pretty break-words sm:text-[1.75rem]">{dog.name}</DialogTitle>
        <p className="mt-0.5 flex items-start gap-1.5 text-muted-foreground">
          <GenderIcon gender={dog.gender} className="mt-0.5 size-5" />
          <span className="min-w-0">
            {callName ? `“${callName}” · ` : null}
            {dog.breed}
          </span>
        </p>
        <DogCompanions dogId={dog._id} className="mt-1" />
      </div>
      <div
        className={cn(
          // On a phone, the buttons are beside the back link, so that the name has the whole width.
          "flex items-center gap-2 max-sm:absolute max-sm:top-3 max-sm:right-16",
          !canWrite && "max-sm:hidden",
        )}
      >
        {canWrite ? (
          <Button variant="outline" onClick={() => onEdit(dog)}>
            <Pencil aria-hidden />
            Edit
          </Button>
        ) : null}
        <Turns {...neighbors} />
      </div>
    </DialogHeader>
  );
}

/** Renders nothing if there are no neighboring dogs. */
function Turns({ previous, next, turnTo }: Neighbors) {
  if (previous === undefined && next === undefined) return null;
  return (
    <div className="flex max-sm:hidden">
      {[
        { side: "Previous", id: previous, shortcut: "K", icon: <ChevronLeft aria-hidden /> },
        { side: "Next", id: next, shortcut: "J", icon: <ChevronRight aria-hidden /> },
      ].map(({ side, id, shortcut, icon }) => (
        <Button
          key={side}
          variant="ghost"
          size="icon"
          aria-label={`${side} Dog`}
          aria-keyshortcuts={shortcut.toLowerCase()}
          title={`${side} dog (${shortcut})`}
          disabled={id === undefined}
          onClick={() => (id === undefined ? undefined : turnTo(id))}
        >
          {icon}
        </Button>
      ))}
    </div>
  );
}

function DetailSkeleton() {
  return (
    <>
      <DialogHeader className="flex-row items-center gap-4">
        <Skeleton className="size-16 sm:size-20" />
        <DialogTitle className="sr-only">Loading dog</DialogTitle>
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-7 w-2/3" />
          <Skeleton className="h-4 w-1/3" />
        </div>
      </DialogHeader>
      <DialogBody>
        <div className="grid gap-4 sm:grid-cols-2">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} className="h-36" />
          ))}
        </div>
      </DialogBody>
    </>
  );
}

export function DogPhotos({ dog, canWrite }: { dog: Dog; canWrite: boolean }) {
  const [isManaging, setManaging] = useState(false);
  const [viewedId, setViewedId] = useState<string | null>(null);
  const hasUploads = useHasPhotoUploads(dog._id);
  const client = useConvex();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => (canWrite ? getReadyToPrepare() : undefined), [canWrite]);
  const add = (files: readonly File[]) => addPhotos(client, asOwner(dog), dog.photos.length, files);
  const addButton = (
    <Button onClick={() => input.current?.click()}>
      <ImagePlus aria-hidden />
      Add Photos
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      {canWrite ? <PhotoInput ref={input} onFiles={add} /> : null}
      <PhotoUploadList ownerId={dog._id} />
      {dog.photos.length > 0 ? (
        <>
          {canWrite ? (
            <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
              <Button variant="outline" onClick={() => setManaging(true)}>
                <Images aria-hidden />
                Manage Photos
              </Button>
              {addButton}
            </div>
          ) : null}
          <ul aria-label="Photos" className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4">
            {dog.photos.map((photo) => (
              <li key={photo._id} className="min-w-0">
                <PhotoTile photo={photo} dogName={dog.name} onView={() => setViewedId(photo._id)} />
              </li>
            ))}
          </ul>
        </>
      ) : hasUploads ? null : (
        <EmptyState
          icon={<Camera aria-hidden className="size-9 text-brass" />}
          title="No photos yet"
          text={
            canWrite
              ? "The first photo becomes the primary one"
              : "Photos will appear here when they are added"
          }
          action={canWrite ? addButton : undefined}
        />
      )}
      <PhotoLightbox
        photos={dog.photos}
        name={dog.name}
        photoId={viewedId}
        onShow={setViewedId}
        onClose={() => setViewedId(null)}
      />
      {canWrite ? (
        <PhotoManagerDialog owner={isManaging ? asOwner(dog) : null} onClose={() => setManaging(false)} />
      ) : null}
    </div>
  );
}

function PhotoTile({ photo, dogName, onView }: { photo: Photo; dogName: string; onView: () => void }) {
  return (
    <figure>
      <button
        type="button"
        onClick={onView}
        aria-label={`View ${photo.caption ?? `photo of ${dogName}`}`}
        className="relative block w-full"
      >
        <PhotoPreview photo={photo} className="rounded-md border" />
        {photo.isPrimary ? <PrimaryBadge /> : null}
      </button>
      <figcaption
        className={cn("mt-1 text-sm break-words", photo.caption === null && "text-muted-foreground")}
      >
        {photo.caption ?? "No caption"}
      </figcaption>
    </figure>
  );
}
