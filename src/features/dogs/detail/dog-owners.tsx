/**
 * The co-owners and former owners of a dog, besides the owner who is named on documents. Shown to users who may see
 * contacts.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { MoreVertical, Plus } from "lucide-react";
import { ActionsMenu } from "@/components/actions-menu";
import { LoadError } from "@/components/load-error";
import { RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { orEmpty } from "@/components/record-form/record-groups";
import { Button } from "@/components/ui/button";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { contactControl } from "@/entities/contacts/contact-field";
import { ContactLink } from "@/entities/contacts/contact-link";
import type { Dog } from "@/entities/dogs/types";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { useHistoryEntry } from "@/entities/history/record-history";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { PLACES } from "@domain/contacts/naming";
import { checkOwnerDays } from "@domain/dogs/owners";
import { OWNER_FIELDS } from "@domain/dogs/record";
import { formatDay } from "@domain/formatting/formatting";
import { choiceInWords, inWords } from "@domain/records/words";

type Owner = NonNullable<FunctionReturnType<typeof api.dogs.dogOwners.ofDog>>[number];

const [PLACE] = PLACES.dogOwners;

export const ownerForm = recordForm({
  fields: OWNER_FIELDS,
  noun: "owner",
  nameOf: ({ name }: Owner) => name,
  functions: api.dogs.dogOwners,
  id: "dogOwnerId",
  check: (sent) => checkOwnerDays(sent),
  controls: { name: contactControl(PLACE) },
  together: [{ key: "name", label: "Owner", fields: ["ownerId", "name"], show: ({ name }) => orEmpty(name) }],
  beside: {
    // If the server refuses a contact, the message is shown at the name.
    names: { ownerId: "name" },
    empty: {},
    of: () => ({}),
    send: () => ({}),
  },
});

type OwnerDialogProps = { dog: Pick<Dog, "_id" | "name">; owner: Owner | null; onClose: () => void };

export function OwnerDialog({ dog, owner, onClose }: OwnerDialogProps) {
  return (
    <ownerForm.FormDialog
      record={owner}
      given={{ dogId: dog._id }}
      title={owner ? `Edit Owner of ${dog.name}` : `Add Owner of ${dog.name}`}
      savedText={owner ? "Owner updated" : "Owner added"}
      onClose={onClose}
    >
      <RecordFields except={["dogId", "ownerId"]} />
    </ownerForm.FormDialog>
  );
}

function daysText({ from, until }: Owner): string | null {
  if (from !== null && until !== null) return `${formatDay(from)} to ${formatDay(until)}`;
  if (from !== null) return `Since ${formatDay(from)}`;
  return until === null ? null : `Until ${formatDay(until)}`;
}

type OwnerRowProps = {
  owner: Owner;
  /** Null for a user who can only read. */
  actions: { onEdit: () => void; onDelete: () => void } | null;
};

function OwnerRow({ owner, actions }: OwnerRowProps) {
  const { _id: recordId, name, role, share, ownerId } = owner;
  const history = useHistoryEntry({ table: "dogOwners", recordId, name });
  const percent = share === null ? null : inWords("percent", share);
  const facts = [choiceInWords(OWNER_FIELDS.role, role), percent, daysText(owner)];
  return (
    <li className="flex items-center gap-2 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">
          <ContactLink contactId={ownerId} name={name} />
        </p>
        <p className="text-sm break-words text-muted-foreground">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      {actions ? (
        <ActionsMenu name={name} icon={MoreVertical}>
          <DropdownMenuItem onSelect={actions.onEdit}>Edit</DropdownMenuItem>
          {history.entry}
          <DropdownMenuItem onSelect={actions.onDelete}>Delete</DropdownMenuItem>
        </ActionsMenu>
      ) : null}
      {history.dialog}
    </li>
  );
}

type DogOwnersProps = { dog: Pick<Dog, "_id" | "name">; hasCurrentOwner: boolean };

/** Says so if no owner is recorded. */
export function DogOwners({ dog, hasCurrentOwner }: DogOwnersProps) {
  const { can, hasRight } = useKennel();
  const canWrite = can("dogs", "write") && hasRight("finances", "write");
  const result = useLiveQuery(api.dogs.dogOwners.ofDog, { dogId: dog._id });
  const remove = useMutation(api.dogs.dogOwners.remove);
  const [opened, setOpened] = useState<{ owner: Owner | null; isDeleting?: boolean } | null>(null);
  const close = () => setOpened(null);
  if (result.status === "error") {
    return <LoadError message="Failed to load the owners. Please try again." onRetry={result.retry} />;
  }
  const owners = result.data ?? [];
  const leaving = opened?.isDeleting ? opened.owner : null;
  return (
    <>
      {owners.length > 0 ? (
        <ul aria-label="Owners" className="divide-y">
          {owners.map((owner) => (
            <OwnerRow
              key={owner._id}
              owner={owner}
              actions={
                canWrite
                  ? {
                      onEdit: () => setOpened({ owner }),
                      onDelete: () => setOpened({ owner, isDeleting: true }),
                    }
                  : null
              }
            />
          ))}
        </ul>
      ) : hasCurrentOwner ? null : (
        <p className="text-muted-foreground">No owner recorded</p>
      )}
      {canWrite ? (
        <Button variant="outline" size="sm" className="mt-2" onClick={() => setOpened({ owner: null })}>
          <Plus aria-hidden />
          Add Owner
        </Button>
      ) : null}
      {opened && !opened.isDeleting ? <OwnerDialog dog={dog} owner={opened.owner} onClose={close} /> : null}
      {leaving ? (
        <DeleteQuestion
          recordId={leaving._id}
          noun="owner"
          remove={async () => await remove({ dogOwnerId: leaving._id })}
          onClose={close}
        >
          <p>
            {leaving.name} is no longer an owner of {dog.name}. The contact stays.
          </p>
        </DeleteQuestion>
      ) : null}
    </>
  );
}
