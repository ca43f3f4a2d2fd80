/**
 * Which known dogs a name may mean that none has exactly: without its titles, its punctuation and the alphabet it is
 * written in, in another order, by its call name, or with a slip of the pen. Looked up by an index, so that a name is
 * compared with some hundred others and never with all 100,000. Pure.
 * Sources: the similarity is Winkler's (1990); the titles are those of the FCI, The Kennel Club, the AKC and the VDH.
 */
import anyAscii from "any-ascii";
import { jaroWinkler } from "@skyra/jaro-winkler";
import { foldText } from "../text/text";

/** Titles and marks that stand before or behind a name and are no part of it. */
const TITLES = new Set(
  (
    "ch gch gchb gchs gchg gchp int intl inter multi grand champion champ jch jr jun junior vet veteran " +
    "mbis bis biss rbis bisa ww jww eww euw vdh fci akc ukc ckc kc cib cibe cie afc fc nfc dc tc ft ftch wtch otch " +
    "cd cdx ud udx udt td tdx jh sh mh qaa wc wcx ra re rn rae na naj ax axj mx mach cgc cgca tkn tki tkp thd " +
    "sch schh vpg ipo igp bh ad zb kkl shcm shcex jw wt wtr sw dt dtch am can eng gb uk us usa aust nz ger " +
    "imp import nl be fr de it es pl cz dk se no fi"
  ).split(" "),
);

const BRACKETS = /[([{][^)\]}]{0,20}[)\]}]/gu;

const PLAIN = /^[\x20-\x7e]*$/;

