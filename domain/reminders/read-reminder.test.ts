/** Tests the reading of a reminder from one line, at a fixed moment: Saturday, November 28, 2026, 9:15. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { readReminder, type ReadLine } from "./read-reminder";

const dogs = [
  ["falk", "Falk"],
  ["juni", "Juni"],
  ["may", "May"],
  ["dusty", "Dusty"],
  ["dustyMonday", "Dusty Monday"],
  ["klara", "Klara"],
  ["oneill", "O'Neill"],
  ["a", "A"],
].map(([_id = "", callName = ""]) => ({ _id, callName }));

const read = (line: string) => readReminder(line, { today: "2026-11-28", time: "09:15", dogs });

const PLAIN: ReadLine = {
  title: "",
  dueDate: "2026-11-28",
  dueTime: null,
  dogId: null,
  reminderType: "other",
  recurring: null,
};
const every = (
  interval: number,
  frequency: "daily" | "weekly" | "monthly" | "yearly",
  endDate: string | null = null,
) => ({
  recurring: { frequency, interval, endDate },
});

type Case = readonly [line: string, expected: Partial<ReadLine> & { title: string }];

const CASES: readonly Case[] = [
  // A line without any recognized part becomes a title, due today.
  ["Order puppy milk", { title: "Order puppy milk" }],
  ["  call   the Hendersons ", { title: "call the Hendersons" }],
  ["Feed 3 puppies", { title: "Feed 3 puppies" }],
  ["12.5 kg of food", { title: "12.5 kg of food" }],
  ["6 week photos", { title: "6 week photos" }],
  ["march past the judges", { title: "march past the judges" }],
  ["Give A a pat", { title: "Give A a pat" }],
  // Dates.
  ["Order milk today", { title: "Order milk" }],
  ["Order milk tomorrow", { title: "Order milk", dueDate: "2026-11-29" }],
  ["Order milk on Friday", { title: "Order milk", dueDate: "2026-12-04" }],
  ["Order milk sat", { title: "Order milk", dueDate: "2026-11-28" }],
  ["Friday: order milk", { title: "order milk", dueDate: "2026-12-04" }],
  ["Order milk in 3 days", { title: "Order milk", dueDate: "2026-12-01" }],
  ["Order milk in two weeks", { title: "Order milk", dueDate: "2026-12-12" }],
  ["Order milk in 6 months", { title: "Order milk", dueDate: "2027-05-28" }],
  ["Order milk next week", { title: "Order milk", dueDate: "2026-12-05" }],
  ["Order milk next month", { title: "Order milk", dueDate: "2026-12-28" }],
  ["Order milk Dec 9", { title: "Order milk", dueDate: "2026-12-09" }],
  ["Order milk by December 9th, 2027", { title: "Order milk", dueDate: "2027-12-09" }],
  ["Order milk 12/9", { title: "Order milk", dueDate: "2026-12-09" }],
  ["Order milk 2026-12-24", { title: "Order milk", dueDate: "2026-12-24" }],
  ["Order milk January 3", { title: "Order milk", dueDate: "2027-01-03" }],
  ["Call Friday or Monday", { title: "Call or Monday", dueDate: "2026-12-04" }],
  // Times. A time that has passed today means tomorrow, and 3 means the afternoon.
  ["Call the Hendersons at 10:30", { title: "Call the Hendersons", dueTime: "10:30" }],
  ["Call the Hendersons at 8", { title: "Call the Hendersons", dueTime: "08:00", dueDate: "2026-11-29" }],
  ["Call the Hendersons at 3", { title: "Call the Hendersons", dueTime: "15:00" }],
  ["Call the Hendersons 03:00", { title: "Call the Hendersons", dueTime: "03:00", dueDate: "2026-11-29" }],
  ["Call the Hendersons 7pm", { title: "Call the Hendersons", dueTime: "19:00" }],
  ["Call them at noon tomorrow", { title: "Call them", dueTime: "12:00", dueDate: "2026-11-29" }],
  ["9:30 tomorrow call them", { title: "call them", dueTime: "09:30", dueDate: "2026-11-29" }],
  ["8:00 call them on Friday", { title: "call them", dueTime: "08:00", dueDate: "2026-12-04" }],
  ["Call them Saturday at 8", { title: "Call them", dueTime: "08:00", dueDate: "2026-12-05" }],
  ["Call them in 2 hours", { title: "Call them", dueTime: "11:15" }],
  // Recurrences.
  [
    "worm the litter fri 8:00 weekly",
    {
      title: "worm the litter",
      dueDate: "2026-12-04",
      dueTime: "08:00",
      reminderType: "medication",
      ...every(1, "weekly"),
    },
  ],
  [
    "Trim nails Falk every 3 weeks from Monday",
    {
      title: "Trim nails",
      dueDate: "2026-11-30",
      dogId: "falk",
      reminderType: "grooming",
      ...every(3, "weekly"),
    },
  ],
  [
    "Heartworm prevention every month",
    { title: "Heartworm prevention", reminderType: "medication", ...every(1, "monthly") },
  ],
  ["Clean the pool every other day", { title: "Clean the pool", ...every(2, "daily") }],
  ["Clean the pool every two months", { title: "Clean the pool", ...every(2, "monthly") }],
  ["Clean the pool once a year", { title: "Clean the pool", ...every(1, "yearly") }],
  ["Clean the pool daily at 18:00", { title: "Clean the pool", dueTime: "18:00", ...every(1, "daily") }],
  ["Clean the pool every Monday", { title: "Clean the pool", dueDate: "2026-11-30", ...every(1, "weekly") }],
  [
    "Clean the pool every other Tuesday",
    { title: "Clean the pool", dueDate: "2026-12-01", ...every(2, "weekly") },
  ],
  ["Monthly pool check", { title: "pool check", reminderType: "health_check", ...every(1, "monthly") }],
  [
    "Clean the pool every 2 weeks until Mar 1",
    { title: "Clean the pool", ...every(2, "weekly", "2027-03-01") },
  ],
  [
    "Clean the pool weekly from Dec 1 until Dec 24",
    { title: "Clean the pool", dueDate: "2026-12-01", ...every(1, "weekly", "2026-12-24") },
  ],
  ["Clean the pool every 999 days", { title: "Clean the pool every 999 days" }],
  ["Clean the pool every 0 days", { title: "Clean the pool every 0 days" }],
  // Dogs, as whole words.
  [
    "Rabies Klara September 14",
    { title: "Rabies", dueDate: "2027-09-14", dogId: "klara", reminderType: "vaccination" },
  ],
  [
    "Bath for Juni tomorrow",
    { title: "Bath", dueDate: "2026-11-29", dogId: "juni", reminderType: "grooming" },
  ],
  ["falk: nails", { title: "nails", dogId: "falk", reminderType: "grooming" }],
  ["Take Falk to the vet", { title: "Take Falk to the vet", dogId: "falk", reminderType: "appointment" }],
  [
    "Call the vet about Falk",
    { title: "Call the vet about Falk", dogId: "falk", reminderType: "appointment" },
  ],
  ["Falk's nails", { title: "Falk's nails", dogId: "falk", reminderType: "grooming" }],
  ["Brush O'Neill", { title: "Brush", dogId: "oneill", reminderType: "grooming" }],
  ["Falkland trip", { title: "Falkland trip" }],
  ["Bath Falk and Juni", { title: "Bath Falk and Juni", dogId: "falk", reminderType: "grooming" }],
  ["Falk Friday", { title: "Falk", dueDate: "2026-12-04", dogId: "falk" }],
  // A name that is also a day means the dog in two cases: another day is given, or the name is longer than the day.
  ["Bath May", { title: "Bath", dogId: "may", reminderType: "grooming" }],
  ["Bath May tomorrow", { title: "Bath", dogId: "may", dueDate: "2026-11-29", reminderType: "grooming" }],
  ["Bath May 5", { title: "Bath", dueDate: "2027-05-05", reminderType: "grooming" }],
  ["Bath Dusty Monday", { title: "Bath", dogId: "dustyMonday", reminderType: "grooming" }],
  [
    "Bath Dusty Monday Friday",
    { title: "Bath", dogId: "dustyMonday", dueDate: "2026-12-04", reminderType: "grooming" },
  ],
  [
    "Bath Dusty on Monday",
    { title: "Bath", dogId: "dusty", dueDate: "2026-11-30", reminderType: "grooming" },
  ],
  // Types by words in the title.
  [
    "Call the vet tomorrow at 9",
    { title: "Call the vet", dueDate: "2026-11-29", dueTime: "09:00", reminderType: "appointment" },
  ],
  [
    "Worming all puppies every 2 weeks",
    { title: "Worming all puppies", reminderType: "medication", ...every(2, "weekly") },
  ],
  ["Rabies certificate to the town clerk", { title: "Rabies certificate to the town clerk" }],
  ["Weigh the puppies", { title: "Weigh the puppies", reminderType: "health_check" }],
  ["Progesterone test", { title: "Progesterone test", reminderType: "breeding" }],
  ["Puppy class", { title: "Puppy class", reminderType: "training" }],
];

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(["UTC", "America/Los_Angeles", "Pacific/Auckland"])("in the time zone %s", (zone) => {
  it.each(CASES)("a line is read: %s", (line, expected) => {
    vi.stubEnv("TZ", zone);
    expect(read(line)).toEqual({ ...PLAIN, ...expected });
  });
});

it("a weekday named Monday is read as the day, unless there is another day beside a dog with that name", () => {
  const monday = [{ _id: "monday", callName: "Monday" }];
  const of = (line: string) => readReminder(line, { today: "2026-11-28", time: "09:15", dogs: monday });
  expect(of("Bath Monday")).toMatchObject({ dueDate: "2026-11-30", dogId: null });
  expect(of("Bath Monday tomorrow")).toMatchObject({ dueDate: "2026-11-29", dogId: "monday", title: "Bath" });
});

it("dates are read correctly when clocks change", () => {
  vi.stubEnv("TZ", "America/New_York");
  const at = { today: "2026-10-31", time: "23:30", dogs };
  expect(readReminder("Bath tomorrow", at).dueDate).toBe("2026-11-01");
  expect(readReminder("Bath in 2 days", at).dueDate).toBe("2026-11-02");
});
