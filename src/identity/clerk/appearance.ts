/**
 * Makes Clerk's forms look like our own: the page already has a title and the way to the other page, so the
 * forms bring neither a card nor a header nor a footer link. Colours are the theme's, light and dark.
 */

export const clerkAppearance = {
  variables: {
    colorPrimary: "var(--primary)",
    colorPrimaryForeground: "var(--primary-foreground)",
    colorForeground: "var(--foreground)",
    colorMutedForeground: "var(--muted-foreground)",
    colorBackground: "var(--background)",
    colorInput: "var(--card)",
    colorInputForeground: "var(--foreground)",
    colorBorder: "var(--input)",
    colorDanger: "var(--error)",
    colorSuccess: "var(--success)",
    colorWarning: "var(--warning)",
    colorNeutral: "var(--foreground)",
    fontFamily: "var(--font-sans)",
    fontSize: "1rem",
    borderRadius: "0.375rem",
  },
  elements: {
    rootBox: "w-full",
    cardBox: "w-full max-w-none border-0 bg-transparent shadow-none",
    card: "border-0 bg-transparent p-0 shadow-none",
    header: "hidden",
    footerAction: "hidden",
    formFieldInput: "h-10 text-base",
    formButtonPrimary: "h-12 text-base font-semibold shadow-page",
    userButtonPopoverCard: "border bg-popover shadow-raised",
  },
};
