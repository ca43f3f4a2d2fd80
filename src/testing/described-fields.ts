/**
 * Finds described fields that a form or a page lacks. Each field must have a control with its heading, and each
 * value must be visible.
 */
import { cleanup, screen } from "@testing-library/react";
import type { Field, Fields } from "@domain/records/fields";
import { headingOf, namesOf } from "@domain/records/record";

/** The label of a control may have a unit or a remark after the heading. */
export const missingControls = (fields: Fields): string[] =>
  namesOf(fields).filter((name) => {
    const heading = headingOf(fields[name] as Field).toLowerCase();
    const isOf = (label: string) => label.toLowerCase().startsWith(heading);
    return (
      screen.queryAllByLabelText(isOf).length + screen.queryAllByRole("group", { name: isOf }).length === 0
    );
  });

function sampleOf(field: Field): string | number | boolean | readonly string[] {
  switch (field.type) {
    case "choice":
      return field.choices.at(-1) ?? "";
    case "list":
      return field.choices;
    case "flag":
      return true;
    case "cents":
    case "number":
      return 17;
    case "instant":
      return Date.parse("2025-03-05T03:20:00Z");
    case "day":
      return "2025-03-07";
    default:
      return `A ${field.label}`;
  }
}

/** Finds fields whose value does not change the text of a page. */
export function unseenFields(
  fields: Fields,
  show: (values: Readonly<Record<string, unknown>>) => void,
): string[] {
  const wordsOf = (values: Readonly<Record<string, unknown>>): string => {
    show(values);
    const labels = [...document.querySelectorAll("[aria-label]")].map((each) =>
      each.getAttribute("aria-label"),
    );
    const words = [document.body.textContent, ...labels].join("\n");
    cleanup();
    return words;
  };
  const empty = wordsOf({});
  return namesOf(fields).filter((name) => wordsOf({ [name]: sampleOf(fields[name] as Field) }) === empty);
}
