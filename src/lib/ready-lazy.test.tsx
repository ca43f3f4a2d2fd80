/** Parts whose code comes by itself. */
import { Suspense } from "react";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { readyLazy } from "@/lib/ready-lazy";

const Page = ({ name }: { name: string }) => <p>{name}</p>;

it("draws a part whose code is there at once, with nothing in its place before", async () => {
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

it("waits for code that is on its way, and keeps what it drew", async () => {
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

it("waits for code that does not come, and leaves the page as it is", async () => {
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
