/** The payment links of the kennel as the card provider has them: fetched, made and closed. */
import { useEffect, useState } from "react";
import { useAction } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { toast } from "sonner";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

export type PaymentLink = FunctionReturnType<
  typeof api.connections.actions.kennelPayments.listLinks
>["links"][number];

/** Tells why the provider did not do something. */
export const paymentFailure = (failed: string, error: unknown): string =>
  getErrorData(error)?.details.fields?.["payment"] ?? failureText(failed, error);

/** Returns the links, null until they have come, and what can be done with them. */
export function usePaymentLinks() {
  const { kennelId } = useKennel();
  const list = useAction(api.connections.actions.kennelPayments.listLinks);
  const [links, setLinks] = useState<readonly PaymentLink[] | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    list({ kennelId }).then(
      (found) => {
        if (!isCurrent) return;
        setLinks(found.links);
        setCursor(found.cursor);
        setFailure(null);
      },
      (error: unknown) => {
        if (isCurrent) setFailure(paymentFailure("Failed to load the payment links", error));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [list, kennelId, round]);
  const load = () => setRound((last) => last + 1);
  const loadMore = async (): Promise<void> => {
    if (cursor === null || isLoadingMore) return;
    setLoadingMore(true);
    try {
      const found = await list({ kennelId, cursor });
      setLinks((known) => [...(known ?? []), ...found.links]);
      setCursor(found.cursor);
    } catch (error) {
      toast.error(paymentFailure("Failed to load the payment links", error));
    }
    setLoadingMore(false);
  };
  /** Shows a link as it is now, a new one first. */
  const keep = (link: PaymentLink) =>
    setLinks((known) =>
      known?.some(({ id }) => id === link.id)
        ? known.map((other) => (other.id === link.id ? link : other))
        : [link, ...(known ?? [])],
    );
  return { links, hasMore: cursor !== null, isLoadingMore, failure, load, loadMore, keep };
}
