/** How Studbook starts the runtime: its local accounts, and where its modules were in earlier versions. */
import path from "node:path";
import { root } from "./setup.mjs";

/** By what name people know the accounts, which function sends their mail, and which says who may open one. */
export const accountOptions = [
  ...["--accounts-name", "Studbook"],
  ...["--accounts-mail", "mail/accountMails:add"],
  ...["--accounts-admission", "accounts/registration:admit"],
];

/** Lets jobs that an earlier version has scheduled, and pages that are still open, find their functions. */
export const moveOptions = ["--moved-modules", path.join(root, "convex", "moved-modules.json")];

/** What pages bring before somebody signs in is small: more of it would only cost the time of those who work. */
export const anonymousOptions = ["--anonymous-kb", "256", "--anonymous-values", "10000"];
