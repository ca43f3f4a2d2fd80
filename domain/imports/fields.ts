/** The fields that a file can have, with their headings in other programs and languages. */
import { IMPORTED_DOG_FIELDS } from "../dogs/record";
import type { Field } from "../records/fields";
import { headingOf, mapFields, omitFields } from "../records/record";
import { foldText } from "../text/text";
import { alphabetOf, namesParent, readRelative, splitJoined, type Lineage } from "./lineages";

const SYNONYMS: Partial<Record<keyof typeof IMPORTED_DOG_FIELDS, string>> = {
  name: "registered name, reg name, full name, dog name, dogs name, dog, animal name, animal, pedigree name, kc name, akc name, zuchtname, hundename, name des hundes, hund, nom, nom du chien, chien, nom complet, naam, hond, naam hond, stamboomnaam, nombre, nome, namn, navn, hundens namn, кличка, imie i przydomek, imie psa, imie, nazwa psa, koiran nimi, nimi, jmeno psa, jmeno, meno psa, hundens navn, nome do cao, nome del cane, nombre del perro, nazwa, hundnamn, virallinen nimi, regd name",
  callName:
    "pet name, nickname, nick name, known as, kennel name of the dog, house name, rufname, roepnaam, nom usuel, surnom, tilltalsnamn, nom d usage, smeknamn, kaldenavn, kallenavn, imie domowe, kutsumanimi, volaci jmeno, nome di casa, apodo, домашняя кличка",
  breed: "dog breed, breed name, race, rasse, ras, raza, razza, raca, rase, порода, rasa, rotu",
  gender:
    "sex, m f, r h, m w, m v, d b, geschlecht, sexe, sexo, sesso, geslacht, kon, kjonn, пол, geschl, m f sex, plec, sukupuoli, pohlavi, pohlavie, spol, nem, genero",
  dateOfBirth:
    "birth date, birthdate, dob, d o b, born, birth, whelped, whelp date, whelping date, date whelped, birthday, geburtsdatum, geb datum, geb, geboren, geboren am, wurfdatum, wurftag, geburtstag, date de naissance, naissance, ne le, nee le, geboortedatum, geboren op, fecha de nacimiento, data di nascita, nato il, data de nascimento, fodelsedatum, fodt, дата рождения, date born, geb am, nee le, ne e le, ne, nee, fodd, fodd den, fodselsdato, data ur, data urodzenia, urodzony, urodzona, ur, syntymaaika, syntynyt, syntymapaiva, datum narozeni, datum narodenia, narozen, fecha nac, fecha nacimiento, nacimiento, data nasc, nascimento, data nascita, nascita, дата рожд, fodelsedag, synt",
  registrationNumber:
    "registration, reg number, reg no, regno, reg nr, regnr, reg, registration no, registered number, akc number, akc no, akc, kc number, kc reg, kc reg no, kc no, ukc number, ckc number, studbook number, studbook no, stud book no, studbook, pedigree number, registry number, zuchtbuchnummer, zb nr, zbnr, zuchtbuch nr, zb, vdh nr, numero d enregistrement, lof, lof no, lof number, numero lof, n lof, no lof, stamboeknummer, stamboomnummer, nhsb, registratienummer, registreringsnummer, loe, numero de registro, zuchtbuchnr, zuchtbuch, stamboomnr, stamboom, nr pkr, pkr, nr rodowodu, rejestracja, rekisterinumero, rekisterinro, rek nro, cislo zapisu, cislo zapisu psa, zapis, roi, loi, n roi, n loi, numero roi, lop, stambogsnr, stambogsnummer, stamtavlenr, regnummer, номер родословной, nhsb nr, nr kw",
  microchipNumber:
    "microchip, chip, chip number, chip no, chip nr, chipnummer, microchip no, microchip nr, chip id, transponder, transponder number, transpondernummer, puce, numero de puce, identification, no puce, n puce, microchipnummer, numero de chip, iso chip, chipnr, microchipnr, chipnr transponder, nr microchip, numero microchip, numero chip, n chip, no chip, nr chip, nr chipa, numer chipa, mikrosirunumero, mikrosiru, cislo cipu, cip, номер чипа, чип, siru, n d identification, numero d identification",
  chipDatabase: "microchip database, chip registry, microchip registry, haustierregister",
  chippedOn: "date chipped, chip date, microchipped on, microchip date, gechipt am",
  tattoo:
    "tattoo number, tattoo no, tatowierung, tatowiernummer, tatouage, tatuaggio, tatuaje, tatuaz, tatovering",
  passportNumber: "passport, pet passport, eu passport, heimtierausweis, passeport",
  dnaLaboratory: "dna lab",
  dnaNumber: "dna number, dna profile, dna no",
  breederName:
    "breeder, bred by, zuchter, eleveur, fokker, criador, allevatore, uppfodare, hodowca, kasvattaja",
  acquiredOn: "acquired on, date acquired, bought on, purchased on, purchase date, date purchased",
  acquiredFromName: "acquired from name, bought from, purchased from",
  causeOfDeath: "death cause, todesursache, cause du deces",
  titles:
    "title, championships, awards, pre titles, post titles, titles before, titles after, title before, title after, prefix titles, suffix titles, pretitle, posttitle, pre title, post title, titel, titres, titels, titulos, titoli, tytuly, titlar, tittelit, valionimet",
  status: "state, zustand, statut, lebt, estado, stato",
  statusChangedOn: "status changed on, status since, sold on, sold date, date sold, verkauft am, retired on",
  isBreedingDog:
    "breeding, is breeding dog, used for breeding, zuchthund, zuchttauglich, in der zucht, reproducteur, fokhond",
  breedingRights: "rights, zuchtrecht, droits d elevage",
  weight: "gewicht, poids, peso, vikt, вес",
  height:
    "height at withers, withers, withers height, shoulder height, size, grosse, hohe, schulterhohe, widerristhohe, widerrist, stockmass, taille, schouderhoogte, wzrost, sakakorkeus, vyska, vyska v kohoutku, altezza al garrese, alzada, hojde, рост, hauteur, hauteur au garrot, schofthoogte, hoogte, altura, altezza, mankhojd",
  color:
    "colour, coat color, coat colour, farbe, fellfarbe, couleur, robe, kleur, vachtkleur, color de capa, colore, farg, окрас, umaszczenie, masc, vari, barva, mantello, capa, farve, farge, cor, pelagem",
  markings: "marks, abzeichen, zeichnung, marques, aftekening",
  currentOwnerName:
    "owner, current owner, owners, besitzer, eigentumer, halter, proprietaire, eigenaar, agare, propietario, proprietario, wlasciciel, omistaja",
  currentOwnerPhone: "phone, owner telephone, telephone, telefon, besitzer telefon",
  currentOwnerEmail: "email, e mail, owner e mail, besitzer email, courriel",
  isExternal: "from outside, external, external dog, outside",
  spayedOn: "spayed, date spayed, neutered on, date neutered, kastriert am, sterilisiert am",
  notes:
    "note, remarks, remark, comment, comments, memo, bemerkung, bemerkungen, notizen, anmerkung, remarques, remarque, opmerkingen, opmerking, notas, anteckningar, uwagi, anmarkning, huomautuksia, huomautukset",
};

