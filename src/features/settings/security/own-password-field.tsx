/** The breeder's password, asked for again before what a stolen session must not do. */
import { FormField } from "@/components/ui/form-field";
import { PasswordInput } from "@/identity/local/password-input";
import { useAccountSecurity } from "@/identity/security/security-context";

type OwnPasswordFieldProps = { value: string; onChange: (value: string) => void; error?: string };

/** Renders the field, or nothing where the provider asks in its own way. */
export function OwnPasswordField({ value, onChange, error }: OwnPasswordFieldProps) {
  const { asksPassword } = useAccountSecurity();
  if (!asksPassword) return null;
  return (
    <FormField label="Your password" error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete="current-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}
