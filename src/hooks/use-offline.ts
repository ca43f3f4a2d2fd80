/** Whether the app shows its last seen data because the signed-in user could not be determined. */
import { createContext, useContext } from "react";

/** When the latest of the shown data was seen; null while the app is live. */
export const OfflineContext = createContext<{ at: number } | null>(null);

/** Returns the age of the last seen data as a time, or null while the app is live. */
export const useOffline = (): { at: number } | null => useContext(OfflineContext);
