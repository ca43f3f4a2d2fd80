/** How a Content-Security-Policy identifies a script or a style sheet inside a page: by its hash. */
import { createHash } from "node:crypto";

/** `text` is the text between the tags, including every space. */
export const inlineSource = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
