/** Names the people who changed fields of a record, for a user whose form shows an older version. */

export type Edit = {
  readonly savedAt: number;
  readonly fields: readonly string[];
  readonly name: string | null;
  readonly isSelf: boolean;
};

const nameOf = ({ name, isSelf }: Edit): string =>
  isSelf ? "you, in another window" : (name ?? "somebody else");

/** Finds the newest change of one of the fields. `edits` are sorted with the newest first. */
export function lastEditOf(
  edits: readonly Edit[],
  fields: readonly string[],
): { name: string; savedAt: number } | null {
  const edit = edits.find((candidate) => candidate.fields.some((field) => fields.includes(field)));
  return edit ? { name: nameOf(edit), savedAt: edit.savedAt } : null;
}

export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

const startSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The first word is capitalized for the start of a sentence. */
export function authorsOf(edits: readonly Edit[], groups: readonly { fields: readonly string[] }[]): string {
  const names = groups.map(({ fields }) => lastEditOf(edits, fields)?.name ?? "somebody else");
  return startSentence(joinWords([...new Set(names)]));
}
