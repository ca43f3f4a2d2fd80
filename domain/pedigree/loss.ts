/**
 * What a pedigree loses with a dog: whose coefficients of inbreeding change when its offspring lose it as a parent.
 * A coefficient is the chance that both genes of a dog come from one gene of an ancestor, so it changes when they can
 * do so by way of the lost dog: when two lines that share no step lead up from the dog to the lost one or its ancestors,
 * one of them to the lost one itself. By Menger's theorem (1927, Fund. Math. 10:96-115) that is when no single step
 * lies on all its lines; the step nearest above that does is found as dominators are (Cooper, Harvey and Kennedy 2001,
 * "A simple, fast dominance algorithm"), in one pass over the pedigree at any depth.
 */
import { parentsFirst } from "./order";
import { UNKNOWN, type Links } from "./packed";

/** The lost dog and its ancestors, above which lines need not be told apart. */
const ROOT = -2;

/** The steps that lie on all lines, as a tree in which the nearest common one of two is found by jumps (Myers 1983). */
class CommonSteps {
  private readonly above: Int32Array;
  private readonly jump: Int32Array;
  private readonly depth: Int32Array;

  constructor(size: number) {
    this.above = new Int32Array(size).fill(ROOT);
    this.jump = new Int32Array(size).fill(ROOT);
    this.depth = new Int32Array(size);
  }

  private depthOf(step: number): number {
    return step === ROOT ? 0 : (this.depth[step] ?? 0);
  }

  private jumpOf(step: number): number {
    return step === ROOT ? ROOT : (this.jump[step] ?? ROOT);
  }

  private aboveOf(step: number): number {
    return step === ROOT ? ROOT : (this.above[step] ?? ROOT);
  }

  /** Adds the only step up from a dog, which lies below another. */
  add(dog: number, above: number): void {
    this.above[dog] = above;
    this.depth[dog] = this.depthOf(above) + 1;
    const over = this.jumpOf(above);
    const isEven =
      this.depthOf(above) - this.depthOf(over) === this.depthOf(over) - this.depthOf(this.jumpOf(over));
    this.jump[dog] = isEven ? this.jumpOf(over) : above;
  }

  /** Finds the nearest step that lies above both, or ROOT. */
  common(a: number, b: number): number {
    let [low, high] = this.depthOf(a) >= this.depthOf(b) ? [a, b] : [b, a];
    const level = this.depthOf(high);
    while (this.depthOf(low) > level) {
      low = this.depthOf(this.jumpOf(low)) >= level ? this.jumpOf(low) : this.aboveOf(low);
    }
    while (low !== high) {
      const isApart = this.jumpOf(low) !== this.jumpOf(high);
      low = isApart ? this.jumpOf(low) : this.aboveOf(low);
      high = isApart ? this.jumpOf(high) : this.aboveOf(high);
    }
    return low;
  }
}

/** Counts the descendants of a dog, and those whose coefficients would be other ones without it. */
export function effectOfLoss(
  { sires, dams }: Links,
  lost: number,
): { readonly descendants: number; readonly changed: number } {
  const isAbove = new Uint8Array(sires.length);
  for (const place of parentsFirst({ sires, dams }, [lost])) isAbove[place] = 1;
  const isDescendant = new Uint8Array(sires.length);
  const leadsUp = new Uint8Array(sires.length);
  // Of each dog the nearest step that lies on all its lines up.
  const nearest = new Int32Array(sires.length).fill(ROOT);
  const steps = new CommonSteps(sires.length);
  let [descendants, changed] = [0, 0];
  for (const place of parentsFirst({ sires, dams }, sires.keys())) {
    if (isAbove[place]) continue;
    const parents = [sires[place] ?? UNKNOWN, dams[place] ?? UNKNOWN];
    const [one, other] = parents.filter((parent) => isAbove[parent] === 1 || leadsUp[parent] === 1);
    if (one === undefined) continue;
    leadsUp[place] = 1;
    const isBelow = parents.some((parent) => parent === lost || isDescendant[parent] === 1);
    if (isBelow) {
      isDescendant[place] = 1;
      descendants += 1;
    }
    if (other === undefined) {
      steps.add(place, nearest[one] ?? ROOT);
      nearest[place] = place;
      continue;
    }
    const common = steps.common(nearest[one] ?? ROOT, nearest[other] ?? ROOT);
    nearest[place] = common;
    if (isBelow && common === ROOT) changed += 1;
  }
  return { descendants, changed };
}
