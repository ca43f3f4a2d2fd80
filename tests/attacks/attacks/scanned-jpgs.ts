/** JPGs that are as costly to decode as the limits allow. */
import { scannedJpeg } from "../../support/hostile-pictures";
import { sendingPhotos } from "../attack";

export default sendingPhotos(
  "uploads JPGs of many pixels that are gone over as often as is let in",
  async () => await scannedJpeg(5600, 30),
);
