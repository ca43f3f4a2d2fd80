/**
 * A button whose menu exists only while it is open. The menu's code can load when the button is first used, or a
 * moment earlier, when a pointer or the focus comes near.
 */
import { Suspense, useId, useState, type ComponentProps, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/utils";

export type MenuPlace = {
  /** The button labels the menu and gets the focus back. */
  buttonId: string;
  /** If a key opened the menu, the first choice gets the focus. */
  isByKeyboard: boolean;
  onClose: () => void;
};

type MenuButtonProps = Omit<ComponentProps<typeof Button>, "asChild" | "ref" | "id"> & {
  /** Its code may still be loading. */
  menu: (place: MenuPlace) => ReactNode;
  /** Loads the menu's code. */
  preload?: () => Promise<unknown>;
  placeClassName?: string;
};

export function MenuButton({ menu, preload, placeClassName, children, ...props }: MenuButtonProps) {
  const buttonId = useId();
  const [openedBy, setOpenedBy] = useState<"key" | "pointer" | null>(null);
  const fetch = () => void preload?.();
  return (
    <span className={cn("relative inline-flex", placeClassName)}>
      <Button
        {...props}
        id={buttonId}
        aria-haspopup="menu"
        aria-expanded={openedBy !== null}
        onPointerEnter={fetch}
        onFocus={fetch}
        // A click by a key has the detail 0.
        onClick={({ detail }) => setOpenedBy(detail === 0 ? "key" : "pointer")}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpenedBy("key");
        }}
      >
        {children}
      </Button>
      {openedBy === null ? null : (
        <Suspense fallback={null}>
          {menu({
            buttonId,
            isByKeyboard: openedBy === "key",
            onClose: () => setOpenedBy(null),
          })}
        </Suspense>
      )}
    </span>
  );
}
