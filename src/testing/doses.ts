/** Creates doses, bookings, litters and pages of them as the server returns them. */
import type { FunctionReturnType } from "convex/server";
import { makeBreeding } from "@/testing/breedings";
import { makePuppy } from "@/testing/litters";
import { BOOKING_RECORD, DOSE_FIELDS } from "@domain/vaccinations/record";
import { blankValues } from "@domain/records/record";
import type { api } from "@convex/_generated/api";

type DosePage = FunctionReturnType<typeof api.vaccinations.immunizations.list>;
export type Dose = DosePage["data"][number];
export type SchedulePage = FunctionReturnType<typeof api.vaccinations.vaccinationSchedule.list>;
type Booking = FunctionReturnType<typeof api.vaccinations.vaccinationSchedule.schedule>;
type Litter = FunctionReturnType<typeof api.litters.litters.list>["data"][number];
type Puppy = Litter["puppies"][number];

let count = 0;

/** Bella's newest dose of rabies vaccine. */
export function makeDose(changes: Partial<Dose> = {}): Dose {
  count += 1;
  const nextDueDate = changes.nextDueDate === undefined ? "2028-06-01" : changes.nextDueDate;
  return {
    _id: `dose${count}` as Dose["_id"],
    kennelId: "kennel1" as Dose["kennelId"],
    dogId: "bella" as NonNullable<Dose["dogId"]>,
    puppyId: null,
    dog: { _id: "bella" as NonNullable<Dose["dogId"]>, name: "Bella", callName: null },
    puppy: null,
    ...blankValues(DOSE_FIELDS),
    vaccineName: "Rabies",
    vaccineType: "Core",
    dateAdministered: "2025-06-01",
    expirationDate: nextDueDate,
    nextDueDate,
    isDueAutomatic: true,
    isNewest: true,
    dueOn: nextDueDate,
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  };
}

export function makeBooking(changes: Partial<Booking> = {}): Booking {
  count += 1;
  return {
    _id: `booking${count}` as Booking["_id"],
    kennelId: "kennel1" as Booking["kennelId"],
    dogId: "bella" as NonNullable<Booking["dogId"]>,
    puppyId: null,
    dog: { _id: "bella" as NonNullable<Booking["dogId"]>, name: "Bella", callName: null },
    puppy: null,
    ...blankValues(BOOKING_RECORD),
    immunizationId: null,
    vaccineName: "DHPP",
    scheduledDate: "2025-06-20",
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  };
}

/** None of the puppies is a dog of the kennel yet. */
export function makeLitter(size: number): Litter {
  const puppies = Array.from({ length: size }, (_, index): Puppy => {
    count += 1;
    return makePuppy({ _id: `puppy${count}` as Puppy["_id"], order: index + 1, name: null });
  });
  return {
    _id: "litter1",
    whelpingDate: "2025-03-01",
    breeding: makeBreeding(),
    puppies,
  } as unknown as Litter; // choosing puppies does not use the other fields of a litter
}
