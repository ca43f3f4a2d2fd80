/** Thrown if the browser could not load the code that prepares photos. The photo itself may be valid. */
export class PreparationUnavailable extends Error {
  constructor() {
    super("The photo reader could not be loaded");
    this.name = "PreparationUnavailable";
  }
}
