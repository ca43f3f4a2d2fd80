/** Tests the files of signed contracts. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { sha256Of } from "../../domain/backups/checksum";
import { makeContract } from "../../domain/pdf/contract";
import { makeSignedDocument } from "../../domain/pdf/signed-document";
import { extended } from "../../domain/signings/chain";
import { agreementOf } from "../../domain/signings/rules";
import { attachmentsOf, linesOf, readPdf } from "../support/pdf-text";

const PDFDETACH = "/usr/bin/pdfdetach";
const SHA256SUM = "/usr/bin/sha256sum";

const LONG = "The buyer keeps the dog as a member of the family and returns it to the breeder if that ends. ";

const contract = async (paragraphs: number) =>
  new Uint8Array(
    await makeContract({
      name: "Puppy Sale",
      kind: "sale",
      kennelName: "Oak Hill",
      blocks: Array.from({ length: paragraphs }, () => ({
        kind: "paragraph" as const,
        runs: [{ text: LONG, isMissing: false }],
      })),
      paper: "letter",
      printedOn: "2026-05-01",
      word: "CHFK",
    }),
  );

const signed = async () => {
  const bytes = await contract(40);
  const sha256 = await sha256Of(bytes);
  const agreedTo = agreementOf("Oak Hill").join(" ");
  const events = await extended([], sha256, [
    { what: "sent", actor: "kennel", name: "Margaret Ashworth", at: Date.UTC(2026, 4, 1, 10, 0, 0) },
    { what: "opened", actor: "family", at: Date.UTC(2026, 4, 1, 11, 0, 0), from: "198.51.100.4" },
    {
      ...{ what: "signed", actor: "family", at: Date.UTC(2026, 4, 1, 11, 5, 7), from: "198.51.100.4" },
      ...{ device: "Mozilla/5.0 (iPhone) Safari/605", typedName: "Ánna Bérg", agreedTo },
    },
    {
      ...{ what: "signed", actor: "kennel", name: "Margaret Ashworth", at: Date.UTC(2026, 4, 2, 1, 30, 0) },
      ...{ from: "192.0.2.9", device: "Firefox/145 Linux", typedName: "Margaret Ashworth", agreedTo },
    },
  ]);
  const final = await makeSignedDocument({
    ...{ title: "Puppy Sale: Quill", bytes, sha256, fileName: "Puppy Sale Quill.pdf", events },
    parties: { kennel: { name: "Oak Hill" }, family: { name: "Anna Berg", email: "anna@example.com" } },
    ...{ timeZone: "America/New_York", paper: "letter" },
  });
  return { bytes, sha256, events, final };
};

it("the code word is printed only on the last page, however long the text is", async () => {
  for (const paragraphs of [1, 15, 40]) {
    const bytes = await contract(paragraphs);
    const { pages } = await readPdf(bytes);
    for (const index of pages.keys()) {
      const { texts } = await readPdf(bytes, index);
      expect(texts.some(({ text }) => text === "C H F K")).toBe(index === pages.length - 1);
    }
  }
});

it("the final file keeps the signed pages and attaches the unchanged signed file", async () => {
  const { bytes, sha256, events, final } = await signed();
  const { pages } = await readPdf(bytes);
  const whole = await readPdf(final);
  expect(whole.pages.length).toBeGreaterThan(pages.length);
  for (const index of pages.keys()) {
    expect((await readPdf(final, index)).texts).toEqual((await readPdf(bytes, index)).texts);
  }
  const attached = (await attachmentsOf(final)).get("Puppy Sale Quill.pdf") ?? new Uint8Array();
  expect(await sha256Of(new Uint8Array(attached))).toBe(sha256);
  const changed = new Uint8Array(attached);
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
  expect(await sha256Of(changed)).not.toBe(sha256);

  const audit = linesOf((await readPdf(final, pages.length)).texts).join("\n");
  expect(audit).toContain(sha256);
  expect(audit).toContain("Family: Anna Berg");
  expect(audit).toContain("Name typed: Ánna Bérg");
  expect(audit).toContain("2026-05-01 11:05:07 UTC (2026-05-01 07:05 America/New_York)");
  expect(audit).toContain("2026-05-02 01:30:00 UTC (2026-05-01 21:30 America/New_York)");
  expect(audit).toContain("198.51.100.4");
  expect(audit).toContain("Safari on iPhone");
  const rest = await Promise.all(
    whole.pages
      .slice(pages.length)
      .map(async (_, index) => (await readPdf(final, pages.length + index)).texts),
  );
  expect(linesOf(rest.flat()).join("\n")).toContain(events.at(-1)?.hash);
});

it.runIf(existsSync(PDFDETACH) && existsSync(SHA256SUM))(
  "the final file can be checked with public tools alone",
  async () => {
    const { sha256, final } = await signed();
    const folder = mkdtempSync(path.join(tmpdir(), "studbook-signed-"));
    try {
      writeFileSync(path.join(folder, "final.pdf"), final);
      execFileSync(PDFDETACH, ["-saveall", "-o", folder, path.join(folder, "final.pdf")]);
      const file = path.join(folder, "Puppy Sale Quill.pdf");
      const sum = () => execFileSync(SHA256SUM, [file], { encoding: "utf8" }).split(" ")[0];
      expect(sum()).toBe(sha256);
      const bytes = readFileSync(file);
      bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
      writeFileSync(file, bytes);
      expect(sum()).not.toBe(sha256);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
