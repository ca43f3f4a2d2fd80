/** Counts doses and scheduled vaccinations. The health area counts the clinics of veterinarians. */
import { monthOf } from "../../../domain/dates/months";
import { foldText } from "../../../domain/text/text";
import { COUNTERS } from "../../platform/tables/kennelCounters";
import { project, type Share } from "../../platform/tables/projecting";
import { immunizations } from "./immunizations";
import { scheduledVaccinations } from "./scheduledVaccinations";

const none = (): readonly number[] => Array.from({ length: 31 }, () => 0);

const MONTHS = {
  table: "vaccinationMonths",
  index: "by_kennel_and_month",
  fresh: { given: none(), due: none(), booked: none() },
} as const;

export const CLINICS = {
  table: "kennelClinics",
  index: "by_kennel_and_clinic",
  fresh: { uses: 0 },
} as const;

const onDay = (kind: "given" | "due" | "booked", day: string): Share => ({
  key: { month: monthOf(day) },
  add: { [`${kind}.${Number(day.slice(8)) - 1}`]: 1 },
});

/** The record may have no clinic. */
export function ofClinic(name: string | undefined): Share | null {
  const clinicKey = foldText(name ?? "");
  return name && clinicKey !== "" ? { key: { clinicKey }, add: { uses: 1 }, label: { name } } : null;
}

export const vaccinationProjections = [
  // A dose is counted when it is settled for the first time.
  project("immunizations", immunizations.table, MONTHS, ({ isNewest, dateAdministered }) =>
    isNewest === undefined ? null : onDay("given", dateAdministered),
  ),
  project("immunizations", immunizations.table, MONTHS, ({ isNewest, dueOn }) =>
    isNewest === undefined || typeof dueOn !== "string" ? null : onDay("due", dueOn),
  ),
  project("immunizations", immunizations.table, COUNTERS, ({ isNewest, dueOn }) =>
    isNewest === undefined || dueOn !== null ? null : { add: { finishedDoses: 1 } },
  ),
  project("immunizations", immunizations.table, CLINICS, ({ isNewest, veterinaryClinic }) =>
    isNewest === undefined ? null : ofClinic(veterinaryClinic),
  ),
  project("scheduledVaccinations", scheduledVaccinations.table, MONTHS, ({ status, scheduledDate }) =>
    status === "scheduled" ? onDay("booked", scheduledDate) : null,
  ),
  project("scheduledVaccinations", scheduledVaccinations.table, COUNTERS, ({ status }) =>
    status === "completed" ? { add: { completedBookings: 1 } } : null,
  ),
];
