/** The fields of a result, as the chosen kind of test gives it: one grade, two sides, two figures or words. */
import { TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { TestForm } from "@/entities/health-tests/use-test-form";
import { TEST_KINDS, type Grade } from "@domain/health/test-kinds";

/** Stands for a side that was not examined, as a select takes no empty value. */
const NOT_EXAMINED = "not-examined";

/** Renders the fields. */
export function ResultFields({ form }: { form: TestForm }) {
  const { values, errors, change } = form;
  const shape = TEST_KINDS[values.kind].form;
  switch (shape.type) {
    case "grade":
      return (
        <GradeField
          label="Result"
          grades={shape.grades}
          value={values.result}
          error={errors.result ?? errors["result.grade"]}
          onChange={(result) => change({ result })}
        />
      );
    case "text":
      return (
        <TextField
          label="Result"
          required
          error={errors.result ?? errors["result.text"]}
          autoComplete="off"
          value={values.result}
          onText={(text) => change({ result: text })}
        />
      );
    case "sides":
      return (
        <div className="grid grid-cols-2 gap-4">
          {(["left", "right"] as const).map((side) => (
            <GradeField
              key={side}
              label={side === "left" ? "Left" : "Right"}
              grades={shape.grades}
              isOptional
              value={values[side]}
              error={errors[side] ?? (side === "left" ? errors.result : undefined)}
              onChange={(grade) => change({ [side]: grade })}
            />
          ))}
        </div>
      );
    case "scores":
      return (
        <div className="grid grid-cols-2 gap-4">
          {(["left", "right"] as const).map((side) => (
            <TextField
              key={side}
              label={side === "left" ? "Left" : "Right"}
              helper={`${shape.unit}, 0 to ${shape.max}`}
              error={errors[side] ?? errors[`result.${side}`]}
              inputMode="decimal"
              autoComplete="off"
              value={values[side]}
              onText={(text) => change({ [side]: text })}
            />
          ))}
        </div>
      );
    default:
      return shape satisfies never;
  }
}

type GradeFieldProps = {
  label: string;
  grades: readonly Grade[];
  value: string;
  isOptional?: boolean;
  error?: string | undefined;
  onChange: (grade: string) => void;
};

function GradeField({ label, grades, value, isOptional = false, error, onChange }: GradeFieldProps) {
  return (
    <FormField label={label} required={!isOptional} error={error}>
      {(control) => (
        <Select
          value={value === "" && isOptional ? NOT_EXAMINED : value}
          onValueChange={(chosen) => onChange(chosen === NOT_EXAMINED ? "" : chosen)}
        >
          <SelectTrigger {...control}>
            <SelectValue placeholder="Choose" />
          </SelectTrigger>
          <SelectContent>
            {isOptional ? <SelectItem value={NOT_EXAMINED}>Not examined</SelectItem> : null}
            {grades.map((grade) => (
              <SelectItem key={grade.id} value={grade.id}>
                {grade.label}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </FormField>
  );
}
