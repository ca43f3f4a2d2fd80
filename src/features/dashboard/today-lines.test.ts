/** What the panel of today says, and what it says first. */
import { describe, expect, it } from "vitest";
import { todayLines } from "@/features/dashboard/today-lines";

type Agendas = Parameters<typeof todayLines>[0];

/** Ids are texts here; the panel only writes them into addresses. */
const agendas = (fields: object): Agendas => fields as Agendas;
const TODAY = "2025-06-15";

describe("todayLines", () => {
  it("puts what presses first: who should have whelped, and the best day to mate", () => {
    const lines = todayLines(
      agendas({
        breeding: {
          whelpings: [
            { breedingId: "b1", damName: "Bella", sireName: "Rex", dueOn: "2025-06-13", isConfirmed: true },
            { breedingId: "b2", damName: "Cleo", sireName: "Rex", dueOn: "2025-06-18", isConfirmed: false },
          ],
          heats: [
            {
              dogId: "d1",
              name: "Nora",
              startOn: "2025-06-03",
              bestFrom: "2025-06-14",
              bestTo: "2025-06-16",
            },
          ],
          litters: [
            { litterId: "l1", damName: "Aria", puppies: 6, toWeigh: 2, leavingOn: null },
            { litterId: "l2", damName: "Mila", puppies: 1, toWeigh: 0, leavingOn: "2025-06-20" },
          ],
        },
        heats: [{ dogId: "d2", name: "Elsa", expectedOn: "2025-06-17" }],
        health: {
          doses: { due: 3, given: 1, names: ["Rex"] },
          booked: { count: 4, names: ["Rex", "Bella", "Nora"] },
          due: { count: 0, names: [] },
          followUps: { count: 1, names: ["Rex"] },
        },
      }),
      TODAY,
    );
    expect(lines.map(({ title, detail, mark }) => [title, detail, mark])).toEqual([
      ["Bella should have whelped", "By Rex, Jun 13", "2 days overdue"],
      ["4 vaccinations are scheduled", "Rex, Bella, Nora and 1 more", "Today"],
      ["Nora is in heat", "Day 13, best Jun 14 to Jun 16", "Mate now"],
      ["Cleo is due to whelp", "By Rex, Jun 18, not confirmed", "In 3 days"],
      ["Give medication", "Rex", "2 of 3 doses left"],
      ["A follow-up is open", "Rex", null],
      ["Weigh Aria's puppies", "2 of 6 still to weigh", null],
      ["Mila's puppies may leave", "1 puppy, eight weeks old on Jun 20", "In 5 days"],
      ["Elsa's heat is expected", "About Jun 17", "In 2 days"],
    ]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  it("says nothing of areas that are not read", () => {
    expect(todayLines(agendas({}), TODAY)).toEqual([]);
  });
});
