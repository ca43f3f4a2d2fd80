/** A progesterone reading is described once: no field is forgotten in its form or on the card of its heat. */
import { beforeEach, expect, it, vi } from "vitest";
import { HeatCard } from "@/entities/heats/heat-card";
import { ReadingForm } from "@/entities/heats/reading-form";
import type { HeatEntry, HeatReading } from "@/entities/heats/use-heat-actions";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { text } from "@domain/records/fields";
import { HEAT_FIELDS } from "@domain/records/heat";
import { READING_FIELDS } from "@domain/records/reading";
import { blankValues } from "@domain/records/record";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const TODAY = "2025-03-15";
const nothing = () => {};
const fields = { ...READING_FIELDS, sampleNumber: text("Sample number") };

beforeEach(() => fakeConvex.reset());

it("every field is in the form, and one that is not is found", () => {
  renderScreen(<ReadingForm heatId="heat1" today={TODAY} onDone={nothing} />);
  expect(missingControls(fields)).toEqual(["sampleNumber"]);
});

it("every field is on the card of the heat, and one that is not is found", () => {
  const show = (values: object) => {
    const reading: HeatReading = {
      _id: "reading1" as HeatReading["_id"],
      heatId: "heat1" as HeatReading["heatId"],
      ...blankValues(READING_FIELDS),
      ...{ takenOn: "2025-03-09", value: 2 },
      ...values,
    };
    const heat: HeatEntry = {
      _id: "heat1" as HeatEntry["_id"],
      dogId: "bella" as HeatEntry["dogId"],
      ...blankValues(HEAT_FIELDS),
      startOn: "2025-03-01",
      updatedAt: 1,
      readings: [reading],
      matings: [],
    };
    const actions = { onEdit: nothing, onDelete: nothing, onDeleteReading: nothing };
    renderScreen(<HeatCard heat={heat} today={TODAY} canWrite={false} isOpenAtFirst {...actions} />);
  };
  expect(unseenFields(fields, show)).toEqual(["sampleNumber"]);
});
