/**
 * The next new dose of the day begins with the same veterinarian, and with the same vial if the vaccine is the same.
 */
import type { DoseFormValues } from "@/features/vaccinations/dose-words";
import { vaccineKeyOf } from "@domain/vaccinations/vaccines";

type Veterinarian = Pick<DoseFormValues, "veterinarianName" | "veterinaryClinic">;
type Vial = Pick<DoseFormValues, "manufacturer" | "batchNumber">;

/** What was entered for the doses of one day. It is lost when the page is closed. */
class Visit {
  veterinarian: Veterinarian = { veterinarianName: "", veterinaryClinic: "" };
  readonly #vials = new Map<string, Vial>();

  vialOf(vaccine: string): Vial {
    return this.#vials.get(vaccineKeyOf(vaccine)) ?? { manufacturer: "", batchNumber: "" };
  }

  /** Values for the form of a new dose. */
  valuesFor(vaccine: string): Veterinarian & Vial {
    return { ...this.veterinarian, ...this.vialOf(vaccine) };
  }

  remember(dose: Pick<DoseFormValues, "vaccineName"> & Veterinarian & Vial): void {
    const { vaccineName, veterinarianName, veterinaryClinic, manufacturer, batchNumber } = dose;
    this.veterinarian = { veterinarianName, veterinaryClinic };
    this.#vials.set(vaccineKeyOf(vaccineName), { manufacturer, batchNumber });
  }
}

let current: { key: string; visit: Visit } | null = null;

export function visitOf(kennelId: string, today: string): Visit {
  const key = `${kennelId} ${today}`;
  if (current?.key !== key) current = { key, visit: new Visit() };
  return current.visit;
}

/** Loading the page again has the same effect. */
export function forgetVisit(): void {
  current = null;
}
