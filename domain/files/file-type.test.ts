/** Tests which type is detected from a file's content, and which name the file gets. */
import { describe, expect, it } from "vitest";
import { formatFileSize } from "./file-size";
import { cleanFileName, fileTypeOf } from "./file-type";

const bytes = (text: string): Uint8Array => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)));
const wide = (text: string): string => [...text].map((letter) => `${letter}\0`).join("");

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const COMPOUND = "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1";

describe("the type of a file", () => {
  it.each([
    ["%PDF-1.7\n%âãÏÓ", "application/pdf"],
    ["\n\n%PDF-1.4", "application/pdf"],
    ["\u0089PNG\r\n\u001a\n\0\0", "image/png"],
    ["\u00ff\u00d8\u00ff\u00e0", "image/jpeg"],
    ["RIFF\0\0\0\0WEBPVP8 ", "image/webp"],
    ["PK\u0003\u0004 [Content_Types].xml word/document.xml", DOCX],
    [`${COMPOUND}\0\0${wide("Root Entry")}${wide("WordDocument")}`, "application/msword"],
    ["Bella × Rex, paid in full\r\n", null],
    ["Paid in full\r\n\tKim", "text/plain"],
  ])("[GAP-BRD-14] is recognized by the file's content: %j", (content, type) => {
    expect(fileTypeOf(bytes(content))).toBe(type);
  });

  it("[GAP-BRD-14] is text for valid UTF-8", () => {
    expect(fileTypeOf(new TextEncoder().encode("Bella × Rex"))).toBe("text/plain");
  });

  it.each([
    ["", "nothing at all"],
    ["MZ\u0090\0\u0003", "a program"],
    ["PK\u0003\u0004 xl/workbook.xml", "a spreadsheet"],
    ["PK\u0003\u0004 word/document.xml word/vbaProject.bin", "a text with a program in it"],
    [`${COMPOUND}${wide("Workbook")}`, "an old spreadsheet"],
    ["\0\0\0\u0018ftypheic", "a photo that browsers cannot show"],
  ])("[GAP-BRD-14] is not recognized for %j, %s", (content) => {
    expect(fileTypeOf(bytes(content))).toBeNull();
  });
});

describe("the name of a file", () => {
  it.each([
    ["Stud contract.pdf", "Stud contract.pdf"],
    ["C:\\papers\\Stud contract.PDF", "Stud contract.pdf"],
    ["../../etc/passwd", "passwd.pdf"],
    ["contract.exe", "contract.exe.pdf"],
    ["a\u202efdp.exe\u0000", "a fdp.exe.pdf"],
    ['what? "this" <one>|.pdf', "what this one.pdf"],
    ["", "document.pdf"],
    [".pdf", "pdf.pdf"],
  ])("is safe and has the extension of the file's type: %j", (name, expected) => {
    expect(cleanFileName(name, "application/pdf")).toBe(expected);
  });

  it("keeps the extension jpeg for a JPG, and has a limited length", () => {
    expect(cleanFileName("hips.jpeg", "image/jpeg")).toBe("hips.jpeg");
    expect(cleanFileName(`${"x".repeat(400)}.pdf`, "application/pdf")).toHaveLength(200);
  });
});

describe("the size of a file", () => {
  it("is formatted for people", () => {
    expect([512, 2048, 10 * 1024 ** 2, 50 * 1024 ** 3].map(formatFileSize)).toEqual([
      "512 bytes",
      "2 KB",
      "10.0 MB",
      "50.0 GB",
    ]);
  });
});
