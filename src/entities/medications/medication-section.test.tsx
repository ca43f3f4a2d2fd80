/** Courses of medication and today's doses on screen. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { RecordHistoryDialog } from "@/entities/history/record-history";
import { MedicationSection } from "@/entities/medications/medication-section";
import type { Course, Dose } from "@/entities/medications/medication-words";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makeCourse } from "@/testing/medications";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-now", () => ({ useNow: () => new Date("2025-06-15T12:00:00").getTime() }));

const TODAY = "2025-06-15";
const dog = { _id: "dog1", name: "Bella", status: "active" as const };

const makeDose = (changes: Partial<Dose> = {}): Dose => ({
  entryKey: "dose-key-1",
  dayOn: TODAY,
  slot: 0,
  givenAt: new Date("2025-06-15T08:05:00").getTime(),
  givenBy: "Olga Owner",
  isSelf: false,
  ...changes,
});

const show = (...courses: Course[]) => fakeConvex.query(api.health.medications.ofDog, () => courses);
const open = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<MedicationSection dog={dog} today={TODAY} />, options);
const given = { outcome: "stored", other: null };

beforeAll(RecordHistoryDialog.fetch);
beforeEach(() => {
  fakeConvex.reset();
  show();
});

describe("today's doses", () => {
  it("are sorted by time; due doses show their time, given doses the time and the person", () => {
    const dose = makeDose();
    show(
      makeCourse({
        today: [
          { slot: 0, time: "08:00", dose },
          { slot: 1, time: "20:00", dose: null },
        ],
        doses: [dose],
      }),
      makeCourse({
        _id: "course2" as Course["_id"],
        drug: "Drops",
        today: [{ slot: 0, time: "11:30", dose: null }],
      }),
    );
    open();
    const lines = within(screen.getByRole("list", { name: "Doses today" })).getAllByRole("listitem");
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^Amoxicillin250 mg8:00.AM · given 8:05.AM by Olga Owner$/u),
      expect.stringMatching(/^Drops250 mgDue now11:30.AMGive$/u),
      expect.stringMatching(/^Amoxicillin250 mg8:00.PMGive$/u),
    ]);
  });

  it("are given with one press, and can be undone from the message", async () => {
    fakeConvex.mutation(api.health.medications.giveOne, () => given);
    fakeConvex.mutation(api.health.medications.undoOne, () => null);
    show(makeCourse());
    const { user } = open();
    await user.click(screen.getByRole("button", { name: /^Give Amoxicillin, 8:00.AM$/u }));
    const [call] = fakeConvex.callsOf(api.health.medications.giveOne);
    expect(call).toMatchObject({ dogId: "dog1", courseId: "course1", dayOn: TODAY, slot: 0, isMeant: false });
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(fakeConvex.callsOf(api.health.medications.undoOne)).toEqual([
      { dogId: "dog1", courseId: "course1", entryKey: call?.entryKey },
    ]);
  });

  it("ask for a confirmation if another dose was given within the hour", async () => {
    const other = makeDose();
    fakeConvex.mutation(api.health.medications.giveOne, ({ isMeant }) =>
      isMeant ? given : { outcome: "near", other },
    );
    show(makeCourse());
    const { user } = open();
    await user.click(screen.getByRole("button", { name: /^Give Amoxicillin, 8:00.PM$/u }));
    const question = await screen.findByRole("alertdialog", { name: "Given a moment ago" });
    expect(question.textContent).toMatch(/given 8:05.AM by Olga Owner/u);
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(fakeConvex.callsOf(api.health.medications.giveOne)).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: /^Give Amoxicillin, 8:00.PM$/u }));
    await user.click(await screen.findByRole("button", { name: "Record Another Dose" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.health.medications.giveOne).at(-1)).toMatchObject({ isMeant: true }),
    );
  });

  it("show a message if another person was faster with the same dose", async () => {
    fakeConvex.mutation(api.health.medications.giveOne, () => ({ outcome: "given", other: makeDose() }));
    show(makeCourse());
    const { user } = open();
    await user.click(screen.getByRole("button", { name: /^Give Amoxicillin, 8:00.AM$/u }));
    expect(await screen.findByText(/^Amoxicillin was already given, 8:05.AM by Olga Owner$/u)).toBeTruthy();
  });

  it("have no buttons for viewers", () => {
    show(makeCourse());
    open({ role: "viewer" });
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});

describe("a course of medication", () => {
  it("starts with times that can be changed, and sends a schedule", async () => {
    fakeConvex.mutation(api.health.medications.start, () => makeCourse());
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Start Medication" }));
    await user.type(screen.getByRole("textbox", { name: /^Medication/ }), "Meloxicam");
    await user.click(screen.getByRole("button", { name: "Add Medication" }));
    expect(screen.getByText("Dose must be a number")).toBeTruthy();
    await user.type(screen.getByLabelText(/^Dose \*/), "1,5");
    await user.clear(screen.getByLabelText("Time 1"));
    await user.type(screen.getByLabelText("Time 1"), "07:30");
    await user.click(screen.getByRole("button", { name: "Add Medication" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(fakeConvex.callsOf(api.health.medications.start)).toMatchObject([
      {
        dogId: "dog1",
        drug: "Meloxicam",
        doseAmount: 1.5,
        doseUnit: "mg",
        startOn: TODAY,
        schedule: { type: "times", everyDays: 1, times: ["07:30", "20:00"] },
      },
    ]);
  });

  it("keeps the typed values when the server refuses them", async () => {
    fakeConvex.mutation(api.health.medications.start, () => {
      throw coded("VALIDATION_FAILED", { fields: { endOn: "End date cannot be before the start" } });
    });
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Start Medication" }));
    await user.type(screen.getByRole("textbox", { name: /^Medication/ }), "Meloxicam");
    await user.type(screen.getByLabelText(/^Dose \*/), "1");
    await user.click(screen.getByRole("button", { name: "Add Medication" }));
    expect(await screen.findByText("End date cannot be before the start")).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Medication/ }).value).toBe("Meloxicam");
  });

  it("lists its changes from its menu", async () => {
    fakeConvex.query(api.history.history.ofRecord, () => []);
    show(makeCourse());
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Actions for Amoxicillin" }));
    await user.click(screen.getByRole("menuitem", { name: "History" }));
    expect(await screen.findByRole("dialog", { name: "History of Amoxicillin" })).toBeTruthy();
    expect(fakeConvex.subscriptionsOf(api.history.history.ofRecord).at(-1)).toMatchObject({
      table: "medicationCourses",
      recordId: "course1",
    });
  });

  it("can be stopped with a reason, is then folded under the finished courses, and can be resumed there", async () => {
    fakeConvex.mutation(api.health.medications.stop, () => null);
    fakeConvex.mutation(api.health.medications.resume, () => null);
    show(makeCourse());
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Actions for Amoxicillin" }));
    await user.click(screen.getByRole("menuitem", { name: "Stop" }));
    await user.type(screen.getByLabelText("Reason"), "Vomiting");
    await user.click(screen.getByRole("button", { name: "Stop Medication" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(fakeConvex.callsOf(api.health.medications.stop)).toMatchObject([
      { stoppedOn: TODAY, stopReason: "Vomiting" },
    ]);
    show(makeCourse({ stoppedOn: TODAY, stopReason: "Vomiting", today: [] }));
    await user.click(await screen.findByText("1 earlier medication"));
    await user.click(screen.getByRole("button", { name: "Actions for Amoxicillin" }));
    await user.click(screen.getByRole("menuitem", { name: "Resume" }));
    expect(fakeConvex.callsOf(api.health.medications.resume)).toEqual([
      { dogId: "dog1", courseId: "course1" },
    ]);
  });
});
