/** The pages for a user who has lost access to a kennel, or who has no kennel and can name a first one. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Link, useNavigate } from "react-router-dom";
import { paths } from "@/app/paths";
import { MessagePage } from "@/components/message-page";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import { FIRST_KENNEL_NAME } from "@domain/kennels/rules";
import { getErrorData } from "@domain/errors";
import { kennelPath } from "@domain/kennels/kennel-path";
import { WaitingInvitations } from "@/features/kennels/waiting-invitations";
import { RemovedKennels } from "@/features/kennels/removed-kennels";
import { useIdentity } from "@/identity/identity";
import { api } from "@convex/_generated/api";

type NamedKennel = { _id: string; name: string };

const dashboardOf = ({ _id }: NamedKennel): string => kennelPath(_id, paths.dashboard);

export function LostKennelPage({ name, next }: { name: string; next: NamedKennel | null }) {
  return (
    <MessagePage
      title={`You no longer have access to ${name}`}
      actions={
        <Button asChild>
          <Link to={next ? dashboardOf(next) : paths.dashboard}>
            {next ? `Go to ${next.name}` : "Continue"}
          </Link>
        </Button>
      }
    >
      <p role="status">
        You were removed from this kennel or it was deleted, so its records are no longer shown here. If you
        think this is a mistake, ask the kennel's owner to add you again.
      </p>
    </MessagePage>
  );
}

/** For a link to somebody else's kennel. */
export function NotMemberPage({ kennels }: { kennels: readonly NamedKennel[] }) {
  const { user, signOut } = useIdentity();
  return (
    <MessagePage
      title="You are not a member of this kennel"
      actions={
        <>
          {kennels.map((kennel, position) => (
            <Button key={kennel._id} asChild variant={position === 0 ? "default" : "outline"}>
              <Link to={dashboardOf(kennel)}>Go to {kennel.name}</Link>
            </Button>
          ))}
          {kennels.length === 0 ? (
            <Button asChild>
              <Link to={paths.dashboard}>Start Your Own Kennel</Link>
            </Button>
          ) : null}
          <Button variant="ghost" onClick={() => void signOut()}>
            Sign Out
          </Button>
        </>
      }
    >
      <div role="status" className="flex flex-col gap-3">
        <p>
          This link leads to a kennel that your account does not belong to. Ask the person who sent it, or the
          kennel's owner, to invite you
          {user?.email ? (
            <>
              {" "}
              as <strong className="break-all text-foreground">{user.email}</strong>
            </>
          ) : null}
          . Then the link will open.
        </p>
        <p>If you belong to it with another account, sign out and sign in with that account.</p>
      </div>
    </MessagePage>
  );
}

export function NoKennelPage() {
  const create = useMutation(api.kennels.kennels.create);
  const navigate = useNavigate();
  const { signOut } = useIdentity();
  const [name, setName] = useState(FIRST_KENNEL_NAME);
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
      title="Name your kennel"
      actions={
        <Button variant="ghost" onClick={() => void signOut()}>
          Sign Out
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
        <WaitingInvitations className="overflow-hidden rounded-md border" />
        <p>Your records are kept under this name. You can change it later in Settings.</p>
        <TextField
          label="Kennel name"
          required
          value={name}
          onText={setName}
          onFocus={(event) => event.target.select()}
          maxLength={200}
          autoFocus
        />
        {error ? <Alert variant="error">{error}</Alert> : null}
        <Button type="submit" disabled={isSaving || name.trim() === ""}>
          {isSaving ? "Saving..." : "Create Kennel"}
        </Button>
        <Button
          type="button"
          variant="outline"
          disabled={isSaving || name.trim() === ""}
          onClick={() => {
            // Once a kennel exists, the address opens its screen.
            void navigate(`${paths.dogs}?add=1`, { replace: true });
            void submit();
          }}
        >
          Create Kennel and Add First Dog
        </Button>
        <RemovedKennels />
      </form>
    </MessagePage>
  );
}
