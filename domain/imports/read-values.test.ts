/** Tests the words that mean an empty value, and names that look like such words. */
import { describe, expect, it } from "vitest";
import { isUnknown } from "./read-values";

describe("cells that say that a value is unknown", () => {
  it.each([
    ..."Unknown|UNKNOWN|unk.|N/A|n/a|n.a.|NA|-|--|–|?|???|0|00|.|none|None|nil|null|NaN|-1|#N/A|#REF!|#NAME?".split(
      "|",
    ),
    ..."unbekannt|Unbek.|k.A.|N.N.|inconnu|Inconnue|onbekend|okänd|Desconocido|sconosciuta|неизвестно".split(
      "|",
    ),
    ..."n/k|n.k.|NK|NC|N.C.|n/c|non connu|tbc|to be confirmed|nn|brak danych|desc.|ej känd".split("|"),
    ..."нет данных|Н/Д|не указан|отсутствует|невідомо|Unknown Unknown|nicht bekannt|unbekannter Rüde|Hündin unbekannt".split(
      "|",
    ),
    ..."inconnue|père inconnu|ei tietoa|Not registered|no pedigree|XXX|xx|undefined|keine Angaben|ohne Papiere".split(
      "|",
    ),
    ..."geen stamboom|ikke registrert|uppgift saknas|non renseigné|sans pedigree|sin datos|não informado|non noto".split(
      "|",
    ),
    ..."bez rodowodu|nie podano|neuvedeno|nema podataka|nincs adat|teadmata|bilinmiyor|άγνωστος|不明|未知|미상".split(
      "|",
    ),
    ..."Unknown Sire|unknown dam|Dam unknown|(unknown)|Vater unbekannt".split("|"),
  ])("[GAP-DOG-03] %s is not a dog", (text) => {
    expect(isUnknown(text)).toBe(true);
  });

  it.each(
    "Nan|Na|Nona|Unknown Soldier of Oak|Oakhill Unknown|Zero|X|1|007|No Regrets|Nn of Oak|Макс|Xena|Exxon|The Unknown Soldier|Hund vom Tal|Reu|No Data of Oak|Mor".split(
      "|",
    ),
  )("%s may be a dog", (text) => {
    expect(isUnknown(text)).toBe(false);
  });
});
