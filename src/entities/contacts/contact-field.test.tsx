// @vitest-environment jsdom
/** The field for a person's name, with contacts that match the typed text. */
import { useState } from "react";
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { ContactField, type Person } from "@/entities/contacts/contact-field";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const ANNA = {
  ...{ _id: "contact1", name: "Anna Berg", email: "anna@hill.example", phone: "555 010 2030" },
  ...{ address: "1 Hill Road, Dover", town: "Dover" },
  dealing: { kind: "bought", what: "Juno", day: "2025-03-05" },
};

let person: Person;

function Field({ begun }: { begun: Person }) {
  const [now, setNow] = useState(begun);
  const take = (next: Person) => {
    person = { ...now, ...next };
    setNow(person);
  };
  return <ContactField aria-label="Buyer" name={now.name ?? ""} link={now.link} onPerson={take} />;
}

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.contacts.contacts.suggest, ({ search }) =>
    "anna berg 555".includes(String(search).toLowerCase()) ? [ANNA] : [],
  );
});

const type = async (text: string, begun: Person = { link: "", name: "" }) => {
  const { user } = renderScreen(<Field begun={begun} />);
  const field = screen.getByRole("combobox", { name: "Buyer" });
  await user.clear(field);
  await user.type(field, text);
  return user;
};

describe("the field for a person's name", () => {
  it("offers contacts with their town and last dealing; Enter chooses the first with all its details", async () => {
    const user = await type("an");
    expect(
      await screen.findByRole("option", { name: "Anna Berg, Dover · bought Juno, March 5, 2025" }),
    ).toBeTruthy();
    await user.keyboard("{Enter}");
    expect(person).toMatchObject({
      link: "contact1",
      name: "Anna Berg",
      phone: "555 010 2030",
      email: ANNA.email,
    });
  });

  it("finds a contact by phone number too", async () => {
    const user = await type("555");
    await user.click(await screen.findByRole("option"));
    expect(person).toMatchObject({ link: "contact1", name: "Anna Berg" });
  });

  it("means a new contact after the user edits the name, and the former contact if the user restores the name", async () => {
    const user = await type("Zoe", { link: "contact1", name: "Anna" });
    expect(person).toMatchObject({ link: "new", name: "Zoe" });
    await user.clear(screen.getByRole("combobox"));
    expect(person).toMatchObject({ link: "", name: "" });
    await user.type(screen.getByRole("combobox"), "Anna");
    expect(person).toMatchObject({ link: "contact1", name: "Anna" });
  });

  it.each([
    ["Same Person", "contact1"],
    ["Somebody Else", "another"],
  ])("asks if a contact already has the typed value: %s", async (answer, link) => {
    const user = await type("Anna BERG");
    await user.tab();
    expect(await screen.findByText(/^Anna Berg is one of your contacts: Dover/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: answer }));
    expect(person.link).toBe(link);
    expect(screen.queryByText(/one of your contacts/)).toBeNull();
  });
});
