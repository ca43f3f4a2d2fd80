/**
 * The places where records mention people: the field with the link to a contact, and the fields with the entered
 * text. Documents and REST show the entered text, so the text stays unchanged when the contact is renamed.
 */
import type { CONTACT_KINDS } from "./record";

/** Clients send this instead of a contact's id. A contact is created unless one with the same name exists. */
export const NEW_CONTACT = "new";

/** Clients send this instead of a contact's id. A contact is created even if one with the same name exists. */
export const ANOTHER_CONTACT = "another";

/** A record stores these details of a person as text. */
export const COPIED = ["name", "email", "phone", "address"] as const;
export type Copies = Partial<Record<(typeof COPIED)[number], string | null>>;

export interface Place {
  /** The field with the id of the contact. */
  readonly link: string;
  readonly kind: (typeof CONTACT_KINDS)[number];
  /** The field that contains the texts, if they are not fields of the record itself. */
  readonly within?: string;
  /** The field of the record for each detail. */
  readonly copies: Partial<Record<(typeof COPIED)[number], string>> & { readonly name: string };
}

const OWN = { name: "name", email: "email", phone: "phone", address: "address" } as const;

const VETERINARIAN = {
  link: "veterinarianId",
  kind: "veterinarian",
  copies: { name: "veterinarianName" },
} as const;

export const PLACES = {
  dogs: [
    { link: "breederId", kind: "breeder", copies: { name: "breederName" } },
    { link: "acquiredFromId", kind: "owner", copies: { name: "acquiredFromName" } },
    {
      link: "currentOwnerId",
      kind: "owner",
      copies: { name: "currentOwnerName", email: "currentOwnerEmail", phone: "currentOwnerPhone" },
    },
    { link: "livesWithId", kind: "helper", copies: { name: "livesWithName" } },
  ],
  dogOwners: [{ link: "ownerId", kind: "owner", copies: { name: "name" } }],
  matings: [{ link: "otherOwnerId", kind: "owner", copies: { name: "otherOwnerName" } }],
  pregnancyChecks: [VETERINARIAN],
  litters: [VETERINARIAN],
  puppies: [{ link: "buyerId", kind: "buyer", within: "buyer", copies: OWN }],
  waitingList: [{ link: "contactId", kind: "buyer", copies: OWN }],
} as const satisfies Record<string, readonly Place[]>;

const valueIn = (record: object, name: string | undefined): unknown =>
  name === undefined ? undefined : (Reflect.get(record, name) as unknown);

const textIn = (record: object, name: string | undefined): string | null => {
  const value = valueIn(record, name);
  return typeof value === "string" && value !== "" ? value : null;
};

export const linkIn = (place: Place, record: object): string | null => textIn(record, place.link);

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

/** The keys are the names of the place's fields. */
export const copiedFrom = ({ copies }: Place, person: Copies): Record<string, string | null> =>
  Object.fromEntries(
    COPIED.flatMap((part) => {
      const field = copies[part];
      return field === undefined ? [] : [[field, person[part] ?? null]];
    }),
  );
