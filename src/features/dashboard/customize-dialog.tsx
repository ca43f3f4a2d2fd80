/** Hides and sorts the dashboard's cards, chooses the kennel that opens first, and resets all of this. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { toast } from "@/lib/toast";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import { inOrder, moveCard } from "@/features/dashboard/card-order";
import type { Board, Preferences } from "@/features/dashboard/use-dashboard";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import {
  DASHBOARD_CARD_LABELS,
  DASHBOARD_PANELS,
  METRIC_CARDS,
  type DashboardCard,
} from "@domain/dashboard/rules";
import { api } from "@convex/_generated/api";

type CustomizeDialogProps = { preferences: Preferences; board: Board; onClose: () => void };

/** Each change is saved immediately. */
export default function CustomizeDialog({ preferences, board, onClose }: CustomizeDialogProps) {
  const { kennel, kennels, kennelId } = useKennel();
  const update = useMutation(api.dashboard.dashboardPreferences.update);
  const reset = useMutation(api.dashboard.dashboardPreferences.reset);
  const restore = useMutation(api.dashboard.dashboardPreferences.restore);
  const tell = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      toast.error(failureText("The dashboard could not be changed", error));
      return false;
    }
  };
  const resetAll = async () => {
    const widgets = board.map(({ kind, title, settings }) => ({ kind, title, settings }));
    if (!(await tell(reset({})))) return;
    toast.success("Dashboard reset", {
      action: { label: "Undo", onClick: () => void tell(restore({ ...preferences, widgets })) },
    });
  };
  const [isAsking, setAsking] = useState(false);
  const { hiddenCards, defaultKennelId } = preferences;
  const toggle = (card: DashboardCard) =>
    void tell(
      update({
        hiddenCards: hiddenCards.includes(card)
          ? hiddenCards.filter((each) => each !== card)
          : [...hiddenCards, card],
      }),
    );
  const groups: readonly (readonly DashboardCard[])[] = [
    inOrder(METRIC_CARDS, preferences),
    inOrder(DASHBOARD_PANELS, preferences),
  ];
  const move = (card: DashboardCard, by: 1 | -1) =>
    void tell(
      update({
        cardOrder: groups.flatMap((cards) => (cards.includes(card) ? moveCard(cards, card, by) : cards)),
      }),
    );
  return (
    <TitledDialog title="Customize the Dashboard" onClose={onClose}>
      <DialogBody className="flex flex-col gap-5">
        {groups.map((cards, index) => (
          <CardGroup
            key={index}
            name={index === 0 ? "Numbers" : "Panels"}
            cards={cards}
            hidden={hiddenCards}
            onToggle={toggle}
            onMove={move}
          />
        ))}
        {kennels.length > 1 ? (
          <label className="flex items-center justify-between gap-3 border-t pt-4">
            <span>Open {kennel.name} first</span>
            <Switch
              checked={defaultKennelId === kennelId}
              onCheckedChange={(isOn) => void tell(update({ defaultKennelId: isOn ? kennelId : null }))}
            />
          </label>
        ) : null}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={() => setAsking(true)}>
          Reset Dashboard
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
      <ConfirmDialog
        isOpen={isAsking}
        title="Reset the dashboard?"
        confirmLabel="Reset"
        busyLabel="Resetting..."
        isBusy={false}
        tone="default"
        onConfirm={() => {
          setAsking(false);
          void resetAll();
        }}
        onCancel={() => setAsking(false)}
      >
        <p>
          All cards appear again in their first order, and your own charts are removed. You can undo this
          right after.
        </p>
      </ConfirmDialog>
    </TitledDialog>
  );
}

type CardGroupProps = {
  name: string;
  cards: readonly DashboardCard[];
  hidden: readonly DashboardCard[];
  onToggle: (card: DashboardCard) => void;
  onMove: (card: DashboardCard, by: 1 | -1) => void;
};

function CardGroup({ name, cards, hidden, onToggle, onMove }: CardGroupProps) {
  return (
    <section aria-label={name}>
      <h3 className="mb-1 text-sm text-muted-foreground">{name}</h3>
      <ul className="divide-y rounded-md border">
        {cards.map((card, index) => {
          const label = DASHBOARD_CARD_LABELS[card];
          return (
            <li key={card} className="flex items-center gap-1 py-1 pr-3 pl-1">
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Move ${label} up`}
                disabled={index === 0}
                onClick={() => onMove(card, -1)}
              >
                <ArrowUp aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Move ${label} down`}
                disabled={index === cards.length - 1}
                onClick={() => onMove(card, 1)}
              >
                <ArrowDown aria-hidden />
              </Button>
              <span className="min-w-0 flex-1 break-words">{label}</span>
              <Switch
                aria-label={`Show ${label}`}
                checked={!hidden.includes(card)}
                onCheckedChange={() => onToggle(card)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
