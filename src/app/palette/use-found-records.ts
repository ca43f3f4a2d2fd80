/** What the kennel's own lists find for a search of the palette beside dogs, as far as one may read them. */
import { BellRing, FileHeart, Stethoscope, Syringe, Users } from "lucide-react";
import { paths } from "@/app/paths";
import type { PaletteEntry } from "@/app/palette/palette-entries";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { formatShortDay } from "@domain/formatting/formatting";
import { matchesWords, searchWords } from "@domain/text/text";
import { api } from "@convex/_generated/api";

/** Found of each kind; typing more narrows it. */
const MAX_FOUND = 4;

/** One letter is found everywhere. */
const MIN_LETTERS = 2;

const join = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(" · ");

/** Returns the records that fit a settled search, and whether more are on their way. */
export function useFoundRecords(search: string): { records: PaletteEntry[]; isLoading: boolean } {
  const { kennelId, can } = useKennel();
  const today = useToday();
  const isAsked = search.length >= MIN_LETTERS;
  const asksHealth = isAsked && can("health", "read");
  const asksReminders = isAsked && can("reminders", "read");
  const asksPeople = isAsked && can("breeding", "read");
  const request = { kennelId, page: 1, limit: MAX_FOUND, search };
  const notes = useLiveQuery(api.health.healthRecords.list, asksHealth ? request : "skip");
  const doses = useLiveQuery(api.vaccinations.immunizations.list, asksHealth ? request : "skip");
  const vets = useLiveQuery(api.health.veterinaryRecords.list, asksHealth ? request : "skip");
  const reminders = useLiveQuery(
    api.reminders.reminders.list,
    asksReminders ? { ...request, today } : "skip",
  );
  const people = useLiveQuery(api.litters.waitingList.list, asksPeople ? { kennelId } : "skip");
  const waits = (asked: boolean, ...queries: readonly { status: string }[]) =>
    asked && queries.some(({ status }) => status === "loading");
  const words = searchWords(search);
  const applicants = [...(people.data?.active ?? []), ...(people.data?.former ?? [])].filter(
    ({ name, email, phone }) => matchesWords(words, [name, email, phone]),
  );
  const records: PaletteEntry[] = [
    ...(notes.data?.data ?? []).map(({ _id, title, dog, dateRecorded }) => ({
      label: title,
      hint: join(dog.callName ?? dog.name, formatShortDay(dateRecorded)),
      path: `${paths.health}/records/${_id}`,
      icon: FileHeart,
    })),
    ...(doses.data?.data ?? []).map(({ _id, vaccineName, dog, puppy, dateAdministered }) => ({
      label: vaccineName,
      hint: join(dog?.callName ?? dog?.name ?? puppy?.name, formatShortDay(dateAdministered)),
      path: `${paths.health}/immunizations/${_id}`,
      icon: Syringe,
    })),
    ...(reminders.data?.data ?? []).map(({ _id, title, dueDate }) => ({
      label: title,
      hint: formatShortDay(dueDate),
      path: `${paths.reminders}?reminder=${_id}`,
      icon: BellRing,
    })),
    ...(vets.data?.data ?? []).map(({ _id, veterinarianName, veterinaryClinic }) => ({
      label: veterinarianName,
      hint: veterinaryClinic,
      path: `${paths.health}?vet=${_id}`,
      icon: Stethoscope,
    })),
    ...applicants.slice(0, MAX_FOUND).map(({ name, email, phone }) => ({
      label: name,
      hint: join("Waiting list", email ?? phone),
      path: `${paths.breeding}?tab=waiting-list`,
      icon: Users,
    })),
  ];
  return {
    records: isAsked ? records : [],
    isLoading:
      waits(asksHealth, notes, doses, vets) || waits(asksReminders, reminders) || waits(asksPeople, people),
  };
}
