/**
 * How `src/` names its own folders and those of others, for Vite and Vitest; tsconfig.json, which everything else
 * reads, has the same.
 */
import { fileURLToPath } from "node:url";

/** @param {string} folder */
const folderAt = (folder) => fileURLToPath(new URL(`../${folder}`, import.meta.url));

export const sourceAliases = {
  "@": folderAt("src"),
  "@domain": folderAt("domain"),
  "@convex": folderAt("convex"),
};
