/** Unsent text of forms and its restoration. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFormDraft, useValueDraft, type FormDraft } from "@/hooks/use-form-draft";
import { IdentityContext, type Identity } from "@/identity/identity-context";

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

function identityOf(email: string): Identity {
  const nothing = () => Promise.resolve();
  return {
    status: "signedIn",
    user: { name: email, email },
    signOut: nothing,
    endSession: nothing,
  };
}

type FormOptions = { email?: string; draftKey?: string | null; values?: { name: string; notes: string } };

/** `values` are the stored values of the edited record. */
function openForm({
  email = "ann@example.com",
  draftKey = "dog.new",
  values = { name: "", notes: "" },
}: FormOptions = {}) {
  const current: { draft?: FormDraft; isDirty?: boolean; base?: object } = {};
  function Form() {
    const form = useForm({ defaultValues: values });
    current.draft = useFormDraft(draftKey, form, (base) => (current.base = base));
    current.isDirty = form.formState.isDirty;
    return (
      <form>
        <input aria-label="Name" {...form.register("name")} />
        <input aria-label="Notes" {...form.register("notes")} />
      </form>
    );
  }
  const { unmount } = render(
    <IdentityContext value={identityOf(email)}>
      <Form />
    </IdentityContext>,
  );
  const draft = () => {
    if (!current.draft) throw new Error("The form has not rendered");
    return current.draft;
  };
  return { draft, isDirty: () => current.isDirty, base: () => current.base, unmount };
}

const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

describe("useFormDraft", () => {
  it("[GAP-AUTH-08] offers the unsent text after the form was lost, and restores it on request", () => {
    const lost = openForm();
    type("Name", "Bella");
    type("Notes", "Sweet bitch");
    lost.unmount();

    const form = openForm();
    expect(form.draft().hasDraft).toBe(true);
    expect(valueOf("Name")).toBe("");
    act(() => form.draft().restore());
    expect(valueOf("Name")).toBe("Bella");
    expect(valueOf("Notes")).toBe("Sweet bitch");
    expect(form.isDirty()).toBe(true);
    expect(form.draft().hasDraft).toBe(false);
  });

  it("keeps restored text until it is sent", () => {
    const lost = openForm();
    type("Name", "Bella");
    lost.unmount();
    const lostAgain = openForm();
    act(() => lostAgain.draft().restore());
    lostAgain.unmount();
    expect(openForm().draft().hasDraft).toBe(true);
  });

  it("[GAP-API-11] restores only typed fields, and reports the values that they had before the typing", () => {
    const lost = openForm({ draftKey: "dog.1", values: { name: "Bella", notes: "Calm" } });
    type("Notes", "Calm with cats");
    lost.unmount();
    const form = openForm({ draftKey: "dog.1", values: { name: "Bella of Oak", notes: "Wild" } });
    act(() => form.draft().restore());
    expect(valueOf("Name")).toBe("Bella of Oak");
    expect(valueOf("Notes")).toBe("Calm with cats");
    expect(form.base()).toEqual({ notes: "Calm" });
  });

  it("offers nothing after saving or canceling, or if nothing was typed", () => {
    const saved = openForm();
    type("Name", "Bella");
    act(() => saved.draft().discard());
    saved.unmount();
    openForm({ values: { name: "Rex", notes: "" } }).unmount();
    expect(openForm().draft().hasDraft).toBe(false);
  });

  it("offers a draft only to the person who typed it, and only in the same form", () => {
    const lost = openForm();
    type("Name", "Bella");
    lost.unmount();
    for (const other of [{ email: "bob@example.com" }, { draftKey: "dog.1" }, { draftKey: null }]) {
      const form = openForm(other);
      expect(form.draft().hasDraft).toBe(false);
      form.unmount();
    }
  });

  it("offers nothing after the user took the typed text back", () => {
    const form = openForm();
    type("Name", "Bella");
    type("Name", "");
    form.unmount();
    expect(openForm().draft().hasDraft).toBe(false);
  });

  it("ignores a damaged draft", () => {
    for (const damaged of ["{half", "[]", '{"values":{}}']) {
      sessionStorage.setItem("studbook.draft.ann@example.com.dog.new", damaged);
      const form = openForm();
      expect(form.draft().hasDraft).toBe(false);
      form.unmount();
    }
  });
});

const isTextList = (stored: unknown): stored is string[] => Array.isArray(stored);

/** A form with one object of values. */
function openList() {
  const current: { draft?: ReturnType<typeof useValueDraft<string[]>>; list?: string[] } = {};
  function List() {
    const [list, setList] = useState<string[]>([]);
    current.draft = useValueDraft("list", isTextList, setList);
    current.list = list;
    return null;
  }
  const { unmount } = render(
    <IdentityContext value={identityOf("ann@example.com")}>
      <List />
    </IdentityContext>,
  );
  const draft = () => {
    if (!current.draft) throw new Error("The form has not rendered");
    return current.draft;
  };
  return { draft, list: () => current.list, unmount };
}

describe("useValueDraft", () => {
  it("offers the newest unsent values after the form was lost, and restores them on request", () => {
    const lost = openList();
    act(() => lost.draft().keep(["Why"]));
    act(() => lost.draft().keep(["Why", "When"]));
    lost.unmount();
    const form = openList();
    expect([form.draft().hasDraft, form.list()]).toEqual([true, []]);
    act(() => form.draft().restore());
    expect([form.draft().hasDraft, form.list()]).toEqual([false, ["Why", "When"]]);
    form.unmount();
    expect(openList().draft().hasDraft).toBe(true);
  });

  it("offers nothing after saving, and ignores a damaged draft", () => {
    const saved = openList();
    act(() => saved.draft().keep(["Why"]));
    act(() => saved.draft().discard());
    saved.unmount();
    expect(openList().draft().hasDraft).toBe(false);
    for (const damaged of ["{half", "{}"]) {
      sessionStorage.setItem("studbook.draft.ann@example.com.list", damaged);
      expect(openList().draft().hasDraft).toBe(false);
    }
  });
});
