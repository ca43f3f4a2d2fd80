/** All activity of the kennel, live and page by page. The address opens this dialog. */
import { useState } from "react";
import { usePaginatedQuery } from "convex/react";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import { ChoiceField } from "@/components/choice-field";
import { LIST_PAGE, PagedList } from "@/components/paged-list";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody } from "@/components/ui/dialog";
import { Label } from "@/components/ui/label";
import { ActivityLine } from "@/features/dashboard/activity-line";
import { useKennel } from "@/hooks/use-kennel";
import { useNow } from "@/hooks/use-now";
import { ACTIVITY_AREAS, ACTIVITY_LABELS, ACTIVITY_TYPES, type ActivityType } from "@domain/dashboard/rules";
import { api } from "@convex/_generated/api";

export default function ActivityDialog({ onClose }: { onClose: () => void }) {
  const { can } = useKennel();
  const [type, setType] = useState<ActivityType | null>(null);
  const [dogId, setDogId] = useState("");
  const types = ACTIVITY_TYPES.filter((each) => can(ACTIVITY_AREAS[each], "read"));
  return (
    <TitledDialog title="All Activity" onClose={onClose} size="md">
      <DialogBody className="flex min-h-[50dvh] flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-2">
          <ChoiceField
            label="Type"
            value={type ?? ""}
            choices={{
              "": "All types",
              ...Object.fromEntries(types.map((each) => [each, ACTIVITY_LABELS[each]])),
            }}
            onValue={(chosen) => setType(types.find((each) => each === chosen) ?? null)}
          />
          {can("dogs", "read") ? (
            <div className="flex flex-col gap-1.5">
              <Label htmlFor="activity-dog">Dog</Label>
              <DogCombobox
                id="activity-dog"
                dogId={dogId}
                onDog={(dog) => setDogId(dog?._id ?? "")}
                placeholder="All dogs"
              />
            </div>
          ) : null}
        </div>
        <Entries key={`${type} ${dogId}`} type={type} dogId={dogId === "" ? null : dogId} />
      </DialogBody>
    </TitledDialog>
  );
}

function Entries({ type, dogId }: { type: ActivityType | null; dogId: string | null }) {
  const { kennelId } = useKennel();
  const now = useNow();
  const page = usePaginatedQuery(
    api.platform.activities.page,
    { kennelId, type, dogId },
    { initialNumItems: LIST_PAGE },
  );
  return (
    <PagedList
      page={page}
      label="Activity"
      emptyText={
        type === null && dogId === null
          ? "No activity yet. What you and your team enter and change appears here."
          : "No activity matches. Choose another type or dog."
      }
      noneYetText="No match among the newest activity."
    >
      {(activity) => <ActivityLine key={activity._id} activity={activity} now={now} />}
    </PagedList>
  );
}
