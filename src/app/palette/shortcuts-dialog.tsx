/** All keyboard shortcuts, grouped by where they work; a new shortcut is a new line here. */
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody } from "@/components/ui/dialog";

type Shortcut = { keys: readonly string[]; does: string };

const SHORTCUTS: readonly { where: string; shortcuts: readonly Shortcut[] }[] = [
  {
    where: "Anywhere",
    shortcuts: [
      { keys: ["/", "Ctrl K", "⌘ K"], does: "Search and commands" },
      { keys: ["?"], does: "Keyboard shortcuts" },
      { keys: ["Esc"], does: "Close what is open" },
    ],
  },
  {
    where: "On a dog's page",
    shortcuts: [
      { keys: ["J"], does: "Next dog of the list" },
      { keys: ["K"], does: "Previous dog of the list" },
    ],
  },
  {
    where: "In a large photo",
    shortcuts: [
      { keys: ["←", "→"], does: "Previous or next photo" },
      { keys: ["Home", "End"], does: "First or last photo" },
    ],
  },
  {
    where: "At the scale",
    shortcuts: [
      { keys: ["0–9"], does: "Type the weight" },
      { keys: ["Backspace"], does: "Erase the last digit" },
      { keys: ["Enter"], does: "Save the weight" },
    ],
  },
  {
    where: "In the tour",
    shortcuts: [{ keys: ["←", "→"], does: "Previous or next step" }],
  },
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <TitledDialog title="Keyboard Shortcuts" onClose={onClose}>
      <DialogBody className="flex flex-col gap-5">
        {SHORTCUTS.map(({ where, shortcuts }) => (
          <section key={where} aria-label={where}>
            <h3 className="mb-1 text-sm text-muted-foreground">{where}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className="flex items-center justify-between gap-4 py-1">
                  <dt>{does}</dt>
                  <dd className="flex gap-1.5">
                    {keys.map((key) => (
                      <kbd key={key} className="rounded border px-1.5 text-sm whitespace-nowrap">
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </TitledDialog>
  );
}
