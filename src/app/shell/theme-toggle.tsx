/** Changes between the light and the dark theme. */
import { Moon, Sun } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { useTheme } from "@/hooks/use-theme";

/** Renders the dark-mode toggle. */
export function ThemeToggle() {
  const { isDark, setDark } = useTheme();
  return (
    <Tooltip content={isDark ? "Light mode" : "Dark mode"}>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Dark mode"
        aria-pressed={isDark}
        onClick={() => setDark(!isDark)}
      >
        {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
      </Button>
    </Tooltip>
  );
}

/** Renders the switch as a line of the menu, for phones, whose top bar may have no room for it. */
export function ThemeLine() {
  const { isDark, setDark } = useTheme();
  const Icon = isDark ? Sun : Moon;
  return (
    <div className="border-t border-sidebar-border px-2.5 py-3 min-[440px]:hidden">
      <button
        type="button"
        aria-pressed={isDark}
        className="flex h-11 w-full items-center gap-3 rounded-md px-3 font-medium hover:bg-sidebar-accent focus-visible:outline-[#e0b96b]"
        onClick={() => setDark(!isDark)}
      >
        <Icon aria-hidden className="size-5 shrink-0" />
        Dark mode
      </button>
    </div>
  );
}
