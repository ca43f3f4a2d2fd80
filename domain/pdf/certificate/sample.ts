/** A sample pedigree with a kennel's branding: invented dogs, and the kennel's own name and colors. */
import type { CertificateDog, CertificateFacts } from "./facts";

const NAMES = [
  ["b", "Bella of the Brook", "female", "s", "d"],
  ["s", "Rex from the Old Mill", "male", "ss", "sd"],
  ["d", "Luna of the Brook", "female", "ds", "dd"],
  ["ss", "Arthur of Highfield", "male", "sss", "ssd"],
  ["sd", "Daisy from the Old Mill", "female", null, null],
  ["ds", "Bruno of the Meadow", "male", "sss", null],
  ["dd", "Nora of the Brook", "female", null, null],
  ["sss", "Otto of Highfield", "male", null, null],
  ["ssd", "Flora of the Hill", "female", null, null],
] as const;

const dogs: readonly CertificateDog[] = NAMES.map(([id, name, gender, sireId, damId], index) => ({
  id,
  name,
  gender,
  sireId,
  damId,
  callName: index === 0 ? "Bella" : null,
  titles: index === 1 ? "CH" : null,
  registrationNumber: `SB-${1040 + index}`,
  microchipNumber: index === 0 ? "985 112 004 567 890" : null,
  breed: "Beagle",
  dateOfBirth: `${2023 - 2 * Math.min(3, id.length)}-0${(index % 9) + 1}-14`,
  color: index === 0 ? "Tricolor" : null,
  sireName: null,
  damName: null,
}));

/** The caller adds kennel, paper, date and branding. */
export const SAMPLE_PEDIGREE = {
  dogs,
  generations: 3,
  breeder: null,
  owner: null,
  otherRegistrations: null,
  healthTests: "Hips A · Eyes clear",
  inbreeding: {
    coefficient: 0.0313,
    generations: 8,
    known: 9,
    possible: 14,
    commonAncestors: [{ name: "Otto of Highfield", contribution: 0.0313 }],
  },
  photo: null,
} as const satisfies Partial<CertificateFacts>;
