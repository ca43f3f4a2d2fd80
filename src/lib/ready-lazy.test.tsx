/** Parts whose code loads separately. */
import { Suspense } from "react";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { readyLazy } from "@/lib/ready-lazy";

const Page = ({ name }: { name: string }) => <p>{name}</p>;

it("readyLazy renders a part at once if its code is loaded, without a placeholder", async () => {
  const Part = readyLazy(() => Promise.resolve(Page));
  await Part.fetch();
  let waits = 0;
  const Waiting = () => {
    waits += 1;
    return null;
  };
  render(
    <Suspense fallback={<Waiting />}>
      <Part name="Dogs" />
    </Suspense>,
  );
  expect(screen.getByText("Dogs")).toBeDefined();
  expect(waits).toBe(0);
});

it("readyLazy waits for code that is loading, and keeps the rendered part", async () => {
  const Part = readyLazy(() => Promise.resolve(Page));
  const tree = (name: string) => (
    <Suspense fallback={<p>Waiting</p>}>
      <Part name={name} />
    </Suspense>
  );
  const view = render(tree("Dogs"));
  const drawn = await screen.findByText("Dogs");
  view.rerender(tree("Litters"));
  expect(await screen.findByText("Litters")).toBe(drawn);
});

it("readyLazy waits for code that does not load, and leaves the page unchanged", async () => {
  const load = vi.fn(() => Promise.resolve(Page)).mockRejectedValueOnce(new TypeError("offline"));
  const Part = readyLazy(load);
  render(
    <Suspense fallback={<p>Waiting</p>}>
      <Part name="Dogs" />
    </Suspense>,
  );
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  expect(screen.getByText("Waiting")).toBeDefined();
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByText("Dogs")).toBeDefined();
});
