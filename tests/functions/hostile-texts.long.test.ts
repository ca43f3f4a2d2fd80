/** Tests impossible names and notes in every printed document. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { makeCertificate } from "../../domain/pdf/certificate/certificate";
import { Lettering, tidy } from "../../domain/pdf/certificate/lettering";
import { SAMPLE_PEDIGREE } from "../../domain/pdf/certificate/sample";
import { MAX_CONTRACT_LENGTH } from "../../domain/contracts/rules";
import { LONG_TEXT_MAX, SHORT_TEXT_MAX } from "../../domain/text/rules";
import { makeContract } from "../../domain/pdf/contract";
import { fillTemplate } from "../../domain/contracts/fill";
import { EXAMPLE_VALUES } from "../../domain/contracts/placeholders";
import { makeBreedingList } from "../../domain/pdf/breeding-list";
import { makeSummary } from "../../domain/dashboard/summary";
import { makeHealthHistory } from "../../domain/pdf/health-history";
import { makeLitterSheet } from "../../domain/pdf/litter-sheet";
import { makePuppyRecord } from "../../domain/litters/puppy-record";
import { makeReport } from "../../domain/pdf/report";
import { failureOf, startTeam, TODAY } from "../support/backend";
import { recordBreeding } from "../support/breedings";
import { linesOf, readPdf, type ReadText } from "../support/pdf-text";

afterEach(() => vi.restoreAllMocks());

const day = TODAY;
const paper = "letter";
const printedOn = TODAY;
const brand = (footerText: string) => ({
  primaryColor: "#22543d",
  accentColor: "#b98a3a",
  footerText,
  logo: null,
});
const nothing = {
  gender: null,
  color: null,
  markings: null,
  collarColor: null,
  microchipNumber: null,
  bornAt: null,
  birthWeightGrams: null,
  latestGrams: null,
  presentation: null,
  assistance: null,
  isStillborn: false,
  status: "available",
} as const;

/** Each document contains the name and the notes. */
const DOCUMENTS: Record<string, (name: string, notes: string) => Promise<Uint8Array>> = {
  certificate: async (name) =>
    await makeCertificate({
      ...SAMPLE_PEDIGREE,
      kennel: { name, address: name, phone: name, email: name, website: name },
      dogs: SAMPLE_PEDIGREE.dogs.map((dog) => ({ ...dog, name, titles: name, breed: name, color: name })),
      breeder: name,
      healthTests: name,
      brand: brand(name),
      paper,
      printedOn,
    }),
  contract: async (name, notes) => {
    const values = { ...EXAMPLE_VALUES, sire: name, terms: notes };
    const blocks = fillTemplate("# {{sire}}\n- {{terms}}", values);
    return await makeContract({
      name,
      kind: "stud",
      kennelName: name,
      brand: brand(name),
      blocks,
      paper,
      printedOn,
    });
  },
  "puppy record": async (name, notes) =>
    await makePuppyRecord({
      ...{ puppy: name, kennelName: name, contact: name, brand: brand(name), paper, printedOn },
      facts: [{ label: "Name", value: name }],
      parents: [{ label: "Dam", value: name }],
      weights: [],
      vaccinations: [{ day, vaccine: name, batch: name, veterinarian: name, nextDueOn: null }],
      checks: [{ day, weightGrams: null, temperatureFahrenheit: null, veterinarian: name, notes }],
    }),
  "health history": async (name, notes) =>
    await makeHealthHistory({
      ...{ dog: name, kennelName: name, contact: name, brand: brand(name), paper, printedOn },
      ...{ from: null, to: null, facts: [{ label: "Breed", value: name }] },
      records: [
        { day, type: "Exam", title: name, facts: [{ label: "Notes", value: notes }], attachments: [name] },
      ],
      sections: [
        { title: "Tests", columns: [{ label: "Test", share: 1 }], rows: [[notes]], emptyText: "None" },
      ],
    }),
  "litter sheet": async (name, notes) => {
    const parent = { name, breed: name, registrations: name };
    return await makeLitterSheet({
      ...{ kennelName: name, timeZone: null, printedOn, sire: parent, dam: parent },
      litter: {
        ...{ whelpingDate: day, numberBorn: 1, numberAlive: 1, numberMales: 1, numberFemales: 0, notes },
        ...{ birth: null, caesareanPlanned: null, caesareanReason: null },
        ...{ registrationNumber: name, letter: name, veterinarianName: name },
        whelping: {
          ...{ assistanceRequired: false, veterinarianPresent: false, placentae: null },
          ...{ complications: notes, notes },
        },
      },
      puppies: [{ ...nothing, order: 1, name, notes }],
    });
  },
  "list of breedings": async (name, notes) =>
    await makeBreedingList({
      kennelName: name,
      title: "Breedings",
      printedOn,
      breedings: [breeding(name, notes)],
    }),
  report: async (name) =>
    await makeReport({
      ...{ report: "sales", kennelName: name, year: null, paper, printedOn },
      rows: [
        ["Puppy", "Buyer"],
        [name, name],
      ],
    }),
  dashboard: async (name) =>
    await makeSummary(
      {
        ...{ kennelName: name, printedOn, metrics: [] },
        tasks: [{ title: name, dueDate: day, due: "Today", priority: "High", dogName: name }],
        activities: [{ day, title: name, description: name, by: name }],
      },
      paper,
    ),
};

const breeding = (name: string, notes: string) => ({
  ...({
    sire: { name },
    sireName: null,
    dam: null,
    damName: name,
    status: "planned",
    breedingType: "natural",
  } as const),
  ...{ breedingDate: day, expectedDueDate: null, actualDueDate: null, numberBorn: null, numberAlive: null },
  ...{ studFeeCents: 0, contractTerms: null, notes },
});

