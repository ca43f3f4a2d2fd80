/** A part of a page that comes by itself, such as a chart: the page stands without it for as long as the line is down. */
import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { fetchLate } from "@/lib/fetch-late";

/** Makes the part; what stands in its place meanwhile is the Suspense's above it. */
export const lateLazy = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await fetchLate(load) }));
