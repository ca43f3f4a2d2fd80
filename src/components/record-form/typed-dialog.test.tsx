/**
 * Where a small form shows messages about invalid values: at the field, or above the buttons if no field shows the
 * value.
 */
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { RecordField } from "@/components/record-form/record-field";
import { TypedDialog } from "@/components/record-form/typed-dialog";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const send = vi.fn<(asked: object) => Promise<unknown>>();
const onClose = vi.fn<() => void>();

const schema = z
  .object({ title: z.string().min(1, "Title is required"), code: z.string(), isPaid: z.boolean() })
  .refine(({ title }) => title !== "both", { error: "Title and code cannot both be given" });

const open = () =>
  renderScreen(
    <TypedDialog
      {...{ schema, send, onClose }}
      typed={{ title: "", code: "", isPaid: false }}
      title="Payment"
      saveLabel="Save Payment"
      failedText="The payment could not be saved"
    >
      <RecordField name="title" label="Title" />
      <RecordField name="isPaid" label="Paid" />
    </TypedDialog>,
  );

const refuse = (fields: Record<string, string>) =>
  send.mockImplementation(() => {
    throw coded("VALIDATION_FAILED", { fields });
  });

beforeEach(() => {
  fakeConvex.reset();
  send.mockReset().mockResolvedValue(null);
  onClose.mockReset();
});

describe("an invalid value in a small form", () => {
  it("is reported at its field, and nothing is sent", async () => {
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Save Payment" }));
    expect(screen.getByText("Title is required")).toBeTruthy();
    expect(send).not.toHaveBeenCalled();
  });

  it("is reported above the buttons if it belongs to no field, and nothing is sent", async () => {
    const { user } = open();
    await user.type(screen.getByLabelText("Title"), "both{Enter}");
    expect(screen.getByText(/Title and code cannot both be given/u)).toBeTruthy();
    expect(send).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText("Title"), "!{Enter}");
    expect(send.mock.calls).toEqual([[{ title: "both!", code: "", isPaid: false }]]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("is reported if its field is hidden", async () => {
    refuse({ code: "The code is taken" });
    const { user } = open();
    await user.type(screen.getByLabelText("Title"), "Deposit{Enter}");
    expect(screen.getByText(/The code is taken/u)).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  it("is reported at a checkbox", async () => {
    refuse({ isPaid: "Nobody has paid" });
    const { user } = open();
    await user.type(screen.getByLabelText("Title"), "Deposit{Enter}");
    expect(screen.getByText("Nobody has paid")).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "Paid" }));
    expect(screen.queryByText("Nobody has paid")).toBeNull();
  });
});

it("a small form is sent once even if the button is pressed several times", async () => {
  let finish = (): void => undefined;
  send.mockImplementation(async () => await new Promise<void>((resolve) => (finish = resolve)));
  const { user } = open();
  await user.type(screen.getByLabelText("Title"), "Deposit");
  await user.dblClick(screen.getByRole("button", { name: "Save Payment" }));
  await user.type(screen.getByLabelText("Title"), "{Enter}{Enter}");
  finish();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(send).toHaveBeenCalledTimes(1);
});
