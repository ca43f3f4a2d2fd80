/**
 * The form as applicants see it on a phone, rendered by the same code as its page. It is in a shadow root, so that
 * the styles of the form and of the app do not mix. Nothing in it can be used.
 */
import { useEffect, useRef } from "react";
import { formBody, PAGE_STYLE, type FormKennel } from "@domain/applications/page";
import type { FormContent } from "@domain/applications/form";

type FormPreviewProps = { kennel: FormKennel; content: FormContent };

export function FormPreview({ kennel, content }: FormPreviewProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    if (root.adoptedStyleSheets.length === 0) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(PAGE_STYLE);
      root.adoptedStyleSheets = [sheet];
    }
    const parsed = new DOMParser().parseFromString(formBody({ kennel, content, began: "" }), "text/html");
    root.replaceChildren(...parsed.body.childNodes);
  }, [kennel, content]);
  return (
    <section
      aria-label="Preview"
      className="h-[36rem] overflow-y-auto overscroll-contain rounded-xl border-4 border-input lg:h-[calc(100vh-8rem)]"
      tabIndex={0}
    >
      <div ref={host} inert aria-hidden className="text-left" />
    </section>
  );
}
