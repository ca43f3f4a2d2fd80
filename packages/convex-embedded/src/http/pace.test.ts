/** Tests the pace of calls. */
import { expect, test } from "vitest";
import { Pace } from "./pace.js";

test("other clients' calls run between those of a client with many calls, which all run in order", async () => {
  const pace = new Pace(2);
  const begun: string[] = [];
  const call = (client: string, name: string) => pace.next(client).then(() => begun.push(name));
  const many = Array.from({ length: 7 }, (_, at) => call("much", `much ${at}`));
  const one = call("little", "little");
  await Promise.all([...many, one]);
  expect(begun).toEqual(["much 0", "much 1", "little", "much 2", "much 3", "much 4", "much 5", "much 6"]);
});

test("calls that are sent one after the other do not wait", async () => {
  const pace = new Pace(1);
  for (let at = 0; at < 3; at += 1) {
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    let hasBegun = false;
    const begins = pace.next("one").then(() => (hasBegun = true));
    await Promise.resolve();
    await Promise.resolve();
    expect(hasBegun).toBe(true);
    await begins;
  }
});
