/**
 * The ways in which files say that nothing is known: words, dashes, zeros and the errors of spreadsheets. Taken as
 * names they would be one dog, and all whose parents nobody knows its offspring.
 */
import { foldText, isVisible } from "../text/text";

const UNKNOWN = new Set(
  [
    // English
    "unknown, unkn, unk, not known, not recorded, not available, not given, not registered, not listed, not specified, not stated, not entered, not provided, not found, unrecorded, unregistered, unnamed, undetermined, undefined, unspecified, none, no, nil, null, nothing, blank, empty, missing, tba, tbd, tbc, to be advised, to be confirmed, to be determined, to be announced, no data, no info, no information, no record, no records, no name, no pedigree, no papers, without pedigree, without papers",
    // Of several languages: 'nomen nescio', 'non disponible'
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

/** Words beside which 'unknown' still means nobody. */
const ROLES = new Set(
  (
    "sire dam father mother parent dog bitch male female stud the vater mutter rude hundin hund vatertier muttertier " +
    "pere mere chien chienne male femelle vader moeder reu teef far mor fader moder hane tispe tik hanhund isa ema emo " +
    "padre madre pai mae perro perra macho hembra cane cagna fattrice ojciec matka pies suka otec отец мать кобель сука батько мати"
  )
    .split(" ")
    .map(foldText),
);

/** Short forms that could be a name in any other writing: Nan and Na are dogs. */
const SHORT_FORMS = new Set(["NA", "NaN", "nan", "na", "NC", "NK"]);

/** Says whether a cell that should name a dog or a number says that nothing is known. */
export function isUnknown(text: string): boolean {
  const trimmed = text.trim();
  // Dashes, question marks, zeros, '-1', and what spreadsheets write for an error, such as #N/A.
  if (
    !isVisible(trimmed) ||
    !/[\p{L}1-9]/u.test(trimmed) ||
    trimmed === "-1" ||
    /^#[A-Z/]+[!?]?$/.test(trimmed)
  )
    return true;
  if (SHORT_FORMS.has(trimmed) || /^n\.?\s?[/.]\s?[ack]\.?$/i.test(trimmed)) return true;
  // XXX and xx fill a cell that a form does not let be empty.
  if (/^x{2,}$/iu.test(trimmed)) return true;
  const words = foldText(trimmed)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  if (UNKNOWN.has(words)) return true;
  const others = words.split(" ").filter((word) => !ROLES.has(word));
  return others.length > 0 && (UNKNOWN.has(others.join(" ")) || others.every((word) => UNKNOWN.has(word)));
}
