/** Loads what keeps the timers that it finds when it is loaded, before any test sets others in their place. */
import "@pdf-lib/fontkit";
