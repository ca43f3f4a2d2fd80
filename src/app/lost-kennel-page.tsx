/** What a breeder sees in place of a kennel: that a membership ended, or that they have no kennel. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { MessagePage } from "@/components/message-page";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { getErrorData } from "@domain/errors";
import { RemovedKennels } from "@/features/settings/removed-kennels";
import { useIdentity } from "@/identity/identity";
import { api } from "@convex/_generated/api";

type LostKennelPageProps = { name: string; kennels: readonly { name: string }[]; onGoOn: () => void };

/** Explains that the kennel which was open is no longer shared with the breeder. */
export function LostKennelPage({ name, kennels, onGoOn }: LostKennelPageProps) {
  const next = kennels[0];
  return (
    <MessagePage
      title={`You no longer have access to ${name}`}
      actions={<Button onClick={onGoOn}>{next ? `Go to ${next.name}` : "Go on"}</Button>}
    >
      <p role="status">
        You were removed from this kennel or it was deleted, so its records are no longer shown here. If you
        think this is a mistake, ask the kennel's owner to add you again.
      </p>
    </MessagePage>
  );
}

/** Offers to create a kennel to somebody who has none. */
export function NoKennelPage() {
  const create = useMutation(api.kennels.kennels.create);
  const { signOut } = useIdentity();
  const [name, setName] = useState("");
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async () => {
    setSaving(true);
    setError(null);
    try {
      await create({ name: name.trim() });
    } catch (failure) {
      const appError = getErrorData(failure);
      setError(appError?.details.fields?.name ?? appError?.message ?? "Failed to save kennel");
      setSaving(false);
    }
  };
  return (
    <MessagePage
      title="You have no kennel yet"
      actions={
        <Button variant="ghost" onClick={() => void signOut()}>
          Sign out
        </Button>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>Create one to start your records.</p>
        <FormField label="Kennel name" required>
          {(control) => (
            <Input
              {...control}
              value={name}
              onChange={(event) => setName(event.target.value)}
              maxLength={200}
            />
          )}
        </FormField>
        {error ? <Alert variant="error">{error}</Alert> : null}
        <Button type="submit" disabled={isSaving || name.trim() === ""}>
          {isSaving ? "Saving..." : "Create Kennel"}
        </Button>
        <RemovedKennels />
      </form>
    </MessagePage>
  );
}
