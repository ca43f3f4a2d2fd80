/** Whether the app shows stored data, because it cannot find out who is signed in. */
import { createContext, useContext } from "react";

/** When the newest of the displayed data was stored; null while the app is live. */
export const OfflineContext = createContext<{ at: number } | null>(null);

/** Returns the time at which the displayed data were stored; null while the app is live. */
export const useOffline = (): { at: number } | null => useContext(OfflineContext);
