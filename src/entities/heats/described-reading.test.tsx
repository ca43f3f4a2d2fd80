/**
 * Tests that every described field of a progesterone reading is in its form and on its heat's card. A field that is
 * added to the description must survive a change of another field, and must return when a deletion is undone.
 */
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { HeatCard } from "@/entities/heats/heat-card";
import { ReadingForm } from "@/entities/heats/heat-card";
import { useHeatActions, type HeatEntry, type HeatReading } from "@/entities/heats/use-heat-actions";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { HEAT_FIELDS, READING_FIELDS } from "@domain/heats/record";
import { blankValues, omitFields } from "@domain/records/record";
import { ADDED, FIRST, SECOND, type MORE_FIELDS } from "@domain/records/testing/more-fields";
import { api } from "@convex/_generated/api";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock(import("@domain/heats/record"), async (importOriginal) => {
  const { READING_FIELDS: fields, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-fields");
  return { ...rest, READING_FIELDS: { ...fields, ...more } };
});

/** The types do not contain the added fields. */
const fields = READING_FIELDS as typeof READING_FIELDS & typeof MORE_FIELDS;
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

const TODAY = "2025-03-15";
const nothing = () => {};

const makeReading = (values: object = {}): HeatReading => ({
  _id: "reading1" as HeatReading["_id"],
  heatId: "heat1" as HeatReading["heatId"],
  ...blankValues(READING_FIELDS),
  ...{ takenOn: "2025-03-09", value: 2 },
  ...values,
});

const makeHeat = (...readings: HeatReading[]): HeatEntry => ({
  _id: "heat1" as HeatEntry["_id"],
  kennelId: "kennel1" as never,
  dogId: "bella" as HeatEntry["dogId"],
  createdAt: 1,
  ...blankValues(HEAT_FIELDS),
  startOn: "2025-03-01",
  updatedAt: 1,
  readings,
  matings: [],
});

/** The user can delete on this card as in the log. */
function Card({ values }: { values: object }) {
  const { deleteHeat, deleteReading } = useHeatActions("bella", TODAY);
  const heat = makeHeat(makeReading(values));
  return (
    <HeatCard
      {...{ heat, today: TODAY, canWrite: true, isOpenAtFirst: true, onEdit: nothing }}
      onDelete={() => void deleteHeat(heat)}
      onDeleteReading={(reading) => void deleteReading(reading)}
    />
  );
}

const press = (name: string | RegExp) => screen.findByRole("button", { name });

beforeEach(() => {
  fakeConvex.reset();
  const { add, remove, addProgesterone, updateProgesterone, removeProgesterone } = api.heats.heats;
  for (const each of [add, remove, addProgesterone, updateProgesterone, removeProgesterone]) {
    fakeConvex.mutation(each, () => null);
  }
});

it("the form has every field, and the check reports a missing field", () => {
  renderScreen(<ReadingForm heatId="heat1" today={TODAY} onDone={nothing} />);
  expect(missingControls(own)).toEqual([]);
  expect(missingControls(fields)).toEqual(ADDED);
});

it("the heat's card shows every field, and the check reports a missing field", () => {
  const show = (values: object) => renderScreen(<Card values={values} />);
  expect(unseenFields(own, show)).toEqual([]);
  expect(unseenFields(fields, show)).toEqual(ADDED);
});

it("an added field of every type keeps its value when another field is changed", async () => {
  const onDone = vi.fn();
  const reading = makeReading(SECOND);
  const { user } = renderScreen(<ReadingForm heatId="heat1" today={TODAY} {...{ reading, onDone }} />);
  await user.type(screen.getByLabelText(/^Laboratory/u), "VetLab");
  await user.click(await press("Save Reading"));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(fakeConvex.callsOf(api.heats.heats.updateProgesterone)).toMatchObject([
    { ...SECOND, readingId: "reading1", laboratory: "VetLab" },
  ]);
});

it.each([
  ["the reading", /^Delete the reading/u, api.heats.heats.addProgesterone, FIRST],
  ["its heat", "Delete Heat", api.heats.heats.add, { readings: [FIRST] }],
])(
  "an added field of every type is restored when the deletion of %s is undone",
  async (_, name, again, sent) => {
    const { user } = renderScreen(<Card values={FIRST} />);
    await user.click(await press(name));
    await user.click(await press("Undo"));
    await waitFor(() => expect(fakeConvex.callsOf(again)).toMatchObject([sent]));
  },
);
