/**
 * How the scripts call the official CLI: with our own runtime, without questions, and without sending reports to
 * anybody.
 */
import path from "node:path";
import { root } from "./setup.mjs";

export const cliPath = path.join(root, "node_modules", "convex", "bin", "main.js");

/**
 * @param {string} url @param {string} adminKey
 * @returns {NodeJS.ProcessEnv}
 */
export function cliEnvironment(url, adminKey) {
  const { CONVEX_DEPLOYMENT: _deployment, CONVEX_DEPLOY_KEY: _key, ...env } = process.env;
  return {
    ...env,
    CONVEX_SELF_HOSTED_URL: url,
    CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
    // Without a terminal the CLI asks no questions and sends no reports about its own failures.
    CI: "1",
  };
}
