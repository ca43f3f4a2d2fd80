/** Whether the app shows what was last seen because nobody could be asked who is signed in. */
import { createContext, useContext } from "react";

/** When the latest of what is shown was seen; null while the app is live. */
export const OfflineContext = createContext<{ at: number } | null>(null);

/** Returns since when the data is what was last seen, or null while it is live. */
export const useOffline = (): { at: number } | null => useContext(OfflineContext);
