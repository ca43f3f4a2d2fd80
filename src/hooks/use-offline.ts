/** Whether the app shows stored data, because it cannot find out who is signed in. */
import { createContext, useContext } from "react";

/** When the newest of the displayed data was stored; null while the app is live. */
export const OfflineContext = createContext<{ at: number } | null>(null);

export const useOffline = (): { at: number } | null => useContext(OfflineContext);
