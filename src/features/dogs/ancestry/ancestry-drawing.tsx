/** The drawn pedigree itself, an SVG that keeps its proportions at any size: lines, and a place for each dog. */
import { AncestryNode } from "@/features/dogs/ancestry/ancestry-node";
import { NODE_HEIGHT, NODE_WIDTH, type AncestryDrawing } from "@/features/dogs/ancestry/ancestry-layout";

/** Room for focus outlines around the outermost places. */
const MARGIN = 4;

const widthOf = (drawing: AncestryDrawing): number => drawing.width + 2 * MARGIN;

/** Returns how wide the drawing is at full size, and how far down in it its dog, the first place, stands. */
export const extentOf = (drawing: AncestryDrawing): { width: number; middle: number } => ({
  width: widthOf(drawing),
  middle: MARGIN + (drawing.nodes[0]?.top ?? 0) + NODE_HEIGHT / 2,
});

type AncestryDrawingProps = {
  drawing: AncestryDrawing;
  name: string;
  today: string;
  /** How large it stands on the page; without a scale it fits where it is put. */
  scale?: number;
  onOpenDog: (dogId: string) => void;
};

/** Renders the drawing. */
export function AncestryTree({ drawing, name, today, scale, onOpenDog }: AncestryDrawingProps) {
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
        <foreignObject key={node.key} x={node.left} y={node.top} width={NODE_WIDTH} height={NODE_HEIGHT}>
          <AncestryNode node={node} today={today} onOpenDog={onOpenDog} />
        </foreignObject>
      ))}
    </svg>
  );
}
