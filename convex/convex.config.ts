/** Declares the deployment's environment variables, which are all optional, and the deployment's components. */
import migrations from "@convex-dev/migrations/convex.config";
import presence from "@convex-dev/presence/convex.config";
import rateLimiter from "@convex-dev/rate-limiter/convex.config";
import { defineApp } from "convex/server";
import { v } from "convex/values";

const app = defineApp({
  env: {
    /** The variable is needed for sign-in with Clerk. */
    CLERK_JWT_ISSUER_DOMAIN: v.optional(v.string()),
    /** The variable is needed for sign-in with local accounts. */
    LOCAL_AUTH_ISSUER: v.optional(v.string()),
    LOCAL_AUTH_JWKS: v.optional(v.string()),
    LOCAL_AUTH_AUDIENCE: v.optional(v.string()),
    /** The address at which functions reach the local accounts, and the key for these calls. */
    LOCAL_ACCOUNTS_URL: v.optional(v.string()),
    LOCAL_ACCOUNTS_KEY: v.optional(v.string()),
    /** The address at which this machine reaches itself, if this differs from the public address. */
    LOCAL_ORIGIN: v.optional(v.string()),
    /**
     * When the runtime of this machine was started, in milliseconds. All work that was running before that time was
     * interrupted.
     */
    LOCAL_STARTED_AT: v.optional(v.string()),
    /** Who may create a local account: "open" (everybody), "invited" or "closed". */
    STUDBOOK_REGISTRATION: v.optional(v.string()),
    /**
     * How many gigabytes of files a kennel may store; "off" means no limit. The default is in
     * domain/files/rules.ts.
     */
    STUDBOOK_STORAGE_GB: v.optional(v.string()),
    /**
     * How many gigabytes of files all kennels of one owner may store together. The default is a multiple of the
     * kennel's limit.
     */
    STUDBOOK_STORAGE_GB_PER_OWNER: v.optional(v.string()),
    /**
     * A private P-256 key as JWK text. Studbook uses it to sign a token for each call with an API key. Functions
     * check this token.
     */
    STUDBOOK_TOKEN_KEY: v.optional(v.string()),
    /** Comma-separated origins whose pages may call the REST API. */
    STUDBOOK_CORS_ORIGINS: v.optional(v.string()),
    /** "off" removes every limit of the plans. "on" applies the limits even if nobody can buy a plan. */
    STUDBOOK_BILLING: v.optional(v.string()),
    /**
     * Stripe: the secret key, the secret that signs Stripe's webhooks, and the address of another API instead of
     * Stripe's.
     */
    STRIPE_SECRET_KEY: v.optional(v.string()),
    STRIPE_WEBHOOK_SECRET: v.optional(v.string()),
    STRIPE_API_URL: v.optional(v.string()),
    /** The address of another API for the kennels' own accounts, instead of Stripe's. */
    STRIPE_ACCOUNTS_API_URL: v.optional(v.string()),
    /**
     * The address at which people open Studbook, used for links in messages, if it differs from the address of the
     * functions.
     */
    STUDBOOK_ORIGIN: v.optional(v.string()),
    /** The secret that signs the buttons in messages and the addresses of calendars. */
    STUDBOOK_LINK_SECRET: v.optional(v.string()),
    /**
     * The keys that encrypt the credentials of connected services: `name:hex` with 32 bytes, the newest key first,
     * separated by commas.
     */
    STUDBOOK_CREDENTIAL_KEYS: v.optional(v.string()),
    /** "on" lets kennels connect mail servers in the deployment's own network, on any port. */
    STUDBOOK_PRIVATE_MAIL_HOSTS: v.optional(v.string()),
    /** Email: the sender, and either a mail server's address or Resend's key. */
    MAIL_FROM: v.optional(v.string()),
    SMTP_URL: v.optional(v.string()),
    RESEND_API_KEY: v.optional(v.string()),
    RESEND_API_URL: v.optional(v.string()),
    /** Text messages by Twilio. */
    TWILIO_ACCOUNT_SID: v.optional(v.string()),
    TWILIO_AUTH_TOKEN: v.optional(v.string()),
    TWILIO_FROM: v.optional(v.string()),
    TWILIO_API_URL: v.optional(v.string()),
    /**
     * Web Push: the key pair, the contact address for push services, and additional services besides those of the
     * browsers.
     */
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
