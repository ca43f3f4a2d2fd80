/** A password field with a button that shows the typed text. */
import { useState, type ComponentProps } from "react";
import { Eye, EyeOff } from "lucide-react";
import { partsOf, type AroundControl } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";

/** The text is hidden again when the user leaves the form. */
function PasswordInput(props: Omit<ComponentProps<typeof Input>, "type">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        {...props}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pr-12"
      />
      <button
        type="button"
        aria-label={isShown ? "Hide password" : "Show password"}
        aria-pressed={isShown}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-r-md text-muted-foreground hover:text-foreground"
        onClick={() => setShown((shown) => !shown)}
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  );
}

export function PasswordField(props: AroundControl<ComponentProps<typeof PasswordInput>>) {
  const { field, control } = partsOf(props);
  return <FormField {...field}>{(described) => <PasswordInput {...described} {...control} />}</FormField>;
}
