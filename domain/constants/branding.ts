/** How a kennel's printed papers look until it says otherwise. Source: decision GAP-SET-14. */

export interface Branding {
  /** For titles and highlights, as '#rrggbb'. */
  readonly primaryColor: string;
  /** Frames and rules. */
  readonly accentColor: string;
  readonly footerText: string | null;
  readonly showLogo: boolean;
}

export const DEFAULT_BRANDING: Branding = {
  primaryColor: "#87580f",
  accentColor: "#b98a3a",
  footerText: null,
  showLogo: true,
};

/** Characters of a footer: one line at the foot of a page. */
export const MAX_FOOTER_LENGTH = 120;
