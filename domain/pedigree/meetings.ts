/**
 * Finds where the lines of two dogs first meet. Wright (1922, Am. Nat. 56:330-338) counts a pair of lines to a
 * common ancestor only if they share no other dog. Pairs that have already met in one of the ancestor's descendants
 * are therefore subtracted from all pairs that end in the ancestor.
 */
import { ascend, type Lineage, type Ranks } from "./lineage";
import type { Pedigree } from "./pedigree";

/** The steps on each side, and the total weight of all pairs of lines with these lengths. */
interface Meeting<Id> {
  readonly ancestorId: Id;
  readonly stepsA: number;
  readonly stepsB: number;
  readonly weight: number;
}

/** The indexes are the numbers of steps on both sides. */
type Grid = number[][];

/** A smaller weight is zero except for rounding errors. */
const NOTHING = 1e-14;

const addTo = (grid: Grid, a: number, b: number, weight: number): void => {
  const row = (grid[a] ??= []);
  row[b] = (row[b] ?? 0) + weight;
};

const eachCell = (grid: Grid, visit: (weight: number, a: number, b: number) => void): void =>
  grid.forEach((row, a) => row.forEach((weight, b) => visit(weight, a, b)));

function allPairs<Id extends string | number>(lineageA: Lineage<Id>, lineageB: Lineage<Id>, id: Id): Grid {
  const grid: Grid = [];
  lineageA.get(id)?.forEach((weightA, a) => {
    lineageB.get(id)?.forEach((weightB, b) => addTo(grid, a, b, weightA * weightB));
  });
  return grid;
}

/** Only lines of at most `reach` steps are followed. */
export function findMeetings<Id extends string | number>(
  pedigree: Pedigree<Id>,
  ranks: Ranks<Id>,
  [a, b]: readonly [Id, Id],
  reach: number,
): Meeting<Id>[] {
  const lineageA = ascend(pedigree, ranks, a, reach);
  const lineageB = ascend(pedigree, ranks, b, reach);
  const common = ranks.youngestFirst([...lineageA.keys()].filter((id) => lineageB.has(id)));
  const pairs = new Map(common.map((id) => [id, allPairs(lineageA, lineageB, id)]));
  const meetings: Meeting<Id>[] = [];
  for (const ancestorId of common) {
    const found: Meeting<Id>[] = [];
    eachCell(pairs.get(ancestorId) ?? [], (weight, stepsA, stepsB) => {
      if (weight > NOTHING) found.push({ ancestorId, stepsA, stepsB, weight });
    });
    removeLater(pedigree, ranks, found, pairs, reach);
    meetings.push(...found);
  }
  return meetings;
}

/** Pairs that have already met here are removed from all ancestors above. */
function removeLater<Id extends string | number>(
  pedigree: Pedigree<Id>,
  ranks: Ranks<Id>,
  found: readonly Meeting<Id>[],
  pairs: ReadonlyMap<Id, Grid>,
  reach: number,
): void {
  const [first] = found;
  if (!first) return;
  const nearest = Math.min(...found.map(({ stepsA, stepsB }) => Math.min(stepsA, stepsB)));
  for (const [id, weights] of ascend(pedigree, ranks, first.ancestorId, reach - nearest)) {
    const grid = pairs.get(id);
    if (id === first.ancestorId || !grid) continue;
    for (const { stepsA, stepsB, weight } of found) {
      weights.forEach((upA, a) => {
        weights.forEach((upB, b) => {
          if (stepsA + a <= reach && stepsB + b <= reach) {
            addTo(grid, stepsA + a, stepsB + b, -weight * upA * upB);
          }
        });
      });
    }
  }
}
