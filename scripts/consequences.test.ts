/** Tests which functions are counted. */
import { expect, it } from "vitest";
import { functionsIn } from "./consequences.mjs";

it("functions that can write and have a name for a consequence are counted, in every form", () => {
  const text = `
export async function moveOffspring(
  ctx: MutationCtx,
): Promise<void> {
  await adjustOffspring(ctx, 1);
}
const adjustOffspring = async (ctx: MutationCtx, change: 1 | -1): Promise<void> => {
};
const afterUndeleteDog: AfterUndelete<"dogs"> = async (ctx, dog) => {
};
class Tally {
  count(change: 1 | -1): void {
    this.follow(change);
  }
  private async follow(
    change: number,
  ): Promise<void> {
  }
}
`;
  expect([...functionsIn(text)]).toEqual([
    "moveOffspring",
    "adjustOffspring",
    "afterUndeleteDog",
    "count",
    "follow",
  ]);
});

it("functions that only read, calls of functions, and functions with other names are not counted", () => {
  const text = `
export async function countBreedings(ctx: QueryCtx): Promise<number> {
}
async function counter(ctx: MutationCtx): Promise<void> {
  moveOffspring(ctx);
}
const movers = (ctx: MutationCtx) => null;
const followers = new Map<string, (ctx: MutationCtx) => void>();
`;
  expect([...functionsIn(text)]).toEqual([]);
});