/** The words of a name in Latin letters, in lower case. */
const wordsOf = (text: string): string[] =>
  foldText(PLAIN.test(text) ? text : anyAscii(text))
    .replace(/['’`.]/gu, "")
    .split(/[^a-z0-9]+/u)
    .filter(Boolean);

/** Leaves out the titles before and behind the words of a name; never all of it. */
function withoutTitles(words: readonly string[]): string[] {
  let from = 0;
  let to = words.length;
  const isTitle = (at: number) => TITLES.has(words[at] ?? "") || /^\d{2,4}$/.test(words[at] ?? "");
  while (to - from > 1 && isTitle(from)) from += 1;
  while (to - from > 1 && isTitle(to - 1)) to -= 1;
  return words.slice(from, to);
}

/** Letters that alphabets and ears exchange, so that Maks and Max, Dubovyy and Dubovy are one. */
const soundOf = (word: string): string =>
  word
    .replace(/ks|cks|chs/gu, "x")
    .replace(/ck|kh|ch|q/gu, "k")
    .replace(/ph/gu, "f")
    .replace(/[yj]/gu, "i")
    .replace(/w/gu, "v")
    .replace(/([a-z])\1+/gu, "$1");

const ROMAN_OR_NUMBER = /^(?:[ivx]+|\d+)$/u;

interface LooseName {
  /** The words as they sound, without titles. */
  readonly words: readonly string[];
  readonly key: string;
  /** The same in the order of the alphabet. */
  readonly sorted: string;
  /** The numbers among them, by which dogs of one name are told apart. */
  readonly numbers: string;
}

/** Takes from a name what does not tell dogs apart. */
export function looseName(name: string): LooseName {
  const plain = name.replace(BRACKETS, " ");
  const words = withoutTitles(wordsOf(plain.trim() === "" ? name : plain)).map(soundOf);
  const numbers = words.filter((word) => ROMAN_OR_NUMBER.test(word)).join(" ");
  return { words, key: words.join(" "), sorted: [...words].sort().join(" "), numbers };
}

/** Says whether two names are one but for titles, punctuation, order and alphabet. */
export const isLooselySame = (one: string, other: string): boolean =>
  looseName(one).sorted === looseName(other).sorted;

export interface Similar<T> {
  readonly entry: T;
  /** From 0 to 1; 1 is the same name but for titles, punctuation and alphabet. */
  readonly score: number;
}

/** Below this names are not alike. */
const LEAST_SCORE = 0.94;
const CALL_NAME_SCORE = 0.96;
const OTHER_ORDER_SCORE = 0.98;
const PART_SCORE = 0.95;

/** Names compared for one that is looked for, and dogs shown of them. */
const COMPARED = 400;
const SHOWN = 5;

/** Dogs that one word may have to still tell them apart. */
const RARE_WORD = 12;

/** Names to be found again by what is left of them. */
export class NameIndex<T> {
  private readonly entries: { entry: T; loose: LooseName }[] = [];
  private readonly posts = new Map<string, number[]>();

  /** Adds a dog under its name and its call name. */
  add(entry: T, name: string, callName?: string): void {
    const loose = looseName(name);
    if (loose.key === "") return;
    const at = this.entries.push({ entry, loose }) - 1;
    for (const key of keysOf(loose)) this.post(key, at);
    const call = callName === undefined ? "" : looseName(callName).key;
    if (call !== "") this.post(`call ${call}`, at);
  }

  private post(key: string, at: number): void {
    const list = this.posts.get(key);
    if (!list) this.posts.set(key, [at]);
    else if (list.length < COMPARED) list.push(at);
  }

  /** Lists the dogs that a name may mean, the likeliest first. */
  find(name: string): Similar<T>[] {
    const loose = looseName(name);
    if (loose.key === "") return [];
    const found = new Map<number, number>();
    const note = (at: number, score: number) => {
      if (score >= LEAST_SCORE && score > (found.get(at) ?? 0)) found.set(at, score);
    };
    for (const at of this.posts.get(`call ${loose.key}`) ?? []) note(at, CALL_NAME_SCORE);
    let compared = 0;
    for (const key of keysOf(loose)) {
      for (const at of this.posts.get(key) ?? []) {
        if (compared >= COMPARED) break;
        compared += 1;
        const other = this.entries[at]?.loose;
        if (other) note(at, this.score(loose, other));
      }
    }
    return [...found]
      .sort(([, a], [, b]) => b - a)
      .slice(0, SHOWN)
      .flatMap(([at, score]) => {
        const entry = this.entries[at]?.entry;
        return entry === undefined ? [] : [{ entry, score }];
      });
  }

  private score(one: LooseName, other: LooseName): number {
    if (one.key === other.key) return 1;
    if (one.numbers !== other.numbers) return 0;
    if (one.sorted === other.sorted) return OTHER_ORDER_SCORE;
    if (this.isPart(one.words, other.words) || this.isPart(other.words, one.words)) return PART_SCORE;
    return this.slipScore(one.words, other.words);
  }

  /** Whether a name is a rare part of a longer one, as Max is of Oakhill Max where there is one Max. */
  private isPart(part: readonly string[], whole: readonly string[]): boolean {
    if (part.length >= whole.length || !part.every((word) => whole.includes(word))) return false;
    return part.some((word) => (this.posts.get(`word ${word}`)?.length ?? 0) <= RARE_WORD);
  }

  /** Names alike but for a slip in words that are long enough for one. */
  private slipScore(one: readonly string[], other: readonly string[]): number {
    if (one.length !== other.length) return 0;
    const differing = one.flatMap((word, at) =>
      word === other[at] ? [] : [[word, other[at] ?? ""] as const],
    );
    if (differing.length !== 1) return 0;
    const [first = "", second = ""] = differing[0] ?? [];
    // May and Max are two dogs; Sunflower and Sunflowr are one.
    return Math.min(first.length, second.length) < 4 ? 0 : jaroWinkler(first, second);
  }
}

/** The keys under which a name is found: each word, and each word with the beginning of another. */
function keysOf({ words }: LooseName): Set<string> {
  const keys = new Set<string>();
  for (const [at, word] of words.entries()) {
    for (const [other, beside] of words.entries()) {
      if (other !== at) keys.add(`${word} ${beside.slice(0, 2)}`);
    }
  }
  // One word alone has no other beside it, and may have a slip itself.
  const [only = ""] = words;
  if (words.length === 1) keys.add(`begin ${only.slice(0, 3)}`);
  for (const word of words) keys.add(`word ${word}`);
  return keys;
}
