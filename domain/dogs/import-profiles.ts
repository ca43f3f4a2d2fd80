/**
 * The programs whose files are known by their headings, with the columns that they call otherwise than the rest or
 * mean otherwise. A profile is chosen when a file has its marks; it only adds to what the headings say, and everything
 * it decides is shown and can be changed. Pure.
 *
 * What is publicly known: Breeders Assistant lets the user choose and order the fields of a Text/CSV file and reads
 * GEDCOM (tenset.co.uk/ba/data.html); PedScope, of the same maker, reads columns of text in which an identity names
 * the parents (PedScope User Guide 2.3, 'Importing Data'); BreedMate and Pedigree Explorer hand over the whole database
 * as CSV (breedmate.com/bm_converter.aspx, Pedigree Explorer User Guide 6.4); ZooEasy is a Dutch program whose animals
 * go by number, with the parents' numbers beside their names; The Breeder's Standard of Man's Best Friend Software
 * joins registered name and call name (tbsnet.us). None publishes a fixed list of columns: the marks below are assumed
 * from these descriptions and were not tried on a real export; whatever has another heading goes by the common list.
 */
import { foldText } from "../text/text";
import type { ImportField } from "./import-fields";

interface Profile {
  readonly program: string;
  /** Headings of which all of one line must be there. */
  readonly marks: readonly (readonly string[])[];
  readonly columns: Readonly<Record<string, ImportField>>;
}

const PROFILES: readonly Profile[] = [
  {
    program: "Breeders Assistant",
    marks: [
      ["pet name", "reg no", "sire", "dam"],
      ["pet name", "name", "prefix titles"],
      ["registered name", "pet name", "sire", "dam"],
    ],
    columns: {
      "pet name": "callName",
      name: "name",
      "prefix titles": "titles",
      "suffix titles": "titles",
      "reg date": "notes",
    },
  },
  {
    program: "ZooEasy",
    marks: [
      ["number", "name", "number father", "number mother"],
      ["nummer", "naam", "nummer vader", "nummer moeder"],
      ["nummer", "name", "nummer vater", "nummer mutter"],
      ["registration number", "name", "registration number father", "registration number mother"],
    ],
    columns: {
      number: "registrationNumber",
      nummer: "registrationNumber",
      "number father": "sireNumber",
      "nummer vader": "sireNumber",
      "nummer vater": "sireNumber",
      "number mother": "damNumber",
      "nummer moeder": "damNumber",
      "nummer mutter": "damNumber",
    },
  },
  {
    program: "BreedMate",
    marks: [
      ["name", "regno", "sire", "dam"],
      ["name", "sire", "dam", "pre titles"],
      ["name", "sire", "dam", "pretitle"],
    ],
    columns: { regno2: "notes", regdate: "notes", "bred by": "notes" },
  },
  {
    program: "PedScope",
    marks: [
      ["ik", "name", "sire ik", "dam ik"],
      ["identity", "name", "sire", "dam"],
      ["animal", "sire", "dam", "sex", "birth date"],
    ],
    columns: {
      ik: "fileId",
      identity: "fileId",
      "sire ik": "sireFileId",
      "dam ik": "damFileId",
      "sire identity": "sireFileId",
      "dam identity": "damFileId",
    },
  },
  {
    program: "The Breeder's Standard",
    marks: [
      ["regname", "callname", "sirename", "damname"],
      ["reg name", "call name", "sire name", "dam name"],
      ["registered name", "call name", "sire reg name", "dam reg name"],
    ],
    columns: {
      regname: "name",
      "reg name": "name",
      callname: "callName",
      sirename: "sire",
      damname: "dam",
      "sire reg name": "sire",
      "dam reg name": "dam",
      whelpdate: "dateOfBirth",
    },
  },
];

const fold = (heading: string): string =>
  foldText(heading)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Finds the program that wrote the headings, with the field of each column that it calls its own way. */
export function findProfile(
  headings: readonly string[],
): { program: string; fields: (ImportField | undefined)[] } | null {
  const folded = headings.map(fold);
  const profile = PROFILES.find(({ marks }) =>
    marks.some((mark) => mark.every((heading) => folded.includes(heading))),
  );
  return profile
    ? { program: profile.program, fields: folded.map((heading) => profile.columns[heading]) }
    : null;
}
