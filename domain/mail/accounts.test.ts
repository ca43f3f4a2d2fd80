/** Tests the texts of mail about an account. Each kind must contain certain information. */
import { describe, expect, it } from "vitest";
import { ACCOUNT_MAIL_KINDS, writeAccountMail, type AccountMailFacts } from "./accounts";

const facts: Omit<AccountMailFacts, "kind"> = {
  name: "Ann <b>",
  newEmail: "new@example.com",
  link: null,
  device: null,
  address: "192.0.2.7",
  about: "Oak & Hill",
  by: "Bob",
  dueOn: "2025-06-29",
};
const written = (kind: AccountMailFacts["kind"], more: Partial<AccountMailFacts> = {}) =>
  writeAccountMail({ ...facts, kind, ...more });

describe("a mail about an account", () => {
  it.each(ACCOUNT_MAIL_KINDS)(
    "of the kind %s contains the person, the event and the next step, and no markup from names",
    (kind) => {
      const { subject, text, html } = written(kind);
      expect(subject).not.toBe("");
      expect(text).toMatch(/^Hello Ann <b>,\n\n.+/u);
      expect(text).toContain("Requested from: 192.0.2.7");
      expect(html).toContain("Ann &lt;b&gt;");
      expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|<b>(?!,)[^]*<\/b>/u);
    },
  );

  it("[GAP-KEN-06] contains the kennel, the date and the requesting person, and the subject does not contain the kennel", () => {
    const { subject, text } = written("kennel-leaving");
    expect(subject).toBe("Your kennel will be deleted on June 29, 2025");
    expect(text).toContain(
      "Bob asked to delete the kennel Oak & Hill in Studbook. It will be deleted on June 29, 2025",
    );
    expect(written("kennel-kept").subject).toBe("Your kennel will not be deleted");
    expect(written("kennel-deleted").subject).toBe("Your kennel was deleted");
  });

  it("[GAP-SET-12] contains the date of an account's deletion, and the place to cancel the deletion", () => {
    const { subject, text } = written("account-leaving");
    expect(subject).toBe("Your account will be deleted on June 29, 2025");
    expect(text).toContain("Settings > Data & Backup");
  });

  it("contains names in plain form: short, on one line and without addresses", () => {
    const bait = "Win\n\nat https://prize.example\r\nor www.prize.example";
    const long = "a".repeat(401);
    const by = `${bait} (bob@example.com)`;
    for (const kind of ["invited", "ownership-offered"] as const) {
      const { text, html } = written(kind, { name: bait, about: bait, by });
      expect(text).toContain("Win at https prize. example or www. prize. example (bob@example.com)");
      expect(`${text}${html}`).not.toMatch(/prize\.example|www\.p|https:\/\/prize/u);
      expect(text.split("\n").filter((line) => line.includes("prize"))).toHaveLength(2);
      expect(written(kind, { name: long, about: long, by: long }).text).not.toContain("a".repeat(81));
    }
    expect(written("kennel-kept", { by: "Bob (b@prize.example)", about: bait }).text).not.toContain(
      "prize.e",
    );
  });

  it("contains the link for a new password", () => {
    const link = "https://dogs.example/reset-password?token=t";
    const { text, html } = written("reset-password", { link });
    expect(text).toContain(`Set New Password: ${link}`);
    expect(html).toContain(`href="${link}"`);
  });
});
