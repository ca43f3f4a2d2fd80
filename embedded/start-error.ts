/** Why the runtime cannot start, as one sentence that tells the operator what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}
