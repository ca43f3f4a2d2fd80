/**
 * Pages and parts whose code loads separately. React's own `lazy` always shows the fallback first and keeps it for
 * a while. `readyLazy` renders immediately if the code is already loaded.
 */
import { lazy, useState, type ComponentType, type LazyExoticComponent } from "react";
import { fetchLate } from "@/lib/fetch-late";

/**
 * For a part such as a chart, without which the page still works offline. Until the part is loaded, the Suspense
 * boundary above shows its fallback.
 */
export const lateLazy = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await fetchLate(load) }));

type ReadyLazy<Props extends object> = ComponentType<Props> & {
  /**
   * Loads the code before the part is rendered. Without a connection this fails, whereas a rendered part waits for
   * the connection.
   */
  fetch: () => Promise<void>;
};

/** Renders immediately if the code is loaded. Until then the Suspense boundary above shows its fallback. */
export function readyLazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ReadyLazy<Props> {
  let ready: ComponentType<Props> | null = null;
  const loadNow = async () => (ready = await load());
  const Waiting = lazy(async () => ({ default: await fetchLate(loadNow) })) as ComponentType<Props>;
  function Part(props: Props) {
    // A rendered part keeps its component, because a different component in its place would lose the state.
    const [Drawn] = useState<ComponentType<Props>>(() => ready ?? Waiting);
    return <Drawn {...props} />;
  }
  return Object.assign(Part, { fetch: async () => void (await loadNow()) });
}
