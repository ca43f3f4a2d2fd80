/** What of the filters the server takes for lists and files of health records; what narrows nothing is left out. */
import type { HealthFilters } from "@/features/health/health-address";

/** Makes the arguments. */
export function toListArgs(filters: HealthFilters): Partial<Record<keyof HealthFilters, string>> {
  const trimmed = Object.entries(filters).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ""));
}
