/** The title of the browser's tab. */
import { useEffect } from "react";

/** Sets the tab's title to the page's and the product's name while the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Studbook`;
  }, [title]);
}
