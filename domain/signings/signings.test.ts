/** Tests the rules of signing: steps between the states, deadlines, the word, and the chain of events. */
import { describe, expect, it } from "vitest";
import { extended, findBroken, signedBy, type Happening, type SigningEvent } from "./chain";
import {
  ACTORS,
  agreementOf,
  dueAt,
  grouped,
  isWord,
  LIFE_DAYS,
  nextSigner,
  SIGNING_STATUSES,
  statusAfter,
  unacceptedOf,
  WORD_LETTERS,
  wordOf,
  type Party,
  type SigningStep,
} from "./rules";

const DAY_MS = 86_400_000;
const SHA = "ab".repeat(32);

describe("the steps of a document", () => {
  it("lead from a draft to a complete document, whichever side signs first", () => {
    expect(statusAfter({ status: "draft", signedBy: [] }, "send", "kennel")).toBe("out");
    for (const [first, second] of [
      ["kennel", "family"],
      ["family", "kennel"],
    ] as const) {
      expect(statusAfter({ status: "out", signedBy: [] }, "sign", first)).toBe("signed_by_one");
      const one = { status: "signed_by_one", signedBy: [first] } as const;
      expect(statusAfter(one, "sign", first)).toBeNull();
      expect(nextSigner(one)).toBe(second);
      expect(statusAfter(one, "sign", second)).toBe("complete");
    }
  });

  it("never change a closed document", () => {
    const steps: SigningStep[] = ["send", "open", "sign", "decline", "withdraw", "remind", "expire"];
    for (const status of SIGNING_STATUSES.filter(
      (each) => !["draft", "out", "signed_by_one"].includes(each),
    )) {
      for (const step of steps) {
        for (const actor of ACTORS) expect(statusAfter({ status, signedBy: [] }, step, actor)).toBeNull();
      }
      expect(nextSigner({ status, signedBy: [] })).toBeNull();
    }
  });

  it.each<[SigningStep, string[]]>([
    ["send", []],
    ["open", ["family"]],
    ["sign", ["kennel", "family"]],
    ["decline", ["family"]],
    ["withdraw", ["kennel"]],
    ["remind", ["kennel", "studbook"]],
    ["expire", ["studbook"]],
  ])("allow %s to %s while a document is out", (step, allowed) => {
    expect(ACTORS.filter((actor) => statusAfter({ status: "out", signedBy: [] }, step, actor))).toEqual(
      allowed,
    );
  });

  it("do not let a family that has signed decline or be reminded, but let the kennel withdraw", () => {
    const signed = { status: "signed_by_one", signedBy: ["family"] as Party[] } as const;
    expect(statusAfter(signed, "decline", "family")).toBeNull();
    expect(statusAfter(signed, "remind", "kennel")).toBeNull();
    expect(statusAfter(signed, "withdraw", "kennel")).toBe("withdrawn");
    expect(statusAfter(signed, "expire", "studbook")).toBe("expired");
  });

  it("let the family sign first", () => {
    expect(nextSigner({ status: "out", signedBy: [] })).toBe("family");
  });
});

describe("the deadlines of a document", () => {
  const out = { status: "out", signedBy: [], sentAt: 1000 } as const;

  it("include reminders after three and seven days, and the end after thirty days", () => {
    expect(dueAt({ ...out, reminders: 0 })).toBe(1000 + 3 * DAY_MS);
    expect(dueAt({ ...out, reminders: 1 })).toBe(1000 + 7 * DAY_MS);
    expect(dueAt({ ...out, reminders: 2 })).toBe(1000 + LIFE_DAYS * DAY_MS);
  });

  it("include no reminders for a family that has signed", () => {
    const signed = { status: "signed_by_one", sentAt: 0, reminders: 0 } as const;
    expect(dueAt({ ...signed, signedBy: ["family"] })).toBe(LIFE_DAYS * DAY_MS);
    expect(dueAt({ ...signed, signedBy: ["kennel"] })).toBe(3 * DAY_MS);
    expect(dueAt({ ...signed, status: "complete", signedBy: ["kennel", "family"] })).toBeNull();
  });
});

describe("the word on the last page", () => {
  it("has four of twelve letters, each equally likely, and is not created from too few bytes", () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const word = wordOf(Uint8Array.from([byte, byte, byte, byte]));
      if (word === null) continue;
      expect(word).toMatch(new RegExp(`^[${WORD_LETTERS}]{4}$`, "u"));
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    expect(new Set(counts.values())).toEqual(new Set([21]));
    expect(counts.size).toBe(WORD_LETTERS.length);
    expect(wordOf(Uint8Array.from([1, 2, 255, 254, 253, 3]))).toBeNull();
  });

  it("is recognized in lower case and with spaces, but no other word is", () => {
    expect(isWord(" ch fk ", "CHFK")).toBe(true);
    expect(isWord("CHFX", "CHFK")).toBe(false);
    expect(isWord("", "CHFK")).toBe(false);
  });
});

it("a fingerprint is written in groups of four", () => {
  expect(grouped("0123456789ab")).toBe("0123 4567 89ab");
  expect(grouped("")).toBe("");
});

it("the consent to electronic signing has four parts and contains the kennel's name", () => {
  const said = agreementOf("Oak Hill");
  expect(said).toHaveLength(4);
  expect(said[1]).toContain("Oak Hill");
  expect(said.join(" ")).toMatch(/this document only.*paper.*withdraw.*PDF/u);
});

it("missing values must be accepted one by one", () => {
  expect(unacceptedOf(["Price", "Buyer"], ["Price"])).toEqual(["Buyer"]);
  expect(unacceptedOf(["Price"], ["price"])).toEqual(["Price"]);
  expect(unacceptedOf([], ["Price"])).toEqual([]);
});

describe("the chain of events", () => {
  const happenings: Happening[] = [
    { what: "sent", actor: "kennel", name: "Margaret", at: 1 },
    { what: "opened", actor: "family", at: 2, from: "192.0.2.7", device: "Firefox" },
    { what: "signed", actor: "family", at: 3, typedName: "Anna Berg", agreedTo: "I sign." },
  ];

  it("begins with an empty hash, and each event contains the hash of the previous event", async () => {
    const chain = await extended([], SHA, happenings);
    expect(chain.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(chain.map(({ previous }) => previous)).toEqual(["", chain[0]?.hash, chain[1]?.hash]);
    expect(await findBroken(chain, SHA)).toBeNull();
    expect(await findBroken([], SHA)).toBeNull();
    const later = await extended(chain, SHA, [{ what: "signed", actor: "kennel", at: 4 }]);
    expect(later.slice(0, 3)).toEqual(chain);
    expect(await findBroken(later, SHA)).toBeNull();
    expect(signedBy(later)).toEqual(["family", "kennel"]);
  });

  it("does not depend on the order in which a database returns fields", async () => {
    const chain = await extended([], SHA, happenings);
    const turned = chain.map(
      (event) => Object.fromEntries(Object.entries(event).toReversed()) as unknown as SigningEvent,
    );
    expect(await findBroken(turned, SHA)).toBeNull();
  });

  it("reports the first event that was changed, left out or moved", async () => {
    const chain = await extended([], SHA, happenings);
    const [one, two, three] = chain as [SigningEvent, SigningEvent, SigningEvent];
    expect(await findBroken([one, { ...two, from: "192.0.2.8" }, three], SHA)).toBe(2);
    expect(await findBroken([{ ...one, at: 9 }, two, three], SHA)).toBe(1);
    expect(await findBroken([one, three], SHA)).toBe(2);
    expect(await findBroken([one, { ...three, number: 2 }], SHA)).toBe(2);
    expect(await findBroken([two, one, three], SHA)).toBe(1);
    expect(await findBroken([one, two, { ...three, typedName: "Ben" }], SHA)).toBe(3);
    expect(await findBroken(chain, "cd".repeat(32))).toBe(1);
    // If somebody rewrites a whole event, the next event no longer fits.
    const again = await extended([], SHA, [{ what: "sent", actor: "kennel", name: "Tomas", at: 1 }]);
    expect(await findBroken([...again, two, three], SHA)).toBe(2);
  });
});
