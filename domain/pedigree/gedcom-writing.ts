/**
 * Writes GEDCOM 5.5.1 as pedigree programs for animals use it: an individual for each dog, a family for each pair
 * of sire and dam. Standard tags: NAME with NICK for the call name, SEX, BIRT, DEAT, REFN for the registration
 * number, TITL. If the standard has no tag for some data, our own tags are used, which begin with an underscore as
 * the standard requires:
 *   _BREED, _CHIP, _COLOR, _MARKINGS breed, microchip number, color and markings
 *   _STATUS, _STATUSDATE active, retired or sold, and since when; a death is written as DEAT
 *   _EXTERNAL Y a dog that does not belong to the kennel that wrote the file
 *   _FULLNAME the name, if NAME would lose a part because slashes mark surnames there
 * gedcom.ts reads all of these tags. Source: The GEDCOM Standard, Release 5.5.1 (lines of at most 255 characters, @
 * doubled, CONC within a word).
 */
import { readName } from "./gedcom";

/** The rest of a line is for level, tag and pointers. */
const MAX_VALUE = 200;

const MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");

/** Returns for example `5 MAY 2025`. */
function gedcomDay(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ""} ${year}`;
}

const isHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** The parts neither begin nor end with a space, because some programs drop such spaces. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let left = text;
  while (left.length > MAX_VALUE) {
    let at = MAX_VALUE;
    // A cut must not be beside a space, within a doubled @, or within a surrogate pair.
    while (at > 1 && (/[\s@]/u.test(left.slice(at - 1, at + 1)) || isHalf(left.charCodeAt(at)))) at -= 1;
    parts.push(left.slice(0, at));
    left = left.slice(at);
  }
  return [...parts, left];
}

/** A text with several lines or with a very long line continues in structures below it. */
function line(level: number, tag: string, text = ""): string {
  const [first = "", ...rest] = text
    .replaceAll("@", "@@")
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .flatMap((each, index) =>
      partsOf(each).map((part, place) => `${place > 0 ? "CONC" : index > 0 ? "CONT" : tag} ${part}`),
    );
  return [`${level} ${first}`, ...rest.map((each) => `${level + 1} ${each}`)]
    .map((each) => `${each.replace(/ $/, "")}\n`)
    .join("");
}

const pointer = (level: number, tag: string, kind: "I" | "F", number: number): string =>
  `${level} ${tag} @${kind}${number}@\n`;

export const gedcomHead = ({ kennelName, today }: { kennelName: string; today: string }): string =>
  [
    "0 HEAD\n",
    line(1, "SOUR", "STUDBOOK"),
    line(2, "NAME", "Studbook"),
    line(1, "DATE", gedcomDay(today)),
    "1 SUBM @U1@\n",
    line(1, "GEDC"),
    line(2, "VERS", "5.5.1"),
    line(2, "FORM", "LINEAGE-LINKED"),
    line(1, "CHAR", "UTF-8"),
    "0 @U1@ SUBM\n",
    line(1, "NAME", kennelName),
  ].join("");

export const GEDCOM_END = "0 TRLR\n";

/** The numbers of an individual and of its families. */
interface Place {
  readonly number: number;
  readonly childOf: number | undefined;
  readonly spouseOf: readonly number[];
}

export function gedcomIndividual(dog: object, { number, childOf, spouseOf }: Place): string {
  const text = (field: string): string => {
    const value: unknown = Reflect.get(dog, field);
    return typeof value === "string" ? value : "";
  };
  const given = (level: number, tag: string, value: string): string =>
    value === "" ? "" : line(level, tag, value);
  const day = (level: number, tag: string, value: string): string =>
    value === "" ? "" : line(level, tag, gedcomDay(value));
  const name = text("name");
  const [birth, status, since] = [text("dateOfBirth"), text("status"), text("statusChangedOn")];
  const isDead = status === "deceased";
  return [
    `0 @I${number}@ INDI\n`,
    line(1, "NAME", readName(name)),
    given(2, "NICK", text("callName")),
    readName(name) === name ? "" : line(1, "_FULLNAME", name),
    line(1, "SEX", text("gender") === "male" ? "M" : "F"),
    birth === "" ? "" : line(1, "BIRT") + day(2, "DATE", birth),
    isDead ? line(1, "DEAT", since === "" ? "Y" : "") + day(2, "DATE", since) : "",
    given(1, "REFN", text("registrationNumber")),
    given(1, "TITL", text("titles")),
    given(1, "_BREED", text("breed")),
    given(1, "_CHIP", text("microchipNumber")),
    given(1, "_COLOR", text("color")),
    given(1, "_MARKINGS", text("markings")),
    isDead || status === "active" ? "" : given(1, "_STATUS", status) + day(1, "_STATUSDATE", since),
    Reflect.get(dog, "isExternal") === true ? line(1, "_EXTERNAL", "Y") : "",
    childOf === undefined ? "" : pointer(1, "FAMC", "F", childOf + 1),
    ...spouseOf.map((family) => pointer(1, "FAMS", "F", family + 1)),
  ].join("");
}

/** All dogs are identified by their numbers in the file. */
interface Pair {
  readonly family: number;
  readonly sire: number | undefined;
  readonly dam: number | undefined;
  readonly children: readonly number[];
}

export const gedcomFamily = ({ family, sire, dam, children }: Pair): string =>
  [
    `0 @F${family + 1}@ FAM\n`,
    sire === undefined ? "" : pointer(1, "HUSB", "I", sire),
    dam === undefined ? "" : pointer(1, "WIFE", "I", dam),
    ...children.map((child) => pointer(1, "CHIL", "I", child)),
  ].join("");
