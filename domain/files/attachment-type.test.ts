/** Tests which files can be attached to a health record, by content and name. */
import { describe, expect, it } from "vitest";
import { attachmentNameOf, attachmentTypeOf } from "./attachment-type";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const PDF = bytesOf("%PDF-1.7\n");
const PNG = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
]);
const JPG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]);

describe("attachmentTypeOf", () => {
  it.each([
    [PDF, "x.pdf", "application/pdf"],
    [PDF, "x.PDF", "application/pdf"],
    [JPG, "x.jpg", "image/jpeg"],
    [JPG, "x.jpeg", "image/jpeg"],
    [PNG, "x.png", "image/png"],
    [bytesOf("Seen at noon."), "x.txt", "text/plain"],
    [PDF, "scan", "application/pdf"],
    [PDF, "Bella 06.2025", "application/pdf"],
    [PNG, "x.jpg", "image/png"],
  ])("[HLT-14] accepts file %# by its content", (bytes, name, type) => {
    expect(attachmentTypeOf(bytes, name)).toBe(type);
  });

  it.each([
    [bytesOf("#!/bin/sh\n"), "x.jpg"],
    [bytesOf("#!/bin/sh\n"), "x.sh"],
    [PDF, "x.exe"],
    [PDF, "x.jpg"],
    [PNG, "x.pdf"],
    [bytesOf("RIFF\u0010\u0000\u0000\u0000WEBPVP8 "), "x.webp"],
    [new Uint8Array(0), "x.txt"],
    [new Uint8Array([0, 1, 2, 3]), "x.doc"],
  ])("[HLT-14] [GAP-HLT-07] refuses file %#", (bytes, name) => {
    expect(attachmentTypeOf(bytes, name)).toBeNull();
  });
});

describe("attachmentNameOf", () => {
  it.each([
    ["../../etc/hosts.pdf", "application/pdf", "hosts.pdf"],
    ["hips.jpg", "image/png", "hips.png"],
    ["hips.jpeg", "image/jpeg", "hips.jpeg"],
    ["Bella 06.2025", "application/pdf", "Bella 06.2025.pdf"],
    ["", "text/plain", "document.txt"],
  ] as const)("names %s by its content", (name, type, expected) => {
    expect(attachmentNameOf(name, type)).toBe(expected);
  });
});
