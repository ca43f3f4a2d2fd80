/** Tests which texts the check finds in the source. */
import { expect, test } from "vitest";
import { checkTexts, isReadByPeople, isTitleCase, textsOf } from "./texts.mjs";

const found = (source: string) =>
  checkTexts("src/a.tsx", source).map((finding) => finding.replace(/^src\/a\.tsx:/u, ""));

test("a text is found in strings, in templates and across the lines of an element", () => {
  const source = [
    'const a = "Your e-mail address";',
    "const b = `The e-mail of ${name}`;",
    "const c = (",
    "  <p>",
    "    Send the",
    "    e-mail to {name}",
    "  </p>",
    ");",
  ].join("\n");
  expect(found(source)).toEqual([
    '1: write email: "Your e-mail address"',
    '2: write email: "The e-mail of {}"',
    '4: write email: "Send the e-mail to {}"',
  ]);
});

test("a sentence is read as a whole, whatever code is between its words", () => {
  expect(
    textsOf("a.tsx", 'const a = <p>Sent to <b>{name}</b>{" "}today</p>;').map(({ text }) => text),
  ).toEqual(["Sent to {} today"]);
});

test.each([
  ["A vaccination falls due", "is due"],
  ["Worming is overdue since May 1", "has been overdue since"],
  ["63 days are usual", "typical"],
  ["Nothing booked", "scheduled"],
  ["This file is no photo", "is not a"],
  ["This weight was recorded already", "'already'"],
  ["Vaccination cancelled", "American"],
  ["Lost {} % of its weight", "percent"],
  ["Sending the file…", "three dots"],
  ["Sending the file..", "three dots"],
  ["The kennel’s dogs", "apostrophe"],
  ['The key \\"Website\\" is new', "curly quotes"],
  ["Open 'Settings' first", "curly quotes"],
  ["2 breeding(s) deleted", "the plural"],
  ["Saved , and sent", "punctuation"],
  ["Two  spaces", "one space"],
])("'%s' is refused", (text, reason) => {
  const findings = found(`const a = "${text}";`);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain(reason);
});

test.each(["E-mail", "e-mail"])("'%s' is also refused as a label", (text) => {
  expect(found(`const a = "${text}";`)).toEqual([`1: write email: "${text}"`]);
});

test.each([
  "3 dog(s) found",
  "Overdue by 3 day(s)",
  "Breeding status updated to 'whelped'",
  "There is no phone number in the settings",
  "This link is no longer valid",
  "Already have an account?",
  "Saving...",
  "As high as 25%",
  "“Bella” is a new name",
  "The kennel's dogs",
])("'%s' is accepted, because the product uses it", (text) => {
  expect(found(`const a = "${text}";`)).toEqual([]);
});

test("the words of buttons, menu entries and titles of dialogs begin with capitals", () => {
  const wrong = "begin the words of a button, a menu entry and a dialog's title with capitals";
  expect(found("const a = <Button><Plus /> Add dog</Button>;")).toEqual([`1: ${wrong}: "{} Add dog"`]);
  expect(found('const a = <Button>{isBusy ? "Saving..." : "Save it"}</Button>;')).toEqual([
    `1: ${wrong}: "Save it"`,
  ]);
  expect(found("const a = <Button asChild><Link to={to}>All litters</Link></Button>;")).toEqual([
    `1: ${wrong}: "All litters"`,
  ]);
  expect(found("const a = <DialogTitle>Health history of {name}</DialogTitle>;")).toEqual([
    `1: ${wrong}: "Health history of {}"`,
  ]);
  expect(found("const a = <Button>Add Dog</Button>;")).toEqual([]);
  expect(found("const a = <Button>She is spayed</Button>;")).toEqual([]);
  expect(found("const a = <CardTitle>Email address</CardTitle>;")).toEqual([]);
});

test.each([
  ["Mark as Bred", true],
  ["Save and Add Another", true],
  ["{} of Bella", true],
  ["Show More ({} left)", true],
  ["Mark as bred", false],
  ["add Dog", false],
])("'%s' is in title case: %s", (text, expected) => {
  expect(isTitleCase(text)).toBe(expected);
});

test("texts for machines are ignored: classes, types, imports, addresses and markup", () => {
  const source = [
    'import a from "e-mail  x";',
    'type B = "Your e-mail";',
    'const c = <p className="text-sm  e-mail" />;',
    'const d = "hover:text-sm  font-bold";',
    "const e = `<p style='color:red'>${f}  </p>`;",
    'const g = "https://a.example/e-mail?a=1&b=2";',
  ].join("\n");
  expect(found(source)).toEqual([]);
});

test("tests, generated files and the words of other programs' files are ignored", () => {
  expect(
    ["src/a.tsx", "convex/mail/a.ts", "domain/errors.ts", "scripts/demo-kennel.json"].filter(isReadByPeople),
  ).toHaveLength(4);
  expect(
    ["src/a.test.tsx", "convex/_generated/api.ts", "domain/imports/words.ts", "tests/a.ts"].filter(
      isReadByPeople,
    ),
  ).toEqual([]);
});
