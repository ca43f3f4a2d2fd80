/** Text files without a stated encoding. */
import { describe, expect, it } from "vitest";
import { decodeText } from "@/features/imports/decode-text";

/** Finds each letter among all letters of an old encoding. */
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

  it("[GAP-DOG-03] that was appended to a UTF-8 file is read line by line", () => {
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
    "[GAP-DOG-03] is offered in each fitting encoding if it is %s, and is read in the chosen encoding",
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
  ])("[GAP-DOG-03] can be read only in these encodings: %s", (_, label, text, encodings) => {
    const { readings } = decodeText(new Uint8Array(encode(text, label)));
    expect(readings.map(({ encoding }) => encoding)).toEqual(encodings);
  });

  it("[GAP-DOG-03] can also be read in a more common encoding with one unusual letter more", () => {
    const { readings } = decodeText(new Uint8Array(encode("Notes\n2 m³ run\n", "windows-1252")));
    expect(readings.map(({ words }) => words)).toEqual([["mł"], ["m³"]]);
  });

  it("[GAP-DOG-03] is read as Western if its only characters outside ASCII are non-breaking spaces", () => {
    const text = "Name\nRex\u00a0\nMax\u00a0vom\u00a0See\n";
    expect(decodeText(new Uint8Array(encode(text, "windows-1252")))).toMatchObject({ text });
  });
});

/** Each character of the text has the number of a byte. */
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("a file of DOS or of another alphabet", () => {
  it.each([
    [
      "DOS 850",
      "French",
      "Nom;Père\nHélène du Château;Gaëlle à la Forêt\n",
      "Nom;P\u008are\nH\u0082l\u008ane du Ch\u0083teau;Ga\u0089lle \u0085 la For\u0088t\n",
    ],
    [
      "DOS 850",
      "German",
      "Name;Vater\nJäger vom Käferhof;Rüde Größe Öhm\nÄnne Überall;Straße\n",
      "Name;Vater\nJ\u0084ger vom K\u0084ferhof;R\u0081de Gr\u0094\u00e1e \u0099hm\n\u008enne \u009aberall;Stra\u00e1e\n",
    ],
    [
      "DOS 850",
      "Spanish",
      "Nombre;Padre\nMuñeca del Peñón;Niño Ángel\n",
      "Nombre;Padre\nMu\u00a4eca del Pe\u00a4\u00a2n;Ni\u00a4o \u00b5ngel\n",
    ],
    [
      "DOS 852",
      "Polish",
      "Imię;Ojciec\nŻabka z Łąk;Śmiały Książę\nŹrebak;Gąska\n",
      "Imi\u00a9;Ojciec\n\u00bdabka z \u009d\u00a5k;\u0097mia\u0088y Ksi\u00a5\u00be\u00a9\n\u008drebak;G\u00a5ska\n",
    ],
    [
      "DOS 866",
      "Russian",
      "Кличка;Отец\nДубовый Лес;Ёлка из Леса\nЯгода;Щука\n",
      "\u008a\u00ab\u00a8\u00e7\u00aa\u00a0;\u008e\u00e2\u00a5\u00e6\n\u0084\u00e3\u00a1\u00ae\u00a2\u00eb\u00a9 \u008b\u00a5\u00e1;\u00f0\u00ab\u00aa\u00a0 \u00a8\u00a7 \u008b\u00a5\u00e1\u00a0\n\u009f\u00a3\u00ae\u00a4\u00a0;\u0099\u00e3\u00aa\u00a0\n",
    ],
    [
      "KOI8-R",
      "Russian",
      "Кличка;Отец\nДубовый Лес;Ёлка из Леса\nЯгода;Щука\n",
      "\u00eb\u00cc\u00c9\u00de\u00cb\u00c1;\u00ef\u00d4\u00c5\u00c3\n\u00e4\u00d5\u00c2\u00cf\u00d7\u00d9\u00ca \u00ec\u00c5\u00d3;\u00b3\u00cc\u00cb\u00c1 \u00c9\u00da \u00ec\u00c5\u00d3\u00c1\n\u00f1\u00c7\u00cf\u00c4\u00c1;\u00fd\u00d5\u00cb\u00c1\n",
    ],
    [
      "Windows-1253",
      "Greek",
      "Όνομα;Πατέρας\nΆρης της Αθήνας;Ερμής\nΝίκη;Δίας\n",
      "\u00bc\u00ed\u00ef\u00ec\u00e1;\u00d0\u00e1\u00f4\u00dd\u00f1\u00e1\u00f2\n\u00a2\u00f1\u00e7\u00f2 \u00f4\u00e7\u00f2 \u00c1\u00e8\u00de\u00ed\u00e1\u00f2;\u00c5\u00f1\u00ec\u00de\u00f2\n\u00cd\u00df\u00ea\u00e7;\u00c4\u00df\u00e1\u00f2\n",
    ],
    [
      "Windows-1257",
      "Lithuanian",
      "Vardas;Tėvas\nŽvėris iš Ąžuolų;Šarūnas\nĖglė;Čia\n",
      "Vardas;T\u00ebvas\n\u00dev\u00ebris i\u00f0 \u00c0\u00feuol\u00f8;\u00d0ar\u00fbnas\n\u00cbgl\u00eb;\u00c8ia\n",
    ],
    [
      "Latin-2",
      "Czech",
      "Jméno;Otec\nŽofka z Březové;Ťapka\nKůň ze Lhoty;Šťastný\n",
      "Jm\u00e9no;Otec\n\u00aeofka z B\u00f8ezov\u00e9;\u00abapka\nK\u00f9\u00f2 ze Lhoty;\u00a9\u00bbastn\u00fd\n",
    ],
  ])("[GAP-DOG-03] is read as %s (%s)", (encoding, _, text, stored) => {
    const { readings, ...decoded } = decodeText(bytesOf(stored));
    expect(decoded).toEqual({ text, encoding });
    expect(readings[0]?.encoding).toBe(encoding);
  });

  it("[GAP-DOG-03] can also be read in a Windows encoding if its bytes are letters there too", () => {
    const { readings } = decodeText(bytesOf("Name;Vater\nStra\u00e1e;Rex\n"));
    const shown = readings.map(({ encoding, words }) => `${encoding}: ${words[0] ?? ""}`);
    expect(shown).toEqual(expect.arrayContaining(["Windows-1252: Straáe", "DOS 850: Straße"]));
  });
});

