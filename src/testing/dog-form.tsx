/** Opens the dog form as a user does, and finds its fields and buttons. */
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeAll } from "vitest";
import { api } from "@convex/_generated/api";
import { fetchLateDogParts } from "@/features/dogs/list/late-parts";
import { DogsPage } from "@/features/dogs/list/dogs-page";
import { makeDog, makeDogPage } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

beforeAll(fetchLateDogParts);

const DOGS = "/dashboard/dogs";

/** Can be chosen as parents. */
export const PARENTS = [
  makeDog({ name: "Rex of Oak", callName: "Rex", gender: "male", breed: "Beagle" }),
  makeDog({ name: "Bella", callName: "Bella", gender: "female", breed: "Poodle" }),
];

/** Also updates open screens. */
export function showDogs(dogs: readonly ReturnType<typeof makeDog>[]): void {
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage(dogs, args));
  fakeConvex.query(api.dogs.dogs.get, ({ dogId }) => dogs.find((dog) => dog._id === dogId) ?? null);
  fakeConvex.query(api.dogs.dogs.searchParents, ({ gender, search, excludeDogId }) => {
    const text = typeof search === "string" ? search : "";
    return dogs.filter(
      (dog) => dog.gender === gender && dog._id !== excludeDogId && dog.name.toLowerCase().includes(text),
    );
  });
}

/** Every save succeeds. */
export function resetKennel(): void {
  fakeConvex.reset();
  fakeConvex.query(api.dogs.dogs.breeds, () => ["Beagle", "Poodle"]);
  fakeConvex.mutation(api.dogs.dogs.create, () => ({ warnings: [] }));
  fakeConvex.mutation(api.dogs.dogs.update, () => ({ warnings: [] }));
  showDogs(PARENTS);
}

export const openAdd = () => renderScreen(<DogsPage />, { path: DOGS, at: `${DOGS}?add=1` });

export async function openEdit(dog: ReturnType<typeof makeDog>) {
  showDogs([dog, ...PARENTS]);
  const view = renderScreen(<DogsPage />, { path: DOGS });
  await view.user.click(screen.getByRole("button", { name: `Actions for ${dog.name}` }));
  await view.user.click(screen.getByRole("menuitem", { name: "Edit" }));
  return view;
}

/** A star after the label marks a required field. */
export function field(label: string): HTMLInputElement {
  const found = screen.getByLabelText(new RegExp(`^${label.replace(/[()]/gu, "\\$&")}( \\*)?$`, "u"));
  if (found instanceof HTMLInputElement) return found;
  throw new Error(`${label} is not an input`);
}

export const submitAdd = (user: UserEvent) =>
  user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add Dog" }));

export const submitEdit = (user: UserEvent) => user.click(screen.getByRole("button", { name: "Update Dog" }));

/** Only the fields that every dog needs. */
export async function fillRequired(user: UserEvent): Promise<void> {
  await user.type(field("Name"), "Aria");
  await user.type(field("Breed"), "Beagle");
}
