/** What preparing a photo throws when the browser could not fetch what it needs for it; the photo itself may be fine. */
export class PreparationUnavailable extends Error {
  constructor() {
    super("The photo reader could not be loaded");
    this.name = "PreparationUnavailable";
  }
}
