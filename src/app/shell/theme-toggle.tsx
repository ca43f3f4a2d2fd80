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
