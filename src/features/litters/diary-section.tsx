/** The diary of a litter for its families. */
import { useId, useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { BookOpen, Eye, EyeOff, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { ChoiceField } from "@/components/choice-field";
import { DetailSection } from "@/components/detail-section";
import { SaveDialog } from "@/components/save-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { photoUrl } from "@/entities/dogs/photo-url";
import { useLiveQuery } from "@/hooks/use-live-query";
import { unlessAtField, useSaving } from "@/hooks/use-saving";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import { localDay } from "@domain/dates/calendar-days";
import { DIARY_AUDIENCES, MAX_DIARY_PHOTOS, type DiaryAudience } from "@domain/families/rules";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

type Entry = FunctionReturnType<typeof api.families.diary.list>[number];

const AUDIENCE_LABELS: Readonly<Record<DiaryAudience, string>> = {
  families: "Families of this litter",
  applicants: "Also families with an offer",
  everybody: "Everybody",
};

const isAudience = (value: string): value is DiaryAudience => DIARY_AUDIENCES.some((each) => each === value);

export function DiaryButton({ litterId }: { litterId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <BookOpen aria-hidden /> Diary
      </Button>
      {isOpen ? <DiaryDialog litterId={litterId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Each photo is added by one press. */
function DiaryDialog({ litterId, onClose }: { litterId: string; onClose: () => void }) {
  const id = useId();
  const write = useMutation(api.families.diary.write);
  const revise = useMutation(api.families.diary.revise);
  const pictures = useLiveQuery(api.litters.puppyPhotos.ofLitter, { litterId });
  const [text, setText] = useState("");
  const [audience, setAudience] = useState<DiaryAudience>("families");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { errors, failure, isSaving, save } = useSaving();
  const toggle = (photoId: string) =>
    setChosen((last) =>
      last.includes(photoId)
        ? last.filter((each) => each !== photoId)
        : [...last, photoId].slice(0, MAX_DIARY_PHOTOS),
    );
  const share = async () =>
    await save(async () => {
      // An entry may consist of a photo without words.
      const words = text.trim() === "" && chosen.length > 0 ? "New photos" : text;
      const entry = await write({ litterId, text: words, audience, photoIds: [...chosen], isShared: true });
      toast.success("Shared with the families", {
        action: {
          label: "Undo",
          onClick: () => void revise({ diaryEntryId: entry._id, isShared: false }),
        },
      });
      onClose();
    }, unlessAtField("Failed to share the entry"));
  return (
    <SaveDialog
      title="Diary"
      description="Families read it on their page as soon as you share it."
      size="md"
      isSaving={isSaving}
      isSaveDisabled={text.trim() === "" && chosen.length === 0}
      failure={failure}
      saveLabel="Share"
      onSave={share}
      onClose={onClose}
    >
      {pictures.data && pictures.data.length > 0 ? (
        <fieldset className="min-w-0">
          <legend className="text-sm font-semibold">Photos</legend>
          <div className="mt-1 grid grid-cols-4 gap-1.5 sm:grid-cols-6">
            {pictures.data.map(({ _id, thumbnailPath, caption }) => (
              <button
                key={_id}
                type="button"
                aria-pressed={chosen.includes(_id)}
                aria-label={caption ?? "Photo of a puppy"}
                className={cn(
                  "overflow-hidden rounded-md border-2",
                  chosen.includes(_id) ? "border-primary" : "border-transparent opacity-80",
                )}
                onClick={() => toggle(_id)}
              >
                <img
                  src={photoUrl(thumbnailPath)}
                  alt=""
                  className="aspect-square w-full bg-muted object-cover"
                />
              </button>
            ))}
          </div>
        </fieldset>
      ) : null}
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-semibold">
          What is new?
        </label>
        <Textarea
          id={id}
          rows={4}
          value={text}
          aria-invalid={errors.text !== undefined}
          placeholder="First time on grass"
          onChange={({ target }) => setText(target.value)}
        />
        {errors.text === undefined ? null : <p className="text-sm text-error">{errors.text}</p>}
      </div>
      <ChoiceField
        label="For"
        value={audience}
        choices={AUDIENCE_LABELS}
        onValue={(value) => (isAudience(value) ? setAudience(value) : undefined)}
      />
    </SaveDialog>
  );
}

/** Shows which entries are shared and which were removed. */
export function DiarySection({ litterId, canWrite }: { litterId: string; canWrite: boolean }) {
  const entries = useLiveQuery(api.families.diary.list, { litterId });
  if (!entries.data || entries.data.length === 0) return null;
  return (
    <DetailSection title="Diary">
      <ul className="divide-y">
        {entries.data.map((entry) => (
          <DiaryRow key={entry._id} entry={entry} canWrite={canWrite} />
        ))}
      </ul>
    </DetailSection>
  );
}

function DiaryRow({ entry, canWrite }: { entry: Entry; canWrite: boolean }) {
  const revise = useMutation(api.families.diary.revise);
  const remove = useMutation(api.families.diary.remove);
  const { _id: diaryEntryId, text, sharedAt, audience, photos } = entry;
  const isShared = sharedAt !== null;
  const run = (work: Promise<unknown>, failed: string) =>
    work.catch((error: unknown) => {
      toast.error(failureText(failed, error));
    });
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex flex-wrap items-center gap-x-2 text-sm text-muted-foreground">
        <span>{sharedAt === null ? "Not shared" : `Shared ${formatDay(localDay(new Date(sharedAt)))}`}</span>
        <Badge variant="outline">{AUDIENCE_LABELS[audience]}</Badge>
      </div>
      <p className="break-words whitespace-pre-wrap">{text}</p>
      {photos.length === 0 ? null : (
        <div className="flex flex-wrap gap-1.5">
          {photos.map(({ _id, thumbnailPath }) => (
            <img
              key={_id}
              src={photoUrl(thumbnailPath)}
              alt=""
              loading="lazy"
              className="size-16 rounded-md bg-muted object-cover"
            />
          ))}
        </div>
      )}
      {canWrite ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="outline"
            onClick={() =>
              void run(revise({ diaryEntryId, isShared: !isShared }), "Failed to change the entry")
            }
          >
            {isShared ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            {isShared ? "Stop Sharing" : "Share"}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Delete “${text.slice(0, 40)}”`}
            onClick={() => void run(remove({ diaryEntryId }), "Failed to delete the entry")}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ) : null}
    </li>
  );
}
