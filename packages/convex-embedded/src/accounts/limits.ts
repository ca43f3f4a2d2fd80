/**
 * What passwords may take of the machine. One scrypt is a quarter of a second of one processor and 32 MiB, in threads
 * that files and tokens share.
 */

/** Passwords that are hashed or compared at a time: more would take a small machine's processors from everybody else. */
export const PASSWORDS_AT_ONCE = 1;
/** Passwords that wait for their turn: about twelve seconds of work, and pages wait fifteen for their answer. */
export const MAX_WAITING_PASSWORDS = 50;
/** Seconds after which whoever found no place is asked to come again: the line is short by then. */
export const PASSWORD_RETRY_SECONDS = 10;
