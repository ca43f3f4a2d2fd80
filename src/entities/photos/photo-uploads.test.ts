/** The queue of photo uploads. */
import { describe, expect, it, vi } from "vitest";
import { PhotoUploads, refusalOf, type UploadBackend } from "@/entities/photos/photo-uploads";
import { PreparationUnavailable } from "@/entities/photos/preparation-unavailable";
import { MAX_PHOTO_BYTES, MAX_PHOTOS_PER_DOG } from "@domain/photos/rules";

class Refusal extends Error {}

const photo = (name: string): File => new File(["x"], name);

const blob = new Blob(["1234"]);
const prepareAny = async () => ({ full: blob, preview: blob, thumbnail: blob });

function start(send: (url: string, signal: AbortSignal) => Promise<string>, prepare = prepareAny) {
  const sent = vi.fn(send);
  const uploads = new PhotoUploads({
    prepare,
    send: async (url, _file, onSent, signal) => {
      onSent(4);
      return await sent(url, signal);
    },
  });
  let comeBack = () => {};
  const back = new Promise<void>((resolve) => {
    comeBack = resolve;
  });
  const settled = vi.fn<UploadBackend["onSettled"]>();
  const backend = {
    fullText: "A puppy may have at most 50 photos.",
    getAddresses: vi.fn(async () => ["full", "preview", "thumbnail"]),
    addPhoto: vi.fn(async () => null),
    explain: (error: unknown) => ({
      text: "The connection was lost.",
      isPassing: !(error instanceof Refusal),
    }),
    whenBack: vi.fn(async (_waitMs: number) => await back),
    onSettled: settled,
  };
  const add = (files: File[], room = MAX_PHOTOS_PER_DOG) => uploads.add("dog1", files, room, backend);
  return { uploads, backend, settled, sent, add, comeBack };
}

describe("files for photos", () => {
  it.each(["a.jpg", "a.JPEG", "a.png", "a.webp", "a.heic", "a.HEIF"])("[PHO-07] accepts %s", (name) => {
    expect(refusalOf(photo(name))).toBeNull();
  });

  it("[GAP-PHO-03] refuses other types and files over 10 MB before sending anything", async () => {
    const large = photo("large.jpg");
    Object.defineProperty(large, "size", { value: MAX_PHOTO_BYTES + 1 });
    const { uploads, settled, sent, add } = start(async () => "id");
    add([photo("notes.txt"), large]);
    expect(uploads.getSnapshot().map(({ problem }) => problem)).toEqual([
      "Photos must be JPG, PNG, WEBP, HEIC or HEIF.",
      "A photo may have at most 10 MB.",
    ]);
    expect(settled).toHaveBeenCalledWith(0);
    expect(sent).not.toHaveBeenCalled();
  });

  it("[GAP-PHO-03] refuses photos beyond the limit of a dog", async () => {
    const { uploads, settled, add } = start(async () => "id");
    add([photo("a.jpg"), photo("b.jpg")], 1);
    const [, beyond] = uploads.getSnapshot();
    expect(beyond?.problem).toBe("A puppy may have at most 50 photos.");
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(1));
  });
});

