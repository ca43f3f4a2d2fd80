/**
 * The pages of an application form, as plain HTML. They work without scripts, by keyboard and with a screen reader.
 * The kennel's logo and name come first, Studbook's name last. All text from a kennel or a stranger is escaped.
 */
import type { FieldErrors } from "../errors";
import { escapeHtml } from "../mail/layout";
import {
  CONSENT_PREFIX,
  QUESTION_PREFIX,
  TIME_FIELD,
  TRAP_FIELD,
  type FormContent,
  type Question,
  type Sent,
} from "./form";

export interface FormKennel {
  readonly name: string;
  readonly address: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
  /** Null if there is no logo. */
  readonly logo: string | null;
}

export const PAGE_STYLE = `.page{--paper:#f4f0e7;--card:#fffdf8;--ink:#1f2a24;--faint:#5c665f;--line:#ddd5c3;--edge:#8a8674;--green:#22543d;--on:#fff;--red:#9b2c2c;--soft:#fdecea;color-scheme:light dark;position:relative;box-sizing:border-box;min-height:100vh;padding:1.5rem 1rem 3rem;background:var(--paper);color:var(--ink);font:17px/1.55 Georgia,serif;overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){.page{--paper:#14211b;--card:#1c2c24;--ink:#efeae0;--faint:#b9c2ba;--line:#33473c;--edge:#7d9186;--green:#8fd0aa;--on:#10201a;--red:#f3a9a2;--soft:#3a2422}}
.page *{box-sizing:border-box}.page header,.page main,.page footer{max-width:34rem;margin:0 auto}
.page header{display:flex;align-items:center;gap:.75rem;margin-bottom:1rem}.page header img{height:3.5rem;max-width:9rem;object-fit:contain}.page header p{margin:0;font-size:1.35rem;line-height:1.25}
.page main{padding:1.5rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
.page h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25;font-weight:600}.page h2{margin:0 0 .5rem;font-size:1.1rem}.page p{margin:0 0 1rem;white-space:pre-line}
.page .faint{color:var(--faint);font-size:.94rem}.page .field{margin:0 0 1.4rem;padding:0;border:0;min-width:0}
.page label,.page legend{padding:0;font-weight:600}.page .hint,.page .error{display:block;margin:.1rem 0 .3rem;font-size:.94rem}.page .hint{color:var(--faint)}.page .error{color:var(--red);font-weight:600}
.page input:not([type=checkbox]):not([type=radio]),.page textarea{display:block;width:100%;min-height:2.9rem;margin-top:.3rem;padding:.55rem .7rem;border:1px solid var(--edge);border-radius:6px;background:var(--paper);color:var(--ink);font:inherit}
.page textarea{min-height:8rem;resize:vertical}.page [aria-invalid=true]{border:2px solid var(--red)!important}
.page .choice{display:flex;gap:.6rem;align-items:flex-start;min-height:2.75rem;padding:.5rem 0;font-weight:400}.page .choice input{flex:none;width:1.25rem;height:1.25rem;margin:.18rem 0 0;accent-color:var(--green)}
.page button{width:100%;min-height:3rem;border:0;border-radius:6px;background:var(--green);color:var(--on);font:600 1rem Helvetica,Arial,sans-serif;cursor:pointer}
.page a{color:var(--green)}.page :focus-visible{outline:3px solid var(--green);outline-offset:2px}
.page .summary{margin:0 0 1.25rem;padding:1rem;border:2px solid var(--red);border-radius:8px;background:var(--soft)}.page .summary ul{margin:0;padding:0;list-style:none}.page .summary a{color:var(--red);display:flex;align-items:center;min-height:2.75rem}
.page .away{position:absolute;left:-10000px;width:1px;height:1px;overflow:hidden}.page details{margin:0 0 1.25rem}.page summary{cursor:pointer;min-height:2.75rem;line-height:2.75rem}.page dt{font-weight:600}.page dd{margin:0 0 .75rem;white-space:pre-line}
.page footer{margin-top:1.25rem;color:var(--faint);font-size:.9rem;text-align:center}`;

