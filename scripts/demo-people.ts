/**
 * The people who wait for a puppy of the demo kennel, in the order in which they asked, and its other contacts.
 */
import type { CONTACT_KINDS } from "../domain/contacts/record";
import { addDays } from "../domain/dates/calendar-days";

interface DemoApplicant {
  readonly name: string;
  readonly email: string;
  readonly phone?: string;
  readonly gender?: "male" | "female";
  readonly color?: string;
  /** Days from today from which they could take a puppy. */
  readonly wantedIn?: number;
  readonly depositCents?: number;
  readonly notes?: string;
}

export const DEMO_APPLICANTS: readonly DemoApplicant[] = [
  {
    name: "Ruth and Paul Henderson",
    email: "henderson@example.com",
    phone: "+1 802 555 0143",
    gender: "female",
    depositCents: 50_000,
    notes: "Lost their old Bernese in spring. Fenced acre, both at home.",
  },
  {
    name: "Devon Achebe",
    email: "devon.achebe@example.com",
    phone: "+1 603 555 0188",
    wantedIn: 40,
    depositCents: 50_000,
    notes: "Wants to cart and do draft tests.",
  },
  {
    name: "Sofia Lindqvist",
    email: "sofia.lindqvist@example.com",
    gender: "male",
    wantedIn: 120,
    notes: "First dog; visit in December.",
  },
  { name: "The Ortega family", email: "ortega@example.com", phone: "+1 518 555 0120", depositCents: 25_000 },
];

/** Makes the server's arguments of a demo applicant. */
export const toApplicantArgs = ({ wantedIn, ...fields }: DemoApplicant, today: string) => ({
  ...fields,
  ...(wantedIn !== undefined && { wantedFrom: addDays(today, wantedIn) }),
});

interface DemoContact {
  readonly name: string;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: string;
  readonly kinds: (typeof CONTACT_KINDS)[number][];
  readonly notes?: string;
}

export const DEMO_CONTACTS: readonly DemoContact[] = [
  {
    name: "Dr. Anders, Maple Street Animal Hospital",
    email: "desk@maplestreet.example",
    phone: "+1 802 555 0110",
    address: "12 Maple Street, Montpelier, VT",
    kinds: ["veterinarian"],
    notes: "Emergencies at night on the same number.",
  },
  {
    name: "Jane Miller",
    email: "jane.miller@example.com",
    phone: "+1 802 555 0167",
    address: "48 Mill Road, Stowe, VT",
    kinds: ["buyer", "owner"],
  },
  { name: "Owen Park", email: "owen.park@example.com", phone: "+1 603 555 0121", kinds: ["buyer", "owner"] },
  { name: "Ruth Salazar", email: "ruth.salazar@example.com", kinds: ["buyer"] },
  { name: "Timberline Bernese", phone: "+1 207 555 0135", kinds: ["breeder", "stud_owner"] },
  {
    name: "Town Clerk of Calais",
    phone: "+1 802 555 0102",
    address: "3120 Pekin Brook Road, East Calais, VT",
    kinds: ["authority"],
    notes: "Dog licenses are due by April 1.",
  },
];
