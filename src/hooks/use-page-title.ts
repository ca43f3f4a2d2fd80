/** The title of the browser's tab. */
import { useEffect } from "react";

/** Sets the tab's title to the page's name, the kennel's if it is one of its pages, and the product's. */
export function usePageTitle(title: string, kennelName?: string): void {
  useEffect(() => {
    document.title = [title, kennelName, "Studbook"].filter(Boolean).join(" · ");
  }, [title, kennelName]);
}
