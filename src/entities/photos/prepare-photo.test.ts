/** The order of preparing photos. */
import { beforeEach, expect, it, vi } from "vitest";
import type { EncodedPhoto } from "@/entities/photos/photo-encoding";
import { preparePhoto } from "@/entities/photos/prepare-photo";

type Request = { name: string; resolve: (photo: EncodedPhoto) => void; reject: (error: Error) => void };
const requests = vi.hoisted((): Request[] => []);

vi.mock("@/entities/photos/photo-encoding", () => ({
  encodePhoto: (file: File) =>
    new Promise((resolve, reject) => requests.push({ name: file.name, resolve, reject })),
}));

const photo = (name: string) => new File(["photo"], name, { type: "image/jpeg" });
const encoded: EncodedPhoto = { full: new Blob(), preview: new Blob(), thumbnail: new Blob() };

/** Waits until `count` photos were started, and returns the name of the newest. */
const next = async (count: number) => {
  await vi.waitFor(() => expect(requests).toHaveLength(count));
  return requests.at(-1)?.name;
};

beforeEach(() => requests.splice(0));

it("photos are prepared one at a time, even after a failure", async () => {
  const results = ["a.jpg", "b.jpg", "c.jpg"].map((name) => preparePhoto(photo(name)));
  const outcome = Promise.allSettled(results);
  expect(await next(1)).toBe("a.jpg");
  requests[0]?.resolve(encoded);
  expect(await next(2)).toBe("b.jpg");
  requests[1]?.reject(new Error("This photo cannot be read"));
  expect(await next(3)).toBe("c.jpg");
  requests[2]?.resolve(encoded);
  expect((await outcome).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
