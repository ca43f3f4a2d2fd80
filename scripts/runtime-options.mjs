/** How Studbook starts the runtime: the local accounts, and the earlier paths of the modules. */
import path from "node:path";
import { root } from "./setup.mjs";

/**
 * The name of the accounts, the function that sends their mail, and the function that decides who may create an
 * account.
 */
export const accountOptions = [
  ...["--accounts-name", "Studbook"],
  ...["--accounts-mail", "mail/accountMails:add"],
  ...["--accounts-admission", "accounts/registration:admit"],
];

/**
 * Jobs that an earlier version scheduled, and pages that are still open, use these paths to find functions that
 * have moved.
 */
export const moveOptions = ["--moved-modules", path.join(root, "convex", "moved-modules.json")];

/**
 * Requests before signing in are small. Larger requests are refused, because they would only slow down other users.
 */
export const anonymousOptions = ["--anonymous-kb", "256", "--anonymous-values", "10000"];
