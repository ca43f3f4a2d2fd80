/**
 * The words and letters that files use for a dog's sex, status and use, in the languages of the programs. If a
 * letter has several meanings, the other letters in the column decide: R with H means Rüde and Hündin, H with T
 * means hane and tik.
 */
import { IMPORTED_DOG_FIELDS } from "../dogs/record";
import type { Fields } from "../records/fields";
import { namesOf, type NameOf } from "../records/record";
import { spoken } from "../formatting/formatting";
import { foldText } from "../text/text";

function isWordField(name: string): name is WordField {
  const fields: Fields = IMPORTED_DOG_FIELDS;
  const type = fields[name]?.type;
  return type === "choice" || type === "flag";
}

export const WORD_FIELDS = namesOf(IMPORTED_DOG_FIELDS).filter((name) => isWordField(name));
export type WordField = NameOf<typeof IMPORTED_DOG_FIELDS, "choice" | "flag">;
export type WordValue = string | boolean;
/** Null for a word that the user leaves out. */
export type ColumnWords = Readonly<Record<string, WordValue | null>>;

const YES_OR_NO = [
  [true, "Yes"],
  [false, "No"],
] as const;

export function meaningsOf(name: WordField): readonly (readonly [WordValue, string])[] {
  const field = IMPORTED_DOG_FIELDS[name];
  return field.type === "flag" ? YES_OR_NO : field.choices.map((choice) => [choice, spoken(choice)] as const);
}

const FLAG_WORDS = [
  [true, "yes, y, true, 1, x, ja, j, oui, o, si, s, wahr, vrai, да, ✓, ✔"],
  [false, "no, n, false, 0, nein, non, nee, falsch, faux, нет"],
] as const;

/** The names of choices, and the common words for yes and no, are not repeated here. */
const SYNONYMS: Partial<Record<WordField, readonly (readonly [WordValue, string])[]>> = {
  gender: [
    [
      "male",
      "male, m, dog, d, sire, stud, stud dog, boy, father, rude, rd, rde, mannlich, mannchen, vater, male intact, intact male, male neutered, neutered male, male castrated, castrated male, mn, mc, rude kastriert, kastrierter rude, reu, mannelijk, man, vader, macho, maschio, papa, pere, padre, hane, hanne, hann, hannhund, hanhund, uros, pies, samiec, pes, samec, kan, кобель, самец, ♂, 1",
    ],
    [
      "female",
      "female, f, bitch, b, dam, brood, brood bitch, girl, mother, hundin, hdn, weiblich, w, weibchen, mutter, female intact, intact female, female spayed, spayed female, fs, hundin kastriert, kastrierte hundin, teef, vrouwelijk, vrouw, moeder, femelle, chienne, hembra, femmina, femea, mere, madre, hona, hunn, tik, tispe, taeve, narttu, suka, samica, fena, szuka, сука, самка, ♀, 2",
    ],
  ],
  status: [
    [
      "active",
      "active, alive, living, in kennel, in the kennel, owned, own, current, lebt, lebend, aktiv, vorhanden, im bestand, actif, active, vivant, vivante, levend, actief, vivo, viva, activo, attivo, levande, lever, жив, жива",
    ],
    [
      "retired",
      "retired, im ruhestand, ruhestand, rentner, zucht beendet, retraite, retraitee, gepensioneerd, jubilado, pensionato",
    ],
    [
      "deceased",
      "deceased, dead, died, pts, rip, passed away, passed, put to sleep, verstorben, gestorben, tot, eingeschlafert, †, +, decede, decedee, mort, morte, overleden, dood, fallecido, fallecida, muerto, muerta, morto, morta, deceduto, deceduta, dod, avliden, умер, умерла, пал",
    ],
    [
      "sold",
      "sold, placed, rehomed, exported, verkauft, abgegeben, vermittelt, vendu, vendue, verkocht, vendido, vendida, venduto, venduta, sald, solgt, продан, продана",
    ],
  ],
  isBreedingDog: [
    [true, "breeding, zucht, zuchthund"],
    [false, "pet"],
  ],
  breedingRights: [
    ["none", "none, no, pet, pet only, keine, aucun, geen, nein"],
    ["limited", "limited, restricted, eingeschrankt, limite, beperkt"],
    ["full", "full, unrestricted, yes, voll, uneingeschrankt, complet, volledig"],
  ],
};

const wordsOf = (name: WordField): readonly (readonly [WordValue, string])[] => {
  const field = IMPORTED_DOG_FIELDS[name];
  const common =
    field.type === "flag"
      ? FLAG_WORDS
      : field.choices.map((one) => [one, `${one}, ${foldText(spoken(one))}`] as const);
  return [...common, ...(SYNONYMS[name] ?? [])];
};

const read = new Map(
  WORD_FIELDS.map((field) => [
    field,
    new Map(
      wordsOf(field).flatMap(([value, words]) => words.split(", ").map((word) => [word, value] as const)),
    ),
  ]),
);

/**
 * Pairs of letters for male and female: sire and dam, then by languages: German, Dutch, Scandinavian, Spanish,
 * Polish, Finnish, Russian.
 */
const SEX_LETTERS = ["sd", "rh", "rt", "ht", "mv", "mh", "mt", "ps", "un", "ks", "кс", "рс"] as const;

/** The user's choice is stored under this key. */
export const wordKey = (text: string): string => foldText(text).replace(/\.$/, "");

function readLetters(keys: ReadonlySet<string>): Record<string, WordValue> {
  const unclear = [...keys].filter((key) => [...key].length === 1 && !read.get("gender")?.has(key));
  for (const [male = "", female = ""] of SEX_LETTERS.map((pair) => [...pair])) {
    // In a column of sires and dams, no letter means a bitch.
    const isPair = keys.has(male) && keys.has(female) && !(male === "s" && keys.has("b"));
    if (isPair && unclear.every((key) => key === male || key === female)) {
      return { [male]: "male", [female]: "female" };
    }
  }
  return {};
}

export function readWordColumn(
  field: WordField,
  cells: Iterable<string>,
): { words: Record<string, WordValue>; unknown: string[] } {
  const written = new Map<string, string>();
  for (const cell of cells) {
    const text = cell.trim();
    if (text !== "" && !written.has(wordKey(text))) written.set(wordKey(text), text);
  }
  const words = field === "gender" ? readLetters(new Set(written.keys())) : {};
  const unknown = [...written]
    .filter(([key]) => !Object.hasOwn(words, key) && !read.get(field)?.has(key))
    .map(([, text]) => text);
  return { words, unknown };
}

/** Returns undefined for an unknown word. A meaning from the column itself or from the user has priority. */
export function readWord(
  field: WordField,
  text: string,
  words: ColumnWords = {},
): WordValue | null | undefined {
  const key = wordKey(text);
  // Every object has properties such as "constructor".
  return Object.hasOwn(words, key) ? words[key] : read.get(field)?.get(key);
}
