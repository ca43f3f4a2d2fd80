/**
 * The ways in which files say that nothing is known: words, dashes, zeros and the errors of spreadsheets. Taken as
 * names they would be one dog, and all whose parents nobody knows its offspring.
 */
import { foldText } from "../text/text";

const UNKNOWN = new Set(
  [
    // English
    "unknown, unkn, unk, not known, not recorded, not available, not given, unrecorded, undetermined, none, no, nil, null, nothing, blank, empty, missing, tba, tbd, tbc, to be advised, to be confirmed",
    // Of several languages: 'nomen nescio', 'non disponible'
    "n n, nn, n d, s d, n v t",
    // German, Dutch, Danish, Norwegian, Swedish, Finnish
    "unbekannt, unbek, ohne, keine angabe, keine, kein, k a, onbekend, geen, ukendt, ukjent, okand, ej kand, tuntematon, ei tiedossa",
    // French, Spanish, Portuguese, Italian, Romanian
    "inconnu, inconnue, inconnus, non connu, non connue, aucun, aucune, desc, desconocido, desconocida, desconhecido, desconhecida, sconosciuto, sconosciuta, ignoto, ignota, necunoscut, necunoscuta",
    // Polish, Czech and Slovak, Croatian and Slovenian, Hungarian, Russian, Ukrainian
    "nieznany, nieznana, brak, brak danych, neznamy, neznama, neznam, nepoznat, nepoznata, neznan, neznana, ismeretlen, неизвестен, неизвестна, неизвестно, нет, невідомо, невідомий, невідома",
  ].flatMap((words) => words.split(", ").map(foldText)),
);

/** Words beside which 'unknown' still means nobody. */
const ROLE =
  /\b(?:sire|dam|father|mother|parent|dog|bitch|male|female|vater|mutter|pere|mere|vader|moeder)\b/gu;

/** Short forms that could be a name in any other writing: Nan and Na are dogs. */
const SHORT_FORMS = new Set(["NA", "NaN", "nan", "na", "NC", "NK"]);

/** Says whether a cell that should name a dog or a number says that nothing is known. */
export function isUnknown(text: string): boolean {
  const trimmed = text.trim();
  // Dashes, question marks, zeros, '-1', and what spreadsheets write for an error, such as #N/A.
  if (!/[\p{L}1-9]/u.test(trimmed) || trimmed === "-1" || /^#[A-Z/]+[!?]?$/.test(trimmed)) return true;
  if (SHORT_FORMS.has(trimmed) || /^n\.?\s?[/.]\s?[ack]\.?$/i.test(trimmed)) return true;
  const words = foldText(trimmed)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return UNKNOWN.has(words) || UNKNOWN.has(words.replace(ROLE, "").replace(/\s+/gu, " ").trim());
}
