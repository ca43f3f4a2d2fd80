/** An applicant of the waiting list as recorded: each field once. Their order is in convex/litters/model/waitingList.ts. */
import { GENDERS } from "../constants/dogs";
import { APPLICANT_STATUSES, MAX_DEPOSIT_CENTS } from "../constants/waiting-list";
import {
  cents,
  choice,
  count,
  day,
  email,
  neededText,
  notes,
  openChoice,
  phone,
  reference,
  text,
} from "./fields";

/** What a person writes of an applicant; only a name is needed. */
export const APPLICANT_FIELDS = {
  name: neededText("Name", "Name is required"),
  email: email("Email"),
  phone: phone("Phone"),
  address: text("Address"),
  /** None where either sex will do. */
  gender: openChoice("Gender", GENDERS, { heading: "Sex", openLabel: "Either" }),
  color: text("Color"),
  breed: text("Breed"),
  /** The day from which they could take a puppy. */
  wantedFrom: day("Wanted from"),
  depositCents: cents("Deposit", MAX_DEPOSIT_CENTS),
  notes: notes("Notes"),
} as const;

/** How they stand: the puppy that they are offered, or got, and the offers they said no to, or let pass. */
export const APPLICANT_STATE = {
  status: choice("Status", APPLICANT_STATUSES, { initial: "waiting" }),
  puppyId: reference("Puppy", "puppies"),
  offerUntil: day("Offer until"),
  offersDeclined: count("Offers declined", Number.MAX_SAFE_INTEGER),
} as const;
