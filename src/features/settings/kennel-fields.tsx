/** The fields of a kennel's details, for the form that changes them. */
import type { ComponentProps } from "react";
import { useFormContext, type FieldPath } from "react-hook-form";
import { LongTextField, TextField } from "@/components/text-field";
import type { KennelInput } from "@domain/schemas/kennel";

type KennelFieldProps = Pick<
  ComponentProps<typeof TextField>,
  "label" | "helper" | "required" | "type" | "autoComplete"
> & {
  name: FieldPath<KennelInput>;
  isReadOnly: boolean;
};

function KennelField({ name, isReadOnly, ...shown }: KennelFieldProps) {
  const { register, clearErrors, formState } = useFormContext<KennelInput>();
  return (
    <TextField
      type="text"
      autoComplete="off"
      {...shown}
      error={formState.errors[name]?.message}
      readOnly={isReadOnly}
      {...register(name, { onChange: () => clearErrors(name) })}
    />
  );
}

/** Renders the details of a kennel. */
export function KennelFields({ isReadOnly }: { isReadOnly: boolean }) {
  const { register, clearErrors, formState } = useFormContext<KennelInput>();
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <KennelField
        name="name"
        label="Kennel Name"
        required
        isReadOnly={isReadOnly}
        autoComplete="organization"
      />
      <KennelField
        name="prefix"
        label="Prefix"
        helper="The kennel name in your dogs' registered names"
        isReadOnly={isReadOnly}
      />
      <LongTextField
        label="Address"
        className="sm:col-span-2"
        error={formState.errors.address?.message}
        rows={2}
        readOnly={isReadOnly}
        autoComplete="street-address"
        {...register("address", { onChange: () => clearErrors("address") })}
      />
      <KennelField name="phone" label="Phone" type="tel" isReadOnly={isReadOnly} autoComplete="tel" />
      <KennelField name="email" label="Email" type="email" isReadOnly={isReadOnly} autoComplete="email" />
      <KennelField name="website" label="Website" type="url" isReadOnly={isReadOnly} autoComplete="url" />
    </div>
  );
}
