/** Creates another kennel and opens it. */
import { useState, type FormEvent } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { TextField } from "@/components/text-field";
import { useKennelChoice } from "@/hooks/use-kennel-choice";
import { always, useSaving } from "@/hooks/use-saving";
import { kennelSchema } from "@domain/kennels/schemas";
import { fieldErrorsOf } from "@domain/records/parse";
import { api } from "@convex/_generated/api";

export function NewKennelCard() {
  const { choose } = useKennelChoice();
  const create = useMutation(api.kennels.kennels.create);
  const [name, setName] = useState("");
  const { errors, setErrors, failure, isSaving, check, save } = useSaving({ staysOpen: true });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = kennelSchema.safeParse({ name });
    check(parsed.success ? {} : fieldErrorsOf(parsed.error));
    if (!parsed.success) return;
    await save(async () => {
      const kennel = await create({ name: parsed.data.name });
      toast.success(`${kennel.name} created`);
      choose(kennel._id);
    }, always("Failed to save kennel"));
  };

  return (
    <Card>
      <CardHeader>
        <CardTitle>Another kennel</CardTitle>
        <CardDescription>
          Each kennel has its own dogs, people and settings. Switch between kennels in the top bar.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          <div className="flex flex-col items-start gap-3 sm:flex-row">
            <TextField
              label="Name of the new kennel"
              error={errors.name}
              className="w-full sm:flex-1"
              autoComplete="off"
              value={name}
              onText={(text) => {
                setName(text);
                setErrors({});
              }}
            />
            <Button type="submit" variant="outline" disabled={isSaving} className="sm:mt-[1.65rem]">
              {isSaving ? "Saving..." : "Create Kennel"}
            </Button>
          </div>
          {failure ? <Alert variant="error">{failure}</Alert> : null}
        </form>
      </CardContent>
    </Card>
  );
}
