/** Starts the web app in the page. */
import { StrictMode } from "react";
import { App, createRouter } from "@/app/app";
import { fetchPage } from "@/app/routes";
import { identity, root } from "@/first";
import { fetchFonts } from "@/lib/fonts";
import { offerWhenReplaced } from "@/lib/offer-reload";
import "@/styles.css";

offerWhenReplaced();
// Between these tasks, the page can react to a tap. The app starts without waiting for the code of its page.
setTimeout(() => void fetchPage(window.location.pathname));
setTimeout(createRouter);
void identity.then(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
void fetchFonts();
