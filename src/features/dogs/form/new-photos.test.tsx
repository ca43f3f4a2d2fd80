/** Photos that the user chooses for a dog before the dog is saved. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { fillRequired, openAdd, openEdit, resetKennel, submitAdd } from "@/testing/dog-form";
import { api } from "@convex/_generated/api";
import { makeDog } from "@/testing/dogs";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";

const { addPhotos } = vi.hoisted(() => ({
  addPhotos:
    vi.fn<(client: unknown, owner: { id: string }, photoCount: number, files: readonly File[]) => void>(),
}));
vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/entities/photos/add-photos", () => ({ addPhotos }));

beforeEach(() => {
  resetKennel();
  addPhotos.mockClear();
  Object.assign(URL, { createObjectURL: () => "blob:photo", revokeObjectURL: () => undefined });
  onTestFinished(() => {
    for (const name of ["createObjectURL", "revokeObjectURL"]) Reflect.deleteProperty(URL, name);
  });
});

const photo = (name: string) => new File(["x"], name, { type: "image/jpeg" });

it("new photos are uploaded once the dog is saved, and kept while the server refuses the dog", async () => {
  const { user } = openAdd();
  await user.upload(screen.getByLabelText("Choose photos"), [photo("a.jpg"), photo("b.jpg")]);
  await user.upload(screen.getByLabelText("Choose photos"), photo("c.jpg"));
  await user.click(screen.getByRole("button", { name: "Remove b.jpg" }));
  await fillRequired(user);
  fakeConvex.mutation(api.dogs.dogs.create, () => Promise.reject(coded("INTERNAL")));
  await submitAdd(user);
  const list = within(await screen.findByRole("list", { name: "Photos to add" }));
  expect(list.getAllByRole("img").map((image) => image.getAttribute("alt"))).toEqual(["a.jpg", "c.jpg"]);
  expect(addPhotos).not.toHaveBeenCalled();
  fakeConvex.mutation(api.dogs.dogs.create, () => ({ _id: "dog7", warnings: [] }));
  await submitAdd(user);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(
    addPhotos.mock.calls.map(([, { id }, count, files]) => [id, count, files.map(({ name }) => name)]),
  ).toEqual([["dog7", 0, ["a.jpg", "c.jpg"]]]);
});

it("new photos come after the name, which has the focus first", () => {
  openAdd();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Name/u));
});

it("new photos cause a question before the form is closed", async () => {
  const { user } = openAdd();
  await user.upload(screen.getByLabelText("Choose photos"), photo("a.jpg"));
  await user.keyboard("{Escape}");
  expect(screen.getByRole("alertdialog", { name: "Discard what you typed?" })).toBeTruthy();
});

it("new photos cannot be chosen in the form of an existing dog, which has its own tab for photos", async () => {
  await openEdit(makeDog({ name: "Nell" }));
  expect(screen.queryByRole("button", { name: "Add Photos" })).toBeNull();
});
