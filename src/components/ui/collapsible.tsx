/** A part of a form or a list that opens on demand. */
import { createContext, useContext, useState, type ComponentProps } from "react";
import { Collapsible as CollapsiblePrimitive } from "radix-ui";

const IsOpen = createContext(false);

function Collapsible({
  open,
  defaultOpen = false,
  onOpenChange,
  ...props
}: ComponentProps<typeof CollapsiblePrimitive.Root>) {
  const [own, setOwn] = useState(defaultOpen);
  const isOpen = open ?? own;
  const change = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return (
    <IsOpen value={isOpen}>
      <CollapsiblePrimitive.Root open={isOpen} onOpenChange={change} {...props} />
    </IsOpen>
  );
}

const CollapsibleTrigger = CollapsiblePrimitive.Trigger;

/**
 * Not mounted while closed. The primitive would measure even an empty part, and the browser would have to lay out
 * the whole page at once.
 */
function CollapsibleContent(props: ComponentProps<typeof CollapsiblePrimitive.Content>) {
  return useContext(IsOpen) ? <CollapsiblePrimitive.Content {...props} /> : null;
}

export { Collapsible, CollapsibleContent, CollapsibleTrigger };
