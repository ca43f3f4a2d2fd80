/** Starts the web app in the page. */
import "@/lib/schema-settings";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/app";
import { fetchPage } from "@/app/routes";
import { fetchIdentity } from "@/identity/identity";
import { fetchFonts } from "@/lib/fonts";
import { offerWhenReplaced } from "@/lib/offer-reload";
import { prepareInPauses } from "@/lib/prepare";
import "@/styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element");
const start = () =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
offerWhenReplaced();
// The code of the page loads in parallel with the shared code, and the app starts without waiting for it.
void fetchPage(window.location.pathname);
void fetchIdentity().then(start);
prepareInPauses();
void fetchFonts();
