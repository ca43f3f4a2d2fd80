/** A dog's pedigree with its tools: generations, zoom and print. It is live, and a place opens its dog. */
import { useState, type ReactNode } from "react";
import { FileText, Printer, RotateCcw, ZoomIn, ZoomOut } from "lucide-react";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { AncestryTree, extentOf } from "@/features/dogs/ancestry/ancestry-drawing";
import { layOutAncestry, type AncestryDrawing } from "@/features/dogs/ancestry/ancestry-layout";
import { AncestryPrint } from "@/features/dogs/ancestry/ancestry-print";
import { useCertificateAddress } from "@/features/dogs/ancestry/certificate-address";
import { GenerationsSelect } from "@/features/dogs/ancestry/generations-select";
import { PedigreeExport } from "@/features/dogs/ancestry/pedigree-export";
import { usePan } from "@/features/dogs/ancestry/use-pan";
import { useZoom } from "@/entities/photos/use-zoom";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { DEFAULT_TREE_GENERATIONS, TREE_GENERATIONS } from "@domain/constants/pedigree";

type AncestryPanelProps = { dogId: string; today: string; onOpenDog: (dogId: string) => void };

const choices = TREE_GENERATIONS.map((count) => ({ value: String(count), label: String(count) }));

/** Renders tools and tree, or what stands in the tree's place. */
export function AncestryPanel({ dogId, today, onOpenDog }: AncestryPanelProps) {
  const { kennelId } = useKennel();
  const { open: openCertificate } = useCertificateAddress();
  const [generations, setGenerations] = useState<number>(DEFAULT_TREE_GENERATIONS);
  const result = useLiveQuery(api.pedigree.ancestry.tree, { dogId, generations });
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
  const drawing = result.data?.kennelId === kennelId ? layOutAncestry(result.data) : null;
  const name = result.data?.dogs[0]?.name;
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
  return <Pedigree {...{ drawing, name, today, select, papers, onOpenDog }} />;
}

function Frame({ tools, children }: { tools: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">{tools}</div>
      {children}
    </div>
  );
}

type PedigreeProps = {
  drawing: AncestryDrawing;
  name: string;
  today: string;
  select: ReactNode;
  papers: ReactNode;
  onOpenDog: (dogId: string) => void;
};

function Pedigree({ drawing, name, today, select, papers, onOpenDog }: PedigreeProps) {
  const { area, setArea, ...zoom } = useZoom();
  const { scale, showDog } = usePan(area, extentOf(drawing), zoom.scale);
  const [isPrinting, setPrinting] = useState(false);
  const tools = (
    <>
      {select}
      {papers}
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
        <output aria-label="Zoom level" className="w-12 text-center text-sm">
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
        <Button variant="outline" size="icon" aria-label="Print" onClick={() => setPrinting(true)}>
          <Printer aria-hidden />
        </Button>
      </div>
    </>
  );
  return (
    <Frame tools={tools}>
      <div
        ref={setArea}
        className="max-h-[60dvh] min-h-40 cursor-grab [touch-action:pan-x_pan-y] overflow-auto rounded-md border bg-background p-3 [overflow-anchor:none] data-[dragging=true]:cursor-grabbing data-[dragging=true]:select-none"
      >
        <AncestryTree drawing={drawing} name={name} today={today} scale={scale} onOpenDog={onOpenDog} />
      </div>
      {isPrinting ? (
        <AncestryPrint drawing={drawing} name={name} today={today} onDone={() => setPrinting(false)} />
      ) : null}
    </Frame>
  );
}
