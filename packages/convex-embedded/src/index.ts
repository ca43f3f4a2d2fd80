/** The interface for programs that start the runtime within their own process; all others use the command. */
export { startRuntime, type Runtime, type RuntimeOptions } from "./runtime.js";
export { StartError } from "./start-error.js";