describe("an encoding that the file names", () => {
  it.each([
    [
      "CHAR IBMPC",
      "0 HEAD\n1 CHAR IBMPC\n0 @I1@ INDI\n1 NAME M\u00a0laga\n0 @I2@ INDI\n1 NAME Stra\u00e1e\n0 TRLR\n",
      "DOS 437",
    ],
    [
      "CHAR IBMPC with a version",
      "0 HEAD\n1 CHAR IBMPC\n2 VERS 850\n0 @I1@ INDI\n1 NAME M\u00a0laga\n0 @I2@ INDI\n1 NAME Stra\u00e1e\n0 TRLR\n",
      "DOS 850",
    ],
    ["an encoding in its first line", "# encoding: cp850\nName\nM\u00a0laga\nStra\u00e1e\n", "DOS 850"],
  ])("[GAP-DOG-17] is used: %s", (_, stored, encoding) => {
    const { text, readings } = decodeText(bytesOf(stored));
    expect([text.includes("Straße"), text.includes("Málaga")]).toEqual([true, true]);
    expect(readings[0]?.encoding).toBe(encoding);
  });

  it("[GAP-DOG-17] can be overruled by the breeder", () => {
    const stored = "0 HEAD\n1 CHAR IBMPC\n0 @I1@ INDI\n1 NAME J\u00e4ger\n";
    const { readings } = decodeText(bytesOf(stored));
    expect(readings.map(({ encoding }) => encoding)).toContain("Windows-1252");
    expect(decodeText(bytesOf(stored), "Windows-1252").text).toContain("Jäger");
  });
});
