/**
 * The kennel's details. Somebody else's change appears in the fields that the breeder has not touched, and only
 * the touched ones are sent, so two people who change different fields both keep their work.
 */
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { KennelFields } from "@/features/settings/kennel-fields";
import { useKennel, type KennelSummary } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "../../../domain/errors";
import { kennelSchema, type KennelInput, type NewKennel } from "../../../domain/schemas/kennel";
import { api } from "../../../convex/_generated/api";

function valuesOf(kennel: KennelSummary): KennelInput {
  return {
    name: kennel.name,
    prefix: kennel.prefix ?? "",
    address: kennel.address ?? "",
    phone: kennel.phone ?? "",
    email: kennel.email ?? "",
    website: kennel.website ?? "",
  };
}

const fieldNames = ["name", "prefix", "address", "phone", "email", "website"] as const;

/** Renders the card; members who may not change the kennel see its details only. */
export function KennelCard() {
  const { kennel, kennelId, can } = useKennel();
  const canWrite = can("settings", "write");
  const update = useMutation(api.kennels.update);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<KennelInput, unknown, NewKennel>({
    resolver: zodResolver(kennelSchema),
    values: valuesOf(kennel),
    resetOptions: { keepDirtyValues: true },
    reValidateMode: "onSubmit",
  });
  const { isSubmitting, isDirty, dirtyFields } = form.formState;

  const save = form.handleSubmit(async (values) => {
    setFailure(null);
    const touched = fieldNames.filter((name) => dirtyFields[name]);
    try {
      await update({ kennelId, ...Object.fromEntries(touched.map((name) => [name, values[name] ?? null])) });
      form.reset({ ...form.getValues() });
      toast.success("Kennel saved");
    } catch (error) {
      const fields = getErrorData(error)?.details.fields ?? {};
      for (const name of fieldNames) {
        if (fields[name]) form.setError(name, { message: fields[name] });
      }
      setFailure(failureText("Failed to save kennel", error));
    }
  });

  return (
    <Card>
      <CardHeader>
        <CardTitle>Kennel details</CardTitle>
        {canWrite ? null : (
          <CardDescription>You can see these details; a manager or owner can change them.</CardDescription>
        )}
      </CardHeader>
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void save(event)}>
          <CardContent className="flex flex-col gap-4">
            <KennelFields isReadOnly={!canWrite} />
            {failure ? <Alert variant="error">{failure}</Alert> : null}
          </CardContent>
          {canWrite ? (
            <CardFooter className="justify-end">
              <Button type="submit" disabled={isSubmitting || !isDirty}>
                {isSubmitting ? "Saving..." : "Save Kennel"}
              </Button>
            </CardFooter>
          ) : null}
        </form>
      </FormProvider>
    </Card>
  );
}
