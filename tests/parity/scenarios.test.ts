/**
 * Runs small programs that must have the same result on the runtime as on Convex. Each also runs on convex-test,
 * which must agree unless the scenario names a difference or a missing feature.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { areas, scenarios } from "../fixtures/scenarios/programs/all";
import { display, lacks, Refusal, type Scenario } from "../fixtures/scenarios/scenario";
import { scenarioEngines, type Engine } from "./engines";

describe.each(Object.entries(scenarioEngines))("scenarios on %s", (engineName, start) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(async () => engine?.close());

  describe.each(Object.entries<Scenario[]>(areas))("%s", (area, list) => {
    let results: unknown[] = [];
    beforeAll(async () => {
      results = (await engine.action("run:area", {
        name: area,
        withLacking: engineName === "embedded",
      })) as unknown[];
    });
    const shown = list.filter((scenario) => engineName === "embedded" || !lacks(scenario));
    test.each(shown)("$name", (scenario) => {
      const given = results[list.indexOf(scenario)];
      const { gives, convexTest } = scenario;
      if (engineName === "embedded" || convexTest === undefined) expect(given).toBe(display(gives));
      else if (convexTest === "its own words") expect(given).toMatch(/^refused/);
      else if ("gives" in convexTest) expect(given).toBe(display(convexTest.gives));
    });
  });
});

describe("the list of scenarios", () => {
  test("has at least 300 entries, each with a unique name", () => {
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
    expect(scenarios.length).toBeGreaterThanOrEqual(300);
  });

  test("runs mostly on both engines", () => {
    const alone = scenarios.filter(lacks);
    expect(alone.length).toBeLessThan(scenarios.length / 5);
    expect(scenarios.some(({ gives }) => gives instanceof Refusal)).toBe(true);
  });
});
