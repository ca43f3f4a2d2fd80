/**
 * The people and offices that the kennel deals with, in alphabetical order. The search finds them by name, email,
 * address or phone number.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Pencil, Plus, SearchX, Trash2, UsersRound } from "lucide-react";
import { useWatch } from "react-hook-form";
import {
  ContactDialog,
  contactForm,
  ContactsAlike,
  Reach,
  useTwins,
  type Contact,
} from "@/features/contacts/contact-dialog";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { useHistoryEntry } from "@/entities/history/record-history";
import { ActionsMenu } from "@/components/actions-menu";
import { EmptyState } from "@/components/empty-state";
import { FloatingAddButton } from "@/components/floating-add-button";
import { GrowingList } from "@/components/growing-list";
import { MoneyNote } from "@/components/money-note";
import { RecordFields } from "@/components/record-form/record-field";
import { SearchBox } from "@/components/search-box";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { Skeleton } from "@/components/ui/skeleton";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { ReachButtons } from "@/entities/contacts/reach";
import { useKennel } from "@/hooks/use-kennel";
import { pagedQuery, useLivePage } from "@/hooks/use-live-page";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { NEW, typed, useOverlay, useScreenAddress } from "@/lib/screen-address";
import { api } from "@convex/_generated/api";
import { getErrorData } from "@domain/errors";
import { inWords } from "@domain/records/words";

const PAGE_SIZE = 50;

/** Contacts with the same address are searched when the user has stopped typing for this time. */
const TYPING_MS = 400;

export function ContactsPage() {
  return useKennel().hasRight("finances", "read") ? <Contacts /> : <MoneyNote title="Contacts" />;
}

function Contacts() {
  const { kennelId, can } = useKennel();
  const [{ search }, setAddress] = useScreenAddress({ search: typed });
  const { valueOf, open, close } = useOverlay(["contact", "contact-form", "contacts-alike"], ["field"]);
  const anyAlike = useLiveQuery(api.contacts.contacts.anyAlike, { kennelId }).data;
  const list = pagedQuery(api.contacts.contacts.list, { kennelId, search, limit: PAGE_SIZE });
  const first = useLivePage(list, 1);
  const openedId = valueOf("contact");
  const editedId = valueOf("contact-form");
  const canWrite = can("finances", "write");
  const add = () => open("contact-form", NEW);
  // A kennel without contacts shows only one button, in the middle of the page.
  const isEmpty = search === "" && first.page?.pagination.totalItems === 0;
  return (
    <div className="flex flex-col gap-4 pb-20 sm:pb-0">
      {isEmpty ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <SearchBox
            label="Search contacts"
            placeholder="Search by name, email, address or phone"
            search={search}
            onSearch={(text) => setAddress({ search: text })}
          />
          {canWrite ? (
            <Button className="max-sm:hidden" onClick={add}>
              <Plus aria-hidden />
              Add Contact
            </Button>
          ) : null}
        </div>
      )}
      {anyAlike ? (
        <p className="flex flex-wrap items-center gap-x-3 rounded-md bg-muted px-4 py-1">
          Some contacts may be the same person.
          <button
            type="button"
            className="min-h-8 font-semibold underline underline-offset-4 pointer-coarse:min-h-11"
            onClick={() => open("contacts-alike", "all")}
          >
            Compare Them
          </button>
        </p>
      ) : null}
      <GrowingList
        {...{ list, first }}
        filter={{ kennelId, search }}
        label="Contacts"
        things="contacts"
        className="flex flex-col divide-y rounded-md border bg-card"
        failureText="Failed to load contacts. Please try again."
        skeleton={<Skeleton className="h-80" />}
        empty={search === "" ? <NoContacts onAdd={canWrite ? add : undefined} /> : <NothingFound />}
      >
        {(contact) => (
          <ContactRow
            key={contact._id}
            {...{ contact, canWrite }}
            onOpen={() => open("contact", contact._id)}
            onEdit={() => open("contact-form", contact._id)}
          />
        )}
      </GrowingList>
      {canWrite && !isEmpty ? (
        <FloatingAddButton aria-label="Add Contact" className="sm:hidden" onClick={add} />
      ) : null}
      {valueOf("contacts-alike") === null ? null : (
        <ContactsAlike onOpen={(id) => open("contact", id)} onClose={close} />
      )}
      {openedId !== null ? (
        <ContactDialog
          key={openedId}
          contactId={openedId}
          onOpen={(id) => open("contact", id)}
          onEdit={canWrite ? () => open("contact-form", openedId) : undefined}
          onClose={close}
        />
      ) : null}
      {editedId !== null && canWrite ? (
        <contactForm.Dialog id={editedId} onClose={close}>
          {(contact) => (
            <>
              <RecordFields />
              <SamePerson contact={contact} onOpen={(id) => open("contact", id)} />
            </>
          )}
        </contactForm.Dialog>
      ) : null}
    </div>
  );
}

