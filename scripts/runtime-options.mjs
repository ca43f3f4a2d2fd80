/** How Studbook starts the runtime: its local accounts, and the earlier paths of its modules. */
import path from "node:path";
import { root } from "./setup.mjs";

/**
 * The name of the accounts, the function that sends their mail, and the function that decides who may create one.
 */
export const accountOptions = [
  ...["--accounts-name", "Studbook"],
  ...["--accounts-mail", "mail/accountMails:add"],
  ...["--accounts-admission", "accounts/registration:admit"],
];

/** Lets jobs that an earlier version scheduled, and pages that are still open, find functions that have moved. */
export const moveOptions = ["--moved-modules", path.join(root, "convex", "moved-modules.json")];

/** Requests before signing in are small. Larger ones are refused, because they would only slow down other users. */
export const anonymousOptions = ["--anonymous-kb", "256", "--anonymous-values", "10000"];
