/**
 * The litter as a file for spreadsheets: the data of the litter at the top, then one line for each puppy. Source:
 * GAP-LIT-04.
 */
import { toCsv } from "../text/csv";
import { SHEET_COLUMNS, toSheetRow, whelpingText, type LitterSheetFacts } from "./sheet-facts";

export const makeLitterCsv = (facts: LitterSheetFacts): string =>
  toCsv([
    ["Sire", facts.sire.name],
    ["Dam", facts.dam.name],
    ["Whelping Date", facts.litter.whelpingDate],
    ["Born", String(facts.litter.numberBorn)],
    ["Alive", String(facts.litter.numberAlive)],
    ["Males", String(facts.litter.numberMales)],
    ["Females", String(facts.litter.numberFemales)],
    ["Whelping", whelpingText(facts)],
    ["Notes", facts.litter.notes ?? ""],
    [],
    SHEET_COLUMNS,
    ...facts.puppies.map((puppy) => toSheetRow(puppy, facts.timeZone)),
  ]);