/** A text and the part of it that a document shows. */
const TEXTS = {
  "control characters": ["Bel\0la\u0007\u001b[31m\u007f\u0085\r\n", "Bel la [31m"],
  "ends of lines that are none in a file": ["Bel\u2028la\u2029\u000b\u000c", "Bel la"],
  "marks of direction": ["\u202eRex\u202c \u2066of\u2069 Oak\u200f", "Rex of Oak"],
  "joins of no width": ["Zoe\u200d\u0308 B\u200cel\u2060la\ufeff", "Zoë Bella"],
  "pictures and letters without a font": ["Bella🐕כלב", "Bella□□□□"],
  "halves of letters": ["Bella\ud83d\ud83d Rex\udc15", "Bella□□ Rex□"],
  "operators of the format": ["Bella) Tj ET Q endstream endobj", "Bella) Tj ET Q endstream endobj"],
  "a heap of accents": [`e${"\u0301\u0323".repeat(LONG_TEXT_MAX)}`, "ẹ"],
  "letters without a space": ["W".repeat(2 * LONG_TEXT_MAX), "WWWW"],
  "East Asian letters without end": ["犬".repeat(2 * LONG_TEXT_MAX), "犬犬犬"],
  nothing: ["\u200b\u2028\0", ""],
} as const;

async function readPages(bytes: Uint8Array) {
  const first = await readPdf(bytes);
  const rest = await Promise.all(
    first.pages.slice(1).map(async (_, index) => (await readPdf(bytes, index + 1)).texts),
  );
  return first.pages.map((page, index) => ({
    ...page,
    texts: index === 0 ? first.texts : (rest[index - 1] ?? []),
  }));
}

function expectOnPage({
  width,
  height,
  texts,
}: {
  width: number;
  height: number;
  texts: readonly ReadText[];
}) {
  for (const { x, y, size, width: length } of texts) {
    expect(x).toBeGreaterThan(0);
    expect(x + length).toBeLessThan(width);
    expect(y).toBeGreaterThan(0);
    expect(y + size).toBeLessThan(height);
  }
}

describe.each(Object.entries(DOCUMENTS))("the %s", (_, make) => {
  it.each(Object.entries(TEXTS))("contains %s", async (_, [text, shown]) => {
    const letters = [...text];
    const bytes = await make(
      letters.slice(0, SHORT_TEXT_MAX).join(""),
      letters.slice(0, LONG_TEXT_MAX).join(""),
    );
    const pages = await readPages(bytes);
    expect(pages.length).toBeLessThan(20);
    for (const page of pages) expectOnPage(page);
    const printed = pages.flatMap(({ texts }) => linesOf(texts)).join(" ");
    expect(printed.replaceAll(/\s+/gu, " ")).toContain(shown);
  });
});

describe("a long text", () => {
  it.each([["words ".repeat(1000)], ["W".repeat(LONG_TEXT_MAX)]])(
    "is measured a few times, not once for each letter",
    async (notes) => {
      let measured = 0;
      const width = Lettering.prototype.width;
      vi.spyOn(Lettering.prototype, "width").mockImplementation(function (this: Lettering, ...asked) {
        measured += asked[1].length;
        return width.apply(this, asked);
      });
      await DOCUMENTS["list of breedings"]?.("Bella", notes);
      expect(measured).toBeLessThan(40 * notes.length);
    },
  );

  it("in a table continues on the next page without losing a word", async () => {
    const words = Array.from({ length: 800 }, (_, index) => `w${index}`);
    const pages = await readPages(
      (await DOCUMENTS["puppy record"]?.("Bella", words.join(" "))) ?? new Uint8Array(),
    );
    for (const page of pages) expectOnPage(page);
    const printed = pages.flatMap(({ texts }) => texts.map(({ text }) => text.trim())).join(" ");
    expect(printed.split(/\s+/u).filter((word) => /^w\d+$/u.test(word))).toEqual(words);
  });

  it("that consists only of accents takes no longer than one of letters", async () => {
    const heap = `e${"\u0301\u0323".repeat(MAX_CONTRACT_LENGTH / 2 - 1000)}${"W".repeat(1000)}`;
    const [page] = await readPages((await DOCUMENTS["contract"]?.("Bella", heap)) ?? new Uint8Array());
    expect(page?.texts.some(({ text }) => text.includes("WWW"))).toBe(true);
  });

  it("shows a few accents on one letter, as some languages need", () => {
    expect(tidy("e\u0323\u0302\u0301")).toBe("ệ\u0301");
  });
});

describe("a contract whose template repeats a long value", () => {
  it("is refused, on the screen and as a PDF", async () => {
    const team = await startTeam();
    const { owner, kennelId } = team;
    const breedingId = await recordBreeding(team, {});
    await team.deployment.run(
      async (ctx) => await ctx.db.patch("breedings", breedingId, { contractTerms: "a\n".repeat(2000) }),
    );
    const { id: templateId } = await owner.as.mutation(api.contracts.contractTemplates.create, {
      ...{ kennelId, name: "Ours", kind: "stud", body: "{{terms}}".repeat(2000) },
    });
    const asked = { breedingId, templateId, today: TODAY };
    const refused = {
      code: "VALIDATION_FAILED",
      details: { fields: { templateId: expect.any(String) as string } },
    };
    expect(await failureOf(owner.as.query(api.contracts.contracts.preview, asked))).toMatchObject(refused);
    expect(
      await failureOf(owner.as.action(api.contracts.actions.printedPapers.contract, asked)),
    ).toMatchObject(refused);
  });
});
