// @vitest-environment jsdom
/** A puppy's photos on its card. */
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { LATE_LITTER_PARTS } from "@/features/litters/late-parts";
import { PuppyCard } from "@/features/litters/puppy-card";
import type { Portrait, Puppy } from "@/features/litters/litter-words";
import { fakeConvex } from "@/testing/fake-convex";
import { makePuppy } from "@/testing/litters";
import { renderScreen } from "@/testing/render";

const { addPhotos } = vi.hoisted(() => ({
  addPhotos: vi.fn<(client: unknown, owner: object, photoCount: number, files: readonly File[]) => void>(),
}));
vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/entities/photos/add-photos", () => ({ addPhotos }));

const makePhoto = (id: string, caption: string | null = null) => ({
  _id: id,
  puppyId: "puppy1",
  ...{ filePath: `/${id}/full`, previewPath: `/${id}/preview`, thumbnailPath: `/${id}/small` },
  caption,
  createdAt: 1,
});
const portrait: Portrait = { puppyId: makePuppy()._id, thumbnailPath: "/p2/small", hasOwnPhotos: true };

beforeAll(() => Promise.all(LATE_LITTER_PARTS.map((part) => part.fetch())));
beforeEach(() => {
  fakeConvex.reset();
  addPhotos.mockClear();
  fakeConvex.query(api.litters.puppyPhotos.list, () => [makePhoto("p2", "Day 8"), makePhoto("p1")]);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A touch screen has a coarse pointer. */
const stubPointer = (isFinger: boolean) =>
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: isFinger && query === "(pointer: coarse)",
    addEventListener: () => {},
    removeEventListener: () => {},
  }));

const show = (fields: Partial<Puppy> = {}, shown?: Portrait, canWrite = true) =>
  renderScreen(
    <PuppyCard
      puppy={makePuppy(fields)}
      bornOn="2025-01-10"
      portrait={shown}
      grown={undefined}
      canWrite={canWrite}
      onEdit={() => {}}
      onDelete={() => {}}
    />,
  );
const photos = () => within(screen.getByRole("dialog", { name: "Photos of Juniper" }));

describe("a puppy's card", () => {
  it("takes the first photo with the camera of a phone, in one tap", async () => {
    stubPointer(true);
    const { user } = show();
    const field = screen.getByLabelText("Take a photo");
    expect(field.getAttribute("capture")).toBe("environment");
    const opened = vi.fn<() => void>();
    field.addEventListener("click", opened);
    await user.click(screen.getByRole("button", { name: "Add a photo of Juniper" }));
    expect(opened).toHaveBeenCalledTimes(1);
    const file = new File(["x"], "a.jpg", { type: "image/jpeg" });
    fireEvent.change(field, { target: { files: [file] } });
    // The photo is added to the uploads at once, because the page warns before leaving only about uploads.
    expect(addPhotos).toHaveBeenCalledTimes(1);
    expect(addPhotos.mock.calls[0]?.slice(1)).toEqual([
      { kind: "puppy", id: "puppy1", name: "Juniper" },
      0,
      [file],
    ]);
  });

  it("opens all photos on a computer, where the user chooses files", async () => {
    stubPointer(false);
    fakeConvex.query(api.litters.puppyPhotos.list, () => []);
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Add a photo of Juniper" }));
    expect(photos().getByText("Drop photos here, or choose some.")).toBeTruthy();
  });

  it("shows the newest photo, linked to all photos, which can be captioned and deleted but not sorted", async () => {
    const { user } = show({}, portrait);
    const button = screen.getByRole("button", { name: "Photos of Juniper" });
    expect(button.querySelector("img")?.getAttribute("src")).toBe("/api/p2/small");
    await user.click(button);
    expect(photos().getByText("2 photo(s)")).toBeTruthy();
    expect(photos().queryByRole("button", { name: /primary/iu })).toBeNull();
    fakeConvex.mutation(api.litters.puppyPhotos.setCaption, () => null);
    await user.click(photos().getAllByRole("button", { name: "Edit caption" })[1] ?? document.body);
    await user.type(photos().getByRole("textbox", { name: "Caption" }), "Day 1{Enter}");
    expect(fakeConvex.callsOf(api.litters.puppyPhotos.setCaption)).toEqual([
      { photoId: "p1", caption: "Day 1" },
    ]);
    fakeConvex.mutation(api.litters.puppyPhotos.remove, () => null);
    await user.click(photos().getAllByRole("button", { name: "Delete photo" })[0] ?? document.body);
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    expect(fakeConvex.callsOf(api.litters.puppyPhotos.remove)).toEqual([{ photoId: "p2" }]);
  });

  it("lets a viewer see the photos, without the camera", async () => {
    const { user, unmount } = show({}, portrait, false);
    await user.click(screen.getByRole("button", { name: "Photos of Juniper" }));
    const large = within(screen.getByRole("dialog", { name: "Day 8" }));
    expect(large.getByText("1 of 2")).toBeTruthy();
    await user.click(large.getByRole("button", { name: "Next photo" }));
    expect(screen.getByRole("dialog", { name: "Photo of Juniper" })).toBeTruthy();
    unmount();
    show({}, undefined, false);
    expect(screen.queryByRole("button", { name: /photo/iu })).toBeNull();
  });

  it("has no photos of its own once the puppy is a dog", async () => {
    const { user } = show(
      { dogId: "dog1" as Puppy["dogId"], status: "kept" },
      { ...portrait, hasOwnPhotos: false },
    );
    expect(screen.getByRole("button", { name: "Photos of Juniper" }).hasAttribute("disabled")).toBe(true);
    await user.click(screen.getByRole("button", { name: "More for Juniper" }));
    expect(screen.queryByRole("menuitem", { name: "Photos" })).toBeNull();
  });

  it("opens the photos above the limit of the dog", async () => {
    const { user } = show({ dogId: "dog1" as Puppy["dogId"], status: "kept" }, portrait);
    await user.click(screen.getByRole("button", { name: "Photos of Juniper" }));
    expect(photos().getByText("2 photo(s)")).toBeTruthy();
  });
});
