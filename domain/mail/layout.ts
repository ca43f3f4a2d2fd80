/**
 * The layout of every mail: one column that is readable on a phone and in any mail program, in the colors of the
 * app. The layout is dark if the mail program is dark. Only this module escapes texts that people entered.
 */

export interface Message {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sms: string;
  /** The title of a push notification is the subject. */
  readonly push: string;
}

/** A button without an address is left out. */
export interface MessageLinks {
  readonly open: string;
  readonly complete: string | null;
  readonly snooze: string | null;
  readonly unsubscribe: string | null;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (found) => ENTITIES[found] ?? found);

interface Button {
  readonly label: string;
  readonly href: string;
  readonly isPrimary?: boolean;
}

export const buttons = (all: readonly Button[]): string =>
  all.length === 0
    ? ""
    : `<p style="margin:24px 0 0">${all
        .map(
          ({ label, href, isPrimary }) =>
            `<a href="${escapeHtml(href)}" class="${isPrimary ? "primary" : "plain"}" style="display:inline-block;margin:0 8px 8px 0;padding:12px 20px;border-radius:6px;font-weight:600;text-decoration:none;${
              isPrimary
                ? "background:#22543d;color:#ffffff;border:1px solid #22543d"
                : "background:#fbf9f4;color:#22543d;border:1px solid #b9b29f"
            }">${escapeHtml(label)}</a>`,
        )
        .join("")}</p>`;

export const mailPage = (
  {
    title,
    preview,
    kennelName,
    footer,
  }: { title: string; preview: string; kennelName: string; footer: string },
  inside: string,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #14211b !important; }
  .card { background: #1c2c24 !important; border-color: #33473c !important; }
  .ink, .ink a { color: #efeae0 !important; }
  .faint, .faint a { color: #b9c2ba !important; }
  .plain { background: #1c2c24 !important; color: #bfe0cc !important; border-color: #4d6457 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f4f0e7;font-family:Georgia,'Times New Roman',serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr>
<td class="card ink" style="background:#fffdf8;border:1px solid #ddd5c3;border-radius:10px;padding:28px 24px;color:#1f2a24">
<p class="faint" style="margin:0 0 16px;font:600 13px/1.4 Helvetica,Arial,sans-serif;color:#5c665f">${escapeHtml(kennelName)}</p>
${inside}
</td></tr><tr>
<td class="faint" style="padding:16px 24px;font:13px/1.5 Helvetica,Arial,sans-serif;color:#5c665f">${footer}</td>
</tr></table></td></tr></table>
</body>
</html>
`;
