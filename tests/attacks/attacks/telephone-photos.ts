/** Photos of a phone, as large as they may be. */
import { readFileSync } from "node:fs";
import { MEBIBYTE, sendingPhotos } from "../attack";

/** Behind the picture a box of nothing: a file as large as a photo may be, which reads in no time. */
const PADDING = Buffer.alloc(9 * MEBIBYTE);
PADDING.writeUInt32BE(PADDING.length);
PADDING.write("free", 4);

export default sendingPhotos("uploads a telephone's photo and deletes it again", () =>
  Buffer.concat([readFileSync("tests/fixtures/photos/turned.heic"), PADDING]),
);
