/** The button that begins a reminder with what a template holds. */
import { Button } from "@/components/ui/button";

/** Renders the button of one template. */
export function UseTemplateButton({ name, onUse }: { name: string; onUse: () => void }) {
  return (
    <Button variant="outline" size="sm" aria-label={`Use ${name} for a new reminder`} onClick={onUse}>
      Use
    </Button>
  );
}
