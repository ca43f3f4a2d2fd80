/** The lines of today's panel. */
import { describe, expect, it } from "vitest";
import {
  alertColumns,
  attentionLines,
  countDoses,
  heatsOfNow,
  todayLines,
} from "@/features/dashboard/today-lines";

type Agendas = Parameters<typeof todayLines>[0];

/** The test uses plain texts as ids, because the panel only writes ids into addresses. */
const agendas = (fields: object): Agendas => fields as Agendas;
const TODAY = "2025-06-15";

const remind = (_id: string, fields: object = {}) => ({
  ...{ _id, title: _id, dueDate: TODAY, dueTime: null, dog: null, priority: "medium" },
  ...fields,
});

const rex = { _id: "d3", name: "Rex of Oak Hill", callName: "Rex" };
const makeCourse = (_id: string, ...today: [time: string, isGiven: boolean][]) => ({
  ...{ _id, drug: "Metacam", doseAmount: 0.5, doseUnit: "ml" },
  today: today.map(([time, isGiven], slot) => ({ slot, time, dose: isGiven ? { entryKey: "e" } : null })),
});

const breeding = {
  pregnancies: [],
  heats: [
    { dogId: "d1", name: "Nora", startOn: "2025-06-03", bestFrom: "2025-06-14", bestTo: "2025-06-16" },
    { dogId: "d4", name: "Juni", startOn: "2025-06-09", bestFrom: null, bestTo: null },
  ],
  litters: [
    { litterId: "l1", damName: "Aria", puppies: 6, toWeigh: 2, leavingOn: null },
    { litterId: "l2", damName: "Mila", puppies: 1, toWeigh: 0, leavingOn: "2025-06-20" },
  ],
};

