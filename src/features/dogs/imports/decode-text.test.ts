/** Files of programs that say no encoding. */
import { describe, expect, it } from "vitest";
import { decodeText } from "@/features/dogs/imports/decode-text";

/** Encodes by looking up each letter among all that an old encoding has. */
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
    expect(decodeText(new Uint8Array(encode(text, label)))).toMatchObject({ text, encoding });
  });

  it("[GAP-DOG-03] that was added to one in UTF-8 is read line by line", () => {
    const bytes = [...new TextEncoder().encode(WESTERN), ...encode("Bärbel;Zoë;\n", "windows-1252")];
    expect(decodeText(new Uint8Array(bytes))).toMatchObject({
      text: `${WESTERN}Bärbel;Zoë;\n`,
      encoding: "UTF-8 and Windows-1252",
    });
  });
});

describe("a short file whose letters fit several old encodings", () => {
  it.each([
    ["Czech", "windows-1250", "Jméno;Otec\nDvořák;Brit\n", "Windows-1250: Dvořák", "Windows-1252: Dvoøák"],
    [
      "Polish",
      "windows-1250",
      "Pies;Ojciec\nMałgorzata;Azor\n",
      "Windows-1250: Małgorzata",
      "Windows-1252: Ma³gorzata",
    ],
    [
      "Hungarian",
      "windows-1250",
      "Név;Apa\nErdőszél;Bodri\n",
      "Windows-1250: Erdőszél",
      "Windows-1252: Erdõszél",
    ],
    ["Turkish", "windows-1254", "Ad;Baba\nŞahin;Kangal\n", "Windows-1254: Şahin", "Windows-1252: Þahin"],
    ["French", "windows-1252", "Nom;Père\nThérèse;Bijou\n", "Windows-1252: Père", "Windows-1250: Pčre"],
  ])(
    "[GAP-DOG-03] in %s is offered in each of them, and read in the one that is chosen",
    (_, label, text, right, wrong) => {
      const bytes = new Uint8Array(encode(text, label));
      const { readings } = decodeText(bytes);
      const shown = readings.map(({ encoding, words }) => `${encoding}: ${words.join(" ")}`);
      expect(shown).toEqual(expect.arrayContaining([right, wrong]));
      const chosen = readings[shown.indexOf(right)];
      const decoded = decodeText(bytes, chosen?.encoding);
      expect([decoded.text, decoded.readings[0], decoded.readings.length]).toEqual([
        text,
        chosen,
        readings.length,
      ]);
    },
  );

  it.each([
    ["German", "windows-1252", "Name;Vater\nGrüß Gott;Jäger\n", ["Windows-1252"]],
    ["Cyrillic", "windows-1251", "Имя;Отец\nЁж;Лес\n", ["Windows-1251"]],
    ["Hungarian", "iso-8859-2", "Név;Apa\nFő út;Csárdás\n", ["Windows-1252", "Windows-1250"]],
  ])("[GAP-DOG-03] is offered in none but these: %s", (_, label, text, encodings) => {
    const { readings } = decodeText(new Uint8Array(encode(text, label)));
    expect(readings.map(({ encoding }) => encoding)).toEqual(encodings);
  });

  it("[GAP-DOG-03] offers a more common encoding that has a single odd letter more", () => {
    const { readings } = decodeText(new Uint8Array(encode("Notes\n2 m³ run\n", "windows-1252")));
    expect(readings.map(({ words }) => words)).toEqual([["mł"], ["m³"]]);
  });

  it("[GAP-DOG-03] is read as Western when all that is not ASCII are spaces that do not break", () => {
    const text = "Name\nRex\u00a0\nMax\u00a0vom\u00a0See\n";
    expect(decodeText(new Uint8Array(encode(text, "windows-1252")))).toMatchObject({ text });
  });
});
