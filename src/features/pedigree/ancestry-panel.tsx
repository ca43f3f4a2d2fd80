/**
 * A dog's pedigree with its controls: generations, zoom and print. The pedigree is live, and pressing a position
 * opens its dog.
 */
import { type ReactNode, useEffect, useEffectEvent, useState, useRef } from "react";
import { useMutation } from "convex/react";
import { FileText, Network, Printer, RotateCcw, ZoomIn, ZoomOut } from "lucide-react";
import { createPortal } from "react-dom";
import { toast } from "sonner";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { distinctCallName, shortAge } from "@/entities/dogs/dog-labels";
import { genderLabels } from "@domain/dogs/words";
import { DogPortrait } from "@/entities/dogs/dog-portrait";
import { GenderIcon } from "@/entities/dogs/gender-icon";
import { ExportProgress } from "@/entities/exports/export-progress";
import {
  type Ancestor,
  type AncestryDrawing,
  type Pedigree,
  type PlacedNode,
  layOutAncestry,
} from "@/features/pedigree/ancestry-layout";
import { useCertificateAddress } from "@/features/pedigree/pedigree-address";
import { GenerationsSelect } from "@/features/pedigree/generations-select";
import { usePan } from "@/features/pedigree/use-pan";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useMediaQuery, usePhoneScreen } from "@/hooks/use-wide-screen";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { DEFAULT_TREE_GENERATIONS, TREE_GENERATIONS, ZOOM_TENTHS } from "@domain/pedigree/rules";

type AncestryPanelProps = { dogId: string; today: string; onOpenDog: (dogId: string) => void };

const choices = TREE_GENERATIONS.map((count) => ({ value: String(count), label: String(count) }));

export function AncestryPanel({ dogId, today, onOpenDog }: AncestryPanelProps) {
  const { kennelId } = useKennel();
  const { open: openCertificate } = useCertificateAddress();
  const [generations, setGenerations] = useState<number>(DEFAULT_TREE_GENERATIONS);
  const result = useLiveQuery(api.pedigree.ancestry.tree, { dogId, generations });
  const isPhone = usePhoneScreen();
  const isTablet = useMediaQuery("(width < 64rem)");
  const select = (
    <GenerationsSelect
      choices={choices}
      value={String(generations)}
      onChange={(value) => setGenerations(Number(value))}
    />
  );
  if (result.status === "error") {
    return <LoadError message="Failed to load ancestry data" onRetry={result.retry} />;
  }
  if (result.status === "loading") {
    return (
      <Frame tools={select}>
        <Skeleton className="h-80" />
      </Frame>
    );
  }
  const pedigree = result.data?.kennelId === kennelId ? result.data : null;
  const drawing = pedigree && layOutAncestry(pedigree, isPhone ? "narrow" : isTablet ? "slim" : "wide");
  const name = pedigree?.dogs[0]?.name;
  if (!drawing || name === undefined) {
    return <p className="py-10 text-center text-muted-foreground">No ancestry data available</p>;
  }
  const papers = (
    <>
      <Button variant="outline" onClick={() => openCertificate(dogId)}>
        <FileText aria-hidden />
        Print Pedigree
      </Button>
      <PedigreeExport dogId={dogId} today={today} />
    </>
  );
  return <DrawnPedigree {...{ pedigree, drawing, name, today, select, papers, onOpenDog }} />;
}

function Frame({ tools, children }: { tools: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">{tools}</div>
      {children}
    </div>
  );
}

type DrawnPedigreeProps = {
  pedigree: Pedigree;
  drawing: AncestryDrawing;
  name: string;
  today: string;
  select: ReactNode;
  papers: ReactNode;
  onOpenDog: (dogId: string) => void;
};

