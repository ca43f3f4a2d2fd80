/** The breeder's password, asked for again before what a stolen session must not do. */
import { PasswordField } from "@/identity/local/password-field";
import { useAccountSecurity } from "@/identity/security/security-context";

type OwnPasswordFieldProps = { value: string; onChange: (value: string) => void; error?: string };

/** Renders the field, or nothing where the provider asks in its own way. */
export function OwnPasswordField({ value, onChange, error }: OwnPasswordFieldProps) {
  const { asksPassword } = useAccountSecurity();
  if (!asksPassword) return null;
  return (
    <PasswordField
      label="Your password"
      error={error}
      autoComplete="current-password"
      value={value}
      onText={onChange}
    />
  );
}
