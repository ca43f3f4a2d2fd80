/** The choice of the number of ancestor generations. */
import { useId } from "react";
import { Choice } from "@/components/choice-field";
import { Label } from "@/components/ui/label";

type GenerationsSelectProps = {
  choices: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

export function GenerationsSelect({ choices, value, onChange }: GenerationsSelectProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <Label htmlFor={id}>Generations</Label>
      <Choice
        id={id}
        className="w-auto min-w-20"
        value={value}
        choices={choices.map((choice) => [choice.value, choice.label] as const)}
        onValue={onChange}
      />
    </div>
  );
}