function DrawnPedigree({ pedigree, drawing, name, today, select, papers, onOpenDog }: DrawnPedigreeProps) {
  const { area, setArea, ...zoom } = useZoom();
  const isPhone = usePhoneScreen();
  const { scale, showDog } = usePan(area, extentOf(drawing, isPhone), zoom.scale);
  const [isPrinting, setPrinting] = useState(false);
  const print = (
    <Button variant="outline" size="icon" aria-label="Print" onClick={() => setPrinting(true)}>
      <Printer aria-hidden />
    </Button>
  );
  const tools = (
    <>
      {select}
      {isPhone ? null : papers}
      <div role="group" aria-label="Zoom" className="ml-auto flex items-center gap-1">
        <Button
          variant="outline"
          size="icon"
          aria-label="Zoom out"
          disabled={!zoom.canZoomOut}
          onClick={zoom.zoomOut}
        >
          <ZoomOut aria-hidden />
        </Button>
        <output aria-label="Zoom level" className="w-12 text-center text-sm max-sm:sr-only">
          {Math.round(zoom.scale * 100)}%
        </output>
        <Button
          variant="outline"
          size="icon"
          aria-label="Zoom in"
          disabled={!zoom.canZoomIn}
          onClick={zoom.zoomIn}
        >
          <ZoomIn aria-hidden />
        </Button>
        <Button
          variant="outline"
          size="icon"
          aria-label="Reset zoom"
          onClick={() => {
            zoom.reset();
            showDog();
          }}
        >
          <RotateCcw aria-hidden />
        </Button>
        {isPhone ? null : print}
      </div>
    </>
  );
  return (
    <Frame tools={tools}>
      <div
        ref={setArea}
        className="max-h-[60dvh] min-h-40 cursor-grab [touch-action:pan-x_pan-y] overflow-auto rounded-md border bg-background p-3 [overflow-anchor:none] data-[dragging=true]:cursor-grabbing data-[dragging=true]:select-none max-sm:max-h-[64dvh]"
      >
        <AncestryTree drawing={drawing} name={name} today={today} scale={scale} onOpenDog={onOpenDog} />
      </div>
      {isPhone ? (
        <div className="flex flex-wrap items-center gap-2">
          {papers}
          {print}
        </div>
      ) : null}
      {isPrinting ? (
        <AncestryPrint pedigree={pedigree} name={name} today={today} onDone={() => setPrinting(false)} />
      ) : null}
    </Frame>
  );
}

/** Space for focus outlines around the outermost positions. */
const MARGIN = 4;

const widthOf = (drawing: AncestryDrawing): number => drawing.width + 2 * MARGIN;

/**
 * `middle` is the vertical position of the dog whose pedigree it is. On a phone the height need not fit, because
 * smaller text would be unreadable there.
 */
const extentOf = (drawing: AncestryDrawing, isPhone: boolean) => ({
  width: widthOf(drawing),
  height: isPhone ? 0 : drawing.height + 2 * MARGIN,
  middle: MARGIN + (drawing.nodes[0]?.top ?? 0) + drawing.nodeHeight / 2,
});

type AncestryDrawingProps = {
  drawing: AncestryDrawing;
  name: string;
  today: string;
  /** Undefined to fit the drawing into its container. */
  scale?: number;
  onOpenDog: (dogId: string) => void;
};

/** The SVG keeps its proportions at any size. */
function AncestryTree({ drawing, name, today, scale, onOpenDog }: AncestryDrawingProps) {
  const width = widthOf(drawing);
  const height = drawing.height + 2 * MARGIN;
  const size = scale === undefined ? {} : { width: width * scale, height: height * scale };
  return (
    <svg
      role="group"
      aria-label={`Ancestry of ${name}`}
      viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}
      className={scale === undefined ? "size-full" : "mx-auto block"}
      {...size}
    >
      <g fill="none" stroke="var(--input)" aria-hidden>
        {drawing.links.map(({ key, path }) => (
          <path key={key} d={path} />
        ))}
      </g>
      {drawing.nodes.map((node) => (
        <foreignObject
          key={node.key}
          x={node.left}
          y={node.top}
          width={drawing.nodeWidth}
          height={drawing.nodeHeight}
        >
          <AncestryNode node={node} today={today} onOpenDog={onOpenDog} />
        </foreignObject>
      ))}
    </svg>
  );
}

