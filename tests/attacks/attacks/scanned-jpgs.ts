/** JPGs that cost the decoder as much as is let in. */
import { scannedJpeg } from "../../support/hostile-pictures";
import { sendingPhotos } from "../attack";

export default sendingPhotos(
  "uploads JPGs of many pixels that are gone over as often as is let in",
  async () => await scannedJpeg(5600, 30),
);
