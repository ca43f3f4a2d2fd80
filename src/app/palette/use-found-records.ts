/** The results of the palette other than dogs, from the kennel's lists that the user may read. */
import {
  BellRing,
  Dog,
  FileHeart,
  HeartHandshake,
  PawPrint,
  Pill,
  Stethoscope,
  Syringe,
  Users,
} from "lucide-react";
import type { PaletteEntry } from "@/app/palette/palette-entries";
import { titleOf } from "@/features/breedings/breeding-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { breedingStatusLabels } from "@domain/breedings/words";
import { formatShortDay } from "@domain/formatting/formatting";
import { healthOf, pageOf, WAITING_LIST } from "@domain/history/places";
import { puppyName } from "@domain/litters/words";
import { foldForSearch, hasWords, makePersonTest, matchesWords, searchWords } from "@domain/text/text";
import { api } from "@convex/_generated/api";

/** The limit for each kind. The user types more letters to narrow the results. */
const MAX_FOUND = 4;

/** A single letter matches too much. */
const MIN_LETTERS = 2;

const join = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(" · ");

/** 'sell quest' is an action for the puppy named Quest. */
function readSale(search: string): { verb: "Sell" | "Reserve"; name: string } | null {
  const [, verb, name] = /^(sell|reserve)\s+(\S.*)$/iu.exec(search) ?? [];
  if (verb === undefined || name === undefined) return null;
  return { verb: verb.toLowerCase() === "sell" ? "Sell" : "Reserve", name };
}

/** Waits until typing has paused. Exact names are first. */
export function useFoundRecords(search: string): { records: PaletteEntry[]; isLoading: boolean } {
  const { kennelId, can } = useKennel();
  const today = useToday();
  const isAsked = search.length >= MIN_LETTERS;
  const asksHealth = isAsked && can("health", "read");
  const sale = can("breeding", "write") ? readSale(search) : null;
  const asksReminders = isAsked && can("reminders", "read");
  const asksBreeding = isAsked && can("breeding", "read");
  const request = { kennelId, page: 1, limit: MAX_FOUND, search };
  const notes = useLiveQuery(api.health.healthRecords.list, asksHealth ? request : "skip");
  const doses = useLiveQuery(api.vaccinations.immunizations.list, asksHealth ? request : "skip");
  const vets = useLiveQuery(api.health.veterinaryRecords.list, asksHealth ? request : "skip");
  const reminders = useLiveQuery(
    api.reminders.reminders.list,
    asksReminders ? { ...request, today } : "skip",
  );
  const asksOwners = isAsked && can("dogs", "read") && can("finances", "read");
  const owned = useLiveQuery(api.dogs.dogs.searchByOwner, asksOwners ? { kennelId, search } : "skip");
  const asksPeople = asksBreeding && can("finances", "read");
  const people = useLiveQuery(api.litters.waitingList.list, asksPeople ? { kennelId } : "skip");
  const breedings = useLiveQuery(api.breedings.breedings.list, asksBreeding ? request : "skip");
  const litters = useLiveQuery(api.litters.litters.list, asksBreeding ? request : "skip");
  const puppies = useLiveQuery(
    api.litters.puppies.search,
    asksBreeding ? { kennelId, search: sale?.name ?? search } : "skip",
  );
  const medicated = useLiveQuery(api.health.medications.due, asksHealth ? { kennelId, today } : "skip");
  const waits = (asked: boolean, ...queries: readonly { status: string }[]) =>
    asked && queries.some(({ status }) => status === "loading");
  const words = searchWords(search);
  const misfit = ({ label }: PaletteEntry) => Number(!hasWords(words, foldForSearch(label)));
  const isSought = makePersonTest(search);
  const applicants = [...(people.data?.active ?? []), ...(people.data?.former ?? [])].filter(
    ({ name, email, phone }) => isSought([name, email], phone),
  );
  const courses = (medicated.data ?? []).flatMap(({ dog, courses: ofDog }) =>
    // A dog may have two courses of one drug, both with the same address.
    [...new Set(ofDog.map(({ drug }) => drug))]
      .filter((drug) => matchesWords(words, [drug, dog.name, dog.callName]))
      .map((drug) => ({ drug, dog })),
  );
  const records: PaletteEntry[] = [
    ...(owned.data ?? []).map(({ _id, name, currentOwnerName, currentOwnerPhone }) => ({
      label: name,
      hint: join("Owner", currentOwnerName, currentOwnerPhone),
      path: pageOf("dogs", _id),
      icon: Dog,
    })),
    ...(puppies.data ?? []).map(({ puppy, breeding }) => ({
      label: [sale?.verb, puppyName(puppy)].filter(Boolean).join(" "),
      hint: join("Puppy", puppy.buyer?.name, puppy.buyer?.phone, titleOf(breeding)),
      path: pageOf("litters", puppy.litterId),
      icon: PawPrint,
    })),
    ...(litters.data?.data ?? []).map(({ _id, breeding, whelpingDate }) => ({
      label: titleOf(breeding),
      hint: join("Litter", formatShortDay(whelpingDate)),
      path: pageOf("litters", _id),
      icon: PawPrint,
    })),
    ...(breedings.data?.data ?? []).map((breeding) => ({
      label: titleOf(breeding),
      hint: join(breedingStatusLabels[breeding.status], formatShortDay(breeding.breedingDate)),
      path: pageOf("breedings", breeding._id),
      icon: HeartHandshake,
    })),
    ...courses.slice(0, MAX_FOUND).map(({ drug, dog }) => ({
      label: drug,
      hint: join(dog.callName ?? dog.name, "Medication"),
      path: healthOf(dog._id),
      icon: Pill,
    })),
    ...(notes.data?.data ?? []).map(({ _id, title, dog, dateRecorded }) => ({
      label: title,
      hint: join(dog.callName ?? dog.name, formatShortDay(dateRecorded)),
      path: pageOf("healthRecords", _id),
      icon: FileHeart,
    })),
    ...(doses.data?.data ?? []).map(({ _id, vaccineName, dog, puppy, dateAdministered }) => ({
      label: vaccineName,
      hint: join(dog?.callName ?? dog?.name ?? puppy?.name, formatShortDay(dateAdministered)),
      path: pageOf("immunizations", _id),
      icon: Syringe,
    })),
    ...(reminders.data?.data ?? []).map(({ _id, title, dueDate }) => ({
      label: title,
      hint: formatShortDay(dueDate),
      path: pageOf("reminders", _id),
      icon: BellRing,
    })),
    ...(vets.data?.data ?? []).map(({ _id, veterinarianName, veterinaryClinic }) => ({
      label: veterinarianName,
      hint: veterinaryClinic,
      path: pageOf("veterinaryRecords", _id),
      icon: Stethoscope,
    })),
    ...applicants.slice(0, MAX_FOUND).map(({ name, email, phone }) => ({
      label: name,
      hint: join("Waiting list", email ?? phone),
      path: WAITING_LIST,
      icon: Users,
    })),
  ];
  return {
    records: isAsked ? records.toSorted((a, b) => misfit(a) - misfit(b)) : [],
    isLoading:
      waits(asksOwners, owned) ||
      waits(asksHealth, notes, doses, vets, medicated) ||
      waits(asksReminders, reminders) ||
      waits(asksPeople, people) ||
      waits(asksBreeding, breedings, litters, puppies),
  };
}