describe("todayLines", () => {
  it("puts the best day to mate first, then lines with a time in order, then the others", () => {
    const lines = todayLines(
      agendas({
        breeding,
        health: {
          booked: { count: 4, names: ["Rex: DHPP", "Bella: DHPP", "Nora: Rabies"] },
          due: { count: 0, names: [] },
          followUps: { count: 1, names: ["Rex"] },
        },
        medication: [
          { dog: rex, courses: [makeCourse("c1", ["08:00", true], ["14:00", false], ["20:00", false])] },
        ],
        reminders: [
          remind("Late", { dueDate: "2025-06-12" }),
          remind("Trim nails", { dog: rex }),
          remind("Call the vet", { dueTime: "09:30" }),
        ],
      }),
      TODAY,
      "14:00",
    );
    expect(lines.map(({ when, title, detail, isPressing }) => [when, title, detail, isPressing])).toEqual([
      ["Day 13", "Mate Nora now", "Best Jun 14 to Jun 16", true],
      ["8:00 AM", "Give Rex Metacam", "0.5 ml", false],
      ["9:30 AM", "Call the vet", "", false],
      ["2:00 PM", "Give Rex Metacam", "0.5 ml", true],
      ["8:00 PM", "Give Rex Metacam", "0.5 ml", false],
      ["Any time", "Trim nails", "Rex", false],
      ["Any time", "4 vaccinations are scheduled", "Rex: DHPP, Bella: DHPP, Nora: Rabies and 1 more", false],
      ["Any time", "A follow-up is open", "Rex", false],
      ["Any time", "Weigh Aria's puppies", "2 of 6 still to weigh", false],
      ["In 5 days", "Mila's puppies may leave", "1 puppy, eight weeks old on Jun 20", false],
    ]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  it("lists the next doses if there are many, and counts the others and the given doses", () => {
    const times = [
      ["20:00", false],
      ["08:00", false],
      ["14:00", false],
    ] as [string, boolean][];
    const given = makeCourse("c4", ["06:00", true]);
    const medication = [
      { dog: rex, courses: [...["c1", "c2", "c3"].map((id) => makeCourse(id, ...times)), given] },
    ];
    const lines = todayLines(agendas({ medication }), TODAY, "07:59");
    expect(lines.map(({ dose }) => dose?.slot)).toEqual([1, 1, 1, 2, 2, 2, 0, 0, undefined]);
    expect(lines.at(-1)).toMatchObject({ title: "1 more dose today", to: "/dashboard/health" });
    expect(countDoses(agendas({ medication }).medication ?? [])).toEqual({ given: 1, all: 10 });
  });

  it("omits areas that the user may not read", () => {
    expect(todayLines(agendas({}), TODAY, "08:00")).toEqual([]);
    expect(heatsOfNow(agendas({}), TODAY)).toEqual([]);
  });
});

it("today's list shows heats with the pregnancies, except on the best day to mate", () => {
  const heats = [{ dogId: "d2", name: "Elsa", expectedOn: "2025-06-17" }];
  const lines = heatsOfNow(agendas({ breeding, heats }), TODAY);
  expect(lines.map(({ when, title, detail }) => [when, title, detail])).toEqual([
    ["Day 7", "Juni is in heat", ""],
    ["In 2 days", "Elsa's heat is expected", "About Jun 17"],
  ]);
});

describe("attentionLines", () => {
  type Args = Parameters<typeof attentionLines>;
  const linesOf = (alerts: object[], reminders: object[], pregnancies: object[] = []) =>
    attentionLines(
      alerts as Args[0][number][],
      reminders as Args[1][number][],
      pregnancies as Args[2][number][],
      TODAY,
    );
  const ids = (lines: ReturnType<typeof attentionLines>) =>
    lines.map(({ alert, reminder, pregnancy }) => [
      alert?.id ?? null,
      reminder?._id ?? null,
      pregnancy?.breedingId ?? null,
    ]);

  it("lists each item once: a pregnancy or a reminder is replaced by its alert", () => {
    const alerts = [
      { id: "k.whelping.b1.2025-06-16", kind: "whelping", link: "/dashboard/breeding/b1" },
      { id: "k.reminder.r1.2025-06-12", kind: "reminder", link: "/dashboard/reminders?tab=overdue" },
      { id: "k.vaccination.v1.2025-06-01", kind: "vaccination", link: "/dashboard/health" },
    ];
    const reminders = [
      remind("r1", { dueDate: "2025-06-12", priority: "high" }),
      remind("r2", { dueDate: "2025-06-13" }),
      remind("r3"),
    ];
    expect(ids(linesOf(alerts, reminders, [{ breedingId: "b1" }, { breedingId: "b2" }]))).toEqual([
      ["k.whelping.b1.2025-06-16", null, "b1"],
      ["k.reminder.r1.2025-06-12", "r1", null],
      ["k.vaccination.v1.2025-06-01", null, null],
      [null, "r2", null],
    ]);
  });

  it("lists an overdue reminder of high priority that has no alert", () => {
    expect(ids(linesOf([], [remind("r1", { dueDate: "2025-06-12", priority: "urgent" })]))).toEqual([
      [null, "r1", null],
    ]);
  });
});

describe("alertColumns", () => {
  const columns = (alert: object) => alertColumns(alert as Parameters<typeof alertColumns>[0]);

  it("has the date of an overdue dose in its own column, with vaccine and dog", () => {
    const dose = { patient: "dog:d1", vaccineName: "Rabies" };
    expect(columns({ title: "Rabies overdue", message: "Nova: of Oak: 120 days overdue", dose })).toEqual({
      ...{ when: "120 days overdue", title: "Rabies", note: "Nova: of Oak" },
    });
    expect(columns({ title: "Rabies overdue", message: "A dog: 1 day overdue" })).toEqual({
      ...{ when: "1 day overdue", title: "Rabies overdue", note: "A dog" },
    });
  });

  it("has the date of a reminder without a dog", () => {
    expect(columns({ title: "Pay the tax", message: "3 days overdue" })).toEqual({
      ...{ when: "3 days overdue", title: "Pay the tax", note: "" },
    });
  });

  it("leaves other messages as they are", () => {
    expect(columns({ title: "Luna is due to whelp", message: "In 2 days, by Rex" })).toEqual({
      ...{ when: "", title: "Luna is due to whelp", note: "In 2 days, by Rex" },
    });
  });
});
