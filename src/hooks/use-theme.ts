/**
 * Dark or light. The user's last choice is remembered. Without a choice the app uses the system's preference, and
 * follows its changes. `public/theme.js` sets the same class before the first paint.
 */
import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/browser-storage";

/** `public/theme.js` reads the same key. */
export const THEME_STORAGE_KEY = "studbook.theme";

const DARK_QUERY = "(prefers-color-scheme: dark)";
const listeners = new Set<() => void>();

function isDarkNow(): boolean {
  const choice = readStored(THEME_STORAGE_KEY);
  if (choice === "dark" || choice === "light") return choice === "dark";
  return window.matchMedia(DARK_QUERY).matches;
}

function applyTheme(): void {
  document.documentElement.classList.toggle("dark", isDarkNow());
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  const system = window.matchMedia(DARK_QUERY);
  listeners.add(onChange);
  system.addEventListener("change", applyTheme);
  window.addEventListener("storage", applyTheme);
  document.documentElement.classList.toggle("dark", isDarkNow());
  return () => {
    listeners.delete(onChange);
    system.removeEventListener("change", applyTheme);
    window.removeEventListener("storage", applyTheme);
  };
}

function chooseTheme(isDark: boolean): void {
  if (writeStored(THEME_STORAGE_KEY, isDark ? "dark" : "light")) applyTheme();
  else document.documentElement.classList.toggle("dark", isDark);
}

export function useTheme(): { isDark: boolean; setDark: (isDark: boolean) => void } {
  const isDark = useSyncExternalStore(subscribe, isDarkNow);
  return { isDark, setDark: chooseTheme };
}
