/** Reads weights and heights in a file, in the unit of the cell, of its heading or of the user's choice. */
import { SHORT_TEXT_MAX } from "../text/rules";
import { foldNumber, foldText, isVisible } from "../text/text";

/** The stored units are pounds and inches. */
export const MEASURE_UNITS = {
  pounds: ["lbs", "kg"],
  inches: ["in", "cm"],
} as const;
export type Measure = keyof typeof MEASURE_UNITS;
export type MeasureUnit = (typeof MEASURE_UNITS)[Measure][number];

export const isMeasure = (unit: string): unit is Measure => Object.hasOwn(MEASURE_UNITS, unit);

/**
 * Pounds for a unit of weight, and inches for a unit of length. Source: international yard and pound agreement
 * (1959).
 */
const STORED_PER_UNIT: Record<MeasureUnit | "g" | "m", number> = {
  lbs: 1,
  kg: 1 / 0.45359237,
  g: 1 / 453.59237,
  in: 1,
  cm: 1 / 2.54,
  m: 100 / 2.54,
};

const WRITTEN: readonly (readonly [pattern: RegExp, unit: keyof typeof STORED_PER_UNIT])[] = [
  [/^(?:lbs?|pounds?|#)$/i, "lbs"],
  [/^(?:kgs?|kilos?|kilograms?|kilogramm|kilogrammes?|кг)$/i, "kg"],
  [/^(?:g|gr|grams?|gramm|grammes?)$/i, "g"],
  [/^(?:in|ins|inch|inches|zoll|["”″]|'')$/i, "in"],
  [/^(?:cms?|centimet(?:er|re)s?|zentimeter|centimètres?|см)$/i, "cm"],
  [/^(?:m|met(?:er|re)s?)$/i, "m"],
];

const unitOf = (text: string) => WRITTEN.find(([pattern]) => pattern.test(text.replace(/\.$/, "")))?.[1];

/** '72 lbs 4 oz'. 16 ounces are a pound. */
const POUNDS_AND_OUNCES = /^(\d+)\s*(?:lbs?|pounds?|#)\.?\s*(\d+(?:[.,]\d+)?)\s*(?:oz|ounces?)\.?$/iu;

const CELL = /^(\d+(?:[.,]\d+)?)(\D*)$/;

export function lacksUnit(text: string): boolean {
  const match = CELL.exec(text.trim());
  return match !== null && (match[2] ?? "").trim() === "";
}

/** Reads headings such as 'Weight (kg)' and 'height_cm'. */
export function unitOfHeading(measure: Measure, heading: string): MeasureUnit | null {
  const units: readonly MeasureUnit[] = MEASURE_UNITS[measure];
  // In 'in cm', the word "in" is not the unit. Therefore the last word that is a unit counts.
  const words = heading.split(/[^\p{L}"”″#]+/u).filter(Boolean);
  for (const word of words.reverse()) {
    const unit = unitOf(word);
    const fitting = units.find((each) => each === unit);
    if (fitting) return fitting;
  }
  return null;
}

/** Returns pounds or inches; null if the text is not a measure. */
export function readMeasure(text: string, columnUnit: MeasureUnit): number | null {
  const mixed = POUNDS_AND_OUNCES.exec(text.trim());
  if (mixed?.[2] !== undefined) return Number(mixed[1]) + Number(mixed[2].replace(",", ".")) / 16;
  const match = CELL.exec(text.trim());
  const written = (match?.[2] ?? "").trim();
  const unit = written === "" ? columnUnit : unitOf(written);
  if (match?.[1] === undefined || unit === undefined) return null;
  const value = Number(match[1].replace(",", ".")) * STORED_PER_UNIT[unit];
  return STORED_PER_UNIT[unit] === 1 ? value : Math.round(value * 1000) / 1000;
}

/**
 * Registration numbers as offices, programs and people write them: the same number in different forms, or in one
 * cell with a dog's name.
 */

const bare = (key: string): string => key.replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Compares two numbers only by their letters and digits. This is only used if something else suggests that the dogs
 * are the same, because 12/345 and 123/45 are different numbers.
 */
export const isSameNumber = (one: string, other: string): boolean =>
  one === other || bare(one) === bare(other);

/** Spreadsheets and programs convert 1, 001 and 1.0 to each other. */
export const plainId = (id: string): string =>
  /^\d{1,15}(?:[.,]0{1,4})?$/u.test(id.trim()) ? String(parseInt(id.trim(), 10)) : id.trim();

/** Two dogs very rarely have numbers with this many equal digits. */
const TELLING_DIGITS = 3;

const lettersOf = (key: string): string => key.replace(/[^\p{L}]/gu, "");

/** Removes leading zeros, and the century of a year after a slash. */
export const digitsOf = (key: string): string =>
  key
    .replace(/(?<=\d\/)(?:19|20)(?=\d\d(?!\d))/u, "")
    .replace(/\d+/gu, (run) => run.replace(/^0+(?=\d)/u, ""))
    .replace(/\D/gu, "");

/** Says whether the letters of one text occur in the other in the same order: AW and KCAW, S and SE. */
function isPartOf(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === part[at]) at += 1;
  return at === part.length;
}

/**
 * Says whether two numbers may be the same in two forms: with the club's letters, leading zeros, or the full year.
 */
export function isAlikeNumber(one: string, other: string): boolean {
  const digits = digitsOf(one);
  if (digits.length < TELLING_DIGITS || digits !== digitsOf(other)) return false;
  const [letters, others] = [lettersOf(one), lettersOf(other)];
  return isPartOf(letters, others) || isPartOf(others, letters);
}

/** Clubs and stud books that people write before a number. */
const CLUB =
  "(?:akc|kc|ukc|ckc|ikc|nzkc|ankc|fci|vdh|dbk|skk|nkk|dkk|fkk|hkr|lof|loe|loi|lop|lo[sh]h?|roi|rsr|nhsb|pkr|zb|oehzb|öhzb|shsb|spkp|cmku|rkf|ркф|dna)";

/** Words before a number of any kind. */
const WORD = "(?:reg(?:d|nr|istration)?|no|nr|num(?:ber|mer)?|zuchtbuch|tattoo|chip|microchip)";

/** Letters and digits, but not a year: 'WW2018' is a title. */
const NO_YEAR = "(?!(?:19|20)\\d{2}(?!\\d))";

/**
 * Numbers beside a name, including some that are not registration numbers: 'AKC DNA V123', a microchip, a birth
 * date.
 */
const BESIDE = [
  `${CLUB}(?:[ ./:#-]+(?:${CLUB}|${WORD}|[a-z]{1,3}))*[ ./:#-]*[a-z]{0,4}\\d{2}[\\d/.-]*`,
  `${WORD}(?:[ ./:#-]+${WORD})*[ ./:#-]*[a-z]{0,4}\\d{4}[\\d/.-]*`,
  "(?:born|geb|né|née|ur|b|\\*)[. ]*(?:\\d{1,2}[./-]){0,2}(?:19|20)\\d{2}",
  "\\d{1,2}[./-]\\d{1,2}[./-](?:19|20)?\\d{2}",
  "(?:19|20)\\d{2}-\\d{2}-\\d{2}",
  "\\p{L}{1,5}[-.]?\\d{2,}/\\d{2,4}",
  "\\d{3,}/\\d{2,4}",
  `\\p{L}{1,5}[-.]?${NO_YEAR}\\d{4,}(?:/\\d{1,4})?`,
  "\\d{5,}",
].join("|");
const BEFORE = new RegExp(`^(?:${BESIDE})(?=[\\s,;/|:)\\]}-])`, "iu");
const BEHIND = new RegExp(`(?<=[\\s,;/|([{#*-])(?:${BESIDE})$`, "iu");

/** Separators between a number and a name. */
const PARTING = new Set(" ,;/|:-([{}])#*\t\u00a0");

/** Removes characters around a name or a number that belong to neither. */
function trimParting(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && PARTING.has(text.charAt(from))) from += 1;
  while (to > from && PARTING.has(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const toKey = (number: string): string => trimParting(foldNumber(number)).replace(/[^\p{L}\p{N}/]/gu, "");

/** The longest name with a number beside it. */
const LONGEST = 2 * SHORT_TEXT_MAX;

const hasName = (text: string): boolean => /\p{L}{2}/u.test(text);

/** This never removes the whole name. The numbers are returned as keys. */
export function withoutNumbers(name: string): { rest: string; numbers: string[] } {
  if (!/\d\d/u.test(name) || name.length > LONGEST) return { rest: name, numbers: [] };
  const split = splitNumber(name);
  let rest = split?.name ?? name;
  const numbers = split ? [toKey(split.number)] : [];
  for (const end of [BEFORE, BEHIND, BEHIND]) {
    const trimmed = trimParting(rest);
    const found = end.exec(trimmed)?.[0];
    if (found === undefined) continue;
    const left = trimParting(trimmed.replace(end, " "));
    if (!hasName(left)) continue;
    rest = left;
    numbers.push(toKey(found));
  }
  return { rest, numbers };
}

interface NamedNumber {
  readonly name: string;
  readonly number: string;
  /**
   * Brackets, a comma or a similar character separates the name and the number. Otherwise the number may belong to
   * the name.
   */
  readonly isParted: boolean;
}

const NUMBER = "[\\p{Lu}\\d](?:[\\p{Lu}\\d]|[ ./:-](?=[\\p{Lu}\\d]))*";
const PARTED = [
  `^(?<name>.+?)\\s*[([{]\\s*(?<number>${NUMBER})\\s*[)\\]}]$`,
  `^[([{]\\s*(?<number>${NUMBER})\\s*[)\\]}]\\s*(?<name>.+)$`,
  `^(?<name>.+?)(?:\\s*[,;|#]\\s*#?|\\s+[/–—-]\\s+)(?<number>${NUMBER})$`,
  `^(?<number>${NUMBER})(?:\\s*[,;|]\\s*|\\s+[/–—-]\\s+)(?<name>.+)$`,
].map((pattern) => new RegExp(pattern, "u"));
const LETTERS_AND_DIGITS =
  "(?:\\p{Lu}{1,5}[-.]?)?\\d{2,}/\\d{2,4}|\\p{Lu}{1,5}[-.]?\\d{4,}|\\p{Lu}{2,5} \\d{4,}";
const JOINED = [
  `^(?<name>.+?)\\s+(?<number>(?:${LETTERS_AND_DIGITS}))$`,
  `^(?<number>(?:${LETTERS_AND_DIGITS}))\\s+(?<name>.+)$`,
].map((pattern) => new RegExp(pattern, "u"));

const MICROCHIP_DIGITS = 15;
const LIFE = /^(?:19|20)\d\d(?: ?- ?(?:(?:19|20)\d\d)?)?$/u;
const DAY = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/u;
const YEAR_BEHIND_LETTERS = /^\p{Lu}[\p{Lu} .:-]*(?:19|20)\d\d$/u;

/** A year, birth date, title, microchip or DNA profile is not a registration number. */
function isNumber(text: string): boolean {
  const digits = text.replace(/\D/gu, "").length;
  if (LIFE.test(text) || DAY.test(text) || YEAR_BEHIND_LETTERS.test(text) || /DNA/u.test(text)) return false;
  return digits !== MICROCHIP_DIGITS && digits >= (/\p{Lu}/u.test(text) ? 3 : 4);
}

/** The letters of an office and digits. Between them, there are no characters that occur in names. */
const IS_NUMBER = /^(?:\p{Lu}{1,5}[ ./:-]*){0,3}\d[\d./ -]*$/u;

const isName = (text: string): boolean => /\p{L}{2}/u.test(text) && !IS_NUMBER.test(text);

const OFFICES = new RegExp(`^(?:(?:${CLUB}|${WORD})[ ./:#-]*)+$`, "iu");

/** Recognizes texts such as 'VDH' and 'Reg. No.'. */
export const isOffice = (text: string): boolean => OFFICES.test(text) || /^\p{Lu}{1,6}$/u.test(text);

/** Returns null if the cell does not contain both a name and a number. */
export function splitNumber(text: string): NamedNumber | null {
  if (!/\d{2}/u.test(text) || text.length > LONGEST) return null;
  for (const isParted of [true, false])
    for (const pattern of isParted ? PARTED : JOINED) {
      const { name = "", number = "" } = pattern.exec(text)?.groups ?? {};
      if (isName(name) && isNumber(number))
        return { name: name.replace(/[,;]$/u, "").trim(), number, isParted };
    }
  return null;
}

/**
 * The ways in which files state that a value is unknown: words, dashes, zeros and the errors of spreadsheets. If
 * these were read as names, they would become one dog with all the offspring of unknown parents.
 */

const UNKNOWN = new Set(
  [
    // English
    "unknown, unkn, unk, not known, not recorded, not available, not given, not registered, not listed, not specified, not stated, not entered, not provided, not found, unrecorded, unregistered, unnamed, undetermined, undefined, unspecified, none, no, nil, null, nothing, blank, empty, missing, tba, tbd, tbc, to be advised, to be confirmed, to be determined, to be announced, no data, no info, no information, no record, no records, no name, no pedigree, no papers, without pedigree, without papers",
    // The words are from several languages: 'nomen nescio', 'non disponible'.
    "n n, nn, n d, s d, n v t, sine nomine",
    // German
    "unbekannt, unbekannte, unbekannter, unbekanntes, unbek, nicht bekannt, nicht angegeben, nicht eingetragen, nicht registriert, nicht erfasst, nicht vorhanden, ohne, ohne angabe, ohne papiere, ohne ahnentafel, ohne abstammung, keine angabe, keine angaben, keine daten, keine papiere, keine ahnentafel, keine, kein, k a, fehlt, leer",
    // Dutch
    "onbekend, onbekende, niet bekend, niet geregistreerd, niet ingevuld, niet vermeld, geen, geen gegevens, geen stamboom, zonder stamboom",
    // Danish, Norwegian, Swedish, Finnish
    "ukendt, ukjent, ikke kendt, ikke kjent, ikke registreret, ikke registrert, ikke oplyst, ikke oppgitt, uoplyst, uregistreret, uregistrert, ingen, ingen data, okand, ej kand, ej registrerad, oregistrerad, inte kand, saknas, uppgift saknas, ingen uppgift, tuntematon, ei tiedossa, ei tietoa, ei tiedetä, ei rekisteröity, ei rekisterissa, puuttuu",
    // French
    "inconnu, inconnue, inconnus, inconnues, non connu, non connue, pas connu, pas connue, non renseigne, non renseignee, non inscrit, non inscrite, non enregistre, non enregistree, non declare, non declaree, sans pedigree, sans papiers, sans origine, sans origines, origine inconnue, origines inconnues, aucun, aucune, neant, pas de donnees",
    // Spanish, Portuguese, Italian, Romanian
    "desc, desconocido, desconocida, no conocido, no conocida, no registrado, no registrada, no consta, no disponible, sin datos, sin pedigree, sin pedigri, sin registro, sin registrar, sin nombre, desconhecido, desconhecida, nao registado, nao registada, nao registrado, nao registrada, nao informado, sem dados, sem pedigree, sem registo, sem registro, sconosciuto, sconosciuta, ignoto, ignota, non noto, non nota, non conosciuto, non conosciuta, non registrato, non registrata, non iscritto, non iscritta, nessuno, nessuna, senza pedigree, n p, necunoscut, necunoscuta, fara pedigree",
    // Polish, Czech and Slovak, Croatian and Slovenian, Hungarian, Estonian, Latvian, Lithuanian, Turkish, Greek
    "nieznany, nieznana, nieznani, nie znany, nie znana, nie podano, niezarejestrowany, niezarejestrowana, brak, brak danych, brak rodowodu, bez rodowodu, neznamy, neznama, neznam, nezname, neuvedeno, neuvedene, neregistrovan, neregistrovany, bez pp, bez prukazu puvodu, nepoznat, nepoznata, nepoznato, nema, nema podataka, bez rodovnice, neznan, neznana, ni podatkov, ismeretlen, nem ismert, nincs, nincs adat, teadmata, tundmatu, nezinams, nezinama, nezinomas, nezinoma, bilinmiyor, bilinmeyen, yok, αγνωστος, αγνωστη, αγνωστο",
    // Russian, Ukrainian
    "неизвестен, неизвестна, неизвестно, неизвестный, неизвестная, неизв, не известен, не известна, не известно, не указан, не указана, не указано, не зарегистрирован, не зарегистрирована, нет, нет данных, нет сведений, нет информации, данных нет, данные отсутствуют, отсутствует, без родословной, н д, невідомо, невідомий, невідома, не відомо, немає, немає даних, не вказано, без родоводу",
    // Chinese, Japanese, Korean
    "未知, 不详, 不詳, 不明, 無, 无, なし, 미상, 알수없음, 없음",
  ].flatMap((words) => words.split(", ").map(foldText)),
);

/** Beside these words, 'unknown' still means that there is no name. */
const ROLES = new Set(
  (
    "sire dam father mother parent dog bitch male female stud the vater mutter rude hundin hund vatertier muttertier " +
    "pere mere chien chienne male femelle vader moeder reu teef far mor fader moder hane tispe tik hanhund isa ema emo " +
    "padre madre pai mae perro perra macho hembra cane cagna fattrice ojciec matka pies suka otec отец мать кобель сука батько мати"
  )
    .split(" ")
    .map(foldText),
);

/** Abbreviations that are names in another spelling: Nan and Na are dogs. */
const SHORT_FORMS = new Set(["NA", "NaN", "nan", "na", "NC", "NK"]);

export function isUnknown(text: string): boolean {
  const trimmed = text.trim();
  // Dashes, question marks, zeros, '-1', and the errors of spreadsheets, such as #N/A.
  if (
    !isVisible(trimmed) ||
    !/[\p{L}1-9]/u.test(trimmed.normalize("NFKC")) ||
    trimmed === "-1" ||
    /^#[A-Z/]+[!?]?$/.test(trimmed)
  )
    return true;
  if (SHORT_FORMS.has(trimmed) || /^n\.?\s?[/.]\s?[ack]\.?$/i.test(trimmed)) return true;
  // People write XXX or xx into a required field of a form.
  if (/^x{2,}$/iu.test(trimmed)) return true;
  const words = foldText(trimmed)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  if (UNKNOWN.has(words)) return true;
  const others = words.split(" ").filter((word) => !ROLES.has(word));
  return others.length > 0 && (UNKNOWN.has(others.join(" ")) || others.every((word) => UNKNOWN.has(word)));
}

export type ImportValues = Record<string, string | number | boolean>;
