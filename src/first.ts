/**
 * The first half of the code that every page needs. The build makes it a separate script
 * (scripts/first-paint-plugin.mjs), so that the browser can react to a tap before it runs the second half,
 * main.tsx.
 */
import "@/lib/schema-settings";
import { createRoot } from "react-dom/client";
import { fetchIdentity } from "@/identity/identity";
import { prepareInPauses } from "@/lib/prepare";

const element = document.getElementById("root");
if (!element) throw new Error("The page has no #root element");

export const root = createRoot(element);
/** Resolves when the code of the sign-in is loaded. */
export const identity = fetchIdentity();
prepareInPauses();
