/** Cancels the deletion of a kennel. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

export function KeepKennelButton({ size }: { size?: "sm" }) {
  const { kennel, kennelId } = useKennel();
  const keep = useMutation(api.kennels.kennels.keep);
  const [isBusy, setBusy] = useState(false);
  const keepIt = async () => {
    setBusy(true);
    try {
      await keep({ kennelId });
      toast.success(`${kennel.name} stays`);
    } catch (error) {
      toast.error(failureText("Failed to keep the kennel", error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outline" size={size} disabled={isBusy} onClick={() => void keepIt()}>
      {isBusy ? "Keeping..." : "Keep Kennel"}
    </Button>
  );
}