function NoContacts({ onAdd }: { onAdd: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<UsersRound aria-hidden className="size-9 text-brass" />}
      title="No contacts yet"
      text="Keep buyers, owners, stud owners and offices here, each once, with how to reach them."
      action={
        onAdd ? (
          <Button onClick={onAdd}>
            <Plus aria-hidden />
            Add Contact
          </Button>
        ) : null
      }
    />
  );
}

function NothingFound() {
  return (
    <EmptyState
      icon={<SearchX aria-hidden className="size-9 text-muted-foreground" />}
      title="No contacts match your search"
      text="Try a part of the name, or the digits of the phone number"
    />
  );
}

type ContactRowProps = { contact: Contact; canWrite: boolean; onOpen: () => void; onEdit: () => void };

function ContactRow({ contact, canWrite, onOpen, onEdit }: ContactRowProps) {
  const { _id, name, kinds, notes } = contact;
  const [isDeleting, setDeleting] = useState(false);
  const history = useHistoryEntry({ table: "contacts", recordId: _id, name });
  return (
    <li className="flex items-start gap-3 px-4 py-3 max-sm:gap-0 max-sm:py-1.5">
      <div className="grid min-w-0 flex-1 items-start gap-x-6 gap-y-1 md:grid-cols-2 xl:grid-cols-[2fr_3fr]">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <button
            type="button"
            className="min-h-8 text-left font-semibold break-words hover:underline pointer-coarse:min-h-11"
            onClick={onOpen}
          >
            {name}
          </button>
          {kinds.map((kind) => (
            <Badge key={kind} variant="outline">
              {inWords("choice", kind)}
            </Badge>
          ))}
        </div>
        <div className="max-sm:hidden md:row-span-2 pointer-fine:md:pt-1">
          <Reach contact={contact} />
        </div>
        {notes ? <p className="line-clamp-2 text-sm break-words">{notes}</p> : null}
      </div>
      <div className="mr-1 flex shrink-0 items-center sm:hidden">
        <ReachButtons contact={contact} />
      </div>
      <ActionsMenu name={name} className="max-sm:mt-1.5">
        {canWrite ? (
          <DropdownMenuItem onSelect={onEdit}>
            <Pencil aria-hidden />
            Edit
          </DropdownMenuItem>
        ) : null}
        {history.entry}
        {canWrite ? (
          <DropdownMenuItem variant="destructive" onSelect={() => setDeleting(true)}>
            <Trash2 aria-hidden />
            Delete
          </DropdownMenuItem>
        ) : null}
      </ActionsMenu>
      {history.dialog}
      {isDeleting ? <DeleteContact contact={contact} onClose={() => setDeleting(false)} /> : null}
    </li>
  );
}

/** Shown while the user types a new contact. */
function SamePerson({ contact, onOpen }: { contact: Contact | null; onOpen: (id: string) => void }) {
  const typed = useWatch({ name: ["name", "email", "phone", "address"] }) as string[];
  const [name = "", email = "", phone = "", address = ""] = useDebouncedValue(typed, TYPING_MS);
  const others = useTwins({ name, email, phone, address }, contact?._id);
  return (
    <div role="status" className="sm:col-span-2">
      {others.length > 0 ? (
        <p className="rounded-md bg-muted px-3 py-2 text-sm">
          Perhaps the same person:{" "}
          {others.map(({ _id, name: other }, index) => (
            <span key={_id}>
              {index > 0 ? ", " : null}
              <button type="button" className="font-semibold underline" onClick={() => onOpen(_id)}>
                {other}
              </button>
            </span>
          ))}
        </p>
      ) : null}
    </div>
  );
}

function DeleteContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const remove = useMutation(api.contacts.contacts.remove);
  return (
    <DeleteQuestion
      recordId={contact._id}
      noun="contact"
      title={`Delete ${contact.name}?`}
      remove={async () => await remove({ contactId: contact._id })}
      failureOf={(error) =>
        getErrorData(error)?.details.fields?.contactId ?? failureText("Failed to delete contact", error)
      }
      onClose={onClose}
    >
      Dogs, puppies and applications keep what is written in them.
    </DeleteQuestion>
  );
}
