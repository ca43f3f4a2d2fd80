/**
 * The texts of mail about an account: a change of address to confirm, and news that its owner should learn
 * immediately. Names that other people gave themselves, their kennels and keys never appear in a subject, where
 * they could look like Studbook's own words. In the text they are simplified.
 */
import type { Role } from "../permissions/rules";
import { LINK_CODE_MINUTES } from "../families/rules";
import { formatDay } from "../formatting/formatting";
import { buttons, escapeHtml, mailPage } from "./layout";
import { deviceLabel } from "../text/device-label";
import { plainName } from "../text/plain-names";

export const ACCOUNT_MAIL_KINDS = [
  "confirm-address",
  "confirm-email",
  "email-changing",
  "email-changed",
  "password-changed",
  "reset-password",
  "sign-up-taken",
  "two-factor-on",
  "two-factor-off",
  "api-key-made",
  "account-leaving",
  "account-kept",
  "kennel-leaving",
  "kennel-kept",
  "kennel-deleted",
  "invited",
  "ownership-offered",
  "link-code",
] as const;
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number];

export interface AccountMailFacts {
  readonly kind: AccountMailKind;
  readonly name: string;
  readonly newEmail: string | null;
  readonly link: string | null;
  /** The name and network address of the browser. */
  readonly device: string | null;
  readonly address: string | null;
  /** The name of a kennel or key. */
  readonly about?: string | undefined;
  /** The person who acted. For an invitation, the person's confirmed address follows in brackets. */
  readonly by?: string | undefined;
  readonly role?: Role | undefined;
  /** The date of the announced event. */
  readonly dueOn?: string | undefined;
  readonly code?: string | undefined;
}

interface Words {
  readonly subject: string;
  readonly body: string;
  readonly button?: string;
  readonly advice: string;
}

const CHANGE_PASSWORD =
  "If this was not you, change your password in Studbook at once under Settings > Security, and sign out all other devices.";

const AS_ROLE: Record<Role, string> = {
  owner: "an owner",
  manager: "a manager",
  staff: "a staff member",
  viewer: "a viewer",
};

/** The name is simplified, but not the address after it. */
function inviterOf(by: string): string {
  const at = by.lastIndexOf(" (");
  return at === -1 ? plainName(by) : plainName(by.slice(0, at)) + by.slice(at);
}

