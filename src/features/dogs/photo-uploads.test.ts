/** Photos on their way: what is refused before it is sent, and that one failure holds up no other photo. */
import { describe, expect, it, vi } from "vitest";
import { PhotoUploads, refusalOf, type UploadBackend } from "@/features/dogs/photo-uploads";
import { MAX_PHOTO_BYTES, MAX_PHOTOS_PER_DOG } from "../../../domain/constants/photos";

const photo = (name: string): File => new File(["x"], name);

function start(send: (url: string) => Promise<string>) {
  const blob = new Blob(["1234"]);
  const sent = vi.fn(send);
  const uploads = new PhotoUploads({
    prepare: async () => ({ full: blob, preview: blob, thumbnail: blob }),
    send: async (url, _file, onSent) => {
      onSent(4);
      return await sent(url);
    },
  });
  const settled = vi.fn<UploadBackend["onSettled"]>();
  const backend = {
    getAddresses: vi.fn(async () => ["full", "preview", "thumbnail"]),
    addPhoto: vi.fn(async () => null),
    explain: () => "The connection was lost.",
    onSettled: settled,
  };
  const add = (files: File[], room = MAX_PHOTOS_PER_DOG) => uploads.add("dog1", files, room, backend);
  return { uploads, backend, settled, sent, add };
}

describe("files", () => {
  it.each(["a.jpg", "a.JPEG", "a.png", "a.webp", "a.heic", "a.HEIF"])("[PHO-07] takes %s", (name) => {
    expect(refusalOf(photo(name))).toBeNull();
  });

  it("[GAP-PHO-03] refuses other types and more than 10 MB before anything is sent", async () => {
    const large = photo("large.jpg");
    Object.defineProperty(large, "size", { value: MAX_PHOTO_BYTES + 1 });
    const { uploads, settled, sent, add } = start(async () => "id");
    add([photo("notes.txt"), large]);
    expect(uploads.getSnapshot().map(({ problem }) => problem)).toEqual([
      "Photos must be JPG, PNG, WEBP, HEIC or HEIF.",
      "A photo may have at most 10 MB.",
    ]);
    expect(settled).toHaveBeenCalledWith({ added: 0, failedNames: ["notes.txt", "large.jpg"] });
    expect(sent).not.toHaveBeenCalled();
  });

  it("[GAP-PHO-03] refuses what goes beyond the photos that a dog may have", async () => {
    const { settled, add } = start(async () => "id");
    add([photo("a.jpg"), photo("b.jpg")], 1);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith({ added: 1, failedNames: ["b.jpg"] }));
  });
});

describe("uploads", () => {
  it("[PHO-07] send several photos and tell when all are there", async () => {
    const { uploads, backend, settled, add } = start(async (url) => `id of ${url}`);
    add([photo("a.jpg"), photo("b.heic"), photo("c.png")]);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith({ added: 3, failedNames: [] }));
    expect(uploads.getSnapshot()).toEqual([]);
    expect(backend.addPhoto).toHaveBeenCalledWith({
      full: "id of full",
      preview: "id of preview",
      thumbnail: "id of thumbnail",
    });
  });

  it("[GAP-PHO-07] go on when one fails, and name it; trying again sends only what is missing", async () => {
    let isDown = true;
    const { uploads, settled, sent, add } = start(async (url) => {
      if (url === "preview" && isDown) {
        isDown = false;
        throw new Error("cut off");
      }
      return url;
    });
    add([photo("a.jpg"), photo("b.jpg"), photo("c.jpg")]);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledTimes(1));
    const [failed] = uploads.getSnapshot();
    expect(settled).toHaveBeenCalledWith({ added: 2, failedNames: [failed?.name] });
    expect(failed).toMatchObject({ state: "failed", problem: "The connection was lost.", canRetry: true });
    sent.mockClear();
    uploads.retry(failed?.id ?? 0);
    await vi.waitFor(() => expect(settled).toHaveBeenLastCalledWith({ added: 1, failedNames: [] }));
    expect(sent.mock.calls.map(([url]) => url)).toEqual(["preview", "thumbnail"]);
  });

  it("leave the list when they failed and are dismissed", () => {
    const { uploads, add } = start(async () => "id");
    add([photo("notes.txt")]);
    uploads.dismiss(uploads.getSnapshot()[0]?.id ?? 0);
    expect(uploads.getSnapshot()).toEqual([]);
  });
});
