/** The shapes of a kennel's settings as typed. Sources: SET-06, decision GAP-SET-14. */
import { z } from "zod";
import { contrastWithWhite, isHexColor } from "../colors/contrast";
import { MAX_FOOTER_LENGTH } from "../constants/branding";
import { optionalText } from "./fields";

/** What small text needs to be read. Source: WCAG 2.2, success criterion 1.4.3. */
const READABLE_CONTRAST = 4.5;
/** What lines need to be seen: enough that a frame does not vanish in print. */
const VISIBLE_CONTRAST = 1.3;

const color = (label: string, contrast: number, tooLight: string) =>
  z
    .string({ error: `${label} must be a color such as #1f6f3a` })
    .trim()
    .toLowerCase()
    .refine(isHexColor, `${label} must be a color such as #1f6f3a`)
    .refine((text) => !isHexColor(text) || contrastWithWhite(text) >= contrast, tooLight);

export const businessSchema = z.object({
  taxId: optionalText("Tax ID"),
  businessLicense: optionalText("Business license"),
});

const primaryColor = color(
  "Primary color",
  READABLE_CONTRAST,
  "Choose a darker primary color: text in this color would be unreadable on paper",
);
const accentColor = color(
  "Accent color",
  VISIBLE_CONTRAST,
  "Choose a darker accent color: it would be invisible on paper",
);
const footerText = z
  .string({ error: "Footer text must be text" })
  .trim()
  .max(MAX_FOOTER_LENGTH, `Footer text must be at most ${MAX_FOOTER_LENGTH} characters`);
const showLogo = z.boolean({ error: "Show logo must be true or false" });

/** The branding form. */
export const brandingFormSchema = z.object({ primaryColor, accentColor, footerText, showLogo });

export const brandingSchema = z.object({
  primaryColor: primaryColor.optional(),
  accentColor: accentColor.optional(),
  footerText: footerText.transform((text) => (text === "" ? null : text)).nullish(),
  showLogo: showLogo.optional(),
});

/** A change: what is absent stays, what is null or empty is cleared. */
export const kennelSettingsChangesSchema = z.object({
  business: businessSchema.optional(),
  branding: brandingSchema.optional(),
});

export type BusinessInput = z.input<typeof businessSchema>;
export type Business = z.output<typeof businessSchema>;
export type BrandingInput = z.input<typeof brandingFormSchema>;
