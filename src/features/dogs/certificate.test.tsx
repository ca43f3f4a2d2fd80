/** Printing a dog's pedigree from the card's menu and from the ancestry. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { fetchLateDogParts } from "@/features/dogs/list/late-parts";
import { DogsPage } from "@/features/dogs/list/dogs-page";
import { stopClock } from "@/testing/clock";
import { makeDog, makeDogPage } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

beforeAll(fetchLateDogParts);

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const DOGS = "/dashboard/dogs";
const MAKE = api.pedigree.actions.pedigreeCertificate.make;
const pup = makeDog({ name: "Pup" });

beforeEach(() => {
  stopClock();
  fakeConvex.reset();
  fakeConvex.query(api.dogs.dogs.breeds, () => ["Beagle"]);
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([pup], args));
  fakeConvex.query(api.dogs.dogs.get, () => pup);
  fakeConvex.query(api.pedigree.ancestry.tree, ({ generations }) => ({
    kennelId: "kennel1",
    generations,
    dogs: [pup],
  }));
  fakeConvex.mutation(MAKE, () => ({
    fileName: "Pedigree of Pup.pdf",
    content: new ArrayBuffer(40_000),
  }));
  URL.createObjectURL = vi.fn(() => "blob:certificate");
  URL.revokeObjectURL = vi.fn();
});

const open = () => renderScreen(<DogsPage />, { path: DOGS, at: `${DOGS}?certificate=${pup._id}` });
const dialog = () => within(screen.getByRole("dialog", { name: "Print Pedigree" }));

describe("the certificate dialog", () => {
  it("[DOG-30] [GAP-DOG-01] opens from the card's menu with four generations, and closing returns to the list", async () => {
    const { user } = renderScreen(<DogsPage />, { path: DOGS });
    await user.click(screen.getByRole("button", { name: "Actions for Pup" }));
    await user.click(screen.getByRole("menuitem", { name: "Print Pedigree" }));
    expect(await dialog().findByText("Ready: one page, 39 KB")).toBeTruthy();
    expect(fakeConvex.callsOf(MAKE)).toEqual([
      { dogId: pup._id, generations: 4, paper: "letter", today: "2025-06-15" },
    ]);
    await user.click(dialog().getByRole("button", { name: "Close" }));
    expect(screen.getByTestId("address").textContent).toBe(DOGS);
    // A browser tab that shows the PDF still needs its file.
    expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  });

  it("keeps only the last twelve files", async () => {
    let count = 0;
    URL.createObjectURL = vi.fn(() => `blob:${(count += 1)}`);
    const { user } = open();
    await dialog().findByRole("link", { name: "Open PDF" });
    while (count < 14) {
      for (const paper of ["A4", "US Letter"]) {
        const made = count;
        await user.click(dialog().getByRole("radio", { name: paper }));
        await waitFor(() => expect(count).toBe(made + 1));
        await dialog().findByRole("link", { name: "Open PDF" });
      }
    }
    expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:1");
    expect(URL.revokeObjectURL).not.toHaveBeenCalledWith("blob:4");
  });

  it("offers to open or save the finished file under the dog's name", async () => {
    open();
    const openLink = await dialog().findByRole("link", { name: "Open PDF" });
    expect(openLink.getAttribute("href")).toBe("blob:certificate");
    expect(openLink.getAttribute("target")).toBe("_blank");
    const keep = dialog().getByRole("link", { name: "Download" });
    expect(keep.getAttribute("download")).toBe("Pedigree of Pup.pdf");
  });

  it("creates a new PDF when generations or paper change, and offers no old file meanwhile", async () => {
    const { user } = open();
    await dialog().findByRole("link", { name: "Open PDF" });
    await user.click(dialog().getByRole("radio", { name: "A4" }));
    expect(await dialog().findByRole("link", { name: "Open PDF" })).toBeTruthy();
    fakeConvex.mutation(MAKE, () => new Promise(() => {}));
    await user.click(dialog().getByRole("radio", { name: "5" }));
    expect(dialog().getByText("Preparing the certificate...")).toBeTruthy();
    expect(dialog().queryByRole("link")).toBeNull();
    expect(fakeConvex.callsOf(MAKE).at(-1)).toMatchObject({ generations: 5, paper: "a4" });
  });

  it("says what failed and tries again", async () => {
    fakeConvex.mutation(MAKE, () => Promise.reject(new Error("down")));
    const { user } = open();
    expect(await dialog().findByText("Failed to print the pedigree")).toBeTruthy();
    fakeConvex.mutation(MAKE, () => ({ fileName: "Pedigree of Pup.pdf", content: new ArrayBuffer(1) }));
    await user.click(dialog().getByRole("button", { name: "Try Again" }));
    expect(await dialog().findByText("Ready: one page, 1 KB")).toBeTruthy();
  });

  it("opens from the ancestry, and closing returns to the ancestry", async () => {
    const { user } = renderScreen(<DogsPage />, { path: DOGS, at: `${DOGS}?ancestry=${pup._id}` });
    await user.click(screen.getByRole("button", { name: "Print Pedigree" }));
    await user.click(dialog().getByRole("button", { name: "Close" }));
    expect(screen.getByTestId("address").textContent).toBe(`${DOGS}?ancestry=${pup._id}`);
  });
});
