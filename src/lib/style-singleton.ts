/**
 * What react-remove-scroll uses of the package react-style-singleton, which the build replaces by this file
 * (scripts/package-styles-plugin.mjs): style rules for the page while a dialog stops it from scrolling. They are
 * added by the object model, because the Content-Security-Policy refuses style elements that a script writes.
 */
import { useEffect, useState } from "react";

/**
 * Makes a component that renders nothing; the rules of the first one mounted apply until the last one is unmounted.
 */
export function styleSingleton() {
  let mounted = 0;
  let sheet: CSSStyleSheet | null = null;
  return function Rules({ styles }: { styles: string }) {
    // Calculated while scrolling is stopped, they would find no scroll bar.
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
