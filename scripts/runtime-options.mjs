/** How Studbook starts the runtime: its local accounts, and where its modules were in earlier versions. */
import path from "node:path";
import { root } from "./setup.mjs";

/** By what name people know the accounts, and which function sends their mail. */
export const accountOptions = ["--accounts-name", "Studbook", "--accounts-mail", "mail/accountMails:add"];

/** Lets jobs that an earlier version has scheduled, and pages that are still open, find their functions. */
export const moveOptions = ["--moved-modules", path.join(root, "convex", "moved-modules.json")];
