/**
 * The limits of heats and progesterone readings, and the figures of the bitch's cycle that predictions use.
 *
 * - Concannon, Hansel & McEntee 1977 (Biol. Reprod. 17:604-613): plasma progesterone was 2.6 ng/mL at the LH peak,
 *   3.2 a day later and 5.4 after two days, when ovaries were found to ovulate.
 * - Concannon 2003, 2011 (Anim. Reprod. Sci. 124:200-210): ovulation two days after the LH surge; parturition 65 ±
 *   1 days after the surge in more than 95% of pregnancies; heats at intervals of 5 to 12 months, 7 on average.
 * - Kutzler et al. 2003 (Theriogenology 60:1187-1196): parturition 65 ± 1 days after the first rise of
 *   progesterone.
 * - Johnston, Root Kustritz & Olson 2001 (Canine and Feline Theriogenology): 2 to 3 ng/mL at the LH surge, 4 to 8
 *   at ovulation; proestrus and estrus of about nine days each.
 * - Goodman 2001 (Vet. Clin. North Am. Small Anim. Pract. 31:219-230): eggs ripen for two days after ovulation;
 *   best days are 4 to 6 after the LH surge, for frozen semen 5 and 6.
 * - Linde-Forsberg & Wallén 1992 (J. Small Anim. Pract. 33:67-70): an interval with a whelping is longer, by 52
 *   days in Labradors, 58 in German Shepherds and 84 in Beagles.
 */

export const HEAT_SIGNS = ["bleeding", "swelling", "flagging", "standing", "discharge_lighter"] as const;
export type HeatSign = (typeof HEAT_SIGNS)[number];

export const PROGESTERONE_UNITS = ["ng/mL", "nmol/L"] as const;
export type ProgesteroneUnit = (typeof PROGESTERONE_UNITS)[number];

/** Nanomoles per liter in one nanogram per milliliter. Progesterone has 314.46 g/mol. */
export const NMOL_PER_NG = 3.18;

/** Laboratories report no higher values. The largest values of a luteal phase are below 100 ng/mL. */
export const MAX_PROGESTERONE_NG = 150;

/** The levels on the curve, in ng/mL. */
export const LH_SURGE_NG = 2.5;
export const OVULATION_NG = 5;

export const OVULATION_AFTER_LH_DAYS = 2;

export const OVULATION_TO_WHELPING_DAYS = 63;
export const LH_TO_WHELPING_DAYS = 65;
export const WHELPING_SPREAD_DAYS = 1;

/** Days after ovulation. */
export const BEST_MATING_DAYS = { from: 2, to: 4 } as const;
export const FROZEN_SEMEN_DAYS = { from: 3, to: 4 } as const;

/** The average lengths of proestrus, and of estrus, in which a bitch accepts the male. Source: Johnston et al. above. */
export const PROESTRUS_DAYS = 9;
export const ESTRUS_DAYS = 9;

/** The length of proestrus and estrus together. A heat without a recorded end is assumed to last this long. */
export const USUAL_HEAT_DAYS = 21;

/** A longer recorded heat is probably two heats, or a typing error. */
export const MAX_HEAT_DAYS = 60;

/** The days between heats for a bitch without intervals of her own: 7 months, from 5 to 12. */
export const USUAL_INTERVAL = { days: 213, from: 152, to: 365 } as const;

/** A shorter interval is probably a split heat. In a longer interval, a heat was probably not recorded. */
export const BELIEVABLE_INTERVAL_DAYS = { from: 100, to: 450 } as const;

export const INTERVALS_LOOKED_AT = 6;

/** The smallest uncertainty of a prediction in days before and after, because no bitch is more regular. */
export const LEAST_SPREAD_DAYS = 14;

/** The uncertainty in days before and after the date if there is only one interval. */
export const SPREAD_OF_ONE_DAYS = 30;

export const WHELPING_LENGTHENS_DAYS = 58;

/** Age at the first heat in months: 6 to 24, about 10 on average (Johnston, Root Kustritz & Olson 2001). */
export const FIRST_HEAT_MONTHS = { from: 6, to: 24 } as const;

export const MAX_HEATS_PER_DOG = 60;
export const MAX_READINGS_PER_HEAT = 40;
