/** The title of a note that was typed as one text. */

/** Letters of a title that is cut out of a longer text. */
const TITLE_LENGTH = 60;

/** Takes the first line, or its beginning up to a whole word. */
export function titleOfNote(text: string): string {
  const line = text.trim().split("\n", 1)[0]?.trim() ?? "";
  if (line.length <= TITLE_LENGTH) return line;
  const cut = line.slice(0, TITLE_LENGTH);
  const end = cut.lastIndexOf(" ");
  return `${(end > 0 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
