/**
 * A mail as its reader sees it, in a frame that may run nothing and load nothing. The page's Content-Security-Policy
 * holds in the frame too and refuses the styles that stand in a mail's markup, so they are put on through the object
 * model, for which the frame counts as of the app's own origin.
 */

interface UndressedMail {
  readonly markup: string;
  readonly rules: string;
}

/** Parts a mail from its styles. What people wrote into it is escaped, so that no text of theirs looks like markup. */
function undress(html: string): UndressedMail {
  const rules: string[] = [];
  const markup = html
    .replaceAll(/<style>([\s\S]*?)<\/style>/g, (_, sheet: string) => {
      rules.push(sheet);
      return "";
    })
    .replaceAll(' style="', ' data-style="');
  return { markup, rules: rules.join("\n") };
}

function dress(page: Document | null, rules: string): void {
  const view = page?.defaultView;
  if (!page || !view) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(rules);
  page.adoptedStyleSheets = [sheet];
  for (const element of page.querySelectorAll<HTMLElement>("[data-style]")) {
    element.style.cssText = element.dataset["style"] ?? "";
  }
}

/** Renders the frame. */
export function MailFrame({ subject, html }: { subject: string; html: string }) {
  const { markup, rules } = undress(html);
  return (
    <iframe
      title={`Mail: ${subject}`}
      sandbox="allow-same-origin"
      srcDoc={markup}
      onLoad={({ currentTarget }) => dress(currentTarget.contentDocument, rules)}
      className="h-96 w-full rounded-md border bg-white"
    />
  );
}
