/**
 * Orders of a packed pedigree: dogs with all their ancestors, parents first, and who descends from whom. Each is one
 * pass without recursion, so that a line of thousands of generations is as good as any.
 */
import { UNKNOWN, type Links } from "./packed";

const OPEN = 1;
const LISTED = 2;

/**
 * Lists dogs and all their ancestors so that parents come before their offspring. A parent through whom a dog would be
 * its own ancestor, as a reading between two changes may show, comes after it.
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

/** Lists the dogs that descend from some, without these, offspring before their own offspring. */
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
