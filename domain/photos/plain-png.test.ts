/**
 * Tests pictures that unpack to more than they state or to more than the memory can hold, and the result for valid
 * pictures.
 */
import { zlibSync } from "fflate";
import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { embedPicture } from "../pdf/certificate/pictures";
import { imageSizeOf } from "./image-size";
import { plainPng } from "./plain-png";

const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const number32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
const SIGNATURE = [0x89, ...letters("PNG"), 0x0d, 0x0a, 0x1a, 0x0a];

/** The tested code ignores a chunk's check value. */
const chunk = (name: string, data: Iterable<number>): Uint8Array => {
  const content = Uint8Array.from(data);
  return Uint8Array.from([...number32(content.length), ...letters(name), ...content, 0, 0, 0, 0]);
};
const head = (width: number, height: number, depth: number, colours: number, interlace = 0) =>
  chunk("IHDR", [...number32(width), ...number32(height), depth, colours, 0, 0, interlace]);
const png = (...chunks: Uint8Array[]): Uint8Array =>
  Uint8Array.from([...SIGNATURE, ...chunks.flatMap((each) => [...each])]);
const end = chunk("IEND", []);
const packed = (bytes: number) => chunk("IDAT", zlibSync(new Uint8Array(bytes), { level: 9 }));

const MOST = 1_000_000;

describe("a PNG for printing", () => {
  it.each([
    ["RGB with alpha", head(3, 2, 8, 6), 2 * (1 + 3 * 4)],
    ["RGB of 16 bits", head(3, 2, 16, 2), 2 * (1 + 3 * 6)],
    ["grey of one bit", head(9, 2, 1, 0), 2 * (1 + 2)],
    ["with a palette", head(5, 1, 4, 3), 1 + 3],
    ["interlaced, all passes", head(8, 8, 8, 0, 1), 1 * 2 + 1 * 2 + 1 * 3 + 2 * 3 + 2 * 5 + 4 * 5 + 4 * 9],
    ["interlaced, one pass alone", head(1, 1, 8, 0, 1), 1 + 1],
  ])("stays unchanged: %s", (_what, header, size) => {
    const whole = png(header, packed(size), end);
    expect(plainPng(whole, MOST)).toEqual(whole);
    expect(plainPng(png(header, packed(size + 1), end), MOST)).toBeNull();
    expect(plainPng(png(header, packed(size - 1), end), MOST)).toBeNull();
  });

  it("keeps its data in several chunks and loses frames, texts and data after its end", async () => {
    const data = zlibSync(new Uint8Array(2 * (1 + 3 * 4)));
    const halves = [data.subarray(0, 5), data.subarray(5)].map((half) => chunk("IDAT", half));
    const frames = [chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), chunk("fcTL", new Uint8Array(26))];
    const texts = [chunk("tEXt", letters("__proto__\0x")), chunk("zTXt", letters("a\0\0x"))];
    const moving = png(head(3, 2, 8, 6), ...frames, ...texts, ...halves, chunk("fdAT", [0, 0, 0, 1]), end);
    const still = png(head(3, 2, 8, 6), ...halves, end);
    expect(plainPng(Uint8Array.from([...moving, ...letters("behind")]), MOST)).toEqual(still);
    const image = await embedPicture(await PDFDocument.create(), { content: moving, type: "image/png" });
    expect([image?.width, image?.height]).toEqual([3, 2]);
  });

  it("is refused before it is unpacked if it has more pixels than can be printed", async () => {
    const wide = png(head(1001, 1000, 8, 0), packed(1000 * 1002), end);
    expect(plainPng(wide, 1001 * 1000)).toEqual(wide);
    expect(plainPng(wide, MOST)).toBeNull();
    const claims = png(head(0x7fff_ffff, 0x7fff_ffff, 8, 6), packed(100), end);
    expect(await embedPicture(await PDFDocument.create(), { content: claims, type: "image/png" })).toBeNull();
  });

  it("is refused if a few kilobytes unpack to twenty megabytes", async () => {
    const bomb = png(head(4, 4, 8, 6), packed(20_000_000), end);
    expect(bomb.length).toBeLessThan(40_000);
    expect(plainPng(bomb, MOST)).toBeNull();
    expect(await embedPicture(await PDFDocument.create(), { content: bomb, type: "image/png" })).toBeNull();
  });

  it.each([
    ["cut off in its data", png(head(3, 2, 8, 6), packed(26)).subarray(0, -3)],
    ["without its end", png(head(3, 2, 8, 6), packed(26))],
    ["with a chunk longer than the file", png(head(3, 2, 8, 6), chunk("IDAT", []).with(0, 0x7f), end)],
    ["without data", png(head(3, 2, 8, 6), end)],
    ["with damaged data", png(head(3, 2, 8, 6), chunk("IDAT", letters("no zlib stream")), end)],
    ["of an unknown kind of colour", png(head(3, 2, 8, 5), packed(26), end)],
    ["of no pixels", png(head(0, 2, 8, 6), packed(2), end)],
    ["without a head", png(packed(26), end)],
  ])("is refused if it is %s", (_what, bytes) => {
    expect(plainPng(bytes, MOST)).toBeNull();
  });
});

describe("the size of a picture", () => {
  const webp = (name: string, ...data: number[]) =>
    Uint8Array.from([
      ...letters("RIFF"),
      0,
      0,
      0,
      0,
      ...letters("WEBP"),
      ...letters(name),
      10,
      0,
      0,
      0,
      ...data,
    ]);

  it("is read from the headers of all stored types", () => {
    expect(imageSizeOf(png(head(70_000, 3, 8, 6)), "image/png")).toEqual({ width: 70_000, height: 3 });
    const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 3, 9];
    const frame = [0xff, 0xc2, 0, 8, 8, 0x01, 0x02, 0x03, 0x04, 0];
    expect(imageSizeOf(Uint8Array.from([...jpeg, ...frame]), "image/jpeg")).toEqual({
      width: 0x0304,
      height: 0x0102,
    });
    expect(imageSizeOf(webp("VP8X", 0, 0, 0, 0, 0xff, 0x3f, 1, 2, 0, 0), "image/webp")).toEqual({
      width: 0x1_4000,
      height: 3,
    });
    expect(imageSizeOf(webp("VP8L", 0x2f, 0xff, 0xc0, 0x0f, 0, 0, 0, 0, 0, 0), "image/webp")).toEqual({
      width: 0x0100,
      height: 0x003f + 1,
    });
    expect(imageSizeOf(webp("VP8 ", 0, 0, 0, 0x9d, 1, 0x2a, 0x10, 0x40, 0x20, 0x80), "image/webp")).toEqual({
      width: 16,
      height: 32,
    });
  });

  it("is null for a file without a picture", () => {
    const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(imageSizeOf(jpeg, "image/jpeg")).toBeNull();
    expect(imageSizeOf(Uint8Array.from([0xff, 0xd8, 0xff]), "image/jpeg")).toBeNull();
    expect(imageSizeOf(png(), "image/png")).toBeNull();
    expect(imageSizeOf(webp("ALPH", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), "image/webp")).toBeNull();
    expect(imageSizeOf(webp("VP8X"), "image/webp")).toBeNull();
  });
});
