/** The sign-up form of local accounts. Typed text stays if the server refuses it. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import { invitationOf } from "@/identity/accepted-invitation";
import type { SignInFormProps } from "@/identity/identity-context";
import {
  EMAIL_TAKEN,
  MIN_PASSWORD_LENGTH,
  showRefusal,
  signUpSchema,
  UNREACHABLE,
} from "@/identity/local/form-rules";
import { sessionStore } from "@/identity/local/page-session";
import { PasswordField } from "@/identity/local/password-field";

/** The error of a failed sign-up is shown at its field. */
function useSignUp({ redirectTo, email = "" }: SignInFormProps) {
  const form = useForm({
    resolver: zodResolver(signUpSchema),
    defaultValues: { firstName: "", lastName: "", email, password: "" },
  });
  const submit = form.handleSubmit(async ({ lastName, ...account }) => {
    try {
      const invitation = invitationOf(redirectTo);
      const answer = await sessionStore().signUp({
        ...account,
        lastName: lastName ?? "",
        ...(invitation !== null && { invitation }),
      });
      if (!answer.ok) showRefusal(answer, ["firstName", "email", "password"], form.setError);
    } catch {
      form.setError("root", { message: UNREACHABLE });
    }
  });
  return { ...form, submit };
}

/** When the user is signed in, the page's guard opens the next page. */
export function LocalSignUpForm(props: SignInFormProps) {
  const { register, getValues, formState, submit } = useSignUp(props);
  const { errors, isSubmitting } = formState;
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root ? <Alert variant="error">{errors.root.message}</Alert> : null}
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
        <TextField
          label="First name"
          error={errors.firstName?.message}
          {...register("firstName")}
          autoComplete="given-name"
        />
        <TextField
          label="Last name"
          error={errors.lastName?.message}
          {...register("lastName")}
          autoComplete="family-name"
        />
      </div>
      <TextField
        label="Email"
        error={errors.email?.message}
        {...register("email")}
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      {errors.email?.message === EMAIL_TAKEN ? (
        <p className="-mt-3 text-sm">
          Is it yours?{" "}
          <Link
            to="/login"
            state={{ next: props.redirectTo, email: getValues("email") }}
            className="font-semibold text-primary underline underline-offset-4"
          >
            Sign in instead
          </Link>
        </p>
      ) : null}
      <PasswordField
        label="Password"
        error={errors.password?.message}
        helper={errors.password ? null : `At least ${MIN_PASSWORD_LENGTH} characters`}
        {...register("password")}
        autoComplete="new-password"
      />
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? "Creating account..." : "Create Account"}
      </Button>
    </form>
  );
}
