/** Tests long forms that arrive in pieces. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installFormBodies } from "./form-bodies";

const BOUNDARY = "form-end";
const folder = mkdtempSync(path.join(tmpdir(), "forms-"));
const ends: (() => void)[] = [];
const inMemory = Object.getOwnPropertyDescriptor(Request.prototype, "formData");

beforeAll(() => installFormBodies(folder, (remove) => ends.push(remove)));
afterAll(() => {
  if (inMemory) Object.defineProperty(Request.prototype, "formData", inMemory);
  for (const remove of ends) remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The file's content partly looks like the beginning of a boundary. */
const CONTENT = `\r\n--form-en\r\n--form\r\n-${"x".repeat(40)}\r\n--form-e`;
const FORM = Buffer.from(
  [
    `--${BOUNDARY}`,
    'content-disposition: form-data; name="kennelId"',
    "",
    "k57",
    `--${BOUNDARY}`,
    'content-disposition: form-data; name="backup"; filename="a.json"',
    "content-type: application/json",
    "",
    CONTENT,
    `--${BOUNDARY}--`,
    "",
  ].join("\r\n"),
);

/** A form without a known total length is written to a file. */
async function read(bytes: Buffer, pieceLength: number): Promise<FormData> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceLength)
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + pieceLength)));
      controller.close();
    },
  });
  const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  const init = { method: "POST", headers, body, duplex: "half" };
  return await new Request("http://127.0.0.1/", init).formData();
}

describe("a long form", () => {
  it("is the same in pieces of any length", async () => {
    for (let length = 1; length <= FORM.length; length += 1) {
      const form = await read(FORM, length);
      expect(form.get("kennelId"), `pieces of ${length}`).toBe("k57");
      const file = form.get("backup");
      if (!(file instanceof File)) throw new Error("No file came");
      expect([file.name, file.type, await file.text()]).toEqual(["a.json", "application/json", CONTENT]);
    }
  });

  it("is refused without its end", async () => {
    await expect(read(FORM.subarray(0, FORM.length - 6), 7)).rejects.toThrow(
      "Failed to parse body as FormData.",
    );
  });
});
