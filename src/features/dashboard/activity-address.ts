/** Where an entry of the list leads: to its record, or else to the dog it is about. */
import type { Activity } from "@/features/dashboard/use-dashboard";

/** Returns the address, or null when nothing is left to lead to. */
export function activityAddress({ record, dogId }: Pick<Activity, "record" | "dogId">): string | null {
  const dog = dogId === null ? null : `/dashboard/dogs/${dogId}`;
  if (record === null) return dog;
  switch (record.table) {
    case "breedings":
      return `/dashboard/breeding/${record.id}`;
    case "dogs":
      return `/dashboard/dogs/${record.id}`;
    case "healthRecords":
      return `/dashboard/health/records/${record.id}`;
    case "heats":
      return dogId === null ? null : `/dashboard/breeding?tab=heats&bitch=${dogId}`;
    case "immunizations":
      return `/dashboard/health/immunizations/${record.id}`;
    case "litters":
      return `/dashboard/litters/${record.id}`;
    case "reminders":
      return "/dashboard/reminders?tab=completed";
    case "healthTests":
    case "medicationCourses":
    case "puppies":
    case "veterinaryRecords":
      return dog;
    default:
      return record.table satisfies never;
  }
}