/**
 * Fields that exist only in files: the ids of rows and of their parents, a death with only its date, and a column
 * for each of a dog's registrations.
 */
const FILE_FIELDS = {
  dateOfDeath: {
    label: "Date of Death",
    synonyms:
      "death date, dod, d o d, died, died on, death, deceased, deceased on, date deceased, dead, todesdatum, gestorben, gestorben am, verstorben, verstorben am, tod, todestag, date de deces, deces, decede, mort, mort le, overlijdensdatum, overleden, overleden op, fecha de muerte, data di morte, avliden, dod datum, died date, date died, gest am, gest, verst am, decede e le, decede le, deces le, date du deces, overl, overl op, dod den, dodsdatum, dodsdato, zmarl, data smierci, kuollut, umrti, fecha de defuncion, data decesso, дата смерти",
  },
  // Heading words for parents and other ancestors are in lineages.ts.
  registration2: { label: "Registration 2", synonyms: "second registration" },
  registration3: { label: "Registration 3", synonyms: "third registration" },
  registration4: { label: "Registration 4", synonyms: "fourth registration" },
  registration5: { label: "Registration 5", synonyms: "fifth registration" },
  coOwners: {
    label: "Co-Owner",
    synonyms:
      "co owners, coowner, coowners, co owned by, joint owner, joint owners, second owner, other owner, other owners, owners and shares, owners with shares, mitbesitzer, miteigentumer, mitbesitzer in, coproprietaire, coproprietaires, copropriete, mede eigenaar, medeeigenaar, copropietario, comproprietario, coproprietario, medagare, medeier, medejer, wspolwlasciciel, yhteisomistaja, spolumajitel",
  },
  sire: { label: "Sire", synonyms: "" },
  sireNumber: { label: "Sire Registration", synonyms: "" },
  dam: { label: "Dam", synonyms: "" },
  damNumber: { label: "Dam Registration", synonyms: "" },
  /** The record numbers of a program, which only its own rows use. */
  fileId: {
    label: "ID in the File",
    synonyms:
      "id, id number, record id, dog id, animal id, individual id, ind, indiv, ego, ego id, anim id, animid, ident, key, record number, index, dogid",
  },
  sireFileId: { label: "Sire ID in the File", synonyms: "" },
  damFileId: { label: "Dam ID in the File", synonyms: "" },
} as const;

