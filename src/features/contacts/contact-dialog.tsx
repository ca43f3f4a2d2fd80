/**
 * A contact: phone, email and address, and the dogs and litters of this contact. Other contacts that may be the
 * same person are listed and can be merged with this contact.
 */
import { useState, type ReactNode } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Mail, Pencil, Phone } from "lucide-react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { ConflictDialog } from "@/components/conflict-dialog";
import { DetailSection } from "@/components/detail-section";
import { Fact } from "@/components/fact";
import { Loaded } from "@/components/loaded";
import { recordForm } from "@/components/record-form/record-form";
import { labelled, showConflicts } from "@/components/record-form/record-groups";
import { TitledDialog } from "@/components/titled-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { TheirPageButton } from "@/entities/families/their-page";
import { Placements } from "@/entities/placements/placements";
import { usePlacements } from "@/entities/placements/use-placements";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { Link } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { CONTACT_FIELDS, CONTACT_KINDS } from "@domain/contacts/record";
import { callAddress, formatDay, formatMoment } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";
import { joinTexts, mergeEdits, withGroup, type Choice } from "@domain/merge/merge";
import { inWords } from "@domain/records/words";

export type Contact = FunctionReturnType<typeof api.contacts.contacts.get>;
type Dealings = FunctionReturnType<typeof api.contacts.contacts.dealings>;

export const contactForm = recordForm({
  fields: CONTACT_FIELDS,
  noun: "contact",
  nameOf: ({ name }: Contact) => name,
  functions: api.contacts.contacts,
  id: "contactId",
  isOfKennel: true,
});
type Values = typeof contactForm.emptyValues;

/** Twins are other contacts that may be the same person. */
export function useTwins(
  reached: Record<"name" | "email" | "phone" | "address", string>,
  contactId: string | undefined,
): readonly Contact[] {
  const { kennelId } = useKennel();
  const { email, phone, address } = reached;
  const isAsked = email !== "" || phone !== "" || address !== "";
  const found = useLiveQuery(api.contacts.contacts.twins, isAsked ? { kennelId, ...reached } : "skip");
  return (found.data ?? []).filter(({ _id }) => _id !== contactId);
}

const placeText = ({ address, country }: Contact): string => [address, country].filter(Boolean).join(", ");
/** One press calls or writes. */
export function Reach({ contact }: { contact: Contact }) {
  const { phone, email } = contact;
  return (
    <div className="flex flex-wrap items-center gap-x-5 text-sm text-muted-foreground">
      {phone ? (
        <a
          href={callAddress(phone)}
          className="inline-flex items-center gap-1.5 hover:underline pointer-coarse:min-h-11"
        >
          <Phone aria-hidden className="size-4" />
          {phone}
        </a>
      ) : null}
      {email ? (
        <a
          href={`mailto:${email}`}
          className="inline-flex min-w-0 items-center gap-1.5 break-all hover:underline pointer-coarse:min-h-11"
        >
          <Mail aria-hidden className="size-4 shrink-0" />
          {email}
        </a>
      ) : null}
      <span className="break-words">{placeText(contact)}</span>
    </div>
  );
}

type ContactDialogProps = {
  contactId: string;
  onOpen: (contactId: string) => void;
  /** Undefined for a user who may not change contacts. */
  onEdit: (() => void) | undefined;
  onClose: () => void;
};

export function ContactDialog({ contactId, onOpen, onEdit, onClose }: ContactDialogProps) {
  const contact = useLiveQuery(api.contacts.contacts.get, { contactId });
  const dealings = useLiveQuery(api.contacts.contacts.dealings, { contactId });
  const placements = usePlacements({ contactId });
  return (
    <TitledDialog title={contact.data?.name ?? "Contact"} size="md" onClose={onClose}>
      <DialogBody className="flex flex-col gap-6">
        <Loaded query={contact} failureText="This contact was not found" height="h-16">
          {(found) => <ContactFacts contact={found} />}
        </Loaded>
        <Loaded
          query={dealings}
          failureText="Failed to load what belongs to this contact. Please try again."
          height="h-24"
        >
          {(found) =>
            placements.length === 0 && Object.values(found).every(({ rows }) => rows.length === 0) ? (
              <p className="text-muted-foreground">Nothing recorded with this contact yet.</p>
            ) : (
              <>
                <Placements placements={placements} />
                <DealingsSections dealings={found} />
              </>
            )
          }
        </Loaded>
        {contact.data ? (
          <Twins contact={contact.data} onOpen={onOpen} canMerge={onEdit !== undefined} />
        ) : null}
      </DialogBody>
      {onEdit ? (
        <DialogFooter>
          {contact.data ? <TheirPageButton family={{ contactId }} name={contact.data.name} /> : null}
          <Button onClick={onEdit}>
            <Pencil aria-hidden />
            Edit Contact
          </Button>
        </DialogFooter>
      ) : null}
    </TitledDialog>
  );
}

