/** The words for nothing, and names that only look like them. */
import { describe, expect, it } from "vitest";
import { isUnknown } from "./import-unknown";

describe("cells that say nothing is known", () => {
  it.each([
    ..."Unknown|UNKNOWN|unk.|N/A|n/a|n.a.|NA|-|--|–|?|???|0|00|.|none|None|nil|null|NaN|-1|#N/A|#REF!|#NAME?".split(
      "|",
    ),
    ..."unbekannt|Unbek.|k.A.|N.N.|inconnu|Inconnue|onbekend|okänd|Desconocido|sconosciuta|неизвестно".split(
      "|",
    ),
    ..."n/k|n.k.|NK|NC|N.C.|n/c|non connu|tbc|to be confirmed|nn|brak danych|desc.|ej känd".split("|"),
    ..."Unknown Sire|unknown dam|Dam unknown|(unknown)|Vater unbekannt".split("|"),
  ])("[GAP-DOG-03] %s is no dog", (text) => {
    expect(isUnknown(text)).toBe(true);
  });

  it.each(
    "Nan|Na|Nona|Unknown Soldier of Oak|Oakhill Unknown|Zero|X|1|007|No Regrets|Nn of Oak|Макс".split("|"),
  )("%s may be a dog", (text) => {
    expect(isUnknown(text)).toBe(false);
  });
});
