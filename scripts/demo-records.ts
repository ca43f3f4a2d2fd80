/**
 * The demo kennel's health records: what the vets found and did over the last year and a half, of every type, with
 * its cost, follow-ups that are open, late and done, and an emergency. Relative to today, so that it is so on any
 * day.
 */
import type { HealthRecordType } from "../domain/health/rules";
import { addDays } from "../domain/dates/calendar-days";

interface DemoRecord {
  /** A key of DEMO_DOGS. */
  readonly dog: string;
  readonly recordType: HealthRecordType;
  /** Days before today. */
  readonly daysAgo: number;
  readonly title: string;
  readonly description: string;
  readonly diagnosis?: string;
  readonly treatment?: string;
  readonly medications?: string;
  readonly notes?: string;
  readonly costCents?: number;
  readonly vet?: keyof typeof VETS;
  /** Days from the record to its follow-up. */
  readonly followUpAfter?: number;
  /** Whether the follow-up was done on its day. */
  readonly isFollowedUp?: boolean;
}

/** Vets as in the demo's dose and veterinarian rows, and two more that the kennel's dogs visit. */
const VETS = {
  marsh: { veterinarian: "Dr. Ellen Marsh", vetClinic: "Green Mountain Veterinary Clinic" },
  okafor: { veterinarian: "Dr. Samuel Okafor", vetClinic: "Upper Valley Animal Reproduction" },
  emergency: { veterinarian: "Dr. Priya Nair", vetClinic: "Burlington Emergency & Specialty" },
  anders: { veterinarian: "Dr. Paul Anders, DACVIM", vetClinic: "Burlington Emergency & Specialty" },
} as const;

const yearly = (dog: string, daysAgo: number, description: string, costCents = 9400): DemoRecord => ({
  dog,
  recordType: "examination",
  daysAgo,
  title: "Annual wellness exam",
  description,
  costCents,
});