interface Headed {
  readonly label: string;
  readonly synonyms: string;
}

export const IMPORT_FIELDS = {
  ...mapFields(omitFields(IMPORTED_DOG_FIELDS, ["otherRegistrations"]), (field, name): Headed => ({
    label: headingOf(field),
    synonyms: SYNONYMS[name] ?? "",
  })),
  ...FILE_FIELDS,
} as const;

export type ImportField = keyof typeof IMPORT_FIELDS;
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as ImportField[];

export const REGISTRATION_COLUMNS = [
  "registration2",
  "registration3",
  "registration4",
  "registration5",
] as const satisfies readonly ImportField[];

/** The text of these fields can come from several columns. */
export const JOINED_FIELDS = ["notes", "titles"] as const satisfies readonly ImportField[];
export const isJoined = (field: ImportField): boolean => JOINED_FIELDS.some((each) => each === field);

/** Returns null for fields that exist only in files. */
export const describedAs = (field: ImportField): Field | null =>
  field in FILE_FIELDS ? null : IMPORTED_DOG_FIELDS[field as keyof typeof IMPORTED_DOG_FIELDS]; // The other fields.

/** Null for a column that is left out. */
export type ColumnMapping = readonly (ImportField | null)[];

const UNITS = /\b(?:kgs?|kilos?|lbs?|pounds?|cms?|inch(?:es)?)\b/gu;

/** The text in brackets after a heading: a unit, an order of dates, or the letters used. */
const BRACKETS = /[([{][^()[\]{}]{0,40}[)\]}]/gu;

/** A sign or word for 'number': 'AKC #', 'AKC No' and 'AKC Nr.' have the same meaning. */
const NUMBER_SIGN = /#/gu;
const NUMBER_WORDS = /\b(?:number|num|nr|nro|nummer|numero|numer|no)\b(?: no\b)*/gu;

