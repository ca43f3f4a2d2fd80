/** Whether the app shows the data that it stored last, because it cannot find out who is signed in. */
import { createContext, useContext } from "react";

/** When the newest of the shown data was stored; null while the app is live. */
export const OfflineContext = createContext<{ at: number } | null>(null);

/** Returns the time at which the shown data were stored, or null while the app is live. */
export const useOffline = (): { at: number } | null => useContext(OfflineContext);
