/** The kennel's logo in the settings. */
import { useSyncExternalStore } from "react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { KennelLogoField } from "@/features/kennels/kennel-card";
import type { KennelSummary } from "@/hooks/use-kennel";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { KennelStub, makeKennel, renderScreen } from "@/testing/render";
import { MAX_LOGO_BYTES } from "@domain/kennels/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const LOGO = "/uploads/logos/kennel1?version=1&signature=aa";
const SET = api.kennels.actions.kennelLogo.set;

let kennel: KennelSummary;
let rerender: () => void = () => {};

function LiveField({ isReadOnly }: { isReadOnly: boolean }) {
  const current = useSyncExternalStore(
    (onChange) => {
      rerender = onChange;
      return () => {};
    },
    () => kennel,
  );
  return (
    <KennelStub kennel={current}>
      <KennelLogoField isReadOnly={isReadOnly} />
    </KennelStub>
  );
}

function showLogo(logoPath: string | null): void {
  kennel = { ...kennel, logoPath };
  act(() => rerender());
}

const file = (bytes = 3) => new File([new Uint8Array(bytes)], "logo.png", { type: "image/png" });
const input = () => screen.getByLabelText<HTMLInputElement>("Choose a logo");
const open = (isReadOnly = false) => renderScreen(<LiveField isReadOnly={isReadOnly} />);

beforeEach(() => {
  fakeConvex.reset();
  kennel = makeKennel();
});

describe("[GAP-SET-18] the kennel's logo", () => {
  it("is sent as chosen, and can then be replaced", async () => {
    fakeConvex.mutation(SET, () => {
      showLogo(LOGO);
      return kennel;
    });
    const { user } = open();
    await user.upload(input(), file());
    expect(await screen.findByText("Logo saved")).toBeTruthy();
    const [sent] = fakeConvex.callsOf(SET);
    expect(sent).toMatchObject({ kennelId: "kennel1" });
    expect((sent?.content as ArrayBuffer).byteLength).toBe(3);
    expect(screen.getByRole("img", { name: "Logo of Oakhollow" }).getAttribute("src")).toContain(LOGO);
    expect(screen.getByRole("button", { name: "Replace Logo" })).toBeTruthy();
  });

  it("can be dropped", async () => {
    fakeConvex.mutation(SET, () => kennel);
    open();
    fireEvent.drop(screen.getByRole("region", { name: "Logo" }), { dataTransfer: { files: [file(5)] } });
    await waitFor(() => expect(fakeConvex.callsOf(SET)).toHaveLength(1));
  });

  it("[GAP-SET-14] is refused before sending if it is too large, and otherwise with the server's reason", async () => {
    fakeConvex.mutation(SET, () => {
      throw coded("LOGO_TYPE_UNSUPPORTED");
    });
    const { user } = open();
    await user.upload(input(), file(MAX_LOGO_BYTES + 1));
    expect(screen.getByText(/A logo may have at most 2 MB and 25 megapixels\./u)).toBeTruthy();
    expect(fakeConvex.callsOf(SET)).toEqual([]);
    await user.upload(input(), file());
    expect(await screen.findByText(/A logo must be a PNG, JPG or WEBP file\./u)).toBeTruthy();
    expect(screen.queryByText(/at most 2 MB and/u)).toBeNull();
  });

  it("waits for the connection and says so", async () => {
    fakeConvex.mutation(SET, async () => await new Promise(() => {}));
    fakeConvex.setConnected(false);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open();
    await act(async () => await vi.advanceTimersByTimeAsync(2000));
    fireEvent.change(input(), { target: { files: [file()] } });
    vi.useRealTimers();
    expect(await screen.findByText("Waiting for the connection...")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Uploading..." }).hasAttribute("disabled")).toBe(true);
  });

  it("is removed after a confirmation, and the focus moves to the remaining button", async () => {
    kennel = makeKennel({ logoPath: LOGO });
    fakeConvex.mutation(api.kennels.kennelLogos.remove, () => {
      throw coded("FORBIDDEN");
    });
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Remove" }));
    const question = within(screen.getByRole("alertdialog", { name: "Remove the logo?" }));
    await user.click(question.getByRole("button", { name: "Remove Logo" }));
    expect(await question.findByText(/Failed to remove logo\./u)).toBeTruthy();
    fakeConvex.mutation(api.kennels.kennelLogos.remove, () => {
      showLogo(null);
      return null;
    });
    await user.click(question.getByRole("button", { name: "Remove Logo" }));
    expect(await screen.findByText("Logo removed")).toBeTruthy();
    const upload = screen.getByRole("button", { name: "Upload Logo" });
    await waitFor(() => expect(document.activeElement).toBe(upload));
  });

  it("is read-only for users who may not change it, who see nothing if there is no logo", () => {
    kennel = makeKennel({ logoPath: LOGO });
    open(true);
    expect(screen.getByRole("img", { name: "Logo of Oakhollow" })).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
    showLogo(null);
    expect(screen.queryByText("Logo")).toBeNull();
  });
});
