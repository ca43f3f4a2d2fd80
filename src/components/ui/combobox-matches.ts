/** The options of a combobox that match the typed text, exact matches first. */
import type { ReactNode } from "react";
import { foldForSearch, foldText, isSameText, searchStarts, searchWords } from "@domain/text/text";

export type ComboboxOption = {
  value: string;
  /** The text for screen readers. Without `content`, it is also the visible text. */
  label: string;
  /** The text in the field after the option is chosen. By default, this is the value. */
  text?: string;
  /** Further names by which the option is found. */
  alsoNamed?: readonly string[];
  content?: ReactNode;
  /** Whether the option is an action instead of a value, such as 'Add …'. */
  isAction?: boolean;
};

/** A lower number is a better match. */
const RANKS = { whole: 0, beginning: 1, words: 2, inside: 3 } as const;

type Rank = (typeof RANKS)[keyof typeof RANKS];

function rankOf(name: string, typed: string): Rank | null {
  if (isSameText(name, typed)) return RANKS.whole;
  const folded = foldText(name);
  if (searchStarts(typed).some((start) => folded.startsWith(start))) return RANKS.beginning;
  const found = foldForSearch(name);
  const words = found.split(/[^\p{L}\p{N}]+/u);
  if (searchWords(typed).every((wanted) => words.some((word) => word.startsWith(wanted)))) return RANKS.words;
  return found.includes(foldText(typed)) ? RANKS.inside : null;
}

/** The rank of the option's best name. Null if no name matches. */
function bestRank({ value, text = value, alsoNamed = [] }: ComboboxOption, typed: string): Rank | null {
  const ranks = [text, ...alsoNamed].map((name) => rankOf(name, typed)).filter((rank) => rank !== null);
  return ranks.length === 0 ? null : (Math.min(...ranks) as Rank); // the minimum of several ranks is a rank
}

export const isNamedBy = (option: ComboboxOption, typed: string): boolean =>
  option.isAction !== true && bestRank(option, typed) === RANKS.whole;

export const beginsWith = (option: ComboboxOption, typed: string): boolean => {
  const rank = bestRank(option, typed);
  return rank !== null && rank <= RANKS.beginning;
};

/** The best options are first and actions last. Without text, returns all options. */
export function matchOptions(options: readonly ComboboxOption[], typed: string): ComboboxOption[] {
  if (foldText(typed) === "") return [...options];
  const ranked = options.flatMap((option) => {
    const rank = option.isAction ? Infinity : bestRank(option, typed);
    return rank === null ? [] : [{ option, rank }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ option }) => option);
}

/** For options that the server found. */
export function exactFirst(options: readonly ComboboxOption[], typed: string): ComboboxOption[] {
  if (foldText(typed) === "") return [...options];
  return options.toSorted((a, b) => Number(isNamedBy(b, typed)) - Number(isNamedBy(a, typed)));
}
