/** Tests application forms: submitted answers, addresses, pages and letters. */
import { describe, expect, it } from "vitest";
import { senderOf } from "../text/client-address";
import { defaultForm } from "./defaults";
import { formSchema, readApplication, readSent, type FormContent } from "./form";
import { letterWords, LETTER_KINDS, writeLetter } from "./letters";
import { formBody, waitText, WHOLE_PAGE_STYLE } from "./page";
import { slugFault, slugOf } from "./rules";

const kennel = {
  name: "Oak <Hill> & Sons",
  address: "12 Oak Lane",
  email: "hello@oak.example",
  phone: null,
  website: null,
  logo: null,
};
const content = defaultForm("Oak Hill");
const body = (fields: Record<string, string | string[]>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  ).toString();
const WHOLE = {
  name: "Anna Berg",
  email: "Anna@Berg.example",
  "q-home": "A house",
  "q-experience": "Two Beagles",
  "q-day": "Walks",
  "c-privacy": "yes",
};
const read = (fields: Record<string, string | string[]>, form: FormContent = content) =>
  readApplication(form, readSent(body(fields)));
const faultsOf = (...args: Parameters<typeof read>) => {
  const result = read(...args);
  return "faults" in result ? result.faults : {};
};

describe("a submitted form", () => {
  it("becomes an application that contains the text of its questions and the applicant's wishes", () => {
    const result = read({
      ...WHOLE,
      "q-sex": "Female",
      "q-color": "sable",
      "q-from": "2026-06-01",
      "q-plans": ["Work", "Show"],
      unknown: "x",
    });
    expect(result).toEqual({
      application: {
        name: "Anna Berg",
        email: "Anna@Berg.example",
        emailKey: "anna@berg.example",
        answers: [
          { key: "home", asked: "Tell us about your home and who lives in it", answer: "A house" },
          {
            key: "experience",
            asked: "Which dogs have you had, and what became of them?",
            answer: "Two Beagles",
          },
          {
            key: "day",
            asked: "What would the puppy's day look like, and how long would it be alone?",
            answer: "Walks",
          },
          { key: "sex", asked: "Male or female?", answer: "Female" },
          { key: "color", asked: "A color you hope for", answer: "sable" },
          { key: "from", asked: "From when could a puppy come?", answer: "2026-06-01" },
          { key: "plans", asked: "What do you plan to do with the dog?", answer: "Show\nWork" },
        ],
        consents: [{ key: "privacy", text: content.consents[0]?.text }],
        wishes: { gender: "female", color: "sable", wantedFrom: "2026-06-01" },
      },
    });
    expect(read({ ...WHOLE, "q-sex": "Either" })).toMatchObject({ application: { wishes: {} } });
  });

  it("is refused with an error for each missing or invalid field", () => {
    expect(Object.keys(faultsOf({})).sort()).toEqual([
      "c-privacy",
      "email",
      "name",
      "q-day",
      "q-experience",
      "q-home",
    ]);
    expect(faultsOf({ ...WHOLE, email: "nobody" })).toEqual({ email: "Invalid email address" });
    expect(faultsOf({ ...WHOLE, "q-sex": "Purple" })).toEqual({ "q-sex": "Please choose from the list" });
    expect(faultsOf({ ...WHOLE, "q-from": "soon" })).toHaveProperty("q-from");
    expect(faultsOf({ ...WHOLE, "q-home": "x".repeat(100_000) })).toEqual({
      "q-home": "Answer must be at most 5000 characters",
    });
    expect(faultsOf({ ...WHOLE, "q-home": "\u200b \u0000" })).toHaveProperty("q-home");
    const long = "x".repeat(5000);
    const many = {
      ...content,
      questions: [1, 2, 3, 4, 5].map((each) => ({
        ...{ key: `k${each}`, kind: "long" as const, label: "Why?", isRequired: false },
      })),
    };
    const all = Object.fromEntries(many.questions.map(({ key }) => [`q-${key}`, long]));
    expect(faultsOf({ ...WHOLE, ...all }, many)).toEqual({
      "q-k1": "Your answers may have 20,000 characters together",
    });
  });

  it("keeps one of two values of a single answer, and counts numbers", () => {
    expect(read({ ...WHOLE, name: ["Anna", "Bo"] })).toMatchObject({ application: { name: "Anna" } });
    const form: FormContent = {
      ...content,
      questions: [{ key: "dogs", kind: "number", label: "How many dogs?", isRequired: true }],
    };
    expect(read({ ...WHOLE, "q-dogs": "2,5" }, form)).toMatchObject({
      application: { answers: [{ answer: "2.5" }] },
    });
    expect(faultsOf({ ...WHOLE, "q-dogs": "1e9" }, form)).toHaveProperty("q-dogs");
  });
});