function ContactFacts({ contact }: { contact: Contact }) {
  const { kinds, licenseNumber, notes } = contact;
  return (
    <div className="flex flex-col gap-3">
      {kinds.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {kinds.map((kind) => (
            <Badge key={kind} variant="outline">
              {inWords("choice", kind)}
            </Badge>
          ))}
        </div>
      ) : null}
      <Reach contact={contact} />
      {licenseNumber ? (
        <dl>
          <Fact label="License number">{licenseNumber}</Fact>
        </dl>
      ) : null}
      {notes ? <p className="break-words whitespace-pre-wrap">{notes}</p> : null}
    </div>
  );
}

function DealingsSections({ dealings }: { dealings: Dealings }) {
  const { bred, sold, owned, coOwned, housed, matings, births, checks, applications } = dealings;
  return (
    <>
      <DogsDealt title="Dogs Owned" list={owned} />
      <DogsDealt title="Dogs Co-owned" list={coOwned} />
      <DogsDealt title="Dogs Living With Them" list={housed} />
      <DogsDealt title="Dogs Bred" list={bred} />
      <DogsDealt title="Dogs Acquired From Them" list={sold} />
      <Dealt title="Matings" list={matings}>
        {({ breedingId, pair, on }) => (
          <Row to={pageOf("breedings", breedingId)} name={pair}>
            {formatDay(on)}
          </Row>
        )}
      </Dealt>
      <Dealt title="Births Attended" list={births}>
        {({ _id, pair, on }) => (
          <Row to={pageOf("litters", _id)} name={pair}>
            {formatDay(on)}
          </Row>
        )}
      </Dealt>
      <Dealt title="Pregnancy Checks" list={checks}>
        {({ breedingId, pair, on }) => (
          <Row to={pageOf("breedings", breedingId)} name={pair}>
            {formatDay(on)}
          </Row>
        )}
      </Dealt>
      <Dealt title="Applications" list={applications}>
        {({ status, appliedAt }) => (
          <Row to="/dashboard/breeding?tab=waiting-list" name={inWords("choice", status)}>
            {formatMoment(appliedAt)}
          </Row>
        )}
      </Dealt>
    </>
  );
}

function DogsDealt({ title, list }: { title: string; list: Dealings["bred"] }) {
  return (
    <Dealt title={title} list={list}>
      {({ _id, name, dateOfBirth }) => (
        <Row to={pageOf("dogs", _id)} name={name}>
          {dateOfBirth && `born ${formatDay(dateOfBirth)}`}
        </Row>
      )}
    </Dealt>
  );
}

type DealtProps<Row> = {
  title: string;
  list: { rows: readonly Row[]; hasMore: boolean };
  children: (row: Row) => ReactNode;
};

function Dealt<Row extends { _id: string }>({ title, list: { rows, hasMore }, children }: DealtProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <DetailSection title={title}>
      <ul className="divide-y">
        {rows.map((row) => (
          <li key={row._id}>{children(row)}</li>
        ))}
      </ul>
      {hasMore ? (
        <p className="pt-2 text-sm text-muted-foreground">The newest {rows.length} are shown.</p>
      ) : null}
    </DetailSection>
  );
}

function Row({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 pointer-coarse:min-h-11">
      <Link to={to} className="font-semibold break-words underline underline-offset-4">
        {name}
      </Link>
      <span className="text-sm text-muted-foreground">{children}</span>
    </div>
  );
}

type TwinsProps = { contact: Contact; onOpen: (contactId: string) => void; canMerge: boolean };

