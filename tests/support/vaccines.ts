/** Doses of vaccine, bookings and veterinarians for tests. */
import { api } from "../../convex/_generated/api";
import { addDog, TODAY, type Person, type Team } from "./backend";

export type DoseArgs = (typeof api.vaccinations.immunizations.create)["_args"];

export const doseArgs = (fields: Partial<DoseArgs> = {}): DoseArgs => ({
  vaccineName: "Rabies",
  vaccineType: "Core",
  dateAdministered: TODAY,
  today: TODAY,
  ...fields,
});

export const recordDose = async (person: Person, fields: Partial<DoseArgs>) =>
  await person.as.mutation(api.vaccinations.immunizations.create, doseArgs(fields));

/** The dose is of a new dog. */
export async function addDose(team: Team, fields: Partial<DoseArgs> = {}) {
  const dog = await addDog(team.owner, team.kennelId, { name: "Nora" });
  return { dogId: dog._id, immunization: await recordDose(team.owner, { dogId: dog._id, ...fields }) };
}

export const dosesIn = async (team: Team, filters: object = {}) =>
  await team.viewer.as.query(api.vaccinations.immunizations.list, {
    kennelId: team.kennelId,
    limit: 1000,
    ...filters,
  });

type BookingArgs = (typeof api.vaccinations.vaccinationSchedule.schedule)["_args"];

/** By default, for a new dog. */
export async function addBooking(team: Team, fields: Partial<BookingArgs> = {}) {
  const dogId = fields.dogId ?? (await addDog(team.owner, team.kennelId, { name: "Nora" }))._id;
  return await team.owner.as.mutation(api.vaccinations.vaccinationSchedule.schedule, {
    vaccineName: "Rabies",
    scheduledDate: "2025-07-01",
    today: TODAY,
    ...fields,
    ...(fields.puppyId ? {} : { dogId }),
  });
}

type VeterinarianArgs = (typeof api.health.veterinaryRecords.create)["_args"];

/** By default, for a new dog. */
export async function addVeterinarian(team: Team, fields: Partial<VeterinarianArgs> = {}) {
  const dogId = fields.dogId ?? (await addDog(team.owner, team.kennelId, { name: "Nora" }))._id;
  return await team.owner.as.mutation(api.health.veterinaryRecords.create, {
    veterinarianName: "Dr. Lee",
    veterinaryClinic: "Hill Vets",
    ...fields,
    dogId,
  });
}
