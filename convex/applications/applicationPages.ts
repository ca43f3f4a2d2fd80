/**
 * The public pages of application forms: the form, the confirmation and the withdrawal. The pages are outside the
 * web app, so they work without a sign-in and without scripts. Only POST changes data, because mail programs open
 * links on their own.
 */
import type { Infer } from "convex/values";
import { MAX_FORM_BYTES } from "../../domain/applications/rules";
import {
  confirmBody,
  formBody,
  messageBody,
  waitText,
  WHOLE_PAGE_STYLE,
  type FormKennel,
} from "../../domain/applications/page";
import { readSent, TIME_FIELD, type Sent } from "../../domain/applications/form";
import { senderOf } from "../../domain/text/client-address";
import { ERRORS, fail, getErrorData, type ErrorData } from "../../domain/errors";
import { escapeHtml } from "../../domain/mail/layout";
import { pagePolicy } from "../../domain/text/page-policy";
import { internal } from "../_generated/api";
import { httpAction, type ActionCtx } from "../_generated/server";
import { signTime } from "./model/drafts";
import { APPLY_PATH, type publicFormShape } from "./model/forms";
import { addressOf } from "./model/mails";

type Form = Infer<typeof publicFormShape>;

const NOT_FOUND = 404;
const UNSUPPORTED = 415;
const TOO_LARGE = 413;

const LOGO = "logo";

