/** A labelled choice among few words, with a way to leave it open. */
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";

/** Stands for 'not recorded', as a select takes no empty value. */
const OPEN = "open";

type ChoiceFieldProps = {
  label: string;
  value: string;
  labels: Readonly<Record<string, string>>;
  error?: string | undefined;
  onChange: (value: string) => void;
};

/** Renders the choice; an empty text means that nothing is recorded. */
export function ChoiceField({ label, value, labels, error, onChange }: ChoiceFieldProps) {
  return (
    <FormField label={label} error={error}>
      {(props) => (
        <Select
          value={value === "" ? OPEN : value}
          onValueChange={(chosen) => onChange(chosen === OPEN ? "" : chosen)}
        >
          <SelectTrigger {...props}>
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            <SelectItem value={OPEN}>Not recorded</SelectItem>
            {Object.entries(labels).map(([name, text]) => (
              <SelectItem key={name} value={name}>
                {text}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </FormField>
  );
}
