/**
 * The field for a person's name. While the user types, it finds the kennel's contacts by name, email or phone. A
 * chosen contact fills in the other fields. A name that matches no contact becomes a new contact when the record is
 * saved. If a contact with the typed name exists, the user says whether it is the same person. Until then, the
 * record stores the name only as text.
 */
import { useState, type ComponentProps } from "react";
import type { FunctionReturnType } from "convex/server";
import { useFormContext, useWatch, type FieldValues } from "react-hook-form";
import { LineControl, type Control, type ControlProps } from "@/components/record-form/record-field";
import { Combobox, type ComboboxOption } from "@/components/ui/combobox";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { useKennel } from "@/hooks/use-kennel";
import { useLastData } from "@/hooks/use-last";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { ANOTHER_CONTACT, copiedFrom, NEW_CONTACT, type Copies, type Place } from "@domain/contacts/naming";
import { formatDay } from "@domain/formatting/formatting";
import { foldText } from "@domain/text/text";

type Suggestion = FunctionReturnType<typeof api.contacts.contacts.suggest>[number];

const SEARCH_DELAY_MS = 200;

const DEALINGS = {
  bred: "bred",
  sold: "sold you",
  owns: "owns",
  bought: "bought",
  reserved: "reserved",
  applied: "applied",
} as const satisfies Record<NonNullable<Suggestion["dealing"]>["kind"], string>;

/** Distinguishes contacts with the same name: 'Dover · bought Juno, Mar 5, 2025'. */
function detailOf({ town, dealing, email, phone }: Suggestion): string {
  const last =
    dealing &&
    `${[DEALINGS[dealing.kind], dealing.what].filter(Boolean).join(" ")}, ${formatDay(dealing.day)}`;
  return [town, last].filter(Boolean).join(" · ") || (email ?? phone ?? "");
}

function toOption(suggestion: Suggestion): ComboboxOption {
  const { _id, name, email, phone } = suggestion;
  const detail = detailOf(suggestion);
  return {
    value: _id,
    label: [name, detail].filter(Boolean).join(", "),
    text: name,
    alsoNamed: [email, phone].filter((each) => each !== null),
    content: (
      <>
        <span className="block font-semibold break-words">{name}</span>
        <span className="block truncate text-sm text-muted-foreground">{detail}</span>
      </>
    ),
  };
}

/** A person who was only typed has no more than a name. */
export type Person = { readonly link: string } & Copies;

type ContactFieldProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  name: string;
  /** A contact's id, the request for a new contact, or empty. */
  link: string;
  onPerson: (person: Person) => void;
};

export function ContactField({ name, link, onPerson, ...props }: ContactFieldProps) {
  const { kennelId } = useKennel();
  const [begun] = useState({ name, link });
  const [search, setSearch] = useState<string | null>(null);
  const isNew = link === NEW_CONTACT;
  const wanted = (search ?? (isNew ? name : "")).trim();
  const settled = useDebouncedValue(wanted, SEARCH_DELAY_MS);
  const isAsked = settled !== "" && wanted !== "";
  const result = useLiveQuery(
    api.contacts.contacts.suggest,
    isAsked ? { kennelId, search: settled } : "skip",
  );
  const found = useLastData(result, isAsked) ?? [];
  const namesake =
    isNew && settled === wanted ? found.find((each) => foldText(each.name) === foldText(name)) : undefined;
  const choose = ({ _id, ...person }: Suggestion) => onPerson({ ...person, link: _id });
  const type = (typed: string) => {
    // If the text is the same as when the form opened, the field means the same person.
    const isBack = typed === begun.name;
    const wish = typed.trim() === "" ? "" : NEW_CONTACT;
    onPerson({ link: isBack ? begun.link : wish, name: typed });
  };
  return (
    <>
      <Combobox
        {...props}
        text={name}
        selectedValue={link}
        onText={type}
        onSearch={setSearch}
        isFirstActive
        isLoading={isAsked && (settled !== wanted || result.status === "loading")}
        options={isAsked ? found.map(toOption) : []}
        onSelect={({ value }) => {
          const chosen = found.find(({ _id }) => _id === value);
          if (chosen) choose(chosen);
        }}
      />
      {namesake && search === null ? (
        <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm">
          <span>
            {[`${namesake.name} is one of your contacts`, detailOf(namesake)].filter(Boolean).join(": ")}.
          </span>
          <AnswerButton onClick={() => choose(namesake)}>Same Person</AnswerButton>
          <AnswerButton onClick={() => onPerson({ link: ANOTHER_CONTACT, name })}>Somebody Else</AnswerButton>
        </p>
      ) : null}
    </>
  );
}

const AnswerButton = (props: ComponentProps<"button">) => (
  <button
    type="button"
    className="min-h-8 font-semibold underline underline-offset-4 pointer-coarse:min-h-11"
    {...props}
  />
);

/** Choosing a contact fills in the form's other fields of that person. */
export const contactControl = (place: Place): Control =>
  function ContactControl(props) {
    const { hasRight } = useKennel();
    return hasRight("finances", "write") ? (
      <NameControl place={place} {...props} />
    ) : (
      <LineControl {...props} />
    );
  };

function NameControl({
  place,
  described,
  value,
  onValue,
  onBlur,
  inputRef,
  ...given
}: ControlProps & { place: Place }) {
  const { setValue, clearErrors } = useFormContext<FieldValues>();
  const link: unknown = useWatch({ name: place.link });
  const { autoFocus, placeholder } = given;
  const take = ({ link: chosen, ...person }: Person) => {
    const { [place.copies.name]: name, ...others } = copiedFrom(place, person);
    onValue(name ?? "");
    setValue(place.link, chosen, { shouldDirty: true });
    // A typed name does not change the fields beside it.
    if (!("phone" in person)) return;
    for (const [field, text] of Object.entries(others)) {
      setValue(field, text ?? "", { shouldDirty: true });
      clearErrors(field);
    }
  };
  return (
    <ContactField
      {...described}
      {...(autoFocus !== undefined && { autoFocus })}
      {...(placeholder !== undefined && { placeholder })}
      ref={inputRef}
      name={value}
      link={typeof link === "string" ? link : ""}
      onPerson={take}
      onBlur={onBlur}
    />
  );
}
