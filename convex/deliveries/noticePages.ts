/**
 * The pages of the buttons in messages. The pages are outside the web app, so they work without a sign-in and in
 * any mail program. GET shows the question and POST performs the action. A mail program's own unsubscribe button
 * sends a POST without showing the page (RFC 8058).
 */
import type { Infer } from "convex/values";
import { escapeHtml } from "../../domain/mail/layout";
import { pagePolicy } from "../../domain/text/page-policy";
import { internal } from "../_generated/api";
import { httpAction, type ActionCtx } from "../_generated/server";
import type { noticeActionShape } from "./model/noticeLinks";
import { NOTICE_PATH } from "./model/noticeTokens";

type Shown = NonNullable<Infer<typeof noticeActionShape>>;

const STYLE = `:root{color-scheme:light dark;--paper:#f4f0e7;--card:#fffdf8;--ink:#1f2a24;--faint:#5c665f;--line:#ddd5c3;--green:#22543d;--on:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#14211b;--card:#1c2c24;--ink:#efeae0;--faint:#b9c2ba;--line:#33473c;--green:#8fd0aa;--on:#10201a}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:17px/1.5 Georgia,serif}
main{box-sizing:border-box;width:min(28rem,calc(100vw - 2rem));margin:2rem 1rem;padding:2rem 1.5rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}p{margin:0 0 1.25rem;color:var(--faint)}
button{width:100%;min-height:3rem;border:0;border-radius:6px;background:var(--green);color:var(--on);font:600 1rem Helvetica,Arial,sans-serif;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid var(--green);outline-offset:3px}a{color:var(--green)}`;

const page = async (title: string, inside: string, status = 200): Promise<Response> =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Studbook</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${inside}</main></body></html>`,
    {
      status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "Content-Security-Policy": await pagePolicy(STYLE),
      },
    },
  );

const NOT_FOUND = 404;

const expired = (): Promise<Response> =>
  page(
    "This link no longer works",
    "<p>It has expired or is no longer needed. Open Studbook to see what is due.</p>",
    NOT_FOUND,
  );

const openLink = ({ appUrl }: Shown): string => `<a href="${escapeHtml(appUrl)}">Open Studbook</a>`;

function question({ action, kind, title }: Shown): { title: string; hint: string; button: string } {
  switch (action) {
    case "complete":
      return { title, hint: "Is this done?", button: "Mark as done" };
    case "snooze":
      return { title, hint: "Snooze this reminder until tomorrow?", button: "Snooze 1 day" };
    case "unsubscribe":
      return kind === "digest"
        ? {
            title: "Daily digest",
            hint: "Turn off the daily email about what is due?",
            button: "Turn off",
          }
        : {
            title: "Reminder emails",
            hint: "Turn off emails about reminders in all your kennels?",
            button: "Turn off",
          };
    default:
      return action satisfies never;
  }
}

const DONE: Record<Shown["action"], string> = {
  complete: "Done. The reminder is marked as completed.",
  snooze: "Done. The reminder is snoozed until tomorrow.",
  unsubscribe: "Turned off. You can turn it on again in your notification settings.",
};

const tokenOf = (request: Request): string => new URL(request.url).pathname.slice(NOTICE_PATH.length);

async function ask(ctx: ActionCtx, token: string): Promise<Response> {
  const shown = await ctx.runQuery(internal.deliveries.deliveries.describeAction, { token });
  if (!shown) return expired();
  const { title, hint, button } = question(shown);
  if (shown.isDone) return page(title, `<p>This reminder is already completed.</p>${openLink(shown)}`);
  return page(
    title,
    `<p>${escapeHtml(hint)}</p><form method="post"><button type="submit">${button}</button></form>`,
  );
}

async function act(ctx: ActionCtx, token: string): Promise<Response> {
  const shown = await ctx.runMutation(internal.deliveries.deliveries.act, { token });
  return shown ? page(question(shown).title, `<p>${DONE[shown.action]}</p>${openLink(shown)}`) : expired();
}

export const askNotice = httpAction(async (ctx: ActionCtx, request) => await ask(ctx, tokenOf(request)));

export const actNotice = httpAction(async (ctx: ActionCtx, request) => await act(ctx, tokenOf(request)));