/** A preview inside another page does not use this style. */
export const WHOLE_PAGE_STYLE = `body{margin:0}${PAGE_STYLE}`;

const MARK = `<span aria-hidden="true">\u00a0*</span>`;

export function pageBody(kennel: FormKennel | null, inside: string): string {
  const logo = kennel?.logo ? `<img src="${escapeHtml(kennel.logo)}" alt="">` : "";
  const header = kennel ? `<header>${logo}<p dir="auto">${escapeHtml(kennel.name)}</p></header>` : "";
  return `<div class="page">${header}<main>${inside}</main><footer>Made with Studbook</footer></div>`;
}

export const messageBody = (kennel: FormKennel | null, title: string, text: string, more = ""): string =>
  pageBody(kennel, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${more}`);

interface Filling {
  readonly sent: Sent;
  readonly faults: FieldErrors;
}

const valuesOf = ({ sent }: Filling, name: string): readonly string[] => sent.get(name) ?? [];

interface Named {
  readonly name: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly isRequired: boolean;
}

/** Returns a field's hint and error, and the attributes that connect them with the field. */
function around({ name, help, isRequired }: Named, { faults }: Filling) {
  const fault = faults[name];
  const ids = [help && `${name}-hint`, fault !== undefined && `${name}-error`].filter(Boolean).join(" ");
  return {
    before:
      (help ? `<span class="hint" id="${name}-hint" dir="auto">${escapeHtml(help)}</span>` : "") +
      (fault === undefined ? "" : `<span class="error" id="${name}-error">${escapeHtml(fault)}</span>`),
    attributes:
      (isRequired ? ` aria-required="true"` : "") +
      (fault === undefined ? "" : ` aria-invalid="true"`) +
      (ids === "" ? "" : ` aria-describedby="${ids}"`),
  };
}

const labelOf = ({ label, isRequired }: Named): string =>
  `<span dir="auto">${escapeHtml(label)}</span>${isRequired ? MARK : ""}`;

/** `more` contains further attributes. */
function line(field: Named, filling: Filling, more: string): string {
  const { before, attributes } = around(field, filling);
  const value = escapeHtml(valuesOf(filling, field.name)[0] ?? "");
  return `<div class="field"><label for="${field.name}">${labelOf(field)}</label>${before}<input id="${field.name}" name="${field.name}" value="${value}" ${more}${attributes}></div>`;
}

function area(field: Named, filling: Filling): string {
  const { before, attributes } = around(field, filling);
  // HTML ignores a line end directly after the opening tag.
  const value = `\n${escapeHtml(valuesOf(filling, field.name)[0] ?? "")}`;
  return `<div class="field"><label for="${field.name}">${labelOf(field)}</label>${before}<textarea id="${field.name}" name="${field.name}" rows="5" dir="auto"${attributes}>${value}</textarea></div>`;
}

function choices(field: Named, filling: Filling, type: "radio" | "checkbox", all: readonly string[]): string {
  const { before } = around(field, filling);
  const fault = filling.faults[field.name];
  const chosen = valuesOf(filling, field.name);
  const ids = [field.help && `${field.name}-hint`, fault !== undefined && `${field.name}-error`];
  const described = ids.filter(Boolean).join(" ");
  const options = all.map((choice, index) => {
    const id = index === 0 ? field.name : `${field.name}-${index}`;
    const isChosen = chosen.includes(choice) ? " checked" : "";
    return `<label class="choice" for="${id}"><input type="${type}" id="${id}" name="${field.name}" value="${escapeHtml(choice)}"${isChosen}><span dir="auto">${escapeHtml(choice)}</span></label>`;
  });
  return `<fieldset class="field"${described === "" ? "" : ` aria-describedby="${described}"`}><legend>${labelOf(field)}</legend>${before}${options.join("")}</fieldset>`;
}

function questionField(question: Question, filling: Filling): string {
  const { kind, label, help, isRequired } = question;
  const field = { name: QUESTION_PREFIX + question.key, label, help, isRequired };
  switch (kind) {
    case "short":
      return line(field, filling, `type="text" dir="auto"`);
    case "long":
      return area(field, filling);
    case "number":
      return line(field, filling, `type="text" inputmode="decimal"`);
    case "day":
      return line(field, filling, `type="date"`);
    case "choice":
      return choices(field, filling, "radio", question.choices ?? []);
    case "choices":
      return choices(field, filling, "checkbox", question.choices ?? []);
    case "yes_no":
      return choices(field, filling, "radio", ["Yes", "No"]);
    default:
      return kind satisfies never;
  }
}

const PERSON = [
  [{ name: "name", label: "Your name", isRequired: true }, `type="text" autocomplete="name" dir="auto"`],
  [
    { name: "email", label: "Email", isRequired: true },
    `type="email" autocomplete="email" inputmode="email"`,
  ],
  [{ name: "phone", label: "Phone", isRequired: false }, `type="tel" autocomplete="tel"`],
  [
    { name: "address", label: "Address", help: "Your town is enough.", isRequired: false },
    `type="text" autocomplete="street-address" dir="auto"`,
  ],
] as const;

function labelIn(content: FormContent, name: string): string {
  const person = PERSON.find(([field]) => field.name === name)?.[0].label;
  const question = content.questions.find(({ key }) => QUESTION_PREFIX + key === name)?.label;
  return person ?? question ?? "What you agree to";
}

function summary(content: FormContent, faults: FieldErrors): string {
  // The errors in the order of the form's fields.
  const order = [
    ...PERSON.map(([{ name }]): string => name),
    ...content.questions.map(({ key }) => QUESTION_PREFIX + key),
  ];
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const wrong = Object.entries(faults).sort(([one], [other]) => placeOf(one) - placeOf(other));
  if (wrong.length === 0) return "";
  const lines = wrong.map(
    ([name, fault]) =>
      `<li><a href="#${escapeHtml(name)}">${escapeHtml(labelIn(content, name))}: ${escapeHtml(fault)}</a></li>`,
  );
  return `<div class="summary" role="alert" tabindex="-1" autofocus><h2>${
    wrong.length === 1 ? "One answer needs another look" : `${wrong.length} answers need another look`
  }</h2><ul>${lines.join("")}</ul></div>`;
}

/** The words fit every kennel. */
export function privacyNotice({ name, address, email, phone, website }: FormKennel): string {
  const reached = [email, phone, website].filter((part) => part !== null && part !== "").join(", ");
  const who = [name, address].filter(Boolean).join(", ");
  return `<details id="privacy"><summary>Privacy notice</summary><p class="faint" dir="auto">${escapeHtml(who)} receives what you write here and uses it to decide on your application and to answer you.${
    reached === "" ? "" : ` You reach them by ${escapeHtml(reached)}.`
  }

What you send is deleted after 48 hours unless you confirm it by email, 90 days after it was declined, and 30 days after you withdrew it. If you are put on the waiting list, it is kept with your entry. It is passed on to nobody else. You may ask for a copy, a correction or deletion at any time, and complain to your data protection authority.</p></details>`;
}

interface FormPage {
  readonly kennel: FormKennel;
  readonly content: FormContent;
  /** The signed time at which the form was first shown. */
  readonly began: string;
  readonly sent?: Sent;
  readonly faults?: FieldErrors;
  /** Why nothing was stored although the form is valid, for example after too many attempts. */
  readonly notice?: string;
}

/** After a refusal, the form contains the typed values and the errors. */
export function formBody({
  kennel,
  content,
  began,
  sent = new Map(),
  faults = {},
  notice,
}: FormPage): string {
  const filling: Filling = { sent, faults };
  const consents = content.consents.map((consent) => {
    const name = CONSENT_PREFIX + consent.key;
    const { before, attributes } = around({ name, label: "", isRequired: consent.isRequired }, filling);
    const isTicked = valuesOf(filling, name)[0] === "yes" ? " checked" : "";
    return `<div class="field">${before}<label class="choice" for="${name}"><input type="checkbox" id="${name}" name="${name}" value="yes"${isTicked}${attributes}><span dir="auto">${escapeHtml(consent.text)}${consent.isRequired ? MARK : ""}</span></label></div>`;
  });
  return pageBody(
    kennel,
    `${notice === undefined ? summary(content, faults) : `<div class="summary" role="alert" tabindex="-1" autofocus><h2>Not sent yet</h2><p>${escapeHtml(notice)}</p></div>`}<h1>Apply for a puppy</h1>${content.intro === "" ? "" : `<p dir="auto">${escapeHtml(content.intro)}</p>`}<p class="faint">Questions with * need an answer.</p><form method="post" novalidate>${PERSON.map(
      ([field, more]) => line(field, filling, more),
    ).join("")}${content.questions
      .map((question) => questionField(question, filling))
      .join(
        "",
      )}<div class="away" aria-hidden="true"><label for="${TRAP_FIELD}">Leave this empty</label><input type="text" id="${TRAP_FIELD}" name="${TRAP_FIELD}" tabindex="-1" autocomplete="off"></div><input type="hidden" name="${TIME_FIELD}" value="${escapeHtml(began)}">${consents.join("")}${privacyNotice(kennel)}<button type="submit">Send Application</button></form>`,
  );
}

interface SentAnswers {
  readonly name: string;
  readonly answers: readonly { asked: string; answer: string }[];
}

/** A draft of the same email address to the same kennel, with the path that confirms it. */
interface OtherSent extends SentAnswers {
  readonly isLater: boolean;
  readonly path: string;
}

const answerList = ({ name, answers }: SentAnswers): string =>
  `<dl><dt>Your name</dt><dd dir="auto">${escapeHtml(name)}</dd>${answers
    .map(
      ({ asked, answer }) =>
        `<dt dir="auto">${escapeHtml(asked)}</dt><dd dir="auto">${escapeHtml(answer)}</dd>`,
    )
    .join("")}</dl>`;

/** Each draft has its own button. */
export function confirmBody(
  kennel: FormKennel,
  draft: SentAnswers,
  others: readonly OtherSent[] = [],
): string {
  const further = others.map(
    (other) =>
      `<details><summary>${other.isLater ? "Sent later" : "Sent earlier"}: ${escapeHtml(other.name)}</summary>${answerList(other)}<form method="post" action="${escapeHtml(other.path)}"><button type="submit">Send This One</button></form></details>`,
  );
  const more =
    further.length === 0
      ? ""
      : `<h2>This form was sent more than once with your address</h2><p class="faint">The button above sends what this message is about. Here is what was sent besides. If it was not you, leave it alone, and it is deleted after 48 hours.</p>${further.join("")}`;
  return pageBody(
    kennel,
    `<h1>Send your application?</h1><p dir="auto">Press the button, and ${escapeHtml(kennel.name)} has your application.</p><form method="post"><button type="submit">Yes, Send It</button></form><details${others.length > 0 ? " open" : ""}><summary>What you wrote</summary>${answerList(draft)}</details>${more}<p class="faint">Was this not you? Then leave this page. Without the button, everything is deleted after 48 hours.</p>`,
  );
}

const MINUTE_S = 60;
const HOUR_S = 3600;

export function waitText(seconds: number): string {
  if (seconds < 2 * MINUTE_S) return "in a minute";
  if (seconds < 2 * HOUR_S) return `in ${Math.ceil(seconds / MINUTE_S)} minutes`;
  return `in ${Math.ceil(seconds / HOUR_S)} hours`;
}
