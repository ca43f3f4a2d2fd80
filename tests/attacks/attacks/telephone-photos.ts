/** A phone's photos of the maximum size. */
import { readFileSync } from "node:fs";
import { MEBIBYTE, sendingPhotos } from "../attack";

/** An empty box after the picture makes the file as large as a photo may be. It takes almost no time to decode. */
const PADDING = Buffer.alloc(9 * MEBIBYTE);
PADDING.writeUInt32BE(PADDING.length);
PADDING.write("free", 4);

export default sendingPhotos("uploads a telephone's photo and deletes it again", () =>
  Buffer.concat([readFileSync("tests/fixtures/photos/turned.heic"), PADDING]),
);
