/** Files of programs that say no encoding. */
import { describe, expect, it } from "vitest";
import { decodeText } from "@/features/dogs/imports/decode-text";

/** The bytes above ASCII of each old encoding, found by decoding all of them. */
function encode(text: string, label: string): number[] {
  const letters = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return [...text].map((letter) => letters.indexOf(letter));
}

const WESTERN =
  "Name;Vater;Mutter\nJäger vom Käferberg;Rüdiger;Émilie dite Zoë\nØrn av Åsen;Señor ¿Qué?;Größe 5°\n";
const POLISH = "Imię;Płeć;Ojciec\nŻabka z Łąk;suka;Śmiały Książę\nMiędzy Wsią;pies;Źrebak\n";
const CZECH = "Jméno;Pohlaví;Otec\nŽofka z Březové;fena;Ťapka\nKůň ze Lhoty;pes;Šťastný\n";
const RUSSIAN = "Кличка;Пол;Отец\nДубовый Лес;кобель;нет данных\nMax iz Lesa;сука;Ёлка\n";

describe("a file in an old encoding", () => {
  it.each([
    ["Windows-1252", "windows-1252", WESTERN],
    ["Windows-1250", "windows-1250", POLISH],
    ["Windows-1250", "windows-1250", CZECH],
    ["Latin-2", "iso-8859-2", POLISH],
    ["Windows-1251", "windows-1251", RUSSIAN],
    ["Mac Roman", "macintosh", WESTERN],
  ])("[GAP-DOG-03] is read as %s (%s)", (encoding, label, text) => {
    expect(decodeText(new Uint8Array(encode(text, label)))).toEqual({ text, encoding });
  });

  it("[GAP-DOG-03] that was added to one in UTF-8 is read line by line", () => {
    const bytes = [...new TextEncoder().encode(WESTERN), ...encode("Bärbel;Zoë;\n", "windows-1252")];
    expect(decodeText(new Uint8Array(bytes))).toEqual({
      text: `${WESTERN}Bärbel;Zoë;\n`,
      encoding: "UTF-8 and Windows-1252",
    });
  });
});
