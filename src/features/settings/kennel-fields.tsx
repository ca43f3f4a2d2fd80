/** The fields of a kennel's details, for the form that changes them. */
import { useFormContext, type FieldPath } from "react-hook-form";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { KennelInput } from "@domain/schemas/kennel";

type TextFieldProps = {
  name: FieldPath<KennelInput>;
  label: string;
  helper?: string;
  required?: boolean;
  type?: string;
  autoComplete?: string;
  isReadOnly: boolean;
};

function TextField({
  name,
  label,
  helper,
  required = false,
  type = "text",
  isReadOnly,
  autoComplete,
}: TextFieldProps) {
  const { register, clearErrors, formState } = useFormContext<KennelInput>();
  return (
    <FormField label={label} helper={helper} required={required} error={formState.errors[name]?.message}>
      {(props) => (
        <Input
          {...props}
          type={type}
          readOnly={isReadOnly}
          autoComplete={autoComplete ?? "off"}
          {...register(name, { onChange: () => clearErrors(name) })}
        />
      )}
    </FormField>
  );
}

/** Renders the details of a kennel. */
export function KennelFields({ isReadOnly }: { isReadOnly: boolean }) {
  const { register, clearErrors, formState } = useFormContext<KennelInput>();
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <TextField
        name="name"
        label="Kennel Name"
        required
        isReadOnly={isReadOnly}
        autoComplete="organization"
      />
      <TextField
        name="prefix"
        label="Prefix"
        helper="The kennel name in your dogs' registered names"
        isReadOnly={isReadOnly}
      />
      <FormField label="Address" className="sm:col-span-2" error={formState.errors.address?.message}>
        {(props) => (
          <Textarea
            {...props}
            rows={2}
            readOnly={isReadOnly}
            autoComplete="street-address"
            {...register("address", { onChange: () => clearErrors("address") })}
          />
        )}
      </FormField>
      <TextField name="phone" label="Phone" type="tel" isReadOnly={isReadOnly} autoComplete="tel" />
      <TextField name="email" label="Email" type="email" isReadOnly={isReadOnly} autoComplete="email" />
      <TextField name="website" label="Website" type="url" isReadOnly={isReadOnly} autoComplete="url" />
    </div>
  );
}
