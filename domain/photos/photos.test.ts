/** Tests that image files are recognized by their bytes, and that a stored file contains only the picture. */
import { describe, expect, it, vi } from "vitest";
import { heifColourProfile, withColourProfile } from "./colour-profile";
import { imageTypeOf } from "./image-type";
import { stripMetadata } from "./strip-metadata";

const text = (letters: string): number[] => [...letters].map((letter) => letter.charCodeAt(0));
const asText = (bytes: Uint8Array | null): string => String.fromCharCode(...(bytes ?? []));

const chunk = (name: string, data: number[]): number[] => [
  ...[0, 0, 0, data.length],
  ...text(name),
  ...data,
  ...[0, 0, 0, 0],
];
const PNG_HEAD = [0x89, ...text("PNG"), 0x0d, 0x0a, 0x1a, 0x0a];
const riff = (...chunks: number[][]): Uint8Array =>
  Uint8Array.from([...text("RIFF"), 0, 0, 0, 0, ...text("WEBP"), ...chunks.flat()]);
const webpChunk = (name: string, data: number[]): number[] => [
  ...text(name),
  ...[data.length, 0, 0, 0],
  ...data,
  ...(data.length % 2 ? [0] : []),
];

describe("image types", () => {
  it.each([
    ["image/jpeg", [0xff, 0xd8, 0xff, 0xe0]],
    ["image/png", PNG_HEAD],
    ["image/webp", [...text("RIFF"), 1, 2, 3, 4, ...text("WEBP")]],
    ["image/heic", [0, 0, 0, 24, ...text("ftypheic")]],
    ["image/heic", [0, 0, 0, 24, ...text("ftypmif1")]],
    [null, text("GIF89a")],
    [null, text("<svg xmlns=")],
    [null, []],
  ])("[GAP-PHO-03] are recognized by their content: %s", (type, bytes) => {
    expect(imageTypeOf(Uint8Array.from(bytes))).toBe(type);
  });
});

describe("color profiles", () => {
  const box = (type: string, ...content: number[]): number[] => [
    ...[0, 0, 0, content.length + 8],
    ...text(type),
    ...content,
  ];
  const heif = (...properties: number[]): Uint8Array =>
    Uint8Array.from([
      ...box("ftyp", ...text("heic")),
      ...box("meta", 0, 0, 0, 0, ...box("iprp", ...box("ipco", ...properties))),
    ]);

  it("are found in a HEIF file's properties", () => {
    const file = heif(...box("ispe", 1, 2), ...box("colr", ...text("profP3")));
    expect(asText(heifColourProfile(file))).toBe("P3");
    expect(heifColourProfile(heif(...box("colr", ...text("nclx"), 0, 1)))).toBeNull();
    expect(heifColourProfile(file.subarray(0, file.length - 3))).toBeNull();
  });

  it("are added to a JPG and replace an existing profile", () => {
    const jpeg = Uint8Array.from([...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2], ...[0xff, 0xda, 0, 2], 7]);
    const first = withColourProfile(jpeg, Uint8Array.from(text("sRGB")));
    const second = withColourProfile(first, Uint8Array.from(text("Display P3")));
    expect(asText(second)).toContain("ICC_PROFILE\0\x01\x01Display P3");
    expect(asText(second)).not.toContain("sRGB");
    expect(second.length).toBe(jpeg.length + 18 + 10);
    expect(withColourProfile(jpeg, null)).toBe(jpeg);
  });
});

