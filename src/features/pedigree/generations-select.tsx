/** The choice of how many generations of ancestors count. */
import { useId } from "react";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";

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
      <Select value={value} onValueChange={onChange}>
        <SelectTrigger id={id} className="w-auto min-w-20">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {choices.map((choice) => (
            <SelectItem key={choice.value} value={choice.value}>
              {choice.label}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </div>
  );
}