async function page(
  title: string,
  body: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${WHOLE_PAGE_STYLE}</style></head><body>${body}</body></html>`,
    {
      status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex",
        "Content-Security-Policy": `${await pagePolicy(WHOLE_PAGE_STYLE)}; img-src 'self'`,
        ...headers,
      },
    },
  );
}

/** `slug` is part of the logo's address. */
const kennelOf = ({ kennel, logo }: Form, slug: string | null): FormKennel => ({
  ...kennel,
  logo: logo && slug !== null ? `${APPLY_PATH}${slug}/${LOGO}?v=${logo.setAt}` : null,
});

const say = async (form: Form | null, title: string, text: string, status = 200, more = "") =>
  await page(
    form ? `${title} · ${form.kennel.name}` : title,
    messageBody(form && kennelOf(form, null), title, text, more),
    status,
  );

const unknown = () =>
  say(
    null,
    "Page not found",
    "There is no application form at this address. Ask the kennel for the right one.",
    NOT_FOUND,
  );

const over = () =>
  say(
    null,
    "This link no longer works",
    "It is older than 48 hours or incomplete. You are welcome to fill in the form again.",
    NOT_FOUND,
  );

const closed = (form: Form, status = 200) =>
  say(form, "No applications at the moment", ERRORS.FORM_CLOSED.message, status);

interface Typed {
  readonly sent: Sent;
  readonly error: ErrorData;
}

/** After a refusal the form contains the typed values and the errors. */
async function showForm(form: Form, slug: string, typed?: Typed): Promise<Response> {
  const kennel = kennelOf(form, slug);
  const title = `Apply to ${kennel.name}`;
  if (!typed)
    return await page(title, formBody({ kennel, content: form, began: await signTime(slug, Date.now()) }));
  const { sent, error } = typed;
  const { fields, retryAfterSeconds } = error.details;
  const { status } = ERRORS[error.code];
  const notice =
    retryAfterSeconds === undefined
      ? undefined
      : `Too many applications were sent in a short time. Please send yours again ${waitText(retryAfterSeconds)}. What you wrote is still here.`;
  const body = formBody({
    ...{ kennel, content: form, sent, faults: fields ?? {} },
    // If the form is shown again, the time of the first display still counts.
    began: sent.get(TIME_FIELD)?.[0] ?? "",
    ...(notice !== undefined && { notice }),
  });
  return await page(`${fields ? "Please check: " : ""}${title}`, body, status, {
    ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
  });
}

/** Returns null if the body is too long. */
async function readBody({ body, headers }: Request): Promise<string | null> {
  if (Number(headers.get("Content-Length") ?? 0) > MAX_FORM_BYTES) return null;
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = "";
  let size = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > MAX_FORM_BYTES) {
      await reader?.cancel();
      return null;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

async function receiveForm(ctx: ActionCtx, request: Request, form: Form, slug: string): Promise<Response> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/iu.test(type))
    return await say(form, "Not sent", "Please use the form on this kennel's page.", UNSUPPORTED);
  const body = await readBody(request);
  if (body === null)
    return await say(
      form,
      "Not sent",
      "This is more than an application can have. Please shorten it.",
      TOO_LARGE,
    );
  try {
    const sender = senderOf(request.headers.get("X-Forwarded-For"));
    const refused = await ctx.runMutation(internal.applications.applications.send, { slug, body, sender });
    if (refused !== null && "faults" in refused) fail("VALIDATION_FAILED", { fields: refused.faults });
    if (refused !== null && "retryAfterSeconds" in refused) fail("RATE_LIMITED", refused);
  } catch (error) {
    const data = getErrorData(error);
    if (data?.code === "FORM_CLOSED") return await closed(form, ERRORS.FORM_CLOSED.status);
    if (data?.code === "NOT_FOUND") return await unknown();
    if (data?.code !== "VALIDATION_FAILED" && data?.code !== "RATE_LIMITED") throw error;
    return await showForm(form, slug, { sent: readSent(body), error: data });
  }
  return await say(
    form,
    form.isConfirming ? "Check your mail" : "Thank you",
    form.isConfirming
      ? `We sent you a message. Open it and press the button, then ${form.kennel.name} has your application.`
      : `${form.kennel.name} has your application and will write to you.`,
    200,
    form.isConfirming
      ? `<p class="faint">Nothing there after a few minutes? Look into the spam folder, or check the address and send the form again.</p>`
      : "",
  );
}

async function sendLogo(ctx: ActionCtx, { logo }: Form): Promise<Response> {
  const file = logo && (await ctx.storage.get(logo.storageId));
  if (!file) return await unknown();
  return new Response(file, {
    headers: {
      "Content-Type": logo.type,
      "Cache-Control": "public, max-age=86400",
      "X-Robots-Tag": "noindex",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

async function confirmation(ctx: ActionCtx, method: string, token: string): Promise<Response> {
  // A GET route also receives HEAD requests, which mail programs send to inspect a link.
  if (method !== "POST") {
    const asked = await ctx.runQuery(internal.applications.applications.describeConfirmation, { token });
    if (!asked) return await over();
    const { form, draft, others } = asked;
    if (!draft) return await done(form);
    return await page(`Confirm · ${form.kennel.name}`, confirmBody(kennelOf(form, null), draft, others));
  }
  const confirmed = await ctx.runMutation(internal.applications.applications.confirm, { token });
  if (!confirmed) return await over();
  const { form, outcome, applicationId } = confirmed;
  const leave = applicationId && outcome !== "listed" ? await addressOf("withdraw", applicationId) : null;
  return await done(form, outcome, leave);
}

async function done(
  form: Form,
  outcome: "received" | "listed" | "full" | "before" = "before",
  leave: string | null = null,
): Promise<Response> {
  const { name } = form.kennel;
  const text = {
    received: `${name} has your application and will write to you.`,
    listed: `You are on the waiting list of ${name}. They will write to you as soon as there is news.`,
    full: `The waiting list of ${name} is full at the moment. Your application was received, and they will write to you.`,
    before: `${name} already has this application.`,
  }[outcome];
  const more =
    leave === null
      ? ""
      : `<p class="faint">Did something change? You can <a href="${escapeHtml(leave)}">withdraw your application</a>.</p>`;
  return await say(form, "Thank you", text, 200, more);
}

async function withdrawal(ctx: ActionCtx, method: string, token: string): Promise<Response> {
  if (method === "POST") await ctx.runMutation(internal.applications.applications.withdraw, { token });
  const asked = await ctx.runQuery(internal.applications.applications.describeWithdrawal, { token });
  if (!asked) return await over();
  const { form, isOpen, isWithdrawn } = asked;
  if (isWithdrawn)
    return await say(form, "Withdrawn", "Your application was withdrawn. It is deleted after 30 days.");
  if (!isOpen)
    return await say(
      form,
      "Already decided",
      `${form.kennel.name} has decided on this application. Please write to them.`,
    );
  return await say(
    form,
    "Withdraw your application?",
    `${form.kennel.name} will no longer consider it.`,
    200,
    `<form method="post"><button type="submit">Withdraw</button></form>`,
  );
}

async function answer(ctx: ActionCtx, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const [first = "", second, ...more] = pathname.slice(APPLY_PATH.length).split("/");
  if (more.length > 0) return await unknown();
  if (first === "confirm" && second !== undefined) return await confirmation(ctx, request.method, second);
  if (first === "withdraw" && second !== undefined) return await withdrawal(ctx, request.method, second);
  const form = await ctx.runQuery(internal.applications.applicationForms.open, { slug: first });
  if (!form) return await unknown();
  if (second === LOGO && request.method === "GET") return await sendLogo(ctx, form);
  if (second !== undefined) return await unknown();
  if (request.method === "POST") return await receiveForm(ctx, request, form, first);
  return form.isTaking ? await showForm(form, first) : await closed(form);
}

export const askApplication = httpAction(answer);

export const takeApplication = httpAction(answer);
