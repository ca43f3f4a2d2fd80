/** The pace of a function follows from its calls. */
import { expect, test } from "vitest";
import { LoopHolds } from "./loop-holds.js";

test("a function is new until a call of it has let go of its thread or held it", () => {
  const holds = new LoopHolds();
  expect(holds.paceOf("tasks:greet")).toBe("new");
  holds.letGo("tasks:greet");
  expect(holds.paceOf("tasks:greet")).toBe("quick");
  holds.hold("tasks:spin", 100);
  expect(holds.paceOf("tasks:spin")).toBe("slow");
});

test("a function that holds its thread for a second spins, however short its other holds are", () => {
  const holds = new LoopHolds();
  for (const heldMs of [200, 1000, 300]) holds.hold("tasks:spin", heldMs);
  expect(holds.paceOf("tasks:spin")).toBe("spinning");
});

test("calls that let go in time make a function quick again, the more of them the longer it held", () => {
  const holds = new LoopHolds();
  holds.hold("tasks:print", 1500);
  const paces = Array.from({ length: 4 }, () => {
    holds.letGo("tasks:print");
    return holds.paceOf("tasks:print");
  });
  expect(paces).toEqual(["slow", "slow", "slow", "quick"]);
});