type AncestryNodeProps = { node: PlacedNode; today: string; onOpenDog: (dogId: string) => void };

function AncestryNode({ node, today, onOpenDog }: AncestryNodeProps) {
  return node.dog ? (
    <DogNode node={node} dog={node.dog} today={today} onOpenDog={onOpenDog} />
  ) : (
    <div className="flex size-full flex-col justify-center rounded-md border border-dashed border-input px-3 text-sm leading-tight text-muted-foreground">
      {node.nameOnly ? (
        <>
          <span className="line-clamp-2 font-semibold break-words">{node.nameOnly}</span>
          <span>{node.role === "sire" ? "Sire" : "Dam"}, by name only</span>
        </>
      ) : node.role === "sire" ? (
        "Sire Unknown"
      ) : (
        "Dam Unknown"
      )}
    </div>
  );
}

/** The accessible name starts with the visible text, so that voice control finds the position. */
function describe({ relation, places }: PlacedNode, dog: Ancestor, age: string | null): string {
  const callName = distinctCallName(dog);
  return [
    relation === "" ? dog.name : `${relation}: ${dog.name}`,
    dog.breed,
    callName ? `“${callName}”` : null,
    age,
    places > 1 ? `×${places}` : null,
    genderLabels[dog.gender],
    places > 1 ? `appears ${places} times in this pedigree` : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

type DogNodeProps = AncestryNodeProps & { dog: Ancestor };

function DogNode({ node, dog, today, onOpenDog }: DogNodeProps) {
  const callName = distinctCallName(dog);
  const age = shortAge(dog, today);
  const isRepeated = node.places > 1;
  return (
    <button
      type="button"
      aria-label={describe(node, dog, age)}
      title={dog.name}
      onClick={() => onOpenDog(dog._id)}
      className={cn(
        "flex size-full items-center gap-2 overflow-hidden rounded-md border bg-card px-2 text-left text-card-foreground hover:border-brass-line focus-visible:-outline-offset-2",
        isRepeated && "border-brass-line bg-brass-soft",
      )}
    >
      <DogPortrait dog={dog} className="size-11 sm:max-lg:hidden print:block" />
      <span className="flex min-w-0 flex-1 flex-col text-xs leading-snug">
        <span className="flex items-start gap-1">
          <GenderIcon gender={dog.gender} className="mt-px size-3.5" />
          {/* Two lines, because names of dogs from the same kennel often differ only at the end. */}
          <span className="font-title line-clamp-2 min-w-0 flex-1 text-sm leading-[1.15] break-words">
            {dog.name}
          </span>
        </span>
        <span className="truncate max-sm:hidden print:block">{dog.breed}</span>
        <span className="flex items-center gap-1.5">
          {callName ? <span className="min-w-0 truncate">“{callName}”</span> : null}
          {age ? (
            <span className="shrink-0 rounded-sm bg-muted px-1.5 text-muted-foreground">{age}</span>
          ) : null}
          {isRepeated ? <span className="ml-auto font-semibold text-brass">×{node.places}</span> : null}
        </span>
      </span>
    </button>
  );
}

type AncestryPrintProps = { pedigree: Pedigree; name: string; today: string; onDone: () => void };

const nothing = () => {};

/**
 * One landscape page with only the tree and its title. Opens the print dialog, and calls `onDone` when the dialog
 * is closed.
 */
function AncestryPrint({ pedigree, name, today, onDone }: AncestryPrintProps) {
  const drawing = layOutAncestry(pedigree, "wide");
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
        {drawing ? <AncestryTree drawing={drawing} name={name} today={today} onOpenDog={nothing} /> : null}
      </div>
    </div>,
    document.body,
  );
}

const FAILURE = "Failed to export the pedigree";

type PedigreeExportProps = { dogId: string; today: string };

/** GEDCOM files are for other pedigree programs. */
function PedigreeExport({ dogId, today }: PedigreeExportProps) {
  const { kennelId, can } = useKennel();
  const start = useMutation(api.exports.dataExports.start);
  const [exportId, setExportId] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  if (!can("backups", "read")) return null;
  const begin = async () => {
    setStarting(true);
    try {
      setExportId(await start({ kennelId, format: "gedcom", dogId, today }));
    } catch (error) {
      toast.error(failureText(FAILURE, error));
    }
    setStarting(false);
  };
  const end = (isSaved: boolean) => {
    if (!isSaved) toast.error(FAILURE);
    setExportId(null);
  };
  return (
    <>
      <Button variant="outline" disabled={isStarting || exportId !== null} onClick={() => void begin()}>
        <Network aria-hidden />
        Export GEDCOM
      </Button>
      {exportId === null ? null : (
        <div className="order-last w-full">
          <ExportProgress exportId={exportId} onEnd={end} onCancel={() => setExportId(null)} />
        </div>
      )}
    </>
  );
}

const clamp = (tenths: number): number => Math.min(ZOOM_TENTHS.max, Math.max(ZOOM_TENTHS.min, tenths));

function distanceOf(pointers: ReadonlyMap<number, PointerEvent>): number | null {
  const [first, second] = [...pointers.values()];
  return first && second ? Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY) : null;
}

