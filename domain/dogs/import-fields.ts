/** The fields that a file may bring, with the headings that other programs and languages give them. Pure. */
import { IMPORTED_DOG_FIELDS } from "../records/dog";
import type { Field } from "../records/fields";
import { headingOf, mapFields } from "../records/record";
import { foldText } from "../text/text";

/** Other headings of a dog's fields in the languages of the files that come. */
const SYNONYMS: Partial<Record<keyof typeof IMPORTED_DOG_FIELDS, string>> = {
  name: "registered name, reg name, full name, dog name, dogs name, dog, animal name, animal, pedigree name, kc name, akc name, zuchtname, hundename, name des hundes, hund, nom, nom du chien, chien, nom complet, naam, hond, naam hond, stamboomnaam, nombre, nome, namn, navn, hundens namn, кличка, imie i przydomek, imie psa, imie, nazwa psa, koiran nimi, nimi, jmeno psa, jmeno, meno psa, hundens navn, nome do cao, nome del cane, nombre del perro",
  callName:
    "pet name, nickname, nick name, known as, kennel name of the dog, house name, rufname, roepnaam, nom usuel, surnom, tilltalsnamn, nom d usage, smeknamn, kaldenavn, kallenavn, imie domowe, kutsumanimi, volaci jmeno, nome di casa, apodo, домашняя кличка",
  breed: "dog breed, breed name, race, rasse, ras, raza, razza, raca, rase, порода",
  gender:
    "sex, m f, r h, m w, m v, d b, geschlecht, sexe, sexo, sesso, geslacht, kon, kjonn, пол, geschl, m f sex, plec, sukupuoli, pohlavi, pohlavie, spol, nem, genero",
  dateOfBirth:
    "birth date, birthdate, dob, d o b, born, birth, whelped, whelp date, whelping date, date whelped, birthday, geburtsdatum, geb datum, geb, geboren, geboren am, wurfdatum, wurftag, geburtstag, date de naissance, naissance, ne le, nee le, geboortedatum, geboren op, fecha de nacimiento, data di nascita, nato il, data de nascimento, fodelsedatum, fodt, дата рождения, date born, geb am, nee le, ne e le, ne, nee, fodd, fodd den, fodselsdato, data ur, data urodzenia, urodzony, urodzona, ur, syntymaaika, syntynyt, syntymapaiva, datum narozeni, datum narodenia, narozen, fecha nac, fecha nacimiento, nacimiento, data nasc, nascimento, data nascita, nascita, дата рожд",
  registrationNumber:
    "registration, reg number, reg no, regno, reg nr, regnr, reg, registration no, registered number, akc number, akc no, akc, kc number, kc reg, kc reg no, kc no, ukc number, ckc number, studbook number, studbook no, stud book no, studbook, pedigree number, registry number, zuchtbuchnummer, zb nr, zbnr, zuchtbuch nr, zb, vdh nr, numero d enregistrement, lof, lof no, lof number, numero lof, n lof, no lof, stamboeknummer, stamboomnummer, nhsb, registratienummer, registreringsnummer, loe, numero de registro, zuchtbuchnr, zuchtbuch, stamboomnr, stamboom, nr pkr, pkr, nr rodowodu, rejestracja, rekisterinumero, rekisterinro, rek nro, cislo zapisu, cislo zapisu psa, zapis, roi, loi, n roi, n loi, numero roi, lop, stambogsnr, stambogsnummer, stamtavlenr, regnummer, номер родословной",
  microchipNumber:
    "microchip, chip, chip number, chip no, chip nr, chipnummer, microchip no, microchip nr, chip id, transponder, transponder number, transpondernummer, puce, numero de puce, identification, no puce, n puce, microchipnummer, numero de chip, iso chip, chipnr, microchipnr, chipnr transponder, nr microchip, numero microchip, numero chip, n chip, no chip, nr chip, nr chipa, numer chipa, mikrosirunumero, mikrosiru, cislo cipu, cip, номер чипа, чип",
  titles:
    "title, championships, awards, pre titles, post titles, titles before, titles after, title before, title after, prefix titles, suffix titles, pretitle, posttitle, pre title, post title, titel, titres, titels, titulos, titoli",
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
    "owner, current owner, owners, besitzer, eigentumer, halter, proprietaire, eigenaar, agare, propietario, proprietario",
  currentOwnerPhone: "phone, owner telephone, telephone, telefon, besitzer telefon",
  currentOwnerEmail: "email, e mail, owner e mail, besitzer email, courriel",
  isExternal: "from outside, external, external dog, outside",
  spayedOn: "spayed, date spayed, neutered on, date neutered, kastriert am, sterilisiert am",
  notes:
    "note, remarks, remark, comment, comments, memo, bemerkung, bemerkungen, notizen, anmerkung, remarques, remarque, opmerkingen, opmerking, notas, anteckningar",
};

