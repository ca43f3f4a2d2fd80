/**
 * When the next dose is due for everybody chosen in a form, by the one rule of domain/health/next-dose.ts: the form
 * knows the days of birth from the server and shows what the server will keep.
 */
import type { DoseFormValues } from "@/features/health/immunizations/dose-form-values";
import { batchPatientArgs, keysIn } from "@/features/health/patients";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { isCalendarDay } from "@domain/dates/calendar-days";
import { nextDoseAfter, type NextDose } from "@domain/health/next-dose";
import { api } from "@convex/_generated/api";

/** A next dose with the day of birth that it was calculated from, and how many of those chosen it is for. */
export type NextDoseOfSome = NextDose & { bornOn: string | null; count: number };

type Given = Pick<DoseFormValues, "patients" | "vaccineName" | "dateAdministered">;

/** Returns the next doses, one for each day, the earliest first; none while vaccine or date are missing. */
export function useNextDoses({ patients, vaccineName, dateAdministered }: Given): NextDoseOfSome[] {
  const { kennelId } = useKennel();
  const keys = keysIn(patients);
  const births = useLiveQuery(
    api.vaccinations.immunizations.births,
    keys.length > 0 ? { kennelId, ...batchPatientArgs(keys) } : "skip",
  ).data;
  if (vaccineName.trim() === "" || !isCalendarDay(dateAdministered)) return [];
  const days = keys.length === 0 ? [null] : (births?.map(({ bornOn }) => bornOn) ?? []);
  const byDay = new Map<string, NextDoseOfSome>();
  for (const bornOn of days) {
    const next = nextDoseAfter({ vaccineName, dateAdministered, bornOn });
    const known = byDay.get(next.dueOn);
    byDay.set(next.dueOn, { ...next, bornOn, ...known, count: (known?.count ?? 0) + 1 });
  }
  return [...byDay.values()].sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1));
}
