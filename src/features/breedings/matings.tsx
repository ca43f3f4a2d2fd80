/** The matings of a breeding, and which mating counts for the due date. */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { orEmpty } from "@/components/record-form/record-groups";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { contactControl } from "@/entities/contacts/contact-field";
import { ContactLink } from "@/entities/contacts/contact-link";
import { DeleteQuestion } from "@/entities/history/delete-question";
import type { Breeding } from "@/features/breedings/breeding-words";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { NEW } from "@/lib/screen-address";
import { api } from "@convex/_generated/api";
import { PLACES } from "@domain/contacts/naming";
import { MATING_FIELDS } from "@domain/breedings/record";
import { kindOfMating, TYPE_OF_MATING } from "@domain/breedings/rules";
import { breedingTypeLabels, matingKindLabels } from "@domain/breedings/words";
import { formatDay } from "@domain/formatting/formatting";

type Mating = FunctionReturnType<typeof api.breedings.matings.get>;

const [PLACE] = PLACES.matings;

const matingForm = recordForm({
  fields: MATING_FIELDS,
  noun: "mating",
  nameOf: ({ on }: Mating) => formatDay(on),
  functions: api.breedings.matings,
  id: "matingId",
  controls: { otherOwnerName: contactControl(PLACE) },
  together: [
    {
      ...{ key: "otherOwnerName", label: MATING_FIELDS.otherOwnerName.label },
      fields: ["otherOwnerId", "otherOwnerName"],
      show: ({ otherOwnerName }) => orEmpty(otherOwnerName),
    },
  ],
  beside: {
    // If the server refuses a contact, the message is shown at the name.
    names: { otherOwnerId: "otherOwnerName" },
    empty: {},
    of: () => ({}),
    send: () => ({}),
  },
});

type MatingsProps = { breeding: Breeding; today: string; canWrite: boolean };

/** Shown if the breeding is not only planned, or if a mating is recorded. */
export function Matings({ breeding, today, canWrite }: MatingsProps) {
  const { _id: breedingId, breedingDate, breedingType, status } = breeding;
  const matings = useLiveQuery(api.breedings.matings.list, { breedingId });
  const [edited, setEdited] = useState<{ id: string; on: string } | null>(null);
  const rows = matings.data ?? [];
  if (status === "planned" && rows.length === 0) return null;
  const last = rows.at(-1);
  const isCountingKept = rows.some(({ isCounting }) => isCounting);
  const name = formatDay(breedingDate);
  return (
    <DetailSection
      title="Matings"
      action={
        canWrite ? (
          <Button variant="outline" size="sm" onClick={() => setEdited({ id: NEW, on: today })}>
            <Plus aria-hidden />
            Add Mating
          </Button>
        ) : null
      }
    >
      <Loaded query={matings} failureText="Failed to load the matings. Please try again." height="h-11">
        {(data) => (
          <ul aria-label="Matings" className="flex flex-col divide-y">
            {isCountingKept ? null : (
              <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
                <span className="min-w-0 flex-1">
                  {name}, {breedingTypeLabels[breedingType].toLowerCase()}
                </span>
                <Counting />
                {canWrite ? (
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Add place and witnesses of ${name}`}
                    onClick={() => setEdited({ id: NEW, on: breedingDate })}
                  >
                    <Pencil aria-hidden />
                  </Button>
                ) : null}
              </li>
            )}
            {data.map((mating) => (
              <MatingRow
                key={mating._id}
                mating={mating}
                breeding={breeding}
                onEdit={canWrite ? () => setEdited({ id: mating._id, on: mating.on }) : null}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {edited === null ? null : (
        <matingForm.Dialog
          id={edited.id}
          owner={{ breedingId }}
          // The next mating usually takes place where the last one did.
          given={{
            on: edited.on,
            kind: (edited.on === breedingDate ? undefined : last?.kind) ?? kindOfMating(breedingType),
            place: last?.place ?? "",
            witnesses: last?.witnesses ?? "",
          }}
          onClose={() => setEdited(null)}
        >
          <RecordFields except={["otherOwnerId"]} />
        </matingForm.Dialog>
      )}
    </DetailSection>
  );
}

/** On phones, below the mating, because its text needs the whole width. */
const countClass = "max-sm:order-last max-sm:basis-full";

const Counting = () => (
  <span className={countClass}>
    <Badge variant="outline">Counts for the due date</Badge>
  </span>
);

type MatingRowProps = { mating: Mating; breeding: Breeding; onEdit: (() => void) | null };

function MatingRow({ mating, breeding, onEdit }: MatingRowProps) {
  const { _id: matingId, on, at, kind, place, witnesses, semenSource, notes, isCounting } = mating;
  const { otherOwnerName, otherOwnerId } = mating;
  const facts = [place, witnesses, semenSource, notes].filter(Boolean);
  const [isDeleting, setDeleting] = useState(false);
  const update = useMutation(api.breedings.breedings.update);
  const remove = useMutation(api.breedings.matings.remove);
  const name = [formatDay(on), at].filter(Boolean).join(", ");
  const count = async () => {
    const moved = { breedingDate: on, breedingType: TYPE_OF_MATING[kind] };
    try {
      await update({ breedingId: breeding._id, expectedUpdatedAt: breeding.updatedAt, ...moved });
      toast.success(`The due date is counted from ${formatDay(on)}`);
    } catch (error) {
      toast.error(failureText("The due date could not be moved", error));
    }
  };
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <span className="min-w-0 flex-1 break-words">
        {name}, {matingKindLabels[kind].toLowerCase()}
        <span className="block text-sm text-muted-foreground">
          {otherOwnerName ? (
            <>
              <ContactLink contactId={otherOwnerId} name={otherOwnerName} />
              {facts.length > 0 ? " · " : null}
            </>
          ) : null}
          {facts.join(" · ")}
        </span>
      </span>
      {isCounting ? (
        <Counting />
      ) : onEdit && (on !== breeding.breedingDate || TYPE_OF_MATING[kind] !== breeding.breedingType) ? (
        <span className={countClass}>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Count the due date from ${name}`}
            onClick={() => void count()}
          >
            Count From Here
          </Button>
        </span>
      ) : null}
      {onEdit ? (
        <span className="flex">
          <Button variant="ghost" size="icon" aria-label={`Edit ${name}`} onClick={onEdit}>
            <Pencil aria-hidden />
          </Button>
          <Button variant="ghost" size="icon" aria-label={`Delete ${name}`} onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden />
          </Button>
        </span>
      ) : null}
      {isDeleting ? (
        <DeleteQuestion
          recordId={matingId}
          title="Delete this mating?"
          remove={async () => await remove({ matingId })}
          deletedText="Mating deleted"
          failureOf={(error) => failureText("Failed to delete", error)}
          onClose={() => setDeleting(false)}
        >
          <p>{isCounting ? `${name}. The breeding keeps its date.` : name}</p>
        </DeleteQuestion>
      ) : null}
    </li>
  );
}