function Twins({ contact, onOpen, canMerge }: TwinsProps) {
  const { name, email, phone, address } = contact;
  const reached = { name, email: email ?? "", phone: phone ?? "", address: address ?? "" };
  const others = useTwins(reached, contact._id);
  const [other, setOther] = useState<Contact | null>(null);
  if (others.length === 0) return null;
  return (
    <DetailSection title="Perhaps the Same Person">
      <ul className="divide-y">
        {others.map((each) => (
          <li key={each._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <div className="min-w-0">
              <button
                type="button"
                className="min-h-8 text-left font-semibold break-words underline underline-offset-4 pointer-coarse:min-h-11"
                onClick={() => onOpen(each._id)}
              >
                {each.name}
              </button>
              <Reach contact={each} />
            </div>
            {canMerge ? (
              <Button variant="outline" aria-label={`Merge with ${each.name}`} onClick={() => setOther(each)}>
                Merge
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {other ? <MergeContacts contact={contact} other={other} onClose={() => setOther(null)} /> : null}
    </DetailSection>
  );
}

type ContactsAlikeProps = { onOpen: (contactId: string) => void; onClose: () => void };

/** The user can open a contact to merge it. */
export function ContactsAlike({ onOpen, onClose }: ContactsAlikeProps) {
  const { kennelId } = useKennel();
  const alike = useLiveQuery(api.contacts.contacts.alike, { kennelId });
  return (
    <TitledDialog
      title="Perhaps the Same Person"
      description="With the same email or phone, or the same name and a similar address. Open one to merge the other into it."
      size="md"
      onClose={onClose}
    >
      <DialogBody>
        <Loaded query={alike} failureText="Failed to load the contacts. Please try again." height="h-40">
          {({ groups, hasMore }) => (
            <>
              {groups.length === 0 ? <p className="text-muted-foreground">No contacts look alike.</p> : null}
              <ul aria-label="Contacts that look alike" className="flex flex-col gap-3">
                {groups.map(({ contacts }) => (
                  <li key={contacts[0]?._id} className="divide-y rounded-md border px-3">
                    {contacts.map((contact) => (
                      <div key={contact._id} className="py-2">
                        <button
                          type="button"
                          className="min-h-8 text-left font-semibold break-words underline underline-offset-4 pointer-coarse:min-h-11"
                          onClick={() => onOpen(contact._id)}
                        >
                          {contact.name}
                        </button>
                        <Reach contact={contact} />
                      </div>
                    ))}
                  </li>
                ))}
              </ul>
              {hasMore ? (
                <p className="pt-2 text-sm text-muted-foreground">More are shown once these are merged.</p>
              ) : null}
            </>
          )}
        </Loaded>
      </DialogBody>
    </TitledDialog>
  );
}

/** In the usual order, joined with commas. */
const kindsOfBoth = (one: Contact, other: Contact): string =>
  CONTACT_KINDS.filter((kind) => one.kinds.includes(kind) || other.kinds.includes(kind)).join();

type MergeContactsProps = { contact: Contact; other: Contact; onClose: () => void };

/** Merges the other contact into this contact. If both have a value and the values differ, the user chooses. */
function MergeContacts({ contact, other, onClose }: MergeContactsProps) {
  const merge = useMutation(api.contacts.contacts.merge);
  const [chosen, setChosen] = useState<Values | null>(null);
  const kinds = kindsOfBoth(contact, other);
  const versionOf = (row: Contact): Values => ({ ...contactForm.valuesOf(row), kinds });
  const [mine, theirs] = [versionOf(contact), versionOf(other)];
  const { mine: merged, conflicts } = mergeEdits(contactForm.groups, {
    ...{ base: contactForm.emptyValues, mine, theirs },
  });
  const groups = labelled(contactForm.groups, conflicts);
  const decide = (choices: Record<string, Choice>) => {
    const notes = joinTexts(theirs.notes, mine.notes);
    setChosen(
      groups.reduce<Values>((values, group) => {
        const choice = choices[group.key];
        if (choice === "both") return { ...values, notes };
        return choice === "theirs" ? withGroup(group, values, theirs) : values;
      }, merged),
    );
  };
  if (groups.length > 0 && chosen === null) {
    return (
      <ConflictDialog
        title={`Merge ${other.name} and ${contact.name}`}
        words={{
          ...{ mine: "This Contact", theirs: "The Other", back: "Cancel", save: "Continue" },
          description: "Choose which value to keep where the two differ.",
        }}
        conflicts={showConflicts(groups, { mine, theirs, edits: [] }).map((conflict) => ({
          ...{ ...conflict, author: other.name, savedAt: null },
        }))}
        onDecide={decide}
        onClose={onClose}
      />
    );
  }
  const values = chosen ?? merged;
  return (
    <ActionQuestion
      title={`Merge into ${values.name}?`}
      tone="default"
      confirmLabel="Merge"
      busyLabel="Merging..."
      act={async () => {
        await merge({
          ...{ contactId: contact._id, expectedUpdatedAt: contact.updatedAt },
          ...{ otherId: other._id, otherUpdatedAt: other.updatedAt },
          ...contactForm.changesOf(values, contactForm.valuesOf(contact)),
        });
        toast.success("Contacts merged");
        onClose();
      }}
      failureOf={(error) => failureText("Failed to merge the contacts", error)}
      onCancel={onClose}
    >
      Dogs, puppies and applications of both belong to one contact afterwards. What is written in them stays.
      The history can undo this.
    </ActionQuestion>
  );
}
