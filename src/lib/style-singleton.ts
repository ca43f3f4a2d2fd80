/**
 * The part of the package react-style-singleton that react-remove-scroll uses. The build replaces the package by
 * this file (scripts/package-styles-plugin.mjs). It adds style rules to the page while a dialog prevents scrolling.
 * The rules are added through the object model, because the Content-Security-Policy refuses style elements from
 * scripts.
 */
import { useEffect, useState } from "react";

/** The rules of the first mounted component apply until the last one is unmounted. */
export function styleSingleton() {
  let mounted = 0;
  let sheet: CSSStyleSheet | null = null;
  return function Rules({ styles }: { styles: string }) {
    // If the rules were calculated while scrolling is prevented, they would find no scroll bar.
    const [rules] = useState(styles);
    useEffect(() => {
      if (sheet === null) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      }
      mounted += 1;
      return () => {
        mounted -= 1;
        if (mounted > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
        sheet = null;
      };
    }, [rules]);
    return null;
  };
}