/** What only files have: how rows name themselves and their parents, and a death with its day alone. */
const FILE_FIELDS = {
  dateOfDeath: {
    label: "Date of Death",
    synonyms:
      "death date, dod, d o d, died, died on, death, deceased, deceased on, date deceased, dead, todesdatum, gestorben, gestorben am, verstorben, verstorben am, tod, todestag, date de deces, deces, decede, mort, mort le, overlijdensdatum, overleden, overleden op, fecha de muerte, data di morte, avliden, dod datum, died date, date died, gest am, gest, verst am, decede e le, decede le, deces le, date du deces, overl, overl op, dod den, dodsdatum, dodsdato, zmarl, data smierci, kuollut, umrti, fecha de defuncion, data decesso, дата смерти",
  },
  sire: {
    label: "Sire",
    synonyms:
      "father, sire name, name sire, name of sire, father name, name father, vater, vater name, vatername, name vater, name des vaters, pere, nom du pere, vader, naam vader, vader naam, padre, pai, far, hane, отец, sires name, fathers name, ojciec, isa, otec, apa, imie ojca",
  },
  sireNumber: {
    label: "Sire Registration",
    synonyms:
      "sire registration number, sire registration no, sire reg, sire reg no, sire reg number, sire regno, sire number, sire no, father reg no, father registration number, father number, number father, reg no father, registration number father, vater zb nr, vater zuchtbuchnummer, zb nr vater, zuchtbuchnummer vater, vater nr, lof pere, pere lof, numero pere, nummer vader, stamboeknummer vader, registratienummer vader, vader nummer",
  },
  dam: {
    label: "Dam",
    synonyms:
      "mother, dam name, name dam, name of dam, mother name, name mother, mutter, mutter name, muttername, name mutter, name der mutter, mere, nom de la mere, moeder, naam moeder, moeder naam, madre, mae, mor, tik, мать, dams name, mothers name, matka, ema, anya, imie matki",
  },
  damNumber: {
    label: "Dam Registration",
    synonyms:
      "dam registration number, dam registration no, dam reg, dam reg no, dam reg number, dam regno, dam number, dam no, mother reg no, mother registration number, mother number, number mother, reg no mother, registration number mother, mutter zb nr, mutter zuchtbuchnummer, zb nr mutter, zuchtbuchnummer mutter, mutter nr, lof mere, mere lof, numero mere, nummer moeder, stamboeknummer moeder, registratienummer moeder, moeder nummer",
  },
  /** Numbers that a program gives its records, by which rows name each other and nobody else does. */
  fileId: {
    label: "ID in the File",
    synonyms:
      "id, record id, dog id, animal id, individual id, ind, ident, key, record number, record no, index, dogid",
  },
  sireFileId: {
    label: "Sire ID in the File",
    synonyms:
      "sire id, father id, sire key, sireid, sire record, sire index, vater id, id vater, pere id, id pere, vader id",
  },
  damFileId: {
    label: "Dam ID in the File",
    synonyms:
      "dam id, mother id, dam key, damid, dam record, dam index, mutter id, id mutter, mere id, id mere, moeder id",
  },
} as const;

interface Headed {
  readonly label: string;
  readonly synonyms: string;
}

/** The fields by their labels, with other headings for them. */
export const IMPORT_FIELDS = {
  ...mapFields(IMPORTED_DOG_FIELDS, (field, name): Headed => ({
    label: headingOf(field),
    synonyms: SYNONYMS[name] ?? "",
  })),
  ...FILE_FIELDS,
} as const;

export type ImportField = keyof typeof IMPORT_FIELDS;
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as ImportField[];

/** Fields that several columns may fill together. */
export const JOINED_FIELDS = ["notes", "titles"] as const satisfies readonly ImportField[];
export const isJoined = (field: ImportField): boolean => JOINED_FIELDS.some((each) => each === field);

/** Finds what a column's field is described as; null for those that only files have. */
export const describedAs = (field: ImportField): Field | null =>
  field in FILE_FIELDS ? null : IMPORTED_DOG_FIELDS[field as keyof typeof IMPORTED_DOG_FIELDS]; // the others

/** The field of each column, null for a column that is left out. */
export type ColumnMapping = readonly (ImportField | null)[];

const UNITS = /\b(?:kgs?|kilos?|lbs?|pounds?|cms?|inch(?:es)?)\b/gu;

/** What stands in brackets behind a heading: a unit, an order of dates, letters in use. */
const BRACKETS = /[([{][^()[\]{}]{0,40}[)\]}]/gu;

const foldHeading = (heading: string): string =>
  foldText(heading.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/['’]s\b/gu, "s"))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(UNITS, " ")
    .replace(/ in\s*$/u, "")
    .replace(/\s+/gu, " ")
    .trim();

const fieldByHeading = new Map<string, ImportField>(
  IMPORT_FIELD_NAMES.flatMap((field) =>
    [IMPORT_FIELDS[field].label, field, ...IMPORT_FIELDS[field].synonyms.split(", ").filter(Boolean)].map(
      (heading): [string, ImportField] => [foldHeading(heading), field],
    ),
  ),
);

/** The same without spaces, as 'Chip-Nr.' and 'Chipnr.' are one heading; short ones are too easily another word. */
const fieldByLetters = new Map(
  [...fieldByHeading].map(([heading, field]) => [heading.replace(/ /gu, ""), field] as const),
);
const SHORTEST_LETTERS = 5;

function findField(heading: string): ImportField | undefined {
  const folded = foldHeading(heading);
  const letters = folded.replace(/ /gu, "");
  return (
    fieldByHeading.get(folded) ??
    (letters.length < SHORTEST_LETTERS ? undefined : fieldByLetters.get(letters))
  );
}

/** Finds the field that a heading means, whatever it has in brackets. */
export const fieldOfHeading = (heading: string): ImportField | null =>
  findField(heading) ?? findField(heading.replace(BRACKETS, " ")) ?? null;

/**
 * Matches columns to fields by their headings, in any order, each field at most once but those that are joined. What
 * a program means by a heading goes before what it commonly means.
 */
export function matchColumns(
  headings: readonly string[],
  own: readonly (ImportField | undefined)[] = [],
): ColumnMapping {
  const taken = new Set<ImportField>(own.filter((field) => field !== undefined));
  return headings.map((heading, at) => {
    const given = own[at];
    if (given !== undefined) return given;
    const field = fieldOfHeading(heading);
    if (field === null || (taken.has(field) && !isJoined(field))) return null;
    taken.add(field);
    return field;
  });
}
