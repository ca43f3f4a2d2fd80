/**
 * What react-remove-scroll uses of the package react-style-singleton, in whose place it is built in
 * (scripts/package-styles-plugin.mjs): rules that hold for the page while a dialog holds it still. They reach the page
 * through the object model, because its Content-Security-Policy refuses style elements that a script writes.
 */
import { useEffect, useState } from "react";

/** Makes a component that renders nothing; the rules of the first one mounted hold until the last one is gone. */
export function styleSingleton() {
  let mounted = 0;
  let sheet: CSSStyleSheet | null = null;
  return function Rules({ styles }: { styles: string }) {
    // Calculated again while the page is still, they would say that it has no scroll bar.
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
