/** The zod shapes of a kennel, its branding and its members. */
import { z } from "zod";
import { contrastWithWhite, isHexColor } from "../colors/contrast";
import { MAX_FOOTER_LENGTH } from "./rules";
import {
  optionalText,
  optionalEmail,
  optionalWebAddress,
  requiredText,
  requiredEmail,
} from "../records/parts";
import { AREAS, LEVELS, ROLES } from "../permissions/rules";

/** Sources: SET-06, decision GAP-SET-14. */

/** The smallest contrast that makes small text legible. Source: WCAG 2.2, success criterion 1.4.3. */
const READABLE_CONTRAST = 4.5;
/** Lines with this contrast are visible, so that a frame can be seen in print. */
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

export const brandingFormSchema = z.object({ primaryColor, accentColor, footerText, showLogo });

export const brandingSchema = z.object({
  primaryColor: primaryColor.optional(),
  accentColor: accentColor.optional(),
  footerText: footerText.transform((text) => (text === "" ? null : text)).nullish(),
  showLogo: showLogo.optional(),
});

const shown = (what: string) => z.boolean({ error: `${what} must be true or false` }).optional();

export const familyPagesSchema = z.object({
  showsParents: shown("Show parents"),
  showsPlace: shown("Show place"),
  showsPlans: shown("Show planned litters"),
});

const LIMIT_RULE = "Inbreeding limit must be a percentage from 0 to 100, with at most 2 decimals";

const inbreedingLimitPercent = z
  .number({ error: LIMIT_RULE })
  .min(0, LIMIT_RULE)
  .max(100, LIMIT_RULE)
  .refine((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-9, LIMIT_RULE);

export const matingSchema = z.object({ inbreedingLimitPercent: inbreedingLimitPercent.nullish() });

/** An empty limit means the default. */
export const matingFormSchema = z.object({
  inbreedingLimitPercent: z
    .string()
    .trim()
    .transform((typed) => (typed === "" ? null : Number(typed.replace("%", "").replace(",", "."))))
    .pipe(inbreedingLimitPercent.nullable()),
});
export type MatingInput = z.input<typeof matingFormSchema>;
export type Mating = z.output<typeof matingFormSchema>;

/** An omitted field stays unchanged, and null or empty clears a field. */
export const kennelSettingsChangesSchema = z.object({
  business: businessSchema.optional(),
  branding: brandingSchema.optional(),
  familyPages: familyPagesSchema.optional(),
  mating: matingSchema.optional(),
});

export type BusinessInput = z.input<typeof businessSchema>;
export type Business = z.output<typeof businessSchema>;
export type BrandingInput = z.input<typeof brandingFormSchema>;

/** Source: decision GAP-KEN-01. */

const name = requiredText("Name", "Name is required");

const details = {
  /** The kennel name is before or after the registered names of dogs. */
  prefix: optionalText("Prefix"),
  address: optionalText("Address"),
  phone: optionalText("Phone"),
  email: optionalEmail("Email"),
  website: optionalWebAddress("Website"),
};

export const kennelSchema = z.object({ name, ...details });

/** An omitted field stays unchanged, and null or empty clears a field. */
export const kennelChangesSchema = z.object({ name: name.optional(), ...details });

export type KennelInput = z.input<typeof kennelSchema>;
export type NewKennel = z.output<typeof kennelSchema>;

/** Source: decision GAP-AUTH-02. */

export const roleSchema = z.enum(ROLES, { error: "Role must be owner, manager, staff or viewer" });

/** Contains only rights that differ from the role's defaults, by area. */
export const permissionsSchema = z.partialRecord(
  z.enum(AREAS),
  z.enum(LEVELS, { error: "Each area must be none, read or write" }),
  { error: `Permissions name areas: ${AREAS.join(", ")}` },
);

export const newMemberSchema = z.object({
  email: requiredEmail("Email"),
  role: roleSchema,
  permissions: permissionsSchema.default({}),
});
