/** Tests the header with a file's name, for every name of a dog, a document or an edited backup. */
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { dispositionOf } from "../../convex/platform/rest/files";
import { addDog, startTeam, type Team } from "../support/backend";
import { recordBreeding } from "../support/breedings";
import { addDocument } from "../support/documents";

/** The name after the rules of RFC 6266 and RFC 8187. */
const ONE_HEADER =
  /^(?:inline|attachment); filename="[\x20\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/u;

/** These characters end a line or a word, make a folder, or reverse the following text. */
const UNFIT = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/u;

/** A browser saves the file under this name. */
const savedName = (header: string): string => decodeURIComponent(ONE_HEADER.exec(header)?.[1] ?? "");

describe("dispositionOf", () => {
  it("returns one header that can be sent and read back, for every name", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(Math.abs(unit))),
            fc.constantFrom(..."\r\n\t\0\"';\\%/=*.é🐕\u202e"),
          ),
          maxLength: 400,
        }),
        fc.boolean(),
        (name, isShown) => {
          const header = dispositionOf(name, isShown);
          expect(header).toMatch(ONE_HEADER);
          expect(new Headers({ "Content-Disposition": header }).get("Content-Disposition")).toBe(header);
          expect(savedName(header)).not.toMatch(UNFIT);
          expect([...savedName(header)].length).toBeLessThanOrEqual(200);
        },
      ),
    );
  });

  it.each([
    ['a"; filename="b.exe', `a"; filename="b.exe`],
    ["a\r\nSet-Cookie: b=c.pdf", "a__Set-Cookie: b=c.pdf"],
    ["rex\u202efdp.exe", "rex_fdp.exe"],
    ["../../etc/passwd", ".._.._etc_passwd"],
    ["\ud800.pdf", "_.pdf"],
    ["Łata 富士 🐕.pdf", "Łata 富士 🐕.pdf"],
    ["O'Hara (1)*.pdf", "O'Hara (1)*.pdf"],
    [`${"🐕".repeat(300)}.pdf`, `${"🐕".repeat(196)}.pdf`],
    ["", "file"],
  ])("of %j saves as %j", (name, saved) => {
    expect(savedName(dispositionOf(name, false))).toBe(saved);
  });
});

describe("a file of the API", () => {
  let team: Team;
  beforeEach(async () => {
    team = await startTeam();
  });
  const headerOf = async (path: string) => {
    const answer = await team.owner.as.fetch(`/api${path}`, { method: "GET" });
    expect(
      answer.status,
      await answer
        .clone()
        .text()
        .then((text) => text.slice(0, 200)),
    ).toBe(200);
    return answer.headers.get("Content-Disposition") ?? "";
  };

  it("is returned whatever its name in an edited backup", async () => {
    const breedingId = await recordBreeding(team, {});
    const { id } = await addDocument(team, breedingId);
    await team.deployment.run(async (ctx) => {
      const documentId = ctx.db.normalizeId("breedingDocuments", id);
      if (documentId === null) throw new Error("The answer names no document");
      await ctx.db.patch("breedingDocuments", documentId, {
        fileName: 'x"\r\nSet-Cookie: a=b\u202e\ud800.pdf',
      });
    });
    const header = await headerOf(`/breeding/documents/${id}/download`);
    expect(savedName(header)).toBe('x"__Set-Cookie: a=b__.pdf');
  });

  it("is returned even if a dog's name ends with half a surrogate pair", async () => {
    const { _id } = await addDog(team.owner, team.kennelId, { name: `${"x".repeat(79)}🐕🐕` });
    expect(savedName(await headerOf(`/dogs/${_id}/pedigree`))).toBe(`Pedigree of ${"x".repeat(79)}🐕.pdf`);
  });
});
