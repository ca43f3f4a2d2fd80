/**
 * The dogs that each get a reminder. The user can add and remove dogs. A dog that cannot get the reminder has a
 * message with the reason.
 */
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { X } from "lucide-react";
import { FormField } from "@/components/ui/form-field";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import type { DogErrors, RemindedDog, ReminderFormValues } from "@/entities/reminders/reminder-form";
import { cn } from "@/lib/utils";

/** Renders the list. Dogs with a message come first. */
export function ManyDogsField({ errors }: { errors: DogErrors }) {
  const { clearErrors, formState, setValue } = useFormContext<ReminderFormValues>();
  const dogs = useWatch<ReminderFormValues, "dogs">({ name: "dogs" }) ?? [];
  // A new key renders an empty field.
  const [added, setAdded] = useState(0);
  const sorted = [...dogs].sort((a, b) => Number(b._id in errors) - Number(a._id in errors));
  const change = (next: readonly RemindedDog[]) => {
    clearErrors("dogs");
    // A form that opened with several dogs keeps the list for several. A form that opened with one dog returns to
    // the field for one.
    const isOfOneAgain = next.length === 0 && !formState.defaultValues?.dogs;
    setValue("dogs", isOfOneAgain ? null : next, { shouldDirty: true });
  };
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <FormField
        label="Dogs"
        error={formState.errors.dogs?.message}
        helper={`${dogs.length} ${dogs.length === 1 ? "dog" : "dogs"}, each with a reminder of its own`}
      >
        {(props) => (
          <DogCombobox
            key={added}
            {...props}
            isPlanning
            autoFocus={added > 0 || dogs.length <= 1}
            placeholder="Search a dog to add"
            dogId=""
            onDog={(dog) => {
              if (!dog) return;
              setAdded((count) => count + 1);
              if (dogs.every(({ _id }) => _id !== dog._id)) change([...dogs, dog]);
            }}
          />
        )}
      </FormField>
      {dogs.length > 0 ? (
        <ul
          aria-label="Chosen dogs"
          className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto rounded-md border border-input bg-card p-2"
        >
          {sorted.map(({ _id, name }) => (
            <li
              key={_id}
              className={cn(
                "flex max-w-full items-center gap-1 rounded-md border bg-accent py-0.5 pl-2.5 text-accent-foreground",
                errors[_id] && "w-full border-error bg-error-soft text-error",
              )}
            >
              <span className="min-w-0 flex-1">
                <span className="block break-words">{name}</span>
                {errors[_id] ? <span className="block text-sm font-semibold">{errors[_id]}</span> : null}
              </span>
              <button
                type="button"
                aria-label={`Take out ${name}`}
                onClick={() => change(dogs.filter((dog) => dog._id !== _id))}
                className="inline-flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-background/60"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
