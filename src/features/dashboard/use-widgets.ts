/** The actions for widgets. A failure shows a message, and removing can be undone. */
import { useMutation } from "convex/react";
import { toast } from "@/lib/toast";
import { widgetTitle, type BoardWidget } from "@/features/dashboard/widget-words";
import { failureText } from "@/lib/failure-text";
import type { WidgetKind } from "@domain/dashboard/rules";
import { api } from "@convex/_generated/api";

async function tell(work: Promise<unknown>, message: string): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    toast.error(failureText(message, error));
    return false;
  }
}

/** Each action returns whether it succeeded. */
export function useWidgets() {
  const addOne = useMutation(api.dashboard.dashboardWidgets.add);
  const updateOne = useMutation(api.dashboard.dashboardWidgets.update);
  const removeOne = useMutation(api.dashboard.dashboardWidgets.remove);
  const change = async (
    widgetId: string,
    fields: { position?: number; settings?: BoardWidget["settings"] },
  ): Promise<boolean> => await tell(updateOne({ widgetId, ...fields }), "The widget could not be changed");
  return {
    add: async (kind: WidgetKind): Promise<boolean> =>
      await tell(addOne({ kind }), "The widget could not be added"),
    move: async (widgetId: string, position: number): Promise<boolean> =>
      await change(widgetId, { position }),
    set: async (widgetId: string, settings: BoardWidget["settings"]): Promise<boolean> =>
      await change(widgetId, { settings }),
    remove: async (widget: BoardWidget): Promise<boolean> => {
      const { id: widgetId, kind, title, position, settings } = widget;
      if (!(await tell(removeOne({ widgetId }), "The widget could not be removed"))) return false;
      toast.success(`${widgetTitle(widget)} removed`, {
        action: {
          label: "Undo",
          onClick: () =>
            void tell(addOne({ kind, title, position, settings }), "The widget could not be brought back"),
        },
      });
      return true;
    },
  };
}

export type WidgetActions = ReturnType<typeof useWidgets>;
