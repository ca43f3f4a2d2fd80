// @vitest-environment jsdom
/** The message about failed uploads. */
import { act, screen, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, expect, it, vi } from "vitest";
import { useConvex } from "convex/react";
import { api } from "@convex/_generated/api";
import { PhotoInput } from "@/entities/photos/photo-input";
import type { PhotoOwner } from "@/entities/photos/photo-owner";
import { PhotoUploadStatus } from "@/entities/photos/photo-upload-status";
import { addPhotos } from "@/entities/photos/add-photos";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { ERRORS, type ErrorCode } from "@domain/errors";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/entities/photos/prepare-photo", () => ({
  preparePhoto: async () => ({ full: new Blob(["1"]), preview: new Blob(["2"]), thumbnail: new Blob(["3"]) }),
}));

beforeEach(() => fakeConvex.reset());

const refusal = (code: ErrorCode) => new ConvexError({ code, message: ERRORS[code].message, details: {} });

function Screen({ kind }: { kind: PhotoOwner["kind"] }) {
  const client = useConvex();
  return (
    <>
      <PhotoInput ref={null} onFiles={(files) => addPhotos(client, { kind, id: `${kind}1` }, 0, files)} />
      <PhotoUploadStatus />
    </>
  );
}

it.each([
  ["puppy", "FORBIDDEN", "Not added. You may not change this puppy, or the dog that it has become."],
  ["puppy", "PHOTO_LIMIT_REACHED", "Not added. A dog may have at most 50 photos."],
  ["puppy", "PUPPY_PHOTO_LIMIT_REACHED", "Not added. A puppy may have at most 50 photos."],
  ["puppy", "NOT_FOUND", "The photo could not be uploaded, or the puppy was deleted."],
  ["dog", "NOT_FOUND", "The photo could not be uploaded, or the dog was deleted."],
  ["dog", "FORBIDDEN", "Not added. You do not have permission to do this."],
] as const)(
  "[PHO-12] the upload status shows why a photo of a %s failed with %s",
  async (kind, code, reason) => {
    const addresses =
      kind === "dog" ? api.dogs.photos.generateUploadUrls : api.litters.puppyPhotos.generateUploadUrls;
    fakeConvex.mutation(addresses, () => {
      throw refusal(code);
    });
    const { user } = renderScreen(<Screen kind={kind} />);
    await user.upload(screen.getByLabelText("Choose photos"), [new File(["x"], "first.jpg")]);
    const status = within(await screen.findByRole("region", { name: "Photo uploads" }));
    expect(await status.findByText("Failed to upload photos")).toBeTruthy();
    expect(status.getByText(`first.jpg: ${reason}`)).toBeTruthy();
    await act(
      async () => await user.click(status.getByRole("button", { name: "Dismiss the failed uploads" })),
    );
    expect(screen.queryByRole("region", { name: "Photo uploads" })).toBeNull();
    // Only this message reports the failure.
    expect(screen.queryByText(/first\.jpg/u)).toBeNull();
  },
);