export const foldHeading = (heading: string): string =>
  foldText(
    heading
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .replace(/['’]s\b/gu, "s")
      .replace(NUMBER_SIGN, " no "),
  )
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(UNITS, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(NUMBER_WORDS, "no");

const fieldByHeading = new Map<string, ImportField>(
  IMPORT_FIELD_NAMES.flatMap((field) =>
    [IMPORT_FIELDS[field].label, field, ...IMPORT_FIELDS[field].synonyms.split(", ").filter(Boolean)].map(
      (heading): [string, ImportField] => [foldHeading(heading), field],
    ),
  ),
);

/**
 * The reduced heading without spaces: 'Chip-Nr.' and 'Chipnr.' are the same heading. Short headings are left out,
 * because they could easily be another word.
 */
const fieldByLetters = new Map(
  [...fieldByHeading].map(([heading, field]) => [heading.replace(/ /gu, ""), field] as const),
);
const SHORTEST_LETTERS = 5;

function lookUp(folded: string): ImportField | undefined {
  const letters = folded.replace(/ /gu, "");
  return (
    fieldByHeading.get(folded) ??
    (letters.length < SHORTEST_LETTERS ? undefined : fieldByLetters.get(letters))
  );
}

function findOwn(folded: string): ImportField | undefined {
  const field = lookUp(folded);
  if (field !== undefined || !folded.endsWith(" in")) return field;
  // In 'Height in', the last word is a unit. In 'Born in', it belongs to a place.
  return lookUp(folded.slice(0, -3)) === "height" ? "height" : undefined;
}

/** These fields are also read for ancestors. */
const RELATIVE_FIELDS = ["name", "registrationNumber", "fileId", "dateOfBirth"] as const;
type RelativeField = (typeof RELATIVE_FIELDS)[number];

/** 'Number' alone. For an ancestor it can only mean the registration number. */
const NUMBERS = new Set(["no", "n", "номер"]);

/** If no words remain, the column contains the name. */
function findOfRelative(rest: string): RelativeField | undefined {
  if (rest === "") return "name";
  if (NUMBERS.has(rest)) return "registrationNumber";
  if (rest === "record") return "fileId";
  const field = findOwn(rest);
  return RELATIVE_FIELDS.find((each) => each === field);
}

/** The dog itself has fields for the names and numbers of its parents. */
const PARENT_FIELDS: Readonly<Record<string, Partial<Record<RelativeField, ImportField>>>> = {
  s: { name: "sire", registrationNumber: "sireNumber", fileId: "sireFileId" },
  d: { name: "dam", registrationNumber: "damNumber", fileId: "damFileId" },
};

/** A parent's name and number are fields of the dog itself. */
export const relativeFields = (of: Lineage): RelativeField[] =>
  RELATIVE_FIELDS.filter((field) => field !== "fileId" && PARENT_FIELDS[of]?.[field] === undefined);

export interface Meaning {
  /** Empty for the dog itself, whose fields include the names and numbers of its parents. */
  readonly of: Lineage;
  readonly field: ImportField;
}

/** Headings of the registered name. If such a column exists, 'Name' is another name. */
const FORMAL_NAMES = new Set(
  [
    "registered name, reg name, regd name, full name, pedigree name, kc name, akc name, zuchtname, nom complet, stamboomnaam",
    "virallinen nimi, imie i przydomek",
  ]
    .join(", ")
    .split(", ")
    .map(foldHeading),
);

/** Returns 'unsure' if the heading does not say which ancestor is meant. */
function findRelative(
  folded: string,
  alphabet: ReturnType<typeof alphabetOf>,
): (Meaning & { numbered?: { group: string; count: number } }) | "unsure" | null {
  const read = readRelative(folded, alphabet) ?? splitJoined(folded);
  const field = read ? findOfRelative(read.rest) : undefined;
  if (!read || field === undefined) return null;
  if (read.of === null) return "unsure";
  const own = PARENT_FIELDS[read.of]?.[field];
  if (own !== undefined) return { of: "", field: own };
  if (field === "fileId") return null;
  return { of: read.of, field, ...(read.numbered ? { numbered: read.numbered } : {}) };
}

/** With one of these words, a heading about the birth means a place. */
const PLACE = /\b(?:country|place|city|town|land|ort|pays|lieu|pais|lugar|paese|luogo|kraj|plaats|sted)\b/u;

/** Separators between 'Sire' and 'Dam' in one heading. */
const BOTH = /[/&+×]|\sx\s/iu;

const MAX_HEADING = 100;

/** Separators between two values in one column. */
const PARTS = /[()[\]{}/,;&+]|\s[-–—]\s/u;

/** Such a column also contains another value: 'Name (Reg)', 'Name / Reg No'. */
export const namesNumber = (heading: string): boolean =>
  heading
    .split(PARTS)
    .slice(1)
    .some((part) => findOwn(foldHeading(part)) === "registrationNumber");

/** Looks headings up with and without their brackets; null if the meaning is unknown. */
export function meaningsOf(headings: readonly string[]): (Meaning | "unsure" | null)[] {
  const alphabet = alphabetOf(headings.filter(({ length }) => length <= MAX_HEADING).map(foldHeading));
  const found = headings.map((heading) => {
    const folded = heading.length > MAX_HEADING ? "" : foldHeading(heading);
    if (folded === "") return null;
    const own = /^\s*s\s*\/\s*d\s*$/iu.test(heading) ? "gender" : findOwn(folded);
    if (own !== undefined) return { of: "", field: own };
    const relative = findRelative(folded, alphabet);
    if (relative !== null)
      return relative !== "unsure" && relative.of.length > 1 && BOTH.test(heading) ? null : relative;
    if (findOwn(foldHeading(heading.split(PARTS)[0] ?? "")) === "name" && namesNumber(heading))
      return { of: "", field: "name" as const };
    const bracketed = foldHeading((heading.match(BRACKETS) ?? []).join(" "));
    if (bracketed === "" || namesParent(bracketed) || PLACE.test(bracketed)) return null;
    const bare = foldHeading(heading.replace(BRACKETS, " "));
    const plain = findOwn(bare);
    return plain === undefined ? findRelative(bare, alphabet) : { of: "", field: plain };
  });
  const numbers = new Map<string, number>();
  for (const each of found) {
    const group = each && each !== "unsure" && "numbered" in each ? each.numbered?.group : undefined;
    if (group !== undefined) numbers.set(group, (numbers.get(group) ?? 0) + 1);
  }
  return found.map((each) => {
    if (each === null || each === "unsure" || !("numbered" in each) || !each.numbered) return each;
    return numbers.get(each.numbered.group) === each.numbered.count ? each : "unsure";
  });
}

/**
 * Each field gets at most one column, except joined fields. The meaning of a heading in a known program has
 * priority over its common meaning.
 */
export function matchColumns(
  headings: readonly string[],
  own: readonly (ImportField | undefined)[] = [],
): ColumnMapping {
  const taken = new Set<ImportField>(own.filter((field) => field !== undefined));
  const meanings = meaningsOf(headings);
  const formal = own.includes("name")
    ? -1
    : headings.findIndex((heading) => FORMAL_NAMES.has(foldHeading(heading)));
  return meanings.map((meaning, at) => {
    const given = own[at];
    if (given !== undefined) return given;
    const field = meaning === null || meaning === "unsure" || meaning.of !== "" ? null : meaning.field;
    if (field === null || (taken.has(field) && !isJoined(field))) return null;
    // 'Registered Name' is the name, even if there is a column 'Name'.
    if (field === "name" && formal >= 0 && at !== formal) return null;
    taken.add(field);
    return field;
  });
}
