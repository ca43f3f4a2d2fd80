/** Tests that the pace of a function depends on its calls. */
import { expect, test } from "vitest";
import { LoopHolds } from "./loop-holds.js";

test("a function is new until one of its calls has yielded or blocked its thread", () => {
  const holds = new LoopHolds();
  expect(holds.paceOf("tasks:greet")).toBe("new");
  holds.letGo("tasks:greet");
  expect(holds.paceOf("tasks:greet")).toBe("quick");
  holds.hold("tasks:spin", 100);
  expect(holds.paceOf("tasks:spin")).toBe("slow");
});

test("a function that blocks its thread for a second counts as spinning, even if its other blocks are short", () => {
  const holds = new LoopHolds();
  for (const heldMs of [200, 1000, 300]) holds.hold("tasks:spin", heldMs);
  expect(holds.paceOf("tasks:spin")).toBe("spinning");
});

test("a function counts as quick again after calls that yield in time; after a longer block, it needs more of them", () => {
  const holds = new LoopHolds();
  holds.hold("tasks:print", 1500);
  const paces = Array.from({ length: 4 }, () => {
    holds.letGo("tasks:print");
    return holds.paceOf("tasks:print");
  });
  expect(paces).toEqual(["slow", "slow", "slow", "quick"]);
});
