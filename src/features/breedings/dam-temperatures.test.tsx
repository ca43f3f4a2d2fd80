// @vitest-environment jsdom
/** The dam's temperatures before whelping. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { weighingQueue } from "@/entities/weights/weighing-queue";
import { DamTemperatures } from "@/features/breedings/dam-temperatures";
import { makeBreeding } from "@/testing/breedings";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const TODAY = "2025-06-15";
const HOUR = 3_600_000;
const NOW = Date.parse(`${TODAY}T12:00:00Z`);

const stored = (...fahrenheit: number[]) =>
  fahrenheit.map((temperatureFahrenheit, at) => ({
    ...{ _id: `temperature${at}`, breedingId: "breeding1", entryKey: null, createdAt: NOW, updatedAt: NOW },
    ...{ temperatureFahrenheit, takenAt: NOW - at * 6 * HOUR },
  }));

const show = (temperatures: readonly unknown[], fields: Parameters<typeof makeBreeding>[0] = {}) => {
  fakeConvex.query(api.breedings.damTemperatures.list, () => temperatures);
  const breeding = makeBreeding({ status: "confirmed", breedingDate: "2025-04-20", ...fields });
  return renderScreen(<DamTemperatures breeding={breeding} today={TODAY} canWrite />);
};

beforeEach(() => {
  localStorage.clear();
  fakeConvex.reset();
});

it("the section of temperatures asks for a temperature from day 56 on, and not after whelping", () => {
  show([], { breedingDate: "2025-04-21" }).unmount();
  expect(screen.queryByRole("heading", { name: "Dam's Temperature" })).toBeNull();
  show([], { status: "whelped" }).unmount();
  show([]);
  expect(screen.getByRole("heading", { name: "Dam's Temperature" })).toBeTruthy();
  expect(screen.getByText("No temperature recorded")).toBeTruthy();
});

it("the section of temperatures records a temperature with two taps and three digits, stores it on the device, and shows it until it is sent", async () => {
  const { user } = show([]);
  await user.click(screen.getByRole("button", { name: "Add Temperature" }));
  for (const digit of ["9", "9", "4"]) await user.click(screen.getByRole("button", { name: digit }));
  expect(screen.getByRole("status", { name: "" }).textContent).toContain("99.4 °F (37.4 °C)");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(weighingQueue().read().entries.at(-1)).toMatchObject({
    ...{ kind: "temperature", temperatureFahrenheit: 99.4, breedingId: expect.any(String) },
  });
  expect(screen.getByText("1 waiting to be sent")).toBeTruthy();
  expect(screen.getByRole("list", { name: "Temperatures" }).textContent).toContain("99.4 °F (37.4 °C)");
});

it("the section of temperatures accepts Celsius too, and refuses numbers that cannot be a temperature", async () => {
  const { user } = show([]);
  await user.click(screen.getByRole("button", { name: "Add Temperature" }));
  await user.keyboard("374");
  expect(screen.getByText("99.3 °F (37.4 °C)")).toBeTruthy();
  await user.keyboard("{Backspace}{Backspace}{Backspace}555");
  expect(screen.getByText("No dog has this temperature")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
});

it("the section of temperatures saves a temperature by Enter on a keyboard with the current time, whichever button has the focus", async () => {
  const { user } = show([]);
  await user.click(screen.getByRole("button", { name: "Add Temperature" }));
  await user.keyboard("38,5{Enter}");
  expect(screen.queryByRole("dialog")).toBeNull();
  const entry = weighingQueue().read().entries.at(-1);
  expect(entry).toMatchObject({ kind: "temperature", temperatureFahrenheit: 101.3 });
  const takenAt = entry && "takenAt" in entry ? entry.takenAt : 0;
  expect(Date.now() - takenAt).toBeLessThan(HOUR / 4);
});

it("the section of temperatures describes a fall carefully, and shows nothing without a fall", () => {
  show(stored(99.1, 100.4, 100.8, 100.6, 101)).unmount();
  show(stored(100.4, 100.8, 100.6, 101)).unmount();
  expect(screen.queryByText(/^Fell to/u)).toBeNull();
  show(stored(99.1, 100.4, 100.8, 100.6, 101));
  expect(
    screen.getByText(/^Fell to 99\.1 °F \(37\.3 °C\) .* Puppies often come within a day and a half\.$/u),
  ).toBeTruthy();
});