export const DEMO_RECORDS: readonly DemoRecord[] = [
  {
    dog: "maple",
    recordType: "treatment",
    daysAgo: 4,
    title: "Ear infection, right ear",
    description: "Head shaking for two days. Canal red with dark wax, eardrum intact.",
    diagnosis: "Otitis externa, Malassezia on cytology",
    treatment: "Ear flushed under light restraint",
    medications: "Ear drops, 4 drops once a day for 10 days",
    costCents: 13_850,
    followUpAfter: 10,
  },
  {
    dog: "klara",
    recordType: "examination",
    daysAgo: 9,
    title: "Lameness, hind legs",
    description:
      "Stiff after longer walks, worse in the morning. Reduced extension of both hips, no pain in the back.",
    diagnosis: "Suspected hip osteoarthritis",
    treatment: "Rest, leash walks only; radiographs if no better",
    medications: "Carprofen 75 mg twice a day with food",
    costCents: 11_200,
    followUpAfter: 14,
  },
  {
    dog: "nova",
    recordType: "test",
    daysAgo: 22,
    title: "Pregnancy ultrasound",
    description: "Day 30 after ovulation. At least seven fetuses, all with a heartbeat.",
    diagnosis: "Pregnant",
    notes: "Radiograph for the count from day 55.",
    costCents: 16_500,
    vet: "okafor",
    followUpAfter: 26,
  },
  {
    dog: "quill",
    recordType: "examination",
    daysAgo: 35,
    title: "Puppy exam, 7 weeks",
    description:
      "7.4 kg, bright. Heart and eyes normal, bite correct, both testicles down, no umbilical hernia.",
    costCents: 6200,
    followUpAfter: 28,
  },
  {
    dog: "quince",
    recordType: "examination",
    daysAgo: 35,
    title: "Puppy exam, 7 weeks",
    description: "6.9 kg, bright. Heart and eyes normal, bite correct, small umbilical hernia.",
    diagnosis: "Umbilical hernia, 8 mm, reducible",
    notes: "Tell the buyer; look again at the next vaccination.",
    costCents: 6200,
    followUpAfter: 42,
  },
  {
    dog: "nova",
    recordType: "emergency",
    daysAgo: 60,
    title: "Bite wound, left foreleg",
    description:
      "Two punctures from a fight at the fence, bleeding stopped on the way. No fracture on two views.",
    diagnosis: "Puncture wounds, soft tissue",
    treatment: "Clipped, flushed, drain for three days",
    medications: "Amoxicillin 500 mg twice a day; changed to cephalexin after vomiting",
    costCents: 48_760,
    vet: "emergency",
    followUpAfter: 10,
    isFollowedUp: true,
  },
  {
    dog: "opal",
    recordType: "examination",
    daysAgo: 70,
    title: "Check after whelping",
    description: "Discharge normal, mammary glands soft, temperature 38.4 °C. Eats well.",
    costCents: 8800,
    vet: "okafor",
    followUpAfter: 14,
    isFollowedUp: true,
  },
  {
    dog: "opal",
    recordType: "test",
    daysAgo: 90,
    title: "Radiograph before whelping",
    description: "Count of eight skulls and spines, none oversized.",
    costCents: 18_900,
    vet: "okafor",
  },
  {
    dog: "pike",
    recordType: "test",
    daysAgo: 101,
    title: "Heartworm and tick panel",
    description: "Blood drawn before the season, 4Dx.",
    diagnosis: "Negative for heartworm, Lyme, Ehrlichia and Anaplasma",
    costCents: 7300,
  },
  {
    dog: "poppy",
    recordType: "treatment",
    daysAgo: 118,
    title: "Hot spot on the cheek",
    description: "Wet, matted patch the size of a coin after swimming.",
    diagnosis: "Acute moist dermatitis",
    treatment: "Clipped and cleaned; collar for five days",
    medications: "Chlorhexidine spray twice a day",
    costCents: 9650,
    followUpAfter: 7,
    isFollowedUp: true,
  },
  {
    dog: "jasper",
    recordType: "dental",
    daysAgo: 133,
    title: "Dental cleaning",
    description: "Scaling and polishing under general anesthesia, full-mouth radiographs.",
    diagnosis: "Tartar grade 2, slab fracture of 108",
    treatment: "108 extracted",
    medications: "Meloxicam for four days",
    costCents: 71_400,
    followUpAfter: 14,
    isFollowedUp: true,
  },
  {
    dog: "juniper",
    recordType: "surgery",
    daysAgo: 152,
    title: "Spay",
    description: "Ovariohysterectomy after her last litter, without complications. Uterus normal.",
    treatment: "Sutures absorbable; leash only for 14 days",
    medications: "Carprofen for five days",
    costCents: 64_500,
    followUpAfter: 12,
    isFollowedUp: true,
  },
  yearly("juniper", 160, "Blood work before surgery within range. Heart quiet, 41 kg."),
  yearly("magnus", 171, "Age-appropriate. Cataract in the left eye, small; kidneys within range.", 14_200),
  {
    dog: "elsa",
    recordType: "surgery",
    daysAgo: 188,
    title: "Mass removed, right flank",
    description: "Soft mass of 3 cm under the skin, growing since spring. Sent to the laboratory.",
    diagnosis: "Lipoma, completely excised",
    treatment: "Sutures out after 12 days",
    costCents: 82_300,
    followUpAfter: 12,
    isFollowedUp: true,
  },
  yearly("falk", 204, "Heart and lungs normal, hips supple, 54 kg. Semen check booked."),
  {
    dog: "falk",
    recordType: "test",
    daysAgo: 214,
    title: "Semen evaluation",
    description: "Volume 9 ml, motility 85%, normal forms 82%.",
    diagnosis: "Fit for breeding",
    costCents: 12_500,
    vet: "okafor",
  },
  {
    dog: "north",
    recordType: "other",
    daysAgo: 226,
    title: "Ate two pounds of butter",
    description: "Vomited three times overnight, then bright. Watched at home on the clinic's advice.",
    notes: "Rice and chicken for three days.",
    costCents: 0,
  },
  {
    dog: "linnea",
    recordType: "vaccination",
    daysAgo: 238,
    title: "Titer test instead of a booster",
    description: "Antibodies against distemper and parvovirus measured before the DHPP booster.",
    diagnosis: "Protective titers for both",
    costCents: 9900,
  },
  {
    dog: "maple",
    recordType: "test",
    daysAgo: 249,
    title: "Progesterone, third sample",
    description: "6.1 ng/ml: ovulation within a day; breed on the third and fourth day.",
    costCents: 8500,
    vet: "okafor",
  },
  {
    dog: "maple",
    recordType: "examination",
    daysAgo: 212,
    title: "Ultrasound, empty",
    description: "Day 33 after the mating. Uterus without fluid, no fetuses.",
    diagnosis: "Not pregnant",
    costCents: 14_000,
    vet: "okafor",
  },
  {
    dog: "jasper",
    recordType: "emergency",
    daysAgo: 287,
    title: "Bloated after dinner",
    description: "Restless, unproductive retching. Gas relieved by tube within the hour; stomach not turned.",
    diagnosis: "Gastric dilatation without volvulus",
    treatment: "Decompressed, fluids, kept overnight",
    notes: "Three small meals a day from now on. Ask about a gastropexy.",
    costCents: 138_900,
    vet: "emergency",
    followUpAfter: 7,
    isFollowedUp: true,
  },
  yearly("opal", 301, "Fit, 43 kg. Heart without a murmur, cleared for breeding."),
  {
    dog: "opal",
    recordType: "test",
    daysAgo: 306,
    title: "Echocardiogram",
    description: "Valves and flow velocities within the breed's range.",
    diagnosis: "Normal",
    costCents: 39_500,
    vet: "anders",
  },
  yearly("north", 318, "Fit, 52 kg. Anal glands emptied."),
  yearly("klara", 330, "Slightly overweight at 43 kg; ration cut by a tenth."),
  {
    dog: "nova",
    recordType: "dental",
    daysAgo: 352,
    title: "Retained milk tooth removed",
    description: "504 beside its successor, removed under light anesthesia.",
    costCents: 21_800,
  },
  yearly("elsa", 378, "Arthritis of the elbows mild, eats well, 38 kg.", 11_900),
  {
    dog: "pike",
    recordType: "other",
    daysAgo: 420,
    title: "Microchip checked",
    description: "Chip read at the left shoulder, number as in the papers. Travel certificate issued.",
    costCents: 4500,
  },
];

/** Makes the arguments of the function that records a visit. */
export function toRecordArgs(record: DemoRecord, today: string) {
  const { dog: _, daysAgo, vet = "marsh", followUpAfter, isFollowedUp: __, ...fields } = record;
  const dateRecorded = addDays(today, -daysAgo);
  return {
    ...fields,
    ...VETS[vet],
    dateRecorded,
    ...(followUpAfter !== undefined && { followUpDate: addDays(dateRecorded, followUpAfter) }),
  };
}

/** Returns the day on which a record's follow-up was done; null while it is open or if there is none. */
export const followedUpOn = (
  { daysAgo, followUpAfter, isFollowedUp = false }: DemoRecord,
  today: string,
): string | null =>
  isFollowedUp && followUpAfter !== undefined ? addDays(today, followUpAfter - daysAgo) : null;
