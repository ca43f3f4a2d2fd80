/**
 * The log text of a failed call: its message without values that were passed or stored, and of limited length. The
 * messages of validators (values/validators.ts) contain values in these places: on separate lines, between
 * backticks, or as an id between quotes.
 */

/** For one message or line. */
const MAX_LENGTH = 4000;

const VALUE_LINES = ["Value: ", "Object: "];
const NOT_LITERAL = "` does not match literal validator ";
const FOUND_ID = 'Found ID "';

function lineWithoutValue(line: string): string {
  const label = VALUE_LINES.find((start) => line.startsWith(start));
  if (label !== undefined) return `${label}…`;
  const end = line.lastIndexOf(NOT_LITERAL);
  if (end >= 0) return `${line.slice(0, line.indexOf("`"))}\`…${line.slice(end)}`;
  const id = line.indexOf(FOUND_ID) + FOUND_ID.length;
  return id < FOUND_ID.length ? line : `${line.slice(0, id)}…${line.slice(line.indexOf('"', id))}`;
}

export const cutForLog = (text: string): string =>
  text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)`;

export const withoutValues = (message: string): string =>
  cutForLog(message.split("\n").map(lineWithoutValue).join("\n"));
