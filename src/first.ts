/**
 * The first half of what every page needs. The build makes it a script of its own (scripts/first-paint-plugin.mjs),
 * so that the browser can react to a tap before it runs the second half, which is main.tsx.
 */
import "@/lib/schema-settings";
import { createRoot } from "react-dom/client";
import { fetchIdentity } from "@/identity/identity";
import { prepareInPauses } from "@/lib/prepare";

const element = document.getElementById("root");
if (!element) throw new Error("The page has no #root element");

export const root = createRoot(element);
/** Ends when the code of the sign-in is there. */
export const identity = fetchIdentity();
prepareInPauses();
