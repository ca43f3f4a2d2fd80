/** A card with a form of settings: its fields, what somebody else changed meanwhile, and the button that saves. */
import type { ReactNode } from "react";
import { FormProvider, type FieldValues } from "react-hook-form";
import { ConflictDialog } from "@/components/conflict-dialog";
import { MergeNote } from "@/components/merge-note";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import type { SettingsForm } from "@/features/settings/use-settings-form";

type SettingsFormCardProps<Values extends FieldValues, Output> = {
  title: string;
  description?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  /** Between the title and the form. */
  above?: ReactNode;
  settings: SettingsForm<Values, Output>;
  isReadOnly?: boolean;
  saveLabel: string;
  /** Beside the button that saves. */
  actions?: ReactNode;
  /** What the choice between two versions is called. */
  conflictTitle: string;
  children: ReactNode;
};

/** Renders the card; whoever may only look sees no button. */
export function SettingsFormCard<Values extends FieldValues, Output>({
  title,
  description,
  aside,
  above,
  settings: { form, submit, isSaving, failure, note, choosing },
  isReadOnly = false,
  saveLabel,
  actions,
  conflictTitle,
  children,
}: SettingsFormCardProps<Values, Output>) {
  return (
    <Card>
      <CardHeader>
        <div className="flex min-h-8 items-center justify-between gap-3">
          <CardTitle>{title}</CardTitle>
          {aside}
        </div>
        {description ? <CardDescription>{description}</CardDescription> : null}
      </CardHeader>
      {above}
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <CardContent className="flex flex-col gap-4">
            {children}
            <MergeNote {...note} />
            {failure ? <Alert variant="error">{failure}</Alert> : null}
          </CardContent>
          {isReadOnly ? null : (
            <CardFooter className="flex-wrap justify-end gap-2">
              {actions}
              <Button type="submit" disabled={isSaving || !form.formState.isDirty}>
                {isSaving ? "Saving..." : saveLabel}
              </Button>
            </CardFooter>
          )}
        </form>
      </FormProvider>
      {choosing ? <ConflictDialog title={conflictTitle} {...choosing} /> : null}
    </Card>
  );
}
