/** Small PNGs that decompress to as many pixels as a photo may have. */
import { flatPng } from "../../support/pictures";
import { sendingPhotos } from "../attack";

export default sendingPhotos("uploads PNGs of a few kilobytes with as many pixels as a photo may have", () =>
  flatPng(8000, 8000),
);
