/** The first words of a family's page, for each state and at the edges of each day. */
import { describe, expect, it } from "vitest";
import { familyState, nextStep, type FamilyFacts } from "./next-step";

const NOTHING: FamilyFacts = {
  ...{ kennelName: "Oak Hill", puppyName: "Quill", entry: null, placement: null, contract: null },
  ...{ gramsPerDay: null, nextDose: null },
};
const TODAY = "2026-05-01";
const waiting = { status: "waiting", offerUntil: null, pausedUntil: null, place: null };
const offer = (offerUntil: string | null) => ({
  status: "offered",
  offerUntil,
  pausedUntil: null,
  place: null,
});
const placed = (status: string) => ({ status });
const step = (facts: Partial<FamilyFacts>) => nextStep({ ...NOTHING, ...facts }, TODAY);

describe("the current state of a reservation", () => {
  it.each<[string, Partial<FamilyFacts>]>([
    ["on_list", { entry: waiting }],
    ["offered", { entry: offer("2026-05-02") }],
    ["reserved", { placement: placed("reserved"), entry: { ...waiting, status: "placed" } }],
    ["contract", { placement: placed("reserved"), contract: { signBy: null } }],
    ["contract", { placement: placed("agreed"), contract: { signBy: null } }],
    ["getting_ready", { placement: placed("agreed") }],
    ["home", { placement: placed("handed_over"), contract: { signBy: null } }],
    ["goodbye", { placement: placed("called_off") }],
    ["goodbye", { placement: placed("returned") }],
    ["goodbye", { entry: { ...waiting, status: "withdrawn" } }],
    ["goodbye", {}],
    // Somebody back on the list after a reservation was called off is on the list.
    ["on_list", { placement: placed("called_off"), entry: waiting }],
  ])("is %s", (state, facts) => {
    expect(familyState({ ...NOTHING, ...facts })).toBe(state);
    expect(step(facts).state).toBe(state);
  });
});

describe("what comes next", () => {
  it("names the day to answer, today and tomorrow by name, and a day that has passed", () => {
    expect(step({ entry: offer("2026-05-01") }).text).toContain("Please answer today.");
    expect(step({ entry: offer("2026-05-02") }).text).toContain("Please answer tomorrow.");
    expect(step({ entry: offer("2026-05-09") }).text).toContain("Please answer by May 9, 2026.");
    expect(step({ entry: offer("2026-04-30") }).text).toContain("The day to answer was April 30, 2026.");
    expect(step({ entry: offer(null) }).text).toContain("Please answer.");
  });

  it("has one button at most, for what the family can do", () => {
    expect(step({ entry: offer(null) }).button).toEqual({ label: "Answer", action: "answer" });
    expect(step({ placement: placed("agreed"), contract: { signBy: "2026-05-02" } })).toMatchObject({
      text: "Please read and sign it tomorrow.",
      button: { label: "Read and Sign", action: "sign" },
    });
    expect(step({ entry: waiting }).button).toBeNull();
    expect(step({ placement: placed("reserved") }).button).toBeNull();
  });

  it("shows the place on the list if the kennel allows it", () => {
    expect(step({ entry: waiting }).text).not.toContain("number");
    expect(step({ entry: { ...waiting, place: 3 } }).text).toContain("You are number 3.");
  });

  it("says how the puppy gains, and nothing of a loss", () => {
    expect(step({ placement: placed("reserved"), gramsPerDay: 47.6 }).text).toContain(
      "Quill gains about 48 g a day",
    );
    expect(step({ placement: placed("reserved"), gramsPerDay: -5 }).text).not.toContain("gains");
  });

  it("says until when offers pause, and no longer once that day has come", () => {
    const paused = (pausedUntil: string) => step({ entry: { ...waiting, pausedUntil } }).text;
    expect(paused("2026-06-01")).toContain("no offers until June 1, 2026");
    expect(paused(TODAY)).toContain("writes to you when there is news");
  });

  it("names the next dose at home: before, on and after its day", () => {
    const dose = (dueOn: string) =>
      step({ placement: placed("handed_over"), nextDose: { name: "DHPP", dueOn } }).text;
    expect(dose("2026-05-20")).toContain("DHPP, due on May 20, 2026");
    expect(dose(TODAY)).toContain("DHPP, due today");
    expect(dose("2026-04-20")).toContain("was due on April 20, 2026");
  });

  it("speaks of a puppy without a name", () => {
    expect(step({ puppyName: null, entry: offer(null) }).title).toBe("Oak Hill offers you your puppy");
    const home = { status: "handed_over" };
    expect(step({ puppyName: null, placement: home }).title).toBe("Your puppy is home");
  });
});
