/** Information about processes on Linux: their children, and how much processor time they have used. */
import { readdirSync, readFileSync } from "node:fs";

/** `/proc/PID/stat` counts this many ticks per second on every Linux that Node runs on. */
const TICKS = 100;

/** @param {number | "self"} pid @param {"stat" | "cmdline"} file @returns {string} empty when the process has ended */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/**
 * The first returned field is the third one, the state. Empty if the process has ended.
 * @param {number | "self"} pid
 */
function statOf(pid) {
  const stat = read(pid, "stat");
  // The name comes before the state, in parentheses. It may contain blanks.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/**
 * Returns the seconds of processor time of this process. The time of ended child processes is known only on Linux.
 */
export function processorSeconds() {
  const { user, system } = process.cpuUsage();
  const fields = statOf("self");
  return (user + system) / 1_000_000 + (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / TICKS;
}

/**
 * Empty on systems other than Linux.
 * @param {number} parent
 * @returns {{ pid: number, command: string }[]}
 */
export function childProcesses(parent) {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && Number(statOf(pid)[1]) === parent)
    .map((pid) => ({ pid, command: read(pid, "cmdline").replaceAll("\0", " ") }));
}
