/**
 * A page or part whose code comes by itself, drawn at once where that is there: React's own `lazy` always shows what
 * stands in its place first, and keeps it for a while.
 */
import { lazy, useState, type ComponentType, type LazyExoticComponent } from "react";
import { fetchLate } from "@/lib/fetch-late";

/** Makes the part; what stands in its place meanwhile is the Suspense's above it. */
export const lateLazy = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await fetchLate(load) }));

type ReadyLazy<Props extends object> = ComponentType<Props> & {
  /** Fetches the code before the part is drawn; fails where the line is down, while a part that is drawn waits for it. */
  fetch: () => Promise<void>;
};

/** Makes the part; while its code is on its way, what stands in its place is the Suspense's above it. */
export function readyLazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ReadyLazy<Props> {
  let ready: ComponentType<Props> | null = null;
  const loadNow = async () => (ready = await load());
  const Waiting = lazy(async () => ({ default: await fetchLate(loadNow) })) as ComponentType<Props>;
  function Part(props: Props) {
    // What was drawn once stays: another component in its place would begin again.
    const [Drawn] = useState<ComponentType<Props>>(() => ready ?? Waiting);
    return <Drawn {...props} />;
  }
  return Object.assign(Part, { fetch: async () => void (await loadNow()) });
}