describe("the settings of a form", () => {
  const values = {
    ...content,
    ...{ slug: "oak-hill", isOpen: true, admits: "to_review", allowsUnconfirmed: false },
  };
  const wrong = (change: object) => {
    const result = formSchema.safeParse({ ...values, ...change });
    return result.success ? [] : [...new Set(result.error.issues.map(({ path }) => path.join(".")))];
  };
  const question = { key: "a", kind: "short", label: "Why?", isRequired: true };

  it("are valid in the default form", () => expect(wrong({})).toEqual([]));

  it("allow at most forty questions, and each question must fit its kind", () => {
    const many = Array.from({ length: 41 }, (_, index) => ({ ...question, key: `k${index}` }));
    expect(wrong({ questions: many })).toEqual(["questions"]);
    expect(wrong({ questions: many.slice(1) })).toEqual([]);
    expect(wrong({ questions: [{ ...question, kind: "choice", choices: ["One"] }] })).toEqual([
      "questions.0.choices",
    ]);
    expect(wrong({ questions: [{ ...question, fills: "wantedFrom" }] })).toEqual(["questions.0.fills"]);
    expect(wrong({ questions: [question, question] })).toEqual(["questions"]);
    expect(wrong({ questions: [{ ...question, label: " " }] })).toEqual(["questions.0.label"]);
  });

  it("require the privacy notice", () => {
    expect(wrong({ consents: [] })).toEqual(["consents"]);
    expect(wrong({ consents: [{ key: "a", text: "Fine", isRequired: false }] })).toEqual(["consents"]);
  });

  it("require an address of lower-case letters, numbers and dashes", () => {
    expect(slugOf("Zwinger vom Großen Öchsle!")).toBe("zwinger-vom-grossen-ochsle");
    expect(slugOf("犬舎")).toBe("our-kennel");
    expect(slugFault(slugOf("Confirm"))).toBeNull();
    for (const slug of ["", "ab", "Oak", "oak--hill", "-oak", "oak hill", "confirm", "a".repeat(61)]) {
      expect(slugFault(slug), slug).not.toBeNull();
    }
  });
});

describe("the page of a form", () => {
  it("escapes all typed text, shows the text again, and links to each error", () => {
    const hostile = `"><script>alert(1)</script>`;
    const form: FormContent = {
      ...content,
      intro: hostile,
      questions: [
        { key: "a", kind: "long", label: hostile, help: hostile, isRequired: true },
        { key: "b", kind: "choices", label: "Which?", choices: [hostile, "Two"], isRequired: false },
      ],
    };
    const sent = readSent(body({ name: hostile, "q-a": `\n${hostile}`, "q-b": hostile, "c-privacy": "yes" }));
    const html = formBody({ kennel, content: form, began: "t.s", sent, faults: { "q-a": "Too short" } });
    expect(html).not.toContain("<script");
    expect(html).toContain("Oak &lt;Hill&gt; &amp; Sons");
    expect(html).toContain(`<a href="#q-a">`);
    expect(html).toContain(`aria-invalid="true" aria-describedby="q-a-hint q-a-error"`);
    expect(html.match(/ checked/gu)).toHaveLength(2);
    expect(html.indexOf("Oak &lt;Hill&gt;")).toBeLessThan(html.indexOf("Studbook"));
  });

  it("has at most 20 KB with the default form", () => {
    const html = WHOLE_PAGE_STYLE + formBody({ kennel, content, began: "t.s" });
    expect(new TextEncoder().encode(html).length).toBeLessThan(19_000);
  });

  it("explains how long to wait", () => {
    expect([30, 720, 7200, 86_400].map(waitText)).toEqual([
      "in a minute",
      "in 12 minutes",
      "in 2 hours",
      "in 24 hours",
    ]);
  });
});

describe("a letter", () => {
  it.each(LETTER_KINDS)(
    "of the kind %s contains only the kennel's name, and no addresses in that name",
    (kind) => {
      const { subject, text, html } = writeLetter(
        kind,
        "Win <b> at prize.example",
        "https://dogs.example/apply/confirm/t",
      );
      expect(`${subject}${text}${html}`).not.toContain("prize.example");
      expect(html).not.toContain("<b>");
      expect(html).toContain("https://dogs.example/apply/confirm/t");
      expect(letterWords(kind, "").lines.join(" ")).toContain("The kennel");
    },
  );
});

describe("the client of a submitted form", () => {
  it("is an IPv4 address or an IPv6 network, and the last entry of a list", () => {
    expect(senderOf("192.0.2.7")).toBe("192.0.2.7");
    expect(senderOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
    expect(senderOf("10.0.0.1, 192.0.2.7")).toBe("192.0.2.7");
    expect(senderOf("2001:DB8:0:1:aa::1")).toBe("2001:db8:0:1::/64");
    expect(senderOf("2001:db8:0:1:ffff:ffff:ffff:ffff")).toBe("2001:db8:0:1::/64");
    expect(senderOf("::1")).toBe("0:0:0:0::/64");
    expect(senderOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
    for (const none of [null, "", "unknown", "1:2", "1::2::3", "g::1"]) expect(senderOf(none)).toBeNull();
  });
});
