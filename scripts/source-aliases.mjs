/**
 * The import aliases of `src/` for Vite and Vitest. tsconfig.json contains the same aliases for all other tools.
 */
import { fileURLToPath } from "node:url";

/** @param {string} folder */
const folderAt = (folder) => fileURLToPath(new URL(`../${folder}`, import.meta.url));

export const sourceAliases = {
  "@": folderAt("src"),
  "@domain": folderAt("domain"),
  "@convex": folderAt("convex"),
};
