/** A box with a border on the page. */
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils";

function Card({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="card"
      className={cn("rounded-lg border bg-card text-card-foreground shadow-page", className)}
      {...props}
    />
  );
}

/** Renders the head of a card: title, description and perhaps an action. */
function CardHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div data-slot="card-header" className={cn("flex flex-col gap-1 px-5 pt-5 pb-3", className)} {...props} />
  );
}

/** Renders a card's title as a second-level heading. */
function CardTitle({ className, children, ...props }: ComponentProps<"h2">) {
  return (
    <h2 data-slot="card-title" className={cn("font-title text-xl leading-tight", className)} {...props}>
      {children}
    </h2>
  );
}

/** Renders the sentence below a card's title. */
function CardDescription({ className, ...props }: ComponentProps<"p">) {
  return <p data-slot="card-description" className={cn("text-muted-foreground", className)} {...props} />;
}

/** Renders the body of a card. */
function CardContent({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="card-content" className={cn("px-5 pb-5", className)} {...props} />;
}

/** Renders the bottom of a card with its buttons. */
function CardFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="card-footer"
      className={cn("flex flex-wrap items-center gap-3 border-t px-5 py-4", className)}
      {...props}
    />
  );
}

export { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle };
