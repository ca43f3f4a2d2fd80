/** Tests which names users may enter, and how a mail shows names that are not allowed. */
import { describe, expect, it } from "vitest";
import { NAME_MAX } from "./rules";
import { nameFault, plainName } from "./plain-names";

const ADDRESSES = [
  "Anna www.prize.example",
  "WWW.PRIZE.EXAMPLE anna@prize.example",
  "Claim at https://prize.example/now",
  "prize.example",
  "Anna. See Prize.com",
  "anna＠prize．com",
  "Dr.prize.example",
  "prize.vet",
];

describe("an entered name", () => {
  it.each([
    "Anna-Lena",
    "J.R.R. Tolkien",
    "Dr.Berg",
    "Prof.Dr.med.vet. Huber",
    "Ing.arch. Novák",
    "Anna Meier geb.von Berg",
    "St. John",
    "O'Neill, Jr.",
    "María del Carmen Fernández",
    "Łukasz / Zoë",
    "山田 太郎",
    "محمد",
    "",
  ])("may be %j", (name) => expect(nameFault("First name", name)).toBeNull());

  it.each(ADDRESSES)("may not be %j", (name) =>
    expect(nameFault("First name", name)).toBe("First name must not contain a web or email address"),
  );

  it.each(["Anna\nBerg", "Anna\r\nBcc: x", "Anna\u2028Berg", "Anna\u202egreB", "Anna\0"])(
    "may not be %j",
    (name) => expect(nameFault("First name", name)).toBe("First name must be on one line"),
  );

  it("may have the length of real names", () => {
    expect(nameFault("Last name", "a".repeat(NAME_MAX))).toBeNull();
    expect(nameFault("Last name", "a".repeat(NAME_MAX + 1))).toBe(
      `Last name must be at most ${NAME_MAX} characters`,
    );
  });
});

describe("a name in a mail", () => {
  it.each(ADDRESSES)("contains no address in the case of %j", (name) => {
    expect(plainName(name)).not.toMatch(/[@＠]|:\/\/|[.．](?! |$)/u);
  });

  it("is short and on one line, and keeps the characters of names", () => {
    expect(plainName("Anna\r\n\r\nBerg\u202e\u200b ")).toBe("Anna Berg");
    expect(plainName("J.R.R. Tolkien")).toBe("J. R. R. Tolkien");
    expect(plainName("Oak & Hill <b>")).toBe("Oak & Hill <b>");
    expect(plainName("🐕".repeat(NAME_MAX + 1))).toBe(`${"🐕".repeat(NAME_MAX)}…`);
  });
});
