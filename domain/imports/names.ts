/**
 * Finds the known dogs that a name may mean if no dog has exactly this name: without titles, punctuation and
 * alphabet, in another order, by the call name, or with a typing error. An index limits the comparisons to about a
 * hundred names instead of all 100,000. Sources: the similarity is Winkler's (1990); the titles are those of the
 * FCI, The Kennel Club, the AKC and the VDH.
 */
import anyAscii from "any-ascii";
import { jaroWinkler } from "@skyra/jaro-winkler";
import { foldText, writeAsTwo } from "../text/text";
import { isAlikeNumber, withoutNumbers } from "./read-values";

/** These words before or after a name do not belong to the name. */
const TITLES = new Set(
  (
    "ch gch gchb gchs gchg gchp int intl inter multi grand champion champ jch vch jr jun junior vet veteran " +
    "mbis bis biss rbis bisa bos bob ww jww eww euw ew jew vdh fci akc ukc ckc kc cib cibe cibp cibj cie cac cacib " +
    "afc fc nfc dc tc ft ftch wtch otch cd cdx ud udx udt td tdx jh sh mh qaa wc wcx ra re rn rae na naj ax axj mx " +
    "mach cgc cgca tkn tki tkp thd sch schh vpg ipo igp fh fpr bh ad zb kkl zr shcm shcex jw jv wt wtr sw dt dtch " +
    "bvw bvjw bvsg bsg bjsg wsg jwsg esg ejsg jsg csg cjsg nordw nordv nordjw nordjv nordvw nordvv " +
    "weltsieger europasieger bundessieger clubsieger jugendsieger"
  ).split(" "),
);

/** Countries in titles. No grade comes after a country. */
const COUNTRIES = new Set(
  (
    "am can eng gb uk us usa aust nz ger imp import nl be fr de it es pl cz dk se no fi at lux hu sk ee lt lv " +
    "vdhch kfch"
  ).split(" "),
);

/** A title in one word with a count before it or a grade or year after it: 3xbis, ipo3, jw13. */
const GRADED = /^(?:\d{1,2}x)?([a-z]+?)(?:x?[1-4]|\d{2}|(?:19|20)\d{2})?$/u;

/** The title of a show's winner with a year: bvw18, nordjv17, sew2019. */
const WINNER = /^[a-z]{1,6}[vw](?:\d{2}|(?:19|20)\d{2})$/u;

/** A separate word after a title: its grade or count. */
const GRADE = /^(?:[1-4]|x\d{1,2}|i{1,3})$/u;
const COUNT = /^(?:\d{1,2}x|x\d{1,2})$/u;

/** Titles with a grade, which can be anywhere after the title. In 'CH 4 Ever Young' the name is '4 Ever Young'. */
const TRIALS = new Set("sch schh vpg ipo igp fh fpr bh jh sh mh".split(" "));

const WON =
  /(?<!\p{L})(?:(?:world|european?|euro|nordic|crufts|club|national|junior|veteran)\s+)+(?:winner|champion|champ|ch)(?!\p{L})/gu;

/** Results of X-rays and eye tests. */
const HEALTH =
  /(?<=\s)(?:hd|ed|ocd|pl|pra)[\s:=/-]*(?:(?:[a-e][12]?|0|i{1,3}|frei|free|fri|normal|clear)(?:\s?[/-]\s?(?:[a-e][12]?|0))?)(?![\p{L}\d])/gu;

const BRACKETS = /[([{][^)\]}]{0,20}[)\]}]/gu;

const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Words between a dog's own name and the name of its kennel, in German, Dutch, French, Spanish, Italian, Polish,
 * Nordic languages and English.
 */
const PARTICLES = new Set(
  (
    "v vd vh vt vom von van vande vander zu zum zur aus auf am im der dem den die das het t te ter ten " +
    "de du des d la le les l del della dello di da do dos el of off from the av af fra fran pa z ze od na u iz"
  ).split(" "),
);

/**
 * 'v. d. Höhe', 'v/d Höhe' and 'v.d.Höhe' have the same particles. This also applies to 'v.h.', "v/t" and "v. 't".
 */
