/**
 * Where records name people: the field with the contact, and the fields that keep what was typed. The typed text is
 * what documents and REST show, so it never follows a contact that is renamed.
 */
import type { CONTACT_KINDS } from "./record";

/** Typed instead of a contact's id: a new contact is made, unless one with the same name exists. */
export const NEW_CONTACT = "new";

/** Typed instead of a contact's id: a new contact is made although another has the same name. */
export const ANOTHER_CONTACT = "another";

/** What a record keeps of a person as text. */
export const COPIED = ["name", "email", "phone", "address"] as const;
export type Copies = Partial<Record<(typeof COPIED)[number], string | null>>;

/** One person of a record. */
export interface Place {
  /** The field with the contact. */
  readonly link: string;
  /** What the contact is to the kennel. */
  readonly kind: (typeof CONTACT_KINDS)[number];
  /** The field that contains the copies, if they are not fields of the record itself. */
  readonly within?: string;
  /** The field of each copy. */
  readonly copies: Partial<Record<(typeof COPIED)[number], string>> & { readonly name: string };
}

const OWN = { name: "name", email: "email", phone: "phone", address: "address" } as const;

/** The people whom each kind of record names. */
export const PLACES = {
  dogs: [
    { link: "breederId", kind: "breeder", copies: { name: "breederName" } },
    { link: "acquiredFromId", kind: "owner", copies: { name: "acquiredFromName" } },
    {
      link: "currentOwnerId",
      kind: "owner",
      copies: { name: "currentOwnerName", email: "currentOwnerEmail", phone: "currentOwnerPhone" },
    },
  ],
  dogOwners: [{ link: "ownerId", kind: "owner", copies: { name: "name" } }],
  matings: [{ link: "otherOwnerId", kind: "owner", copies: { name: "otherOwnerName" } }],
  puppies: [{ link: "buyerId", kind: "buyer", within: "buyer", copies: OWN }],
  waitingList: [{ link: "contactId", kind: "buyer", copies: OWN }],
} as const satisfies Record<string, readonly Place[]>;

const valueIn = (record: object, name: string | undefined): unknown =>
  name === undefined ? undefined : (Reflect.get(record, name) as unknown);

const textIn = (record: object, name: string | undefined): string | null => {
  const value = valueIn(record, name);
  return typeof value === "string" && value !== "" ? value : null;
};

/** Returns the contact that a record names, or null. */
export const linkIn = (place: Place, record: object): string | null => textIn(record, place.link);

/** Returns what a record keeps of a person as text. */
export function copiesIn({ within, copies }: Place, record: object): Required<Copies> {
  const inner = within === undefined ? record : valueIn(record, within);
  const of = typeof inner === "object" && inner !== null ? inner : {};
  const { name, email, phone, address } = copies;
  return {
    name: textIn(of, name),
    email: textIn(of, email),
    phone: textIn(of, phone),
    address: textIn(of, address),
  };
}

/** Returns a contact's text for each copy of a place, by the names of its fields. */
export const copiedFrom = ({ copies }: Place, person: Copies): Record<string, string | null> =>
  Object.fromEntries(
    COPIED.flatMap((part) => {
      const field = copies[part];
      return field === undefined ? [] : [[field, person[part] ?? null]];
    }),
  );
