/** Saved views of the list of dogs. */

/** Views that one person may keep in one kennel; a menu holds them all. */
export const MAX_DOG_VIEWS = 30;

/** How the dogs are laid out. */
export const DOG_LAYOUTS = ["cards", "table"] as const;
