/** The kennel's details. Somebody else's change appears in the fields that the breeder has not touched. */
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { toast } from "sonner";
import { LoadError } from "@/components/load-error";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { KennelFields } from "@/features/settings/kennel-fields";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "../../../domain/errors";
import { kennelSchema, type KennelInput, type NewKennel } from "../../../domain/schemas/kennel";
import { api } from "../../../convex/_generated/api";

type Kennel = NonNullable<FunctionReturnType<typeof api.kennels.get>>;

/** Renders the card with the form in its states. */
export function KennelCard() {
  const { kennelId } = useKennel();
  const kennel = useLiveQuery(api.kennels.get, { kennelId });
  return (
    <Card>
      <CardHeader>
        <CardTitle>Kennel</CardTitle>
      </CardHeader>
      {kennel.status === "ready" && kennel.data ? (
        <KennelForm kennel={kennel.data} />
      ) : (
        <CardContent>
          {kennel.status === "error" ? (
            <LoadError message="Failed to load settings" onRetry={kennel.retry} />
          ) : (
            <Skeleton className="h-64" />
          )}
        </CardContent>
      )}
    </Card>
  );
}

function valuesOf(kennel: Kennel): KennelInput {
  return {
    name: kennel.name,
    prefix: kennel.prefix ?? "",
    address: kennel.address ?? "",
    phone: kennel.phone ?? "",
    email: kennel.email ?? "",
    website: kennel.website ?? "",
  };
}

function KennelForm({ kennel }: { kennel: Kennel }) {
  const { kennelId, can } = useKennel();
  const canWrite = can("settings", "write");
  const update = useMutation(api.kennels.update);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<KennelInput, unknown, NewKennel>({
    resolver: zodResolver(kennelSchema),
    values: valuesOf(kennel),
    resetOptions: { keepDirtyValues: true },
    reValidateMode: "onSubmit",
  });
  const { isSubmitting, isDirty } = form.formState;

  const save = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await update({ kennelId, ...values });
      form.reset(values);
      toast.success("Kennel saved");
    } catch (error) {
      const fields = getErrorData(error)?.details.fields ?? {};
      for (const [name, message] of Object.entries(fields)) {
        if (name in kennelSchema.shape) form.setError(name as keyof KennelInput, { message });
      }
      setFailure(failureText("Failed to save kennel", error));
    }
  });

  return (
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
  );
}
