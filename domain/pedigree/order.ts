/**
 * Orders of a packed pedigree: dogs with all their ancestors, parents first; and the descendants of dogs. Each
 * order needs one pass without recursion, so lines of thousands of generations cause no problem.
 */
import { UNKNOWN, type Links } from "./packed";

const OPEN = 1;
const LISTED = 2;

/**
 * The order contains the given dogs. If a change of the pedigree makes a dog its own ancestor, the parent that
 * causes the circle comes after the dog.
 */
export function parentsFirst({ sires, dams }: Links, starts: Iterable<number>): Int32Array {
  const state = new Uint8Array(sires.length);
  const ordered = new Int32Array(sires.length);
  let count = 0;
  const stack: number[] = [];
  const wait = (place: number) => {
    if (place !== UNKNOWN && state[place] === 0) stack.push(place);
  };
  for (const start of starts) {
    wait(start);
    for (let place = stack.at(-1); place !== undefined; place = stack.at(-1)) {
      if (state[place] === 0) {
        state[place] = OPEN;
        wait(sires[place] ?? UNKNOWN);
        wait(dams[place] ?? UNKNOWN);
        continue;
      }
      stack.pop();
      if (state[place] === LISTED) continue;
      state[place] = LISTED;
      ordered[count] = place;
      count += 1;
    }
  }
  return ordered.subarray(0, count);
}

/** The given dogs are left out. Parents come before their offspring. */
export function descendantsOf({ sires, dams }: Links, of: Iterable<number>): number[] {
  const isOf = new Uint8Array(sires.length);
  for (const place of of) isOf[place] = LISTED;
  const descendants: number[] = [];
  for (const place of parentsFirst({ sires, dams }, sires.keys())) {
    if (isOf[place] !== 0) continue;
    const [sire, dam] = [sires[place] ?? UNKNOWN, dams[place] ?? UNKNOWN];
    if (!isOf[sire] && !isOf[dam]) continue;
    isOf[place] = OPEN;
    descendants.push(place);
  }
  return descendants;
}
