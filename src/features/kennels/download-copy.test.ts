/** The file from which a former owner can restore a deleted kennel. It is complete, or not created at all. */
import { unzipSync } from "fflate";
import { afterEach, describe, expect, it, vi } from "vitest";
import { zipCopy } from "@/features/kennels/download-copy";

const files: Record<string, string> = { "/copy": '{"data":{}}', "/a": "picture a", "/b": "picture b" };

afterEach(() => vi.unstubAllGlobals());

function serve(missing = "") {
  vi.stubGlobal("fetch", async (url: string) =>
    url === missing ? new Response(null, { status: 404 }) : new Response(files[url]),
  );
  const pages = [
    { page: [{ name: "photos/a.jpg", url: "/a" }], isDone: false, continueCursor: "next" },
    { page: [{ name: "photos/b.png", url: "/b" }], isDone: true, continueCursor: "end" },
  ];
  const query = vi.fn(
    async (_reference: unknown, { paginationOpts }: { paginationOpts: { cursor: string | null } }) =>
      paginationOpts.cursor === null ? pages[0] : pages[1],
  );
  const onPhoto = vi.fn();
  const client = { query } as unknown as Parameters<typeof zipCopy>[0]; // returns results for this query only
  return { onPhoto, zip: zipCopy(client, { removalId: "r1", copyUrl: "/copy" }, onPhoto) };
}

describe("the copy of a deleted kennel", () => {
  it("contains the records, and every photo under its name in the records", async () => {
    const { zip, onPhoto } = serve();
    const entries = unzipSync(new Uint8Array(await (await zip).arrayBuffer()));
    const texts = Object.entries(entries).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
    expect(texts).toEqual([
      ["kennel.json", '{"data":{}}'],
      ["photos/a.jpg", "picture a"],
      ["photos/b.png", "picture b"],
    ]);
    expect(onPhoto.mock.calls).toEqual([[1], [2]]);
  });

  it("is not created if a photo is missing", async () => {
    await expect(serve("/b").zip).rejects.toThrow("404");
  });
});