function wordsOf(facts: AccountMailFacts): Words {
  const { kind, newEmail, dueOn = "", role = "viewer" } = facts;
  const about = plainName(facts.about ?? "");
  const isInvitation = kind === "invited" || kind === "ownership-offered";
  const by = (isInvitation ? inviterOf : plainName)(facts.by ?? "An owner");
  const address = newEmail ?? "another address";
  const day = formatDay(dueOn);
  switch (kind) {
    case "confirm-address":
      return {
        subject: "Confirm your email address",
        body: "A Studbook account was created with this address. Confirm within 7 days that it is yours, so that Studbook can send you reminders, invitations and password reset links.",
        button: "Confirm Address",
        advice:
          "If you did not create an account, ignore this message. The address is not used unless you confirm it.",
      };
    case "confirm-email":
      return {
        subject: "Confirm your new email address",
        body: `You asked to sign in to Studbook with ${address} from now on. Confirm it within 24 hours. Until then, nothing changes.`,
        button: "Confirm Address",
        advice: "If you did not ask for this, ignore this message. Nothing will change.",
      };
    case "email-changing":
      return {
        subject: "Your email address is about to change",
        body: `Somebody asked to sign in to your Studbook account with ${address} from now on. It changes when the link sent to that address is opened.`,
        advice: `${CHANGE_PASSWORD} You can also cancel the change there.`,
      };
    case "email-changed":
      return {
        subject: "Your email address has changed",
        body: `You now sign in to Studbook with ${address}. This address no longer works for signing in.`,
        advice: "If this was not you, tell the person who runs your Studbook server at once.",
      };
    case "password-changed":
      return {
        subject: "Your password was changed",
        body: "The password of your Studbook account was changed, and every other device was signed out.",
        advice: "If this was not you, tell the person who runs your Studbook server at once.",
      };
    case "reset-password":
      return {
        subject: "Set a new password",
        body: "Somebody asked to set a new password for your Studbook account. The link works once and expires after an hour.",
        button: "Set New Password",
        advice: "If you did not ask for this, ignore this message. Your password stays as it is.",
      };
    case "sign-up-taken":
      return {
        subject: "You already have a Studbook account",
        body: "Somebody tried to create a Studbook account with this address, which already has one. If it was you, sign in with your password, or choose “Forgot your password?” there to set a new one.",
        button: "Sign In",
        advice: "If it was not you, ignore this message. Nothing has changed.",
      };
    case "two-factor-on":
      return {
        subject: "Two-factor authentication is on",
        body: "From now on, signing in to your Studbook account requires a code from your authenticator app.",
        advice: CHANGE_PASSWORD,
      };
    case "two-factor-off":
      return {
        subject: "Two-factor authentication is off",
        body: "Signing in to your Studbook account now requires only your password.",
        advice: CHANGE_PASSWORD,
      };
    case "api-key-made":
      return {
        subject: "A new API key was created",
        body: `The API key “${about}” was created with your Studbook account. Programs that have it can use Studbook in your name, within the permissions you gave it.`,
        advice:
          "If this was not you, revoke the key in Studbook under Settings > Security and change your password.",
      };
    case "account-leaving":
      return {
        subject: `Your account will be deleted on ${day}`,
        body: `You asked to delete your Studbook account. It will be deleted on ${day}, with your settings and every kennel that nobody else owns. Until then, nothing changes.`,
        advice:
          "You can keep it until then in Studbook under Settings > Data & Backup. If you did not ask for this, do so at once and change your password.",
      };
    case "account-kept":
      return {
        subject: "Your account will not be deleted",
        body: "The deletion of your Studbook account was canceled. Everything is as it was.",
        advice: CHANGE_PASSWORD,
      };
    case "kennel-leaving":
      return {
        subject: `Your kennel will be deleted on ${day}`,
        body: `${by} asked to delete the kennel ${about} in Studbook. It will be deleted on ${day} with all its dogs, records, files and backups, for everybody. Until then you can work in it and download what you want to keep, but no reminders are sent for it.`,
        advice: `An owner of ${about} can keep it until then in Studbook under Settings > Kennel.`,
      };
    case "kennel-kept":
      return {
        subject: "Your kennel will not be deleted",
        body: `${by} canceled the deletion of the kennel ${about} in Studbook. Everything is as it was, and reminders are sent again.`,
        advice: "You do not need to do anything.",
      };
    case "kennel-deleted":
      return {
        subject: "Your kennel was deleted",
        body: `The kennel ${about} was deleted from Studbook with all its dogs, records, files and backups, as ${by} requested. Nothing of it is kept.`,
        advice: "It cannot be brought back, except from a backup that somebody downloaded earlier.",
      };
    case "invited":
      return {
        subject: "You are invited to a kennel in Studbook",
        body: `${by} invites you to the kennel ${about} in Studbook, as ${AS_ROLE[role]}. The invitation is valid until ${day}.`,
        button: "See Invitation",
        advice: "If you do not know the sender, ignore this message. Nothing happens unless you accept.",
      };
    case "ownership-offered":
      return {
        subject: "You are asked to become an owner of a kennel in Studbook",
        body: `${by} asks you to become an owner of the kennel ${about} in Studbook. The offer is valid until ${day}. Nothing changes until you accept.`,
        button: "See Offer",
        advice:
          "An owner can change everything in a kennel. Its dogs count toward the plan of one of its owners, and that owner could be you.",
      };
    case "link-code":
      return {
        subject: `Your code: ${facts.code ?? ""}`,
        body: `Your code for the page from ${about} is ${facts.code ?? ""}. Type it there within ${LINK_CODE_MINUTES} minutes.`,
        advice: "If you did not ask for a code, ignore this message. Give the code to nobody.",
      };
    default:
      return kind satisfies never;
  }
}

export function writeAccountMail(facts: AccountMailFacts): { subject: string; text: string; html: string } {
  const { subject, body, button, advice } = wordsOf(facts);
  const { link, device, address } = facts;
  const name = plainName(facts.name);
  const from = [device && deviceLabel(device), address].filter(Boolean).join(", ");
  const greeting = name === "" ? "Hello" : `Hello ${name}`;
  const where = from === "" ? null : `Requested from: ${from}`;
  const text = [
    `${greeting},`,
    "",
    body,
    "",
    ...(button && link ? [`${button}: ${link}`, ""] : []),
    ...(where ? [where, ""] : []),
    advice,
    "",
  ].join("\n");
  const inside = `<h1 style="margin:0 0 6px;font-size:24px;line-height:1.25">${escapeHtml(subject)}</h1>
<p style="margin:0 0 8px;font-size:17px">${escapeHtml(`${greeting}. ${body}`)}</p>
${where ? `<p style="margin:0 0 8px;font-size:15px">${escapeHtml(where)}</p>` : ""}
${button && link ? buttons([{ label: button, href: link, isPrimary: true }]) : ""}`;
  const html = mailPage({ title: subject, preview: body, kennelName: "Studbook", footer: advice }, inside);
  return { subject, text, html };
}
