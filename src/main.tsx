/** Starts the web app in the page. */
import "@/lib/schema-settings";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/app";
import { fetchFonts } from "@/lib/fonts";
import { prepareInPauses } from "@/lib/prepare";
import "@/styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
prepareInPauses();
void fetchFonts();