describe("photo uploads", () => {
  it("wait for the connection if a photo cannot be read without it, and continue when it returns", async () => {
    let isAway = true;
    const { uploads, settled, add, comeBack } = start(
      async (url) => `id of ${url}`,
      async () => {
        if (isAway) throw new PreparationUnavailable();
        return await prepareAny();
      },
    );
    add([photo("a.heic")]);
    await vi.waitFor(() =>
      expect(uploads.getSnapshot()).toMatchObject([
        {
          state: "paused",
          problem: "Waiting for a connection, which is needed to read this photo.",
          canRetry: true,
        },
      ]),
    );
    expect(settled).not.toHaveBeenCalled();
    isAway = false;
    comeBack();
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(1));
  });

  it("[PHO-07] send several photos and report when all are done", async () => {
    const { uploads, backend, settled, add } = start(async (url) => `id of ${url}`);
    add([photo("a.jpg"), photo("b.heic"), photo("c.png")]);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(3));
    expect(uploads.getSnapshot()).toEqual([]);
    expect(backend.addPhoto).toHaveBeenCalledWith({
      full: "id of full",
      preview: "id of preview",
      thumbnail: "id of thumbnail",
    });
  });

  it("[GAP-PHO-07] continue after one photo failed, and name it; a retry sends only the missing parts", async () => {
    let isDown = true;
    const { uploads, settled, sent, add } = start(async (url) => {
      if (url === "preview" && isDown) {
        isDown = false;
        throw new Refusal("refused");
      }
      return url;
    });
    add([photo("a.jpg"), photo("b.jpg"), photo("c.jpg")]);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledTimes(1));
    const [failed] = uploads.getSnapshot();
    expect(settled).toHaveBeenCalledWith(2);
    expect(failed).toMatchObject({ state: "failed", problem: "The connection was lost.", canRetry: true });
    sent.mockClear();
    uploads.retry(failed?.id ?? 0);
    await vi.waitFor(() => expect(settled).toHaveBeenLastCalledWith(1));
    expect(sent.mock.calls.map(([url]) => url)).toEqual(["preview", "thumbnail"]);
  });

  it("pause while the connection is lost, and continue automatically when it returns", async () => {
    let isDown = true;
    const { uploads, settled, sent, add, comeBack } = start(async (url) => {
      if (url !== "full" && isDown) throw new Error("cut off");
      return url;
    });
    add([photo("a.jpg"), photo("b.jpg"), photo("c.jpg")]);
    await vi.waitFor(() =>
      expect(uploads.getSnapshot().map(({ state }) => state)).toEqual(Array(3).fill("paused")),
    );
    expect(uploads.getSnapshot()[0]).toMatchObject({ progress: 0.66, canRetry: true });
    expect(settled).not.toHaveBeenCalled();
    isDown = false;
    sent.mockClear();
    comeBack();
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(3));
    expect(sent.mock.calls.filter(([url]) => url === "full")).toEqual([]);
  });

  it("send a file again, once, if the sent file no longer exists when the photo is added", async () => {
    const { backend, settled, sent, add, comeBack } = start(async (url) => `id of ${url}`);
    backend.explain = () => ({ text: "Gone.", isPassing: false, isLost: true });
    backend.addPhoto.mockRejectedValueOnce(new Error("not found"));
    comeBack();
    add([photo("a.jpg")]);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(1));
    expect(sent).toHaveBeenCalledTimes(6);
    backend.addPhoto.mockRejectedValue(new Error("not found"));
    add([photo("b.jpg")]);
    await vi.waitFor(() => expect(settled).toHaveBeenLastCalledWith(0));
    expect(sent).toHaveBeenCalledTimes(12);
  });

  it("continue immediately, and only once, when the user resumes them", async () => {
    let isDown = true;
    const { uploads, backend, settled, add, comeBack } = start(async (url) => {
      if (isDown) throw new Error("cut off");
      return url;
    });
    add([photo("a.jpg")]);
    await vi.waitFor(() => expect(uploads.getSnapshot()[0]?.state).toBe("paused"));
    isDown = false;
    uploads.retry(uploads.getSnapshot()[0]?.id ?? 0);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(1));
    comeBack();
    await vi.waitFor(() => expect(uploads.getSnapshot()).toEqual([]));
    expect(backend.addPhoto).toHaveBeenCalledTimes(1);
  });

  it("fail in the end if the server can be reached but never accepts them", async () => {
    const { uploads, backend, settled, add, comeBack } = start(async () => {
      throw new Error("out of order");
    });
    comeBack();
    add([photo("a.jpg")]);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(0));
    expect(uploads.getSnapshot()[0]).toMatchObject({ state: "failed", canRetry: true });
    const waits = backend.whenBack.mock.calls.map(([waitMs]) => waitMs);
    expect(waits.slice(0, 7)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000]);
    expect(waits).toHaveLength(30);
  });

  it("stop when they are cleared: nothing more is added, sent or reported", async () => {
    let isStopped = () => false;
    const { uploads, backend, settled, sent, add } = start(
      async (_url, signal) =>
        await new Promise((_resolve, reject) => {
          isStopped = () => signal.aborted;
          signal.addEventListener("abort", () => reject(new Error("stopped")));
        }),
    );
    add([photo("a.jpg"), photo("b.jpg"), photo("c.jpg")]);
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    uploads.clear();
    expect(uploads.getSnapshot()).toEqual([]);
    expect(isStopped()).toBe(true);
    // The next user's photo is uploaded, so both slots are free again.
    sent.mockImplementation(async (url) => url);
    add([photo("d.jpg")]);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(1));
    expect(settled).toHaveBeenCalledTimes(1);
    expect(backend.addPhoto).toHaveBeenCalledTimes(1);
    expect(backend.whenBack).not.toHaveBeenCalled();
  });

  it("free their slots when they are cleared after the last byte, even if the client never responds", async () => {
    const { uploads, backend, settled, add } = start(async (url) => url);
    backend.addPhoto.mockImplementation(async () => await new Promise<never>(() => {}));
    add([photo("a.jpg"), photo("b.jpg")]);
    await vi.waitFor(() => expect(backend.addPhoto).toHaveBeenCalledTimes(2));
    uploads.clear();
    backend.addPhoto.mockImplementation(async () => null);
    add([photo("c.jpg")]);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(1));
  });

  it("request no upload addresses if they are cleared during preparation, because the next user's session would request them", async () => {
    let read = () => {};
    const isRead = new Promise<void>((resolve) => {
      read = resolve;
    });
    const { uploads, backend, settled, add } = start(
      async () => "id",
      async () => await isRead.then(prepareAny),
    );
    add([photo("a.jpg")]);
    uploads.clear();
    read();
    add([photo("b.jpg")]);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(1));
    expect(backend.getAddresses).toHaveBeenCalledTimes(1);
  });

  it("disappear from the list when they failed and are dismissed", () => {
    const { uploads, add } = start(async () => "id");
    add([photo("notes.txt")]);
    uploads.dismiss(uploads.getSnapshot()[0]?.id ?? 0);
    expect(uploads.getSnapshot()).toEqual([]);
  });
});
