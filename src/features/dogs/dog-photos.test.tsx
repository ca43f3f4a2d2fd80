/** The photo manager and the Photos tab. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { DogPhotos } from "@/features/dogs/detail/dog-detail-dialog";
import { asOwner } from "@/entities/photos/photo-owner";
import { PhotoManagerDialog } from "@/entities/photos/photo-manager-dialog";
import { makeDog, makePhoto } from "@/testing/dogs";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.mutation(api.dogs.photos.setOrder, () => null);
});

const dog = makeDog({ name: "Rex" });
const down = () => {
  throw new Error("down");
};

function openManager(photos: ReturnType<typeof makePhoto>[]) {
  fakeConvex.query(api.dogs.photos.list, () => photos);
  return renderScreen(<PhotoManagerDialog owner={asOwner(dog)} onClose={() => {}} />);
}

const items = () => within(screen.getByRole("list", { name: "Photos" })).getAllByRole("listitem");

describe("photo manager", () => {
  it("[PHO-09] [PHO-11] invites the user to upload the first photo", () => {
    openManager([]);
    expect(screen.getByText("No photos yet")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Upload First Photo" })).toBeTruthy();
    expect(screen.getByText("0 photo(s)")).toBeTruthy();
  });

  it("[PHO-06] [PHO-08] [PHO-09] shows pictures, captions, the primary photo and the count", () => {
    const primary = makePhoto({ isPrimary: true, previewPath: "/uploads/dogs/1.jpg", caption: "At 8 weeks" });
    openManager([primary, makePhoto(), makePhoto()]);
    expect(screen.getByText("3 photo(s)")).toBeTruthy();
    const [first, second] = items();
    expect(first?.textContent).toContain("Primary");
    expect(first?.textContent).toContain("At 8 weeks");
    expect(first?.querySelector("img")?.getAttribute("src")).toBe("/api/uploads/dogs/1.jpg");
    expect(second?.textContent).toContain("No caption");
    expect(second?.textContent).not.toContain("Primary");
  });

  it("[PHO-05] [PHO-12] sets another photo as primary, and shows a message after a failure", async () => {
    const photo = makePhoto();
    const { user } = openManager([photo]);
    fakeConvex.mutation(api.dogs.photos.setPrimary, down);
    await user.click(screen.getByRole("button", { name: "Set as primary photo" }));
    expect(fakeConvex.callsOf(api.dogs.photos.setPrimary)).toEqual([{ photoId: photo._id }]);
    expect(await screen.findByText("Failed to set primary photo")).toBeTruthy();
  });

  it("[GAP-PHO-02] [PHO-12] saves a caption, and keeps the typed text after a failure", async () => {
    const photo = makePhoto();
    const { user } = openManager([photo]);
    await user.click(screen.getByRole("button", { name: "Edit caption" }));
    await user.type(screen.getByLabelText("Caption"), "In the snow");
    fakeConvex.mutation(api.dogs.photos.setCaption, down);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Failed to update caption")).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>("Caption").value).toBe("In the snow");
    fakeConvex.mutation(api.dogs.photos.setCaption, () => null);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByLabelText("Caption")).toBeNull());
    expect(fakeConvex.callsOf(api.dogs.photos.setCaption).at(-1)).toEqual({
      photoId: photo._id,
      caption: "In the snow",
    });
  });

  it("sorts photos with the primary photo always first, and shows a message after a failure", async () => {
    const [primary, a, b, c] = [
      makePhoto({ isPrimary: true }),
      makePhoto({ caption: "Ball" }),
      makePhoto({ caption: "Cart" }),
      makePhoto(),
    ];
    const { user } = openManager([primary, a, b, c]);
    await user.click(screen.getByRole("button", { name: "Arrange" }));
    await user.click(await screen.findByRole("button", { name: "Move Cart earlier" }));
    const order = { dogId: dog._id, photoIds: [b._id, a._id, c._id] };
    expect(fakeConvex.callsOf(api.dogs.photos.setOrder)).toEqual([order]);
    await user.click(screen.getByRole("button", { name: "Move Ball earlier" }));
    await user.click(screen.getByRole("button", { name: "Move photo 4 later" }));
    expect(fakeConvex.callsOf(api.dogs.photos.setOrder)).toHaveLength(1);
    expect(items()[0]?.textContent).toContain("Always first");
    fakeConvex.mutation(api.dogs.photos.setOrder, down);
    await user.click(screen.getByRole("button", { name: "Move Cart later" }));
    expect(await screen.findByText("Failed to save the order")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Done" }));
    expect(screen.getAllByRole("button", { name: "Edit caption" })).toHaveLength(4);
  });

  it("offers no sorting if there is only one photo to sort", () => {
    openManager([makePhoto({ isPrimary: true }), makePhoto()]);
    expect(screen.queryByRole("button", { name: "Arrange" })).toBeNull();
  });

  it("keeps the former caption on Cancel", async () => {
    const { user } = openManager([makePhoto({ caption: "Old" })]);
    await user.click(screen.getByRole("button", { name: "Edit caption" }));
    await user.type(screen.getByLabelText("Caption"), " new");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(items()[0]?.textContent).toContain("Old");
    expect(fakeConvex.callsOf(api.dogs.photos.setCaption)).toEqual([]);
  });

  it("[PHO-10] [GAP-DOG-16] [PHO-12] asks before a photo is deleted, and shows a message after a failure", async () => {
    const photo = makePhoto();
    const { user } = openManager([photo]);
    await user.click(screen.getByRole("button", { name: "Delete photo" }));
    const question = screen.getByRole("alertdialog", { name: "Are you sure you want to delete this photo?" });
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(fakeConvex.callsOf(api.dogs.photos.remove)).toEqual([]);
    fakeConvex.mutation(api.dogs.photos.remove, down);
    await user.click(screen.getByRole("button", { name: "Delete photo" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Failed to delete photo")).toBeTruthy();
    expect(fakeConvex.callsOf(api.dogs.photos.remove)).toEqual([{ photoId: photo._id }]);
  });

  it("[PHO-12] says that the photos cannot be loaded", () => {
    fakeConvex.query(api.dogs.photos.list, () => coded("INTERNAL"));
    renderScreen(<PhotoManagerDialog owner={asOwner(dog)} onClose={() => {}} />);
    expect(screen.getByRole("alert").textContent).toContain("Failed to load photos");
  });
});

describe("Photos tab", () => {
  it("[DOGD-09] invites the user to add photos", () => {
    renderScreen(<DogPhotos dog={dog} canWrite />);
    expect(screen.getByText("No photos yet")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Add Photos" })).toBeTruthy();
  });

  it("shows a viewer only the photos", () => {
    renderScreen(<DogPhotos dog={makeDog({ photos: [makePhoto()] })} canWrite={false} />);
    expect(screen.getByText("No caption")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Manage Photos" })).toBeNull();
  });

  it("changes the photo by a sideways swipe, but not by scrolling or by a mouse", async () => {
    const photos = ["one", "two", "three"].map((caption) => makePhoto({ caption }));
    const { user } = renderScreen(<DogPhotos dog={makeDog({ photos })} canWrite />);
    await user.click(screen.getByRole("button", { name: "View one" }));
    const picture = () => screen.getByRole("img", { name: /one|two|three/ });
    const draw = (across: number, down = 0, pointerType = "touch") => {
      const options = { pointerType, isPrimary: true };
      fireEvent.pointerDown(picture(), { ...options, clientX: 200, clientY: 200 });
      fireEvent.pointerUp(picture(), { ...options, clientX: 200 + across, clientY: 200 + down });
    };
    draw(-90);
    expect(screen.getByText("2 of 3")).toBeTruthy();
    draw(-30);
    draw(-60, 50);
    draw(-90, 0, "mouse");
    expect(screen.getByText("2 of 3")).toBeTruthy();
    draw(90);
    draw(90);
    expect(screen.getByText("3 of 3")).toBeTruthy();
  });

  it("opens a photo in full size and moves by arrow keys, Home and End", async () => {
    const photos = ["one", "two", "three"].map((caption) => makePhoto({ caption }));
    const { user } = renderScreen(<DogPhotos dog={makeDog({ photos })} canWrite />);
    await user.click(screen.getByRole("button", { name: "View one" }));
    for (const [key, place] of [
      ["ArrowRight", "2 of 3"],
      ["End", "3 of 3"],
      ["ArrowRight", "1 of 3"],
      ["ArrowLeft", "3 of 3"],
      ["Home", "1 of 3"],
    ]) {
      await user.keyboard(`{${key}}`);
      expect(screen.getByText(place ?? "")).toBeTruthy();
    }
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
