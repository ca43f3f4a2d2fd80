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
          booked: { count: 4, names: ["Rex", "Bella", "Nora"] },
          due: { count: 0, names: [] },
          overdue: { count: 1, names: ["Nora"] },
          followUps: { count: 1, names: ["Rex"] },
        },
        medication: [
          {
            dog: { _id: "d3", name: "Rex of Oak Hill", callName: "Rex" },
            courses: [
              {
                _id: "c1",
                drug: "Metacam",
                doseAmount: 0.5,
                doseUnit: "ml",
                today: [
                  { slot: 0, time: "08:00", dose: { entryKey: "e1" } },
                  { slot: 1, time: "14:00", dose: null },
                  { slot: 2, time: "20:00", dose: null },
                ],
              },
            ],
          },
        ],
      }),
      TODAY,
      "14:00",
    );
    expect(lines.map(({ title, detail, mark }) => [title, detail, mark])).toEqual([
      ["Bella should have whelped", "By Rex, Jun 13", "2 days overdue"],
      ["Give Rex Metacam", "0.5 ml, 2:00 PM", "Due now"],
      ["A vaccination is overdue", "Nora", "Overdue"],
      ["4 vaccinations are scheduled", "Rex, Bella, Nora and 1 more", "Today"],
      ["Nora is in heat", "Day 13, best Jun 14 to Jun 16", "Mate now"],
      ["Cleo is due to whelp", "By Rex, Jun 18, not confirmed", "In 3 days"],
      ["Give Rex Metacam", "0.5 ml, 8:00 PM", null],
      ["A follow-up is open", "Rex", null],
      ["Weigh Aria's puppies", "2 of 6 still to weigh", null],
      ["Mila's puppies may leave", "1 puppy, eight weeks old on Jun 20", "In 5 days"],
      ["Elsa's heat is expected", "About Jun 17", "In 2 days"],
    ]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  it("gives a line to the first doses of a day, and one to the rest", () => {
    const course = (_id: string) => ({
      _id,
      drug: "Metacam",
      doseAmount: 1,
      doseUnit: "ml",
      today: [20, 8, 14].map((hour, slot) => ({
        slot,
        time: `${String(hour).padStart(2, "0")}:00`,
        dose: null,
      })),
    });
    const medication = [
      { dog: { _id: "d1", name: "Rex", callName: null }, courses: ["c1", "c2", "c3"].map(course) },
    ];
    const lines = todayLines(agendas({ medication }), TODAY, "07:59");
    expect(lines.map(({ dose }) => dose?.slot)).toEqual([1, 1, 1, 2, 2, 2, 0, 0, undefined]);
    expect(lines.at(-1)).toMatchObject({ title: "1 more dose today", to: "/dashboard/health" });
  });

  it("says nothing of areas that are not read", () => {
    expect(todayLines(agendas({}), TODAY, "08:00")).toEqual([]);
  });
});
