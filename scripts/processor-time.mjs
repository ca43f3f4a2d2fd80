/** How much processor time this process has used, including all ended child processes. */
import { readFileSync } from "node:fs";

/** Ticks of `/proc/self/stat` in a second, on every Linux that Node runs on. */
const TICKS = 100;

/** Returns seconds of processor time; those of child processes are known on Linux alone. */
export function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000 + childSeconds();
}

function childSeconds() {
  if (process.platform !== "linux") return 0;
  const stat = readFileSync("/proc/self/stat", "utf8");
  // After the name in parentheses, which may contain blanks, the 14th and 15th fields are those of ended children.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}
