/** Names the deployment's environment variables, each of which may be absent, and the components it uses. */
import migrations from "@convex-dev/migrations/convex.config";
import presence from "@convex-dev/presence/convex.config";
import rateLimiter from "@convex-dev/rate-limiter/convex.config";
import { defineApp } from "convex/server";
import { v } from "convex/values";

const app = defineApp({
  env: {
    /** Clerk's issuer, when sign-in is Clerk's. */
    CLERK_JWT_ISSUER_DOMAIN: v.optional(v.string()),
    /** Issuer, key set and audience of the local accounts, when sign-in is local. */
    LOCAL_AUTH_ISSUER: v.optional(v.string()),
    LOCAL_AUTH_JWKS: v.optional(v.string()),
    LOCAL_AUTH_AUDIENCE: v.optional(v.string()),
    /** Where the local accounts answer the functions themselves, and the key to it. */
    LOCAL_ACCOUNTS_URL: v.optional(v.string()),
    LOCAL_ACCOUNTS_KEY: v.optional(v.string()),
    /** Where this machine answers itself, when its public address is another. */
    LOCAL_ORIGIN: v.optional(v.string()),
    /** When this machine's runtime was started, in milliseconds: what ran before was cut off. */
    LOCAL_STARTED_AT: v.optional(v.string()),
    /** Who may open a local account: "open" (everybody), "invited" or "closed". */
    STUDBOOK_REGISTRATION: v.optional(v.string()),
    /** Gigabytes of files that a kennel may store, "off" for no bound; the default is domain/files/rules.ts. */
    STUDBOOK_STORAGE_GB: v.optional(v.string()),
    /** The same of all kennels of one owner together; the default is a multiple of the kennel's. */
    STUDBOOK_STORAGE_GB_PER_OWNER: v.optional(v.string()),
    /** Signs the tokens with which calls by an API key reach the functions: a private P-256 key as JWK text. */
    STUDBOOK_TOKEN_KEY: v.optional(v.string()),
    /** Comma-separated origins whose pages may call the REST API. */
    STUDBOOK_CORS_ORIGINS: v.optional(v.string()),
    /** "off" lifts every limit of the plans, "on" sets them even where nothing can be paid for. */
    STUDBOOK_BILLING: v.optional(v.string()),
    /** Stripe: the secret key, what its webhooks are signed with, and where its API is when it is not Stripe's own. */
    STRIPE_SECRET_KEY: v.optional(v.string()),
    STRIPE_WEBHOOK_SECRET: v.optional(v.string()),
    STRIPE_API_URL: v.optional(v.string()),
    /** Where Stripe's API is for the kennels' own accounts, when it is not Stripe's own. */
    STRIPE_ACCOUNTS_API_URL: v.optional(v.string()),
    /** Where people open Studbook, for the links in messages, when it is not where the functions answer. */
    STUDBOOK_ORIGIN: v.optional(v.string()),
    /** Signs the buttons in messages and the addresses of calendars. */
    STUDBOOK_LINK_SECRET: v.optional(v.string()),
    /** Seals the credentials of connected services: `name:hex` of 32 bytes, the newest first, separated by commas. */
    STUDBOOK_CREDENTIAL_KEYS: v.optional(v.string()),
    /** "on" lets kennels connect mail servers in the deployment's own network, on any port. */
    STUDBOOK_PRIVATE_MAIL_HOSTS: v.optional(v.string()),
    /** Email: the sender, and a mail server's address or Resend's key. */
    MAIL_FROM: v.optional(v.string()),
    SMTP_URL: v.optional(v.string()),
    RESEND_API_KEY: v.optional(v.string()),
    RESEND_API_URL: v.optional(v.string()),
    /** Text messages by Twilio. */
    TWILIO_ACCOUNT_SID: v.optional(v.string()),
    TWILIO_AUTH_TOKEN: v.optional(v.string()),
    TWILIO_FROM: v.optional(v.string()),
    TWILIO_API_URL: v.optional(v.string()),
    /** Web Push: the key pair, whom a push service may write to, and services beside those of the browsers. */
    VAPID_PUBLIC_KEY: v.optional(v.string()),
    VAPID_PRIVATE_KEY: v.optional(v.string()),
    VAPID_SUBJECT: v.optional(v.string()),
    STUDBOOK_PUSH_SERVICES: v.optional(v.string()),
  },
});

app.use(rateLimiter);
app.use(presence);
app.use(migrations);

export default app;
