/** What programs import that start the runtime within their own process; everybody else uses the command. */
export { startRuntime, type Runtime, type RuntimeOptions } from "./runtime.js";
export { StartError } from "./start-error.js";