describe("removing metadata", () => {
  it("[GAP-PHO-04] removes the metadata of a PNG file", () => {
    const picture = [...PNG_HEAD, ...chunk("IHDR", [1]), ...chunk("IDAT", [2]), ...chunk("IEND", [])];
    const full = [
      ...PNG_HEAD,
      ...chunk("IHDR", [1]),
      ...chunk("eXIf", text("place")),
      ...chunk("tEXt", text("name")),
      ...chunk("IDAT", [2]),
      ...chunk("IEND", []),
      ...text("behind"),
    ];
    expect([...(stripMetadata(Uint8Array.from(full), "image/png") ?? [])]).toEqual(picture);
  });

  it("[GAP-PHO-04] removes the metadata of a WebP file, and corrects its header", () => {
    const header = [0x2c, ...new Array<number>(9).fill(0)];
    const file = riff(
      webpChunk("VP8X", header),
      webpChunk("VP8 ", [1, 2, 3]),
      webpChunk("EXIF", text("place")),
      webpChunk("XMP ", text("name")),
    );
    const clean = stripMetadata(file, "image/webp");
    expect(asText(clean)).not.toMatch(/EXIF|XMP|place|name/);
    expect(clean?.[20]).toBe(0x20);
    expect(clean && new DataView(clean.buffer).getUint32(4, true)).toBe((clean?.length ?? 0) - 8);
  });

  it("[GAP-PHO-04] removes the metadata of a JPEG file, including metadata between its scans and pictures after its end", () => {
    const segment = (marker: number, data: number[]) => [0xff, marker, 0, data.length + 2, ...data];
    const file = [
      ...[0xff, 0xd8],
      ...segment(0xe0, text("JFIF")),
      ...segment(0xe1, text("http://ns.adobe.com/xap/1.0/")),
      ...segment(0xe2, text("MPF second picture")),
      ...segment(0xe2, text("ICC_PROFILE colours")),
      ...[...segment(0xda, [1]), 9, 0xff, 0x00, 0xff, 0xd0, 9],
      ...segment(0xed, text("Photoshop")),
      ...segment(0xc4, [0xff, 0xd9]),
      ...[...segment(0xda, [2]), 8],
      ...[0xff, 0xd9, ...text("second")],
    ];
    const clean = asText(stripMetadata(Uint8Array.from(file), "image/jpeg"));
    for (const kept of ["JFIF", "ICC_PROFILE colours"]) expect(clean).toContain(kept);
    for (const gone of ["adobe", "MPF", "Photoshop", "second"]) expect(clean).not.toContain(gone);
    expect(clean.match(/\xff\xda/g)).toHaveLength(2);
    expect(clean.endsWith("\x08\xff\xd9")).toBe(true);
  });

  it("returns null for a file that is cut off", () => {
    expect(stripMetadata(Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0, 90, 1]), "image/jpeg")).toBeNull();
    expect(
      stripMetadata(Uint8Array.from([...PNG_HEAD, 0, 0, 0, 9, ...text("IHDR")]), "image/png"),
    ).toBeNull();
    expect(stripMetadata(riff([...text("VP8 "), 99, 0, 0, 0, 1]), "image/webp")).toBeNull();
  });
});

describe("an image file with millions of parts", () => {
  const SIZE = 1_000_000;
  const fill = (head: number[], part: number[], tail: number[]): Uint8Array => {
    const file = new Uint8Array(SIZE);
    file.set(head);
    let at = head.length;
    for (; at + part.length + tail.length <= SIZE; at += part.length) file.set(part, at);
    file.set(tail, at);
    return file.subarray(0, at + tail.length);
  };
  const jpegTail = [0xff, 0xda, 0, 2, 0xff, 0xd9];

  it.each([
    ["image/png", fill(PNG_HEAD, chunk("abCd", []), chunk("IEND", []))],
    ["image/jpeg", fill([0xff, 0xd8], [0xff, 0xe0, 0, 2], jpegTail)],
    ["image/webp", fill([...riff()], webpChunk("abcd", []), [])],
  ] as const)("of %s stays unchanged, and no object is created for each part", (type, file) => {
    const taken = vi.spyOn(Uint8Array.prototype, "slice");
    const kept = stripMetadata(file, type);
    expect(kept?.length).toBe(file.length);
    expect(taken.mock.calls.length).toBeLessThan(10);
    taken.mockRestore();
  });

  it.each([
    ["image/png", fill(PNG_HEAD, [...chunk("tEXt", []), ...chunk("abCd", [])], chunk("IEND", []))],
    ["image/jpeg", fill([0xff, 0xd8], [0xff, 0xfe, 0, 2, 0xff, 0xe0, 0, 2], jpegTail)],
    ["image/webp", fill([...riff()], [...webpChunk("EXIF", []), ...webpChunk("abcd", [])], [])],
  ] as const)("of %s loses every second part, which does not belong to the picture", (type, file) => {
    const kept = stripMetadata(file, type) ?? new Uint8Array();
    expect(Math.abs(kept.length - file.length / 2)).toBeLessThan(20);
    const marks = { "image/png": "tEXt", "image/jpeg": "\u00fe", "image/webp": "EXIF" } as const;
    expect(new TextDecoder("latin1").decode(kept)).not.toContain(marks[type]);
  });

  it("is refused if a JPG has more scans than any encoder writes", () => {
    const scan = [0xff, 0xda, 0, 2];
    const scanned = (times: number) =>
      Uint8Array.from([0xff, 0xd8, ...Array.from({ length: times }, () => scan).flat(), 0xff, 0xd9]);
    expect(stripMetadata(scanned(32), "image/jpeg")).not.toBeNull();
    expect(stripMetadata(scanned(33), "image/jpeg")).toBeNull();
  });
});
