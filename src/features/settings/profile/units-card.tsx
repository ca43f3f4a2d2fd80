/** In which units a person reads and types weights. What is stored stays as it is. */
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { useWeightUnits } from "@/hooks/use-weight-units";

const DOG_UNITS = { lb: "Pounds", kg: "Kilograms" } as const;
const PUPPY_UNITS = { g: "Grams", lb: "Pounds and Ounces" } as const;

/** Renders the card. */
export function UnitsCard() {
  const { units, choose } = useWeightUnits();
  return (
    <Card>
      <CardHeader>
        <CardTitle>Units of Weight</CardTitle>
        <CardDescription>For you alone, on every device. Exports and the API keep theirs.</CardDescription>
      </CardHeader>
      <CardContent className="grid gap-4 sm:grid-cols-2">
        <UnitField label="Dogs" names={DOG_UNITS} unit={units.dog} onChange={(dog) => choose({ dog })} />
        <UnitField
          label="Puppies"
          names={PUPPY_UNITS}
          unit={units.puppy}
          onChange={(puppy) => choose({ puppy })}
        />
      </CardContent>
    </Card>
  );
}

type UnitFieldProps<Unit extends string> = {
  label: string;
  names: Readonly<Record<Unit, string>>;
  unit: Unit;
  onChange: (unit: Unit) => void;
};

function UnitField<Unit extends string>({ label, names, unit, onChange }: UnitFieldProps<Unit>) {
  return (
    <FormField label={label}>
      {(control) => (
        // The choices are the units.
        <Select value={unit} onValueChange={(chosen) => onChange(chosen as Unit)}>
          <SelectTrigger {...control}>
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            {Object.entries<string>(names).map(([each, name]) => (
              <SelectItem key={each} value={each}>
                {name}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </FormField>
  );
}
