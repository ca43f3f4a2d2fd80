/** The pedigree on paper: one landscape page that holds only the tree and its title, while the browser prints. */
import { useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";
import { AncestryTree } from "@/features/dogs/ancestry/ancestry-drawing";
import type { AncestryDrawing } from "@/features/dogs/ancestry/ancestry-layout";

type AncestryPrintProps = { drawing: AncestryDrawing; name: string; today: string; onDone: () => void };

const nothing = () => {};

/** Renders the page, opens the browser's print window, and reports when it is closed. */
export function AncestryPrint({ drawing, name, today, onDone }: AncestryPrintProps) {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const finish = () => done();
    window.addEventListener("afterprint", finish);
    window.print();
    return () => window.removeEventListener("afterprint", finish);
  }, []);
  return createPortal(
    <div className="ancestry-sheet" aria-hidden>
      <p className="font-title text-2xl">Ancestry of {name}</p>
      <div className="ancestry-sheet-tree">
        <AncestryTree drawing={drawing} name={name} today={today} onOpenDog={nothing} />
      </div>
    </div>,
    document.body,
  );
}
