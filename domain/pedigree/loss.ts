/**
 * Calculates whose coefficients of inbreeding change if a dog is deleted and its offspring lose it as a parent. A
 * coefficient is the probability that both genes of a dog come from the same gene of an ancestor. The coefficient
 * changes if both genes can come through the lost dog. This requires two lines upwards from the dog that share no
 * step: one to the lost dog itself, and the other to the lost dog or one of its ancestors. By Menger's theorem
 * (1927, Fund. Math. 10:96-115), such lines exist if no single step is on all lines. The nearest common step is
 * found like a dominator in a graph (Cooper, Harvey and Kennedy 2001, "A simple, fast dominance algorithm"), in one
 * pass over the pedigree at any depth.
 */
import { parentsFirst } from "./order";
import { UNKNOWN, type Links } from "./packed";

/** Represents the lost dog and its ancestors. Lines above this point need not be distinguished. */
const ROOT = -2;

/**
 * The steps that are on all lines, as a tree. Jumps find the nearest common step of two dogs in the tree (Myers
 * 1983).
 */
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

  /** Adds the only upward step of a dog, below the step above it. */
  add(dog: number, above: number): void {
    this.above[dog] = above;
    this.depth[dog] = this.depthOf(above) + 1;
    const over = this.jumpOf(above);
    const isEven =
      this.depthOf(above) - this.depthOf(over) === this.depthOf(over) - this.depthOf(this.jumpOf(over));
    this.jump[dog] = isEven ? this.jumpOf(over) : above;
  }

  /** Finds the nearest step above both dogs, or ROOT. */
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

/** The result also counts the descendants that would have another coefficient without the dog. */
export function effectOfLoss(
  { sires, dams }: Links,
  lost: number,
): { readonly descendants: number; readonly changed: number } {
  const isAbove = new Uint8Array(sires.length);
  for (const place of parentsFirst({ sires, dams }, [lost])) isAbove[place] = 1;
  const isDescendant = new Uint8Array(sires.length);
  const leadsUp = new Uint8Array(sires.length);
  // For each dog, the nearest step that is on all its upward lines.
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
