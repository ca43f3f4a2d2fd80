/** Who waits for a puppy of the demo kennel, in the order in which they asked. */
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

/** Makes what the server takes of a demo applicant. */
export const toApplicantArgs = ({ wantedIn, ...fields }: DemoApplicant, today: string) => ({
  ...fields,
  ...(wantedIn !== undefined && { wantedFrom: addDays(today, wantedIn) }),
});
