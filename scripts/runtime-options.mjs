/** Studbook's options of the runtime. */
import path from "node:path";
import { root } from "./setup.mjs";

export const accountOptions = [
  ...["--accounts-name", "Studbook"],
  ...["--accounts-mail", "mail/accountMails:add"],
  ...["--accounts-admission", "accounts/registration:admit"],
];

/** Functions that have moved are found by the former paths that jobs of an earlier version and open pages use. */
export const moveOptions = ["--moved-modules", path.join(root, "convex", "moved-modules.json")];

/**
 * Requests before signing in are small. Larger requests are refused, because they would only slow down other users.
 */
export const anonymousOptions = ["--anonymous-kb", "256", "--anonymous-values", "10000"];
