/**
 * The sign-in form of local accounts. After the password, an account with a second factor needs a code of the
 * authenticator app or a backup code. Typed text stays if the server refuses it.
 */
import { useState, useId, type FormEvent } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import type { SignInFormProps } from "@/identity/identity-context";
import { showRefusal, signInSchema, UNREACHABLE, generalMessage } from "@/identity/local/form-rules";
import { sessionStore } from "@/identity/local/page-session";
import { PasswordField } from "@/identity/local/password-field";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import type { Refusal } from "@/identity/local/account-api";

const TOOK_TOO_LONG = "Signing in took too long. Please enter your password again.";

const FIELD_MESSAGES: Partial<Record<string, string>> = {
  INVALID_CODE: "Wrong code. Use the one that the app shows now.",
  INVALID_BACKUP_CODE: "Wrong backup code, or one that was used before",
};

/** After these refusals, the user must enter the password again. */
const BACK_MESSAGES: Partial<Record<string, string>> = {
  INVALID_TWO_FACTOR_COOKIE: TOOK_TOO_LONG,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Too many wrong codes. Please enter your password again.",
};

const LOCKED = "Too many wrong codes. Please try again in 15 minutes.";

type Fault = { field?: string; form?: string };

function faultOf(refusal: Refusal): Fault {
  const field = FIELD_MESSAGES[refusal.code];
  if (field) return { field };
  return { form: refusal.code === "ACCOUNT_TEMPORARILY_LOCKED" ? LOCKED : generalMessage(refusal) };
}

const kinds = {
  app: {
    text: "Enter the 6-digit code that your authenticator app shows for Studbook.",
    label: "Code",
    other: "Use a backup code",
  },
  backup: {
    text: "Enter one of the backup codes that you saved. Each works once.",
    label: "Backup code",
    other: "Use the authenticator app",
  },
} as const;

/** Also returns whether a check is running, and the error. */
function useCodeCheck(kind: keyof typeof kinds, onBack: (note?: string) => void) {
  const [fault, setFault] = useState<Fault>({});
  const [isBusy, setBusy] = useState(false);
  const check = async (code: string, trustDevice: boolean) => {
    if (code === "") {
      setFault({ field: `${kinds[kind].label} is required` });
      return;
    }
    setBusy(true);
    setFault({});
    try {
      const answer = await sessionStore().verifyCode({ kind, code, trustDevice });
      if (!answer.ok) {
        const back = BACK_MESSAGES[answer.code];
        if (back) onBack(back);
        else setFault(faultOf(answer));
      }
    } catch {
      setFault({ form: UNREACHABLE });
    }
    setBusy(false);
  };
  return { fault, setFault, isBusy, check };
}

/** `onBack` returns to the password step. It can show a message there. */
function SignInCodeForm({ onBack }: { onBack: (note?: string) => void }) {
  const [kind, setKind] = useState<keyof typeof kinds>("app");
  const [code, setCode] = useState("");
  const [isTrusted, setTrusted] = useState(false);
  const { fault, setFault, isBusy, check } = useCodeCheck(kind, onBack);
  const trustId = useId();
  const { text, label, other } = kinds[kind];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = kind === "app" ? code.replaceAll(/\D/g, "") : code.trim().toLowerCase();
    void check(typed, isTrusted);
  };

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <p>{text}</p>
      {fault.form ? <Alert variant="error">{fault.form}</Alert> : null}
      <TextField
        label={label}
        error={fault.field}
        key={kind}
        autoFocus
        value={code}
        onText={setCode}
        inputMode={kind === "app" ? "numeric" : "text"}
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        inputClassName="text-lg tracking-widest tabular-nums"
      />
      <div className="flex items-start gap-3">
        <Checkbox id={trustId} checked={isTrusted} onCheckedChange={setTrusted} />
        <Label htmlFor={trustId} className="leading-snug font-normal">
          Trust this device and skip the code for 30 days
        </Label>
      </div>
      <Button type="submit" size="lg" disabled={isBusy}>
        {isBusy ? "Signing in..." : "Sign In"}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          type="button"
          variant="ghost"
          onClick={() => {
            setKind(kind === "app" ? "backup" : "app");
            setCode("");
            setFault({});
          }}
        >
          {other}
        </Button>
        <Button type="button" variant="ghost" onClick={() => onBack()}>
          Back
        </Button>
      </div>
    </form>
  );
}

/** When the user is signed in, the page's guard opens the next page. */
export function LocalSignInForm({ email }: SignInFormProps) {
  const [step, setStep] = useState<{ isCode: boolean; note?: string }>({ isCode: false });
  return step.isCode ? (
    <SignInCodeForm onBack={(note) => setStep({ isCode: false, ...(note !== undefined && { note }) })} />
  ) : (
    <PasswordForm email={email} note={step.note} onCodeNeeded={() => setStep({ isCode: true })} />
  );
}

type PasswordFormProps = {
  email: string | undefined;
  note: string | undefined;
  onCodeNeeded: () => void;
};

function PasswordForm({ email = "", note, onCodeNeeded }: PasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(signInSchema),
    defaultValues: { email, password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      const answer = await sessionStore().signIn(values);
      if (!answer.ok) showRefusal(answer, ["email", "password"], setError);
      else if (answer.data.needsCode) onCodeNeeded();
    } catch {
      setError("root", { message: UNREACHABLE });
    }
  });

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root ? <Alert variant="error">{errors.root.message}</Alert> : null}
      {note && !errors.root ? <Alert variant="info">{note}</Alert> : null}
      <TextField
        label="Email"
        error={errors.email?.message}
        {...register("email")}
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      <PasswordField
        label="Password"
        error={errors.password?.message}
        {...register("password")}
        autoComplete="current-password"
      />
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? "Signing in..." : "Sign In"}
      </Button>
      <Link
        to="/forgot-password"
        className="self-start font-semibold text-primary underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        Forgot your password?
      </Link>
    </form>
  );
}