/** `onPinch` receives the ratio of the fingers' current distance to their first distance. */
function watchPinch(area: HTMLElement, onStart: () => void, onPinch: (ratio: number) => void): () => void {
  const fingers = new Map<number, PointerEvent>();
  let startDistance: number | null = null;
  const controller = new AbortController();
  const { signal } = controller;
  const follow = (event: PointerEvent) => {
    if (event.pointerType === "touch" && fingers.has(event.pointerId)) fingers.set(event.pointerId, event);
    const distance = distanceOf(fingers);
    if (distance !== null && startDistance !== null) onPinch(distance / startDistance);
  };
  const lift = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    startDistance = null;
  };
  area.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType !== "touch") return;
      fingers.set(event.pointerId, event);
      startDistance = distanceOf(fingers);
      if (startDistance !== null) onStart();
    },
    { signal },
  );
  area.addEventListener("pointermove", follow, { signal });
  for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
    area.addEventListener(end, lift, { signal });
  }
  return () => controller.abort();
}

/** Also returns the ref callback of the element in which the wheel and fingers work. */
function useZoom() {
  const [tenths, setTenths] = useState<number>(ZOOM_TENTHS.initial);
  const [area, setArea] = useState<HTMLElement | null>(null);
  const tenthsRef = useRef<number>(tenths);
  useEffect(() => {
    tenthsRef.current = tenths;
  }, [tenths]);

  useEffect(() => {
    if (!area) return;
    // React's own wheel listeners are passive and cannot prevent scrolling.
    const onWheel = (event: WheelEvent) => {
      // A pinch on a trackpad arrives as a wheel event with Ctrl.
      if (event.deltaY === 0 || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setTenths((last) => clamp(Math.round(last) - Math.sign(event.deltaY)));
    };
    area.addEventListener("wheel", onWheel, { passive: false });
    let atStart: number = ZOOM_TENTHS.initial;
    const stopPinch = watchPinch(
      area,
      () => {
        atStart = tenthsRef.current;
      },
      (ratio) => setTenths(clamp(Math.round(atStart * ratio))),
    );
    return () => {
      area.removeEventListener("wheel", onWheel);
      stopPinch();
    };
  }, [area]);

  return {
    area,
    setArea,
    scale: tenths / 10,
    canZoomIn: tenths < ZOOM_TENTHS.max,
    canZoomOut: tenths > ZOOM_TENTHS.min,
    zoomIn: () => setTenths((last) => clamp(last + 1)),
    zoomOut: () => setTenths((last) => clamp(last - 1)),
    reset: () => setTenths(ZOOM_TENTHS.initial),
  };
}