const SHORT_PARTICLES = /(?<!\p{L})v(?:\.\s?|\/|\s)?['’‘`´]?([dht])(?!\p{L})[./]?/giu;
const SHORT_PARTICLE = /(?<!\p{L})v\.\s?/giu;

/**
 * Articles after an abbreviated 'von' or 'van'. They show that the v is not a Roman five: 'v. der Au', 'v het
 * Veld'.
 */
const AFTER_SHORT = new Set("der den dem de het ter ten".split(" "));

/**
 * The Roman five before a Romance kennel name. In 'Ajax V de la Vega', the V is upper case and the following words
 * are lower case.
 */
const FIFTH = /(?<=\p{L}\s)V(?=\s+de\s)/gu;

function wordsOf(text: string): string[] {
  const parted = text.replace(SHORT_PARTICLES, " v$1 ").replace(SHORT_PARTICLE, " v ");
  return foldText(PLAIN.test(parted) ? parted : anyAscii(parted))
    .replace(/['’`.]/gu, "")
    .split(/[^a-z0-9]+/u)
    .filter(Boolean);
}

const YEAR = /^(?:19|20)\d\d$/u;
const YEAR_WON = /^\d{2}(?:\d{2})?$/u;

/** This also removes counts, grades and years of titles, but never the whole name. */
function withoutTitles(words: readonly string[]): string[] {
  let from = 0;
  let to = words.length;
  const isGraded = (at: number) => TITLES.has(GRADED.exec(words[at] ?? "")?.[1] ?? "");
  const isTitle = (at: number) =>
    isGraded(at) || COUNTRIES.has(words[at] ?? "") || WINNER.test(words[at] ?? "");
  const isOfTitle = (at: number) =>
    isTitle(at) ||
    (YEAR_WON.test(words[at] ?? "") && isTitle(at - 1)) ||
    (GRADE.test(words[at] ?? "") && (at > from ? isGraded(at - 1) : TRIALS.has(words[at - 1] ?? ""))) ||
    ((YEAR.test(words[at] ?? "") || COUNT.test(words[at] ?? "")) && isTitle(at + 1));
  while (to - from > 1 && isOfTitle(from)) from += 1;
  while (to - from > 1 && isOfTitle(to - 1)) to -= 1;
  return words.slice(from, to);
}

/**
 * Replaces letters that differ between alphabets and pronunciations, so that Maks equals Max, and Dubovyy equals
 * Dubovy.
 */
const soundOf = (word: string): string =>
  word
    .replace(/ks|cks|chs/gu, "x")
    .replace(/ck|kh|ch|q/gu, "k")
    .replace(/ph/gu, "f")
    .replace(/[yj]/gu, "i")
    .replace(/w/gu, "v")
    .replace(/([a-z])\1+/gu, "$1");

/** The same replacements for names in which ä, ö and ü lost their dots. */
const plainSoundOf = (word: string): string => soundOf(word.replace(/([aou])e/gu, "$1"));

const ROMAN = /^(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})$/u;
const ROMAN_DIGITS: Record<string, number> = { i: 1, v: 5, x: 10 };

function romanValue(word: string): number {
  const digits = [...word].map((letter) => ROMAN_DIGITS[letter] ?? 0);
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
}

const ORDINALS = new Map([
  ["first", "1"],
  ["second", "2"],
  ["third", "3"],
  ["fourth", "4"],
  ["fifth", "5"],
]);

/**
 * Converts Roman and zero-filled numbers to plain digits: III and 003 to 3. A V between two names is short for
 * 'von'.
 */
function withDigits(words: readonly string[]): string[] {
  return words.map((word, at) => {
    const next = words[at + 1];
    const isArticle = next !== undefined && AFTER_SHORT.has(next);
    const isParticle = word === "v" && (isArticle || (at > 0 && next !== undefined && !PARTICLES.has(next)));
    if (ROMAN.test(word) && !isParticle) return String(romanValue(word));
    if (words[at - 1] === "the" && ORDINALS.has(word)) return ORDINALS.get(word) ?? word;
    return word
      .replace(/^(\d+)(?:st|nd|rd|th)$/u, "$1")
      .replace(/\d+/gu, (digits) => digits.replace(/^0+(?=\d)/u, ""));
  });
}

const nameWords = (name: string): string[] => withDigits(withoutTitles(wordsOf(name)));

interface LooseName {
  readonly words: readonly string[];
  readonly key: string;
  /** The words by sound in alphabetical order. */
  readonly sorted: string;
  readonly numbers: string;
  /** Words that are abbreviated with a point. */
  readonly cut: ReadonlySet<string>;
  /** These numbers were written beside the name. */
  readonly beside: readonly string[];
  readonly particles: string;
  readonly spellings: readonly string[];
}

export function looseName(name: string): LooseName {
  const { rest, numbers: beside } = withoutNumbers(name);
  const unbracketed = rest.replace(BRACKETS, " ");
  const plain = (unbracketed.trim() === "" ? rest : unbracketed)
    .replace(FIFTH, "5")
    .normalize("NFC")
    .toLowerCase()
    .replace(HEALTH, " ")
    .replace(WON, " ww ")
    .replace(/bh\s?\/\s?vt/gu, "bh")
    .replace(/(?<=(?<!\p{L})[a-z]{1,6}[vw])['’-](?=\d{2}(?:\d{2})?(?!\d))/gu, "")
    .replace(/(?<=\d)\s?[x×]\s?(?=\p{L})/gu, "x ")
    .replace(/(?<=\s)[x×]\s+(?=\d{1,2}(?!\d))/gu, "x");
  const named = nameWords(plain);
  const inFull = writeAsTwo(plain);
  const spelled = inFull === plain ? [named] : [named, nameWords(inFull)];
  const own = named.filter((word) => !PARTICLES.has(word));
  const words = (own.length > 0 ? own : named).map(plainSoundOf);
  return {
    words,
    key: words.join(" "),
    sorted: [...words].sort().join(" "),
    numbers: words.flatMap((word) => word.match(/\d+/gu) ?? []).join(" "),
    beside,
    cut: new Set(
      [...plain.matchAll(/(?<!\p{L})(\p{L}{1,8})\.(?=\s)/gu)].flatMap(([, word = ""]) =>
        wordsOf(word).map(plainSoundOf),
      ),
    ),
    particles: named.filter((word) => PARTICLES.has(word)).join(" "),
    spellings: spelled.map((each) => each.map(soundOf).join(" ")),
  };
}

/** Ignores titles, punctuation, particles, order and alphabet. */
export const isLooselySame = (one: string, other: string): boolean =>
  looseName(one).sorted === looseName(other).sorted;

export interface Similar<T> {
  readonly entry: T;
  /** From 0 to 1. 1 is the same name without titles, punctuation and alphabet. */
  readonly score: number;
}

/** Below this score, names are not similar. */
const LEAST_SCORE = 0.94;
const CALL_NAME_SCORE = 0.96;
const OTHER_ORDER_SCORE = 0.98;
const SHORT_PARTICLE_SCORE = 0.99;
/** Below this score, names are similar but uncertain. */
const DOUBTFUL_SCORE = 0.97;
const PART_SCORE = 0.95;

/** One name is compared with at most this many names. */
const COMPARED = 400;
const SHOWN = 5;

/** The limit applies to all names of a file together. Afterwards, only names with the same words are found. */
const MOST_COMPARISONS = 2_000_000;

/** A word is distinctive if at most this many dogs have it in their name. */
const RARE_WORD = 12;

export class NameIndex<T> {
  private readonly entries: { entry: T; loose: LooseName }[] = [];
  private readonly posts = new Map<string, number[]>();
  private comparisons = 0;

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

  /** When the limit of comparisons is reached, names with typing errors are no longer found. */
  get isTired(): boolean {
    return this.comparisons > MOST_COMPARISONS;
  }

  /** The most likely dog is first. */
  find(name: string): Similar<T>[] {
    return this.findBy(looseName(name), keysOf);
  }

  /** Ignores titles, punctuation, particles, order and alphabet. */
  findSame(name: string): Similar<T>[] {
    return this.findBy(looseName(name), ({ sorted }) => [sameKey(sorted)]);
  }

  private findBy(loose: LooseName, keys: (loose: LooseName) => Iterable<string>): Similar<T>[] {
    if (loose.key === "") return [];
    const found = new Map<number, number>();
    const note = (at: number, score: number) => {
      if (score >= LEAST_SCORE && score > (found.get(at) ?? 0)) found.set(at, score);
    };
    for (const at of this.posts.get(`call ${loose.key}`) ?? []) note(at, CALL_NAME_SCORE);
    let compared = 0;
    for (const key of keys(loose)) {
      for (const at of this.posts.get(key) ?? []) {
        if (compared >= COMPARED) break;
        compared += 1;
        const other = this.entries[at]?.loose;
        if (other) note(at, this.score(loose, other));
      }
    }
    this.comparisons += compared;
    return [...found]
      .sort(([, a], [, b]) => b - a)
      .slice(0, SHOWN)
      .flatMap(([at, score]) => {
        const entry = this.entries[at]?.entry;
        return entry === undefined ? [] : [{ entry, score }];
      });
  }

  private score(one: LooseName, other: LooseName): number {
    const isOfOthers =
      one.beside.length > 0 &&
      other.beside.length > 0 &&
      !one.beside.some((number) => other.beside.some((each) => isAlikeNumber(number, each)));
    if (isOfOthers) return one.words.length > 1 ? Math.min(this.scoreOfWords(one, other), DOUBTFUL_SCORE) : 0;
    const score = this.scoreOfWords(one, other);
    if (one.numbers === other.numbers) return score;
    // 'AJAX V DE LA VEGA' may mean 'van de la Vega', or the fifth dog with that name.
    if ([one, other].some(({ particles }) => /\bv de\b/u.test(particles)))
      if ([one, other].some(({ numbers }) => numbers === "5"))
        return withoutFifth(one) === withoutFifth(other) ? DOUBTFUL_SCORE : 0;
    // The first dog with a name often has no number, and a number may be the year of a title.
    const numbers = [one.numbers, other.numbers].sort();
    return numbers[0] === "" && /^(?:1|(?:19|20)\d\d)$/u.test(numbers[1] ?? "")
      ? Math.min(score, DOUBTFUL_SCORE)
      : 0;
  }

  private scoreOfWords(one: LooseName, other: LooseName): number {
    if (one.spellings.some((spelling) => other.spellings.includes(spelling))) return 1;
    const isShort = [one, other].some(({ particles }) => SHORT.test(particles));
    if (one.sorted === other.sorted) {
      if (one.particles !== other.particles) {
        return isShort && bothFrom(one, other) ? SHORT_PARTICLE_SCORE : DOUBTFUL_SCORE;
      }
      return one.key === other.key ? DOUBTFUL_SCORE : OTHER_ORDER_SCORE;
    }
    if (this.isPart(one.words, other.words) || this.isPart(other.words, one.words)) return PART_SCORE;
    return this.isCut(one, other) ? DOUBTFUL_SCORE : this.slipScore(one.words, other.words);
  }

  /**
   * Says whether all words of a name occur in a longer name, and few dogs have one of these words in their names:
   * Max in Oakhill Max, if Max is a rare name.
   */
  private isPart(part: readonly string[], whole: readonly string[]): boolean {
    if (part.length >= whole.length || !part.every((word) => whole.includes(word))) return false;
    return part.some((word) => (this.posts.get(`word ${word}`)?.length ?? 0) <= RARE_WORD);
  }

  /** Words may be shortened, as in 'Rex v. d. Sch. Aussicht'. */
  private isCut(one: LooseName, other: LooseName): boolean {
    if ((one.cut.size === 0 && other.cut.size === 0) || one.words.length !== other.words.length) return false;
    return one.words.every((word, at) => {
      const beside = other.words[at] ?? "";
      if (word === beside || (one.cut.has(word) && beside.startsWith(word))) return true;
      return other.cut.has(beside) && word.startsWith(beside);
    });
  }

  /** Compares names that differ only by a typing error in sufficiently long words. */
  private slipScore(one: readonly string[], other: readonly string[]): number {
    if (one.length !== other.length) return 0;
    const differing = one.flatMap((word, at) =>
      word === other[at] ? [] : [[word, other[at] ?? ""] as const],
    );
    if (differing.length !== 1) return 0;
    const [first = "", second = ""] = differing[0] ?? [];
    // May and Max are two dogs, but Sunflower and Sunflowr are the same.
    return Math.min(first.length, second.length) < 4 ? 0 : jaroWinkler(first, second);
  }
}

const SHORT = /\bv[dht]?\b/u;

const withoutFifth = ({ words }: LooseName): string => words.filter((word) => word !== "5").join(" ");

/** Says whether the particles of both names are forms of 'von' or 'van'. */
const bothFrom = (one: LooseName, other: LooseName): boolean =>
  [one, other].every(({ particles }) => particles.startsWith("v"));

const sameKey = (sorted: string): string => `same ${sorted}`;

/** The index keys of a name: all words, each word, and each word with the start of another word. */
function keysOf({ words, sorted }: LooseName): Set<string> {
  const keys = new Set([sameKey(sorted)]);
  for (const [at, word] of words.entries()) {
    for (const [other, beside] of words.entries()) {
      if (other !== at) keys.add(`${word} ${beside.slice(0, 2)}`);
    }
  }
  // A single word has no other word beside it, and may itself contain the error.
  const [only = ""] = words;
  if (words.length === 1) keys.add(`begin ${only.slice(0, 3)}`);
  for (const word of words) keys.add(`word ${word}`);
  return keys;
}
