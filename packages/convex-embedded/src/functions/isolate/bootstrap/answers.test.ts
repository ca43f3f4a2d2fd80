/** Tests the memory limit for decoded documents of a context. */
import vm from "node:vm";
import { expect, it } from "vitest";
import { installAnswers, type Answers } from "./answers.js";

const MAX_LENGTH = 4000;
const MAX_TEXT_LENGTH = 1000;

/** The decoder runs in a separate context. It returns the same object while the document is cached. */
function decoderWith(overhead: number): (text: string) => unknown {
  const context = vm.createContext({});
  const source = `(() => { const __name = (value) => value; return (${installAnswers.toString()}); })()`;
  const install = vm.runInContext(source, context) as typeof installAnswers; // This is the same function in that context.
  const answers: Answers = install(MAX_LENGTH, overhead, MAX_TEXT_LENGTH);
  const parse = vm.runInContext("JSON.parse", context) as (text: string) => unknown;
  return (text) => parse(answers.document(text));
}

/** The newest documents are decoded again first. */
function countKept(overhead: number, texts: readonly string[]): number {
  const decode = decoderWith(overhead);
  const first = texts.map(decode);
  let kept = 0;
  for (let at = texts.length - 1; at >= 0 && decode(texts[at] ?? "") === first[at]; at -= 1) kept += 1;
  return kept;
}

const documents = (count: number, padding: string): string[] =>
  Array.from({ length: count }, (_, index) => `{"n":${1000 + index},"text":"${padding}"}`);

it("many small documents are limited by the cost of each, although their texts are short", () => {
  const small = documents(100, "");
  expect(countKept(0, small)).toBe(100);
  const kept = countKept(400, small);
  expect(kept).toBeGreaterThanOrEqual(MAX_LENGTH / 400 - 2);
  expect(kept).toBeLessThanOrEqual((2 * MAX_LENGTH) / 400);
});

it("large documents are limited by their texts, and a too large document is not cached", () => {
  const kept = countKept(0, documents(50, "x".repeat(400)));
  expect(kept).toBeGreaterThanOrEqual(MAX_LENGTH / 425 - 2);
  expect(kept).toBeLessThanOrEqual((2 * MAX_LENGTH) / 400);
  expect(countKept(0, documents(1, "x".repeat(MAX_TEXT_LENGTH)))).toBe(0);
});
