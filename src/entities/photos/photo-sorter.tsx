/** Sorts a dog's photos. The primary photo always comes first and is not sorted. */
import { useMutation } from "convex/react";
import { arrayMove } from "@dnd-kit/sortable";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { toast } from "sonner";
import { SortableList } from "@/components/sortable-list";
import { Button } from "@/components/ui/button";
import { PhotoPreview, PrimaryBadge } from "@/entities/photos/photo-preview";
import type { Photo } from "@/entities/photos/photo-owner";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

type PhotoSorterProps = { dogId: string; photos: readonly Photo[] };

/** Each move is saved immediately. */
export default function PhotoSorter({ dogId, photos }: PhotoSorterProps) {
  const setOrder = useMutation(api.dogs.photos.setOrder);
  const primary = photos.find(({ isPrimary }) => isPrimary);
  const others = photos.filter(({ isPrimary }) => !isPrimary);
  const ids = others.map(({ _id }): string => _id);
  const nameOf = (photo: Photo) => photo.caption ?? `photo ${photos.indexOf(photo) + 1}`;
  const move = async (id: string, to: number): Promise<boolean> => {
    try {
      await setOrder({ dogId, photoIds: arrayMove(ids, ids.indexOf(id), to) });
      return true;
    } catch (error) {
      toast.error(failureText("Failed to save the order", error));
      return false;
    }
  };
  return (
    <SortableList
      label="Photos"
      className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3"
      items={others}
      idOf={({ _id }) => _id}
      nameOf={nameOf}
      onMove={move}
      lead={
        primary ? (
          <li className="min-w-0">
            <figure className="relative h-full overflow-hidden rounded-lg border bg-card shadow-page">
              <PhotoPreview photo={primary} draggable={false} />
              <PrimaryBadge />
              <figcaption className="p-3 text-muted-foreground">Always first</figcaption>
            </figure>
          </li>
        ) : null
      }
      renderItem={(photo, handle) => {
        const place = ids.indexOf(photo._id);
        return (
          <figure className="flex flex-col overflow-hidden rounded-lg border bg-card shadow-page">
            <PhotoPreview photo={photo} draggable={false} />
            <figcaption className="flex items-center gap-1 p-2">
              {handle}
              <span className="min-w-0 flex-1 truncate text-muted-foreground">{photo.caption}</span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Move ${nameOf(photo)} earlier`}
                aria-disabled={place === 0}
                onClick={place === 0 ? undefined : () => void move(photo._id, place - 1)}
              >
                <ChevronLeft aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Move ${nameOf(photo)} later`}
                aria-disabled={place === ids.length - 1}
                onClick={place === ids.length - 1 ? undefined : () => void move(photo._id, place + 1)}
              >
                <ChevronRight aria-hidden />
              </Button>
            </figcaption>
          </figure>
        );
      }}
    />
  );
}
