/** A page that explains one thing and offers the next step: lost access, an unexpected failure. */
import { useEffect, type ReactNode } from "react";
import { Wordmark } from "@/components/wordmark";
import { tellShown } from "@/lib/shown";

type MessagePageProps = { title: string; children: ReactNode; actions: ReactNode };

export function MessagePage({ title, children, actions }: MessagePageProps) {
  useEffect(tellShown, []);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-8 px-5 py-10">
      <Wordmark />
      <div className="flex w-full max-w-md flex-col gap-4 rounded-lg border bg-card p-6 shadow-page">
        <h1 className="font-title text-2xl leading-tight">{title}</h1>
        <div className="text-muted-foreground">{children}</div>
        <div className="flex flex-wrap gap-3">{actions}</div>
      </div>
    </main>
  );
}
