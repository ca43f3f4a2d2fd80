/** Starts the page of a family. The page has no account and loads no code of the app. */
import { StrictMode } from "react";
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { createRoot } from "react-dom/client";
import { FamilyPage, NoPage } from "@/family/page";
import { liveAddress, takeOpened } from "@/family/session";
import "@/family/family.css";

const element = document.getElementById("root");
if (!element) throw new Error("The page has no #root element");
const root = createRoot(element);
const opened = await takeOpened();
if ("trouble" in opened) root.render(<NoPage trouble={opened.trouble} />);
else {
  const client = new ConvexReactClient(liveAddress());
  root.render(
    <StrictMode>
      <ConvexProvider client={client}>
        <FamilyPage session={opened.session} first={opened.first} />
      </ConvexProvider>
    </StrictMode>,
  );
}
