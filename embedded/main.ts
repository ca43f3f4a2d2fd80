/**
 * The runtime's command: starts it, prints `ready ADDRESS` once it serves, and ends it in order on
 * SIGTERM or SIGINT. What prevents a start is one line on standard error and exit code 1.
 */
import { parseCommandLine } from "./command-line.js";

parseCommandLine(process.argv.slice(2));
