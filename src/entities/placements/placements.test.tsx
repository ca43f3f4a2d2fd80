// @vitest-environment jsdom
/** Placements on the pages of puppies, dogs and contacts, and the handover. */
import { act, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import {
  HandoverDialog,
  PlacementDialog,
  Placements,
  PuppyPlacements,
  SoldPuppyStep,
} from "@/entities/placements/placements";
import { usePlacements, type Placement } from "@/entities/placements/use-placements";
import { stopClock, TODAY } from "@/testing/clock";
import { fakeConvex } from "@/testing/fake-convex";
import { dialog, setField } from "@/testing/open-dialog";
import { makePage } from "@/testing/pages";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const { placements, papers } = api.placements;

const SOLD = {
  breedingId: null,
  ...{ _id: "placement1", kennelId: "kennel1", puppyId: "puppy1", dogId: null, litterId: "litter1" },
  ...{ contactId: "contact1", toName: "Anna Berg", toAddress: null, name: "Juniper", kind: "sale" },
  ...{ status: "agreed", reservedAt: null, agreedOn: "2025-06-01", handedOverOn: null, returnedOn: null },
  ...{ endedAt: null, priceCents: 150_000, depositCents: null, notes: null, papers: [] },
  ...{ createdAt: 1, updatedAt: 7 },
} as unknown as Placement; // the test uses its own ids
const PEDIGREE = { _id: "paper1", paper: "pedigree", number: "HP1", handedOn: "2025-06-10" };
const HANDED = {
  ...{ ...SOLD, status: "handed_over", handedOverOn: "2025-06-10", papers: [PEDIGREE] },
} as unknown as Placement; // the test uses its own ids
const CALLED_OFF = {
  ...SOLD,
  _id: "placement2",
  toName: "Ben",
  status: "called_off",
  endedAt: 1_748_000_000_000,
};

const listed = (rows: readonly object[]) => fakeConvex.query(placements.list, (args) => makePage(rows, args));

beforeAll(() => Promise.all([HandoverDialog.fetch(), PlacementDialog.fetch()]));
beforeEach(() => {
  stopClock();
  fakeConvex.reset();
  fakeConvex.query(placements.editsSince, () => []);
  fakeConvex.query(api.signings.signings.list, () => []);
  fakeConvex.mutation(placements.handOver, () => null);
});

const Section = ({ dogId, contactId }: { dogId?: string; contactId?: string }) => {
  const found = usePlacements(dogId ? { dogId } : { contactId: contactId ?? "" });
  return <Placements placements={found} isOfDog={dogId !== undefined} />;
};

const Puppy = () => (
  <>
    <PuppyPlacements puppyId="puppy1" />
    <SoldPuppyStep puppyId="puppy1" placeholder="Loading" contractButton={<button>Create Contract</button>} />
  </>
);

const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

describe("the next step of a sold puppy", () => {
  it.each([
    ["no contract", SOLD, [], ["Create Contract", "Hand Over"]],
    ["a contract that the family declined", SOLD, ["declined"], ["Create Contract", "Hand Over"]],
    ["a contract that was sent for signature", SOLD, ["out"], ["Hand Over"]],
    ["a contract that both have signed", SOLD, ["withdrawn", "complete"], ["Hand Over"]],
    ["a handover", HANDED, [], ["Papers"]],
  ] as const)("is offered after %s", (_, placement, statuses, expected) => {
    listed([placement]);
    fakeConvex.query(api.signings.signings.list, () => statuses.map((status) => ({ status })));
    renderScreen(
      <SoldPuppyStep
        puppyId="puppy1"
        placeholder="Loading"
        contractButton={<button>Create Contract</button>}
      />,
    );
    expect(buttons()).toEqual(expected);
  });

  it("has no button while the documents are loading", () => {
    listed([SOLD]);
    fakeConvex.query(api.signings.signings.list, () => undefined);
    renderScreen(
      <SoldPuppyStep
        puppyId="puppy1"
        placeholder="Loading"
        contractButton={<button>Create Contract</button>}
      />,
    );
    expect(buttons()).toEqual([]);
    expect(screen.getByText("Loading")).toBeTruthy();
  });
});

describe("a puppy's placement", () => {
  it("is handed over with ticked papers and their numbers in one save, and lists the papers in a message", async () => {
    listed([SOLD]);
    const { user } = renderScreen(<Puppy />);
    await user.click(screen.getByRole("button", { name: "Hand over Juniper" }));
    expect(dialog().getByText("To Anna Berg, with the papers you tick.")).toBeTruthy();
    await user.click(dialog().getByRole("checkbox", { name: "Pedigree" }));
    await user.type(dialog().getByRole("textbox", { name: "Number of pedigree" }), "HP1");
    await user.click(dialog().getByRole("checkbox", { name: "DNA report" }));
    await user.click(dialog().getByRole("button", { name: "Hand Over" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(placements.handOver)).toEqual([
        {
          ...{ placementId: "placement1", on: TODAY },
          papers: [
            { paper: "pedigree", number: "HP1" },
            { paper: "dna_report", number: "" },
          ],
        },
      ]),
    );
  });

  it("offers files for a paper from the documents of its litter and of the person's other breedings", async () => {
    const documents = [
      { _id: "document1", fileName: "Pedigree of Juniper.pdf", pair: null },
      { _id: "document2", fileName: "Stud contract.pdf", pair: "Rex × Bella" },
    ];
    fakeConvex.query(placements.documents, () => documents);
    listed([SOLD]);
    const { user } = renderScreen(<Puppy />);
    await user.click(screen.getByRole("button", { name: "Hand over Juniper" }));
    expect(dialog().queryByRole("combobox", { name: /^Document of/ })).toBeNull();
    await user.click(dialog().getByRole("checkbox", { name: "Pedigree" }));
    await user.click(dialog().getByRole("combobox", { name: "Document of pedigree" }));
    await screen.findByRole("option", { name: "Stud contract.pdf, Rex × Bella" });
    await user.click(screen.getByRole("option", { name: "Pedigree of Juniper.pdf" }));
    await user.click(dialog().getByRole("button", { name: "Hand Over" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(placements.handOver)).toMatchObject([
        { papers: [{ paper: "pedigree", documentId: "document1" }] },
      ]),
    );
  });

  it("needs two presses for a handover without papers", async () => {
    listed([SOLD]);
    const { user } = renderScreen(<Puppy />);
    await user.click(screen.getByRole("button", { name: "Hand over Juniper" }));
    await user.click(dialog().getByRole("button", { name: "Hand Over" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(placements.handOver)).toEqual([
        { placementId: "placement1", on: TODAY, papers: [] },
      ]),
    );
  });

  it("shows its handover, papers and former owner; papers can be removed and added", async () => {
    listed([HANDED, CALLED_OFF]);
    fakeConvex.mutation(papers.remove, () => null);
    const { user } = renderScreen(<Puppy />);
    expect(screen.getByText("Handed over June 10, 2025")).toBeTruthy();
    expect(screen.getByText("Papers: Pedigree HP1")).toBeTruthy();
    expect(screen.getByText(/^Ben: called off May \d+, 2025$/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Papers of Juniper" }));
    expect(dialog().queryByRole("checkbox", { name: "Pedigree" })).toBeNull();
    expect(dialog().getByRole<HTMLButtonElement>("button", { name: "Add Papers" }).disabled).toBe(true);
    await user.click(dialog().getByRole("button", { name: "Remove Pedigree HP1" }));
    expect(fakeConvex.callsOf(papers.remove)).toEqual([{ paperId: "paper1" }]);
  });

  it("shows a refusal at the date and keeps the typed values", async () => {
    listed([SOLD]);
    const { user } = renderScreen(<Puppy />);
    await user.click(screen.getByRole("button", { name: "Hand over Juniper" }));
    setField("Handed Over", "");
    expect(dialog().getByRole<HTMLButtonElement>("button", { name: "Hand Over" }).disabled).toBe(true);
    setField("Handed Over", "2025-06-02");
    await user.click(dialog().getByRole("checkbox", { name: "Contract" }));
    fakeConvex.mutation(placements.handOver, () => {
      throw new Error("down");
    });
    await user.click(dialog().getByRole("button", { name: "Hand Over" }));
    expect(await dialog().findByText(/Failed to save the handover/)).toBeTruthy();
    expect(dialog().getByRole<HTMLInputElement>("checkbox", { name: "Contract" }).checked).toBe(true);
  });

  it("has no amounts in its form, because the amounts belong to the sale", async () => {
    listed([SOLD]);
    fakeConvex.query(placements.get, () => SOLD);
    fakeConvex.mutation(placements.update, () => SOLD);
    const { user } = renderScreen(<Puppy />);
    await user.click(screen.getByRole("button", { name: "Edit the placement of Juniper" }));
    expect(dialog().queryByLabelText("Price ($)")).toBeNull();
    setField("Came Back", "2025-06-14");
    await user.click(dialog().getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(placements.update)).toEqual([
        { placementId: "placement1", expectedUpdatedAt: 7, returnedOn: "2025-06-14" },
      ]),
    );
  });
});

describe("the handover", () => {
  it("names unsigned contracts and the balance before the handover, and not after it", async () => {
    listed([{ ...SOLD, depositCents: 50_000 }]);
    const signings = [
      { _id: "signing1", title: "Sale contract", status: "out" },
      { _id: "signing2", title: "Former contract", status: "withdrawn" },
    ];
    fakeConvex.query(api.signings.signings.list, () => signings);
    const { user } = renderScreen(<SoldPuppyStep puppyId="puppy1" placeholder="" contractButton={null} />);
    await user.click(screen.getByRole("button", { name: "Hand over Juniper" }));
    expect(dialog().getByText("Sale contract is not signed by everybody yet")).toBeTruthy();
    expect(dialog().queryByText(/Former contract/u)).toBeNull();
    expect(dialog().getByText("Balance due on handover: $1,000.00")).toBeTruthy();
    act(() => listed([{ ...HANDED, depositCents: 50_000 }]));
    await waitFor(() => expect(dialog().queryByText(/Balance due/u)).toBeNull());
  });
});

describe("a list of placements", () => {
  it("names the people on a dog's page, with dates, amounts and status", async () => {
    const dog = { ...HANDED, puppyId: null, dogId: "dog1", litterId: null, kind: "co_ownership" };
    listed([dog]);
    fakeConvex.query(placements.get, () => dog);
    const { user } = renderScreen(<Section dogId="dog1" />);
    expect(fakeConvex.subscriptionsOf(placements.list)[0]).toMatchObject({ dogId: "dog1" });
    expect(screen.getByRole("link", { name: "Anna Berg" })).toBeTruthy();
    expect(screen.getByText("Handed over")).toBeTruthy();
    expect(
      screen.getByText("Co-ownership · agreed June 1, 2025 · handed over June 10, 2025 · $1,500.00"),
    ).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Edit the placement of Juniper" }));
    expect(dialog().getByLabelText("Price ($)")).toBeTruthy();
  });

  it("links to the puppies and dogs from a contact's page", () => {
    listed([SOLD]);
    renderScreen(<Section contactId="contact1" />);
    const link = screen.getByRole("link", { name: "Juniper" });
    expect(screen.queryByRole("button", { name: /edit|hand over/i })).toBeNull();
    expect(link.getAttribute("href")).toMatch(/\/dashboard\/litters\/litter1$/);
  });

  it("[GAP-AUTH-03] is not loaded without the right to money and contacts, and is changed only with both rights", () => {
    listed([SOLD]);
    renderScreen(<Section dogId="dog1" />, { role: "viewer" });
    expect(screen.queryByText("Placements")).toBeNull();
    expect(fakeConvex.subscriptionsOf(placements.list)).toEqual([]);
    renderScreen(<Section dogId="dog2" />, { role: "viewer", rights: { finances: "read" } });
    expect(screen.getByText("Placements")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
