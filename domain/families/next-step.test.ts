/** Tests the first text on a family's page, for each state and around the relevant dates. */
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

describe("the current state of a family", () => {
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
    // If the family returned to the list after a reservation was canceled, the state is "on the list".
    ["on_list", { placement: placed("called_off"), entry: waiting }],
  ])("is %s", (state, facts) => {
    expect(familyState({ ...NOTHING, ...facts })).toBe(state);
    expect(step(facts).state).toBe(state);
  });
});

describe("the next step of a family", () => {
  it("shows the last day to answer, as today, tomorrow or a date, and says if the day has passed", () => {
    expect(step({ entry: offer("2026-05-01") }).text).toContain("Please answer today.");
    expect(step({ entry: offer("2026-05-02") }).text).toContain("Please answer tomorrow.");
    expect(step({ entry: offer("2026-05-09") }).text).toContain("Please answer by May 9, 2026.");
    expect(step({ entry: offer("2026-04-30") }).text).toContain("The day to answer was April 30, 2026.");
    expect(step({ entry: offer(null) }).text).toContain("Please answer.");
  });

  it("has at most one button, for an action of the family", () => {
    expect(step({ entry: offer(null) }).button).toEqual({ label: "Answer", action: "answer" });
    expect(step({ placement: placed("agreed"), contract: { signBy: "2026-05-02" } })).toMatchObject({
      text: "Please read and sign it tomorrow.",
      button: { label: "Read and Sign", action: "sign" },
    });
    expect(step({ entry: waiting }).button).toBeNull();
    expect(step({ placement: placed("reserved") }).button).toBeNull();
  });

  it("shows the place on the list if the kennel allows this", () => {
    expect(step({ entry: waiting }).text).not.toContain("number");
    expect(step({ entry: { ...waiting, place: 3 } }).text).toContain("You are number 3.");
  });

  it("shows how much weight the puppy gains, but never a loss", () => {
    expect(step({ placement: placed("reserved"), gramsPerDay: 47.6 }).text).toContain(
      "Quill gains about 48 g a day",
    );
    expect(step({ placement: placed("reserved"), gramsPerDay: -5 }).text).not.toContain("gains");
  });

  it("shows until when offers are paused, but not on the day on which the pause ends", () => {
    const paused = (pausedUntil: string) => step({ entry: { ...waiting, pausedUntil } }).text;
    expect(paused("2026-06-01")).toContain("no offers until June 1, 2026");
    expect(paused(TODAY)).toContain("writes to you when there is news");
  });

  it("shows the next dose after the puppy moved: before, on and after its due date", () => {
    const dose = (dueOn: string) =>
      step({ placement: placed("handed_over"), nextDose: { name: "DHPP", dueOn } }).text;
    expect(dose("2026-05-20")).toContain("DHPP, due on May 20, 2026");
    expect(dose(TODAY)).toContain("DHPP, due today");
    expect(dose("2026-04-20")).toContain("was due on April 20, 2026");
  });

  it("describes a puppy without a name", () => {
    expect(step({ puppyName: null, entry: offer(null) }).title).toBe("Oak Hill offers you your puppy");
    const home = { status: "handed_over" };
    expect(step({ puppyName: null, placement: home }).title).toBe("Your puppy is home");
  });
});
