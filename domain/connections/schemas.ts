/** The shapes of a connected service's credentials and settings. Source: decision GAP-SET-16. */
import { z } from "zod";
import { typedCents } from "../formatting/dollars";
import { requiredEmail, requiredText } from "../records/parts";

const PORT_ERROR = "Port must be a number from 1 to 65535, usually 587 or 465";

export const mailCredentialsSchema = z.object({
  host: requiredText("Server", "Server is required").regex(
    /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/iu,
    "Server must be a name such as smtp.example.com",
  ),
  port: z.coerce.number({ error: PORT_ERROR }).int(PORT_ERROR).min(1, PORT_ERROR).max(65_535, PORT_ERROR),
  user: requiredText("User name", "User name is required"),
  password: z.string({ error: "Password is required" }).min(1, "Password is required").max(500),
});

const from = requiredEmail("Sender");

export const mailAccountSchema = mailCredentialsSchema.extend({ from });

const isEnabled = z.boolean({ error: "Enabled must be true or false" }).optional();

/** An omitted field stays unchanged. */
export const mailSettingsSchema = z.object({ from: from.optional(), isEnabled });

/** A kennel's own account with the card provider. Source: docs.stripe.com/keys. */
export const paymentCredentialsSchema = z.object({
  secretKey: requiredText("Secret key", "Secret key is required").regex(
    /^(sk|rk)_(test|live)_[A-Za-z0-9_]+$/u,
    "The key must be a secret or restricted one, such as sk_live_… or rk_live_…",
  ),
});

export const paymentSettingsSchema = z.object({ isEnabled });

/** The smallest payment that the card provider accepts, in cents. */
const MIN_PAYMENT_CENTS = 50;
const MAX_PAYMENT_CENTS = 10_000_000;
const AMOUNT_ERROR = "Amount must be from $0.50 to $100,000";

export const paymentLinkSchema = z.object({
  description: requiredText("Description", "Say what the payment is for"),
  amountCents: z
    .number({ error: AMOUNT_ERROR })
    .int(AMOUNT_ERROR)
    .min(MIN_PAYMENT_CENTS, AMOUNT_ERROR)
    .max(MAX_PAYMENT_CENTS, AMOUNT_ERROR),
});

/** The amount is entered in dollars. */
export const paymentLinkFormSchema = paymentLinkSchema.extend({
  amountCents: z.string().transform(typedCents).pipe(paymentLinkSchema.shape.amountCents),
});

export type PaymentCredentials = z.output<typeof paymentCredentialsSchema>;
export type MailCredentials = z.output<typeof mailCredentialsSchema>;
