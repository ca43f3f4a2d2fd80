/** How the dialog of a small form closes: never by accident after the user has typed something. */
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

/** A form as the litter's dialogs have it: the caller keeps the text. */
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

describe("Escape and the corner", () => {
  it("close a form into which nothing was typed", async () => {
    const { user } = renderScreen(<Sale />);
    await user.click(screen.getByLabelText("Buyer"));
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("ask before typed text is thrown away, and keep it when that is not meant", async () => {
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

  it("ask nothing where the text was undone, or its field was removed", async () => {
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

describe("a tap beside it", () => {
  const beside = () => document.querySelector('[data-slot="dialog-overlay"]') ?? document.body;

  it("closes a form into which nothing was typed", async () => {
    const { user } = renderScreen(<Sale />);
    await user.click(beside());
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("asks before typed text is thrown away", async () => {
    const { user } = renderScreen(<Sale />);
    await user.type(screen.getByLabelText("Buyer"), " Berg");
    await user.click(beside());
    expect(question()).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("while something is saved", () => {
  it("the dialog stays, and says nothing while the connection works", async () => {
    const { user } = renderScreen(<Sale isSaving />);
    await user.keyboard("{Escape}");
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByText(/connection is down/u)).toBeNull();
  });

  it("it says what happens to the text when the connection is lost", () => {
    connection.isLost = true;
    renderScreen(<Sale isSaving />);
    expect(screen.getByText(/What you typed is saved as soon as it is back/u)).toBeTruthy();
  });
});

/** A page in a dialog, with a field to look something up and a form of one of its parts. */
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

it("a page in a dialog asks for the text of its forms, not for what was looked up", async () => {
  const { user } = renderScreen(<DogPage />);
  await user.type(screen.getByLabelText("Compare with"), "Rex");
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.type(screen.getByLabelText("Weight"), "12");
  await user.keyboard("{Escape}");
  expect(question()).toBeTruthy();
  expect(onClose).toHaveBeenCalledTimes(1);
});
