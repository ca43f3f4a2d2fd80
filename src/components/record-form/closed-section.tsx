/**
 * A section of a form for rarely used fields. It is closed until the user opens it, or until one of its fields has
 * a value or an error, or is named by the address.
 */
import { useState } from "react";
import { ChevronDown } from "lucide-react";
import { useFormState, useWatch } from "react-hook-form";
import { RecordField } from "@/components/record-form/record-field";
import { FIELD, useScreenAddress } from "@/lib/screen-address";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";

type ClosedSectionProps = {
  title: string;
  names: readonly string[];
  /** Labels of fields that the form's description does not contain. */
  labels?: Readonly<Record<string, string>>;
  /** Names of the section's date fields that cannot be after `today`. */
  past?: readonly string[];
  today?: string;
};

export function ClosedSection({ title, names, labels = {}, past = [], today }: ClosedSectionProps) {
  const values: readonly unknown[] = useWatch({ name: names });
  const { errors } = useFormState({ name: [...names] });
  const isFilled = values.some((value) => value !== "");
  const isRefused = names.some((name) => errors[name] !== undefined);
  const [{ field }] = useScreenAddress(FIELD);
  const [isChosen, setChosen] = useState<boolean | null>(null);
  return (
    <Collapsible
      open={isRefused || (isChosen ?? (isFilled || names.includes(field)))}
      onOpenChange={setChosen}
      asChild
    >
      <fieldset className="col-span-full min-w-0">
        <legend className="w-full border-b pb-1">
          <CollapsibleTrigger className="font-title flex min-h-11 w-full items-center justify-between gap-2 rounded-md text-lg [&[data-state=open]>svg]:rotate-180">
            {title}
            <ChevronDown aria-hidden className="size-4 transition-transform" />
          </CollapsibleTrigger>
        </legend>
        <CollapsibleContent className="grid gap-x-5 gap-y-4 pt-3 sm:grid-cols-2">
          {names.map((name) => (
            <RecordField
              key={name}
              name={name}
              {...(labels[name] !== undefined && { label: labels[name] })}
              {...(past.includes(name) && { max: today })}
            />
          ))}
        </CollapsibleContent>
      </fieldset>
    </Collapsible>
  );
}
