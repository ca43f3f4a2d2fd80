/** The sign-in form of local accounts. What was typed stays when the server says no. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import type { SignInFormProps } from "@/identity/identity-context";
import { showRefusal, signInSchema, UNREACHABLE } from "@/identity/local/form-rules";
import { sessionStore } from "@/identity/local/page-session";
import { PasswordInput } from "@/identity/local/password-input";

/** Renders the form; the guard around the page leads on once the user is signed in. */
export function LocalSignInForm(_props: SignInFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(signInSchema),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      const answer = await sessionStore().signIn(values);
      if (!answer.ok) showRefusal(answer, ["email", "password"], setError);
    } catch {
      setError("root", { message: UNREACHABLE });
    }
  });

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root ? <Alert variant="error">{errors.root.message}</Alert> : null}
      <FormField label="Email" error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...register("email")} type="email" autoComplete="username" inputMode="email" />
        )}
      </FormField>
      <FormField label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...register("password")} autoComplete="current-password" />
        )}
      </FormField>
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? "Signing in..." : "Sign In"}
      </Button>
    </form>
  );
}
