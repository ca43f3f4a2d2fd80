/** How the dialog of a small form closes. It never discards typed text without a question. */
import { useState } from "react";
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FormDialog } from "@/components/form-dialog";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { useLeaveQuestion } from "@/components/use-leave-question";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
const connection = vi.hoisted(() => ({ isLost: false }));
vi.mock("@/hooks/use-connection-lost", () => ({ useConnectionLost: () => connection.isLost }));

const onClose = vi.fn();

/** As in the litter's dialogs, the caller keeps the text. */
function Sale({ isSaving = false }: { isSaving?: boolean }) {
  const [buyer, setBuyer] = useState("Anna");
  const [isForm, setForm] = useState(true);
  return (
    <FormDialog aria-describedby={undefined} isSaving={isSaving} onClose={onClose}>
      <DialogTitle>Sell a puppy</DialogTitle>
      {isForm ? <input aria-label="Buyer" value={buyer} onChange={(e) => setBuyer(e.target.value)} /> : null}
      <button type="button" onClick={() => setForm(!isForm)}>
        Turn
      </button>
    </FormDialog>
  );
}

const question = () => screen.queryByRole("alertdialog", { name: "Discard what you typed?" });

beforeEach(() => {
  fakeConvex.reset();
  onClose.mockReset();
  connection.isLost = false;
});

describe("Escape and the close button of the dialog", () => {
  it("close a form without typed text", async () => {
    const { user } = renderScreen(<Sale />);
    await user.click(screen.getByLabelText("Buyer"));
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("ask before typed text is discarded, and keep the text when the user cancels", async () => {
    const { user } = renderScreen(<Sale />);
    await user.type(screen.getByLabelText("Buyer"), " Berg");
    await user.keyboard("{Escape}");
    expect(question()).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(question()).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Buyer").value).toBe("Anna Berg");
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("ask nothing if the user undid the text, or if its field was removed", async () => {
    const { user } = renderScreen(<Sale />);
    await user.type(screen.getByLabelText("Buyer"), "!{Backspace}");
    await user.keyboard("{Escape}");
    await user.type(screen.getByLabelText("Buyer"), "!");
    await user.click(screen.getByRole("button", { name: "Turn" }));
    await user.keyboard("{Escape}");
    expect(question()).toBeNull();
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

describe("a tap beside the dialog", () => {
  const beside = () => document.querySelector('[data-slot="dialog-overlay"]') ?? document.body;

  it("closes a form without typed text", async () => {
    const { user } = renderScreen(<Sale />);
    await user.click(beside());
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("asks before typed text is discarded", async () => {
    const { user } = renderScreen(<Sale />);
    await user.type(screen.getByLabelText("Buyer"), " Berg");
    await user.click(beside());
    expect(question()).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("a form dialog while saving", () => {
  it("stays open, without a message while the connection works", async () => {
    const { user } = renderScreen(<Sale isSaving />);
    await user.keyboard("{Escape}");
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByText(/connection is down/u)).toBeNull();
  });

  it("says what happens to the text when the connection is lost", () => {
    connection.isLost = true;
    renderScreen(<Sale isSaving />);
    expect(screen.getByText(/What you typed is saved as soon as it is back/u)).toBeTruthy();
  });
});

/** A page in a dialog, with a search field and a form. */
function DogPage() {
  const { remember, leave, question } = useLeaveQuestion(onClose, { inFormsAlone: true });
  return (
    <>
      <Dialog open onOpenChange={leave}>
        <DialogContent aria-describedby={undefined} onFocusCapture={remember}>
          <DialogTitle>Bella</DialogTitle>
          <input aria-label="Compare with" />
          <form>
            <input aria-label="Weight" />
          </form>
        </DialogContent>
      </Dialog>
      {question}
    </>
  );
}

it("a page in a dialog asks about text typed in its forms, but not about text in its search field", async () => {
  const { user } = renderScreen(<DogPage />);
  await user.type(screen.getByLabelText("Compare with"), "Rex");
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.type(screen.getByLabelText("Weight"), "12");
  await user.keyboard("{Escape}");
  expect(question()).toBeTruthy();
  expect(onClose).toHaveBeenCalledTimes(1);
});
