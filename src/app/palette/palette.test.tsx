/** The command palette: how it opens, what it finds, and which entries it hides from a role. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ReminderFormDialog } from "@/entities/reminders/use-reminder-dialogs";
import { api } from "@convex/_generated/api";
import { CommandPalette } from "@/app/palette/command-palette";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import type { Role } from "@domain/permissions/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

// The form is loaded before the test opens it.
beforeAll(async () => await ReminderFormDialog.fetch());

type Shown = { _id: string; name: string; callName?: string; gender?: string; status?: string };
const makeDog = (dog: Shown) => ({
  callName: null,
  breed: "Beagle",
  gender: "female",
  status: "active",
  ...dog,
});
const aria = makeDog({ _id: "dog1", name: "Aria of Oak", callName: "Ari" });
const klara = makeDog({ _id: "dog2", name: "Klara" });
const rex = makeDog({ _id: "dog3", name: "Rex", gender: "male" });
const oldRex = makeDog({ _id: "dog4", name: "Rex of Elm", gender: "male", status: "deceased" });

const onHelp = vi.fn();

const open = (role: Role = "owner") =>
  renderScreen(<CommandPalette onHelp={onHelp} />, { path: "/dashboard/*", at: "/dashboard", role });
const pressShortcut = () => fireEvent.keyDown(window, { key: "k", ctrlKey: true });
const press = (key: string, target: Element | Window = window) => fireEvent.keyDown(target, { key });
const palette = async () => within(await screen.findByRole("dialog", { name: "Search and Commands" }));
const labels = async () => (await palette()).getAllByRole("option").map((option) => option.textContent);
const searchFor = async (text: string, role: Role) => {
  const { user } = open(role);
  pressShortcut();
  await user.type((await palette()).getByRole("combobox"), text);
  await waitFor(async () =>
    expect((await palette()).getByRole("status").textContent).not.toBe("Searching..."),
  );
  return user;
};
const address = () => screen.getByTestId("address").textContent;

beforeAll(async () => {
  await import("@/app/palette/palette-dialog");
  await import("@/app/palette/shortcuts-dialog");
  await import("@/entities/reminders/reminder-form-dialog");
});

const LISTS = [
  api.health.healthRecords.list,
  api.health.veterinaryRecords.list,
  api.vaccinations.immunizations.list,
  api.reminders.reminders.list,
  api.breedings.breedings.list,
  api.litters.litters.list,
];

beforeEach(() => {
  fakeConvex.reset();
  onHelp.mockClear();
  for (const list of LISTS) fakeConvex.query(list, () => ({ data: [], pagination: {} }));
  fakeConvex.query(api.litters.puppies.search, () => []);
  fakeConvex.query(api.dogs.dogs.searchByOwner, () => []);
  fakeConvex.query(api.litters.waitingList.list, () => ({ active: [], former: [] }));
  fakeConvex.query(api.health.medications.due, () => []);
  fakeConvex.query(api.dashboard.dashboard.breedingAgenda, () => ({
    pregnancies: [],
    heats: [],
    litters: [],
  }));
  fakeConvex.query(api.dogs.dogs.list, ({ search }) => ({
    data: String(search).toLowerCase().startsWith("ar") ? [aria] : [],
    pagination: {},
  }));
});

describe("the command palette", () => {
  it("opens by Ctrl+K and by its button, and closes by Ctrl+K and by Escape", async () => {
    const { user } = open();
    pressShortcut();
    await palette();
    pressShortcut();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Search and Commands" }));
    await palette();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("opens by a slash; in a field, the slash is only typed", async () => {
    const { user } = open();
    const field = document.createElement("textarea");
    document.body.append(field);
    press("/", field);
    press("?", field);
    field.remove();
    expect(screen.queryByRole("dialog")).toBeNull();
    press("/");
    const input = (await palette()).getByRole("combobox");
    await user.type(input, "/?");
    expect(input).toHaveProperty("value", "/?");
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
  });

  it("shows all shortcuts by the question-mark key and by a palette entry", async () => {
    const { user } = open();
    const shortcuts = async () => within(await screen.findByRole("dialog", { name: "Keyboard Shortcuts" }));
    press("?");
    expect((await shortcuts()).getAllByRole("region").map((part) => part.getAttribute("aria-label"))).toEqual(
      ["Anywhere", "On a dog's page", "In a large photo", "At the scale", "In the tour"],
    );
    expect((await shortcuts()).getByText("Next dog of the list").parentElement?.textContent).toMatch(/J$/u);
    press("?");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    press("/");
    await user.type((await palette()).getByRole("combobox"), "shortcuts{Enter}");
    await shortcuts();
  });

  it("does not open over a form with typed text", () => {
    open();
    const form = document.createElement("div");
    form.setAttribute("role", "dialog");
    form.append(document.createElement("form"));
    document.body.append(form);
    pressShortcut();
    press("/");
    press("?");
    form.remove();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("finds dogs on the server, opens one, and shows that dog first the next time", async () => {
    const { user } = open();
    pressShortcut();
    await user.type((await palette()).getByRole("combobox"), "ari");
    const option = await (await palette()).findByRole("option", { name: /Aria of Oak/u });
    expect(fakeConvex.subscriptionsOf(api.dogs.dogs.list).at(-1)).toMatchObject({ search: "ari", limit: 6 });
    await user.click(option);
    expect(address()).toBe("/dashboard/dogs/dog1");
    await act(async () => pressShortcut());
    expect((await labels())[0]).toBe("Aria of Oak");
  });

  it("opens the typed dog by Enter even if screens were found first", async () => {
    const { user } = open();
    fakeConvex.query(api.dogs.dogs.list, () => ({
      data: [{ _id: "dog7", name: "Heats", callName: null, breed: "Beagle" }],
      pagination: {},
    }));
    pressShortcut();
    await user.type((await palette()).getByRole("combobox"), "heat{Enter}");
    await waitFor(() => expect(address()).toBe("/dashboard/dogs/dog7"));
  });

  it("finds a screen by other words and opens it with the keyboard alone", async () => {
    const { user } = open();
    pressShortcut();
    await user.type((await palette()).getByRole("combobox"), "buyers");
    await waitFor(async () => expect(await labels()).toEqual(["Waiting list"]));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(address()).toBe("/dashboard/breeding?tab=waiting-list"));
  });

  it("starts an action that the user may do", async () => {
    const { user } = open();
    pressShortcut();
    await user.click((await palette()).getByRole("option", { name: "Plan breeding" }));
    expect(address()).toBe("/dashboard/breeding?add=1");
  });

  it("offers to weigh any litter with puppies, youngest first, or links to the list without one", async () => {
    const { user } = open();
    pressShortcut();
    await user.click((await palette()).getByRole("option", { name: "Weigh a litter" }));
    expect(address()).toBe("/dashboard/breeding?tab=litters");
    act(() =>
      fakeConvex.query(api.dashboard.dashboard.breedingAgenda, () => ({
        pregnancies: [],
        heats: [],
        litters: [6, 5, 4, 3].map((month) => ({
          litterId: `litter${month}`,
          damName: month === 3 ? "Cora" : "Bella",
          whelpingDate: `2025-0${month}-01`,
        })),
      })),
    );
    pressShortcut();
    const offered = async () => (await labels()).filter((label) => label?.startsWith("Weigh a litter"));
    await waitFor(async () =>
      expect(await offered()).toEqual(
        ["Jun 1", "May 1", "Apr 1"].map((day) => `Weigh a litter Bella, born ${day}`),
      ),
    );
    await user.type((await palette()).getByRole("combobox"), "weigh cora");
    await waitFor(async () => expect(await offered()).toEqual(["Weigh a litter Cora, born Mar 1"]));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(address()).toBe("/dashboard/litters/litter3/weigh"));
  });

  it("finds a litter to weigh by two initials; Enter waits until the litters are loaded", async () => {
    fakeConvex.query(api.dashboard.dashboard.breedingAgenda, () => undefined);
    const { user } = open();
    pressShortcut();
    await user.type((await palette()).getByRole("combobox"), "wo{Enter}");
    await waitFor(() =>
      expect(fakeConvex.subscriptions).toContainEqual(
        expect.objectContaining({ args: expect.objectContaining({ search: "wo" }) }),
      ),
    );
    expect(address()).toBe("/dashboard");
    act(() =>
      fakeConvex.query(api.dashboard.dashboard.breedingAgenda, () => ({
        pregnancies: [],
        heats: [],
        litters: ["Klara", "Opal"].map((damName) => ({
          litterId: damName,
          damName,
          whelpingDate: "2025-06-01",
        })),
      })),
    );
    await waitFor(() => expect(address()).toBe("/dashboard/litters/Opal/weigh"));
  });

  describe("a palette search with an action and a dog's name", () => {
    const search = async (text: string, role: Role = "owner") => {
      fakeConvex.query(api.dogs.dogs.list, ({ search: typed }) => ({
        data: [klara, rex, oldRex].filter(({ name }) => name.toLowerCase().startsWith(String(typed))),
        pagination: {},
      }));
      return await searchFor(text, role);
    };

    it.each([
      ["heat klara", "Record heat Klara", "/dashboard/breeding?tab=heats&bitch=dog2&heat=new"],
      ["heats klara", "Heats Klara", "/dashboard/breeding?tab=heats&bitch=dog2"],
      ["shot rex", "Record a shot Rex", "/dashboard/health?dose=new&for=dog3"],
      ["record rex", "Add health record Rex", "/dashboard/health?record=new&for=dog3"],
      ["weigh rex", "Weigh Rex", "/dashboard/dogs/dog3?tab=health"],
      ["pedigree rex", "Pedigree Rex", "/dashboard/dogs?ancestry=dog3"],
      ["print pedigree rex", "Print pedigree Rex", "/dashboard/dogs?certificate=dog3"],
      ["plan klara", "Plan breeding Klara", "/dashboard/breeding?add=1&dam=dog2"],
      ["plan rex", "Plan breeding Rex", "/dashboard/breeding?add=1&sire=dog3"],
    ])("starts '%s' by Enter", async (text, label, to) => {
      const user = await search(text);
      expect((await labels())[0]).toBe(label);
      await user.keyboard("{Enter}");
      await waitFor(() => expect(address()).toBe(to));
    });

    it("'remind rex' opens the form of a reminder about him", async () => {
      const user = await search("remind rex");
      await user.keyboard("{Enter}");
      const form = within(await screen.findByRole("dialog", { name: "Add New Reminder" }));
      expect(form.getByRole("button", { name: /Add Reminder/u })).toBeTruthy();
      expect(fakeConvex.subscriptionsOf(api.dogs.dogs.get)).toContainEqual({ dogId: "dog3" });
    });

    it("waits after Enter until the dog is loaded", async () => {
      const { user } = open();
      fakeConvex.query(api.dogs.dogs.list, ({ search: name }) => ({
        data: name === "klara" ? [klara] : [],
        pagination: {},
      }));
      pressShortcut();
      await user.type((await palette()).getByRole("combobox"), "heat klara{Enter}");
      await waitFor(() => expect(address()).toBe("/dashboard/breeding?tab=heats&bitch=dog2&heat=new"));
    });

    it("offers only actions that suit the dog and that the user may do", async () => {
      await search("heat rex");
      for (const label of ["Record heat Rex", "Heats Rex"]) expect(await labels()).not.toContain(label);
    });

    it("offers no plans for a deceased dog, but does offer its pedigree", async () => {
      await search("plan rex");
      expect(await labels()).toEqual(["Plan breeding Rex"]);
    });

    it("offers the dog's pedigree and the reverse pedigree", async () => {
      await search("pedigree rex");
      expect(await labels()).toEqual([
        ...["Pedigree Rex", "Pedigree Rex of Elm"],
        ...["Print pedigree Rex", "Print pedigree Rex of Elm"],
      ]);
    });

    it("lets a viewer read but not record", async () => {
      await search("shot rex", "viewer");
      expect((await labels()).filter((label) => label?.includes("Rex"))).toEqual([]);
    });

    it("offers to weigh a bitch's litter before the bitch", async () => {
      fakeConvex.query(api.dashboard.dashboard.breedingAgenda, () => ({
        pregnancies: [],
        heats: [],
        litters: [{ litterId: "litter1", damName: "Klara", whelpingDate: "2025-06-01" }],
      }));
      await search("weigh klara");
      expect(await labels()).toEqual(["Weigh a litter Klara, born Jun 1", "Weigh Klara"]);
    });
  });

  it("sorts equal matches by last use, and shows the last used entries first without a search", async () => {
    const { user } = open();
    const input = async () => (await palette()).getByRole("combobox");
    const choose = async (text: string, name: string) => {
      await act(async () => pressShortcut());
      await user.type(await input(), text);
      await user.click(await (await palette()).findByRole("option", { name }));
    };
    await act(async () => pressShortcut());
    await user.type(await input(), "breed");
    await waitFor(async () => expect((await labels())[0]).toBe("Plan breeding"));
    await user.clear(await input());
    expect((await labels()).slice(0, 2)).toEqual(["Add dog", "Add past dog"]);
    await act(async () => pressShortcut());
    await choose("reports", "Breeding reports");
    await choose("dark", "Turn dark mode on or off");
    await choose("buyers", "Waiting list");
    await act(async () => pressShortcut());
    expect((await labels()).slice(0, 4)).toEqual([
      "Waiting list",
      "Turn dark mode on or off",
      "Breeding reports",
      "Add dog",
    ]);
    expect((await labels()).filter((label) => label === "Waiting list")).toHaveLength(1);
    await user.type(await input(), "breed");
    await waitFor(async () => expect((await labels())[0]).toBe("Breeding reports"));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(address()).toBe("/dashboard/breeding?tab=reports"));
  });

  it("opens the vaccination form for 'shot'", async () => {
    const { user } = open();
    pressShortcut();
    await user.type((await palette()).getByRole("combobox"), "vaccin");
    await user.click(await (await palette()).findByRole("option", { name: "Record a shot" }));
    expect(address()).toBe("/dashboard/health?dose=new");
  });

  it.each([
    ["what is due today", "/dashboard"],
    ["inbreeding", "/dashboard/dogs/pedigree-database"],
  ])("finds the intended screen for '%s'", async (text, to) => {
    const user = await searchFor(text, "owner");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(address()).toBe(to));
  });

  it("finds the puppy for 'sell quest'; a viewer is offered no sale", async () => {
    const breeding = { sire: { name: "Rex" }, dam: { name: "Opal" }, sireName: null, damName: null };
    fakeConvex.query(api.litters.puppies.search, ({ search }) =>
      search === "quest"
        ? [{ puppy: { _id: "p1", litterId: "l1", name: "Quest", buyer: null }, breeding }]
        : [],
    );
    await searchFor("sell quest", "owner");
    expect((await labels())[0]).toMatch(/^Sell Quest/u);
  });

  it("finds a vet by name before the records of that vet", async () => {
    const record = (index: number) => ({
      ...{ _id: `r${index}`, title: `Exam ${index}`, dateRecorded: "2025-01-01" },
      dog: { name: "Rex", callName: null },
    });
    fakeConvex.query(api.health.healthRecords.list, () => ({
      data: [1, 2, 3, 4].map(record),
      pagination: {},
    }));
    fakeConvex.query(api.health.veterinaryRecords.list, () => ({
      data: [{ _id: "v1", veterinarianName: "Dr. Ellen Marsh", veterinaryClinic: "Green Mountain" }],
      pagination: {},
    }));
    await searchFor("marsh", "owner");
    expect((await labels())[0]).toMatch(/^Dr\. Ellen Marsh/u);
  });

  it("offers a viewer the screens but no actions", async () => {
    open("viewer");
    pressShortcut();
    const offered = await labels();
    expect(offered).toContain("Dogs");
    expect(offered.filter((label) => /^(Add|Plan|Record|Weigh)/u.test(label ?? ""))).toEqual([]);
  });

  it("shows a message when nothing is found", async () => {
    const { user } = open();
    pressShortcut();
    await user.type((await palette()).getByRole("combobox"), "xyzzy");
    expect(await screen.findByText("Nothing found for “xyzzy”")).toBeTruthy();
    expect(await labels()).toEqual(["Tour of Studbook", "Add a dog named “xyzzy”"]);
    await user.click((await palette()).getByRole("option", { name: "Tour of Studbook" }));
    expect(onHelp).toHaveBeenCalledOnce();
  });

  it("offers a viewer only the help when nothing is found", async () => {
    const { user } = open("viewer");
    pressShortcut();
    await user.type((await palette()).getByRole("combobox"), "xyzzy");
    await waitFor(async () => expect(await labels()).toEqual(["Tour of Studbook"]));
  });

  it("finds records of every kind for the latest search text, and opens each on its own screen", async () => {
    fakeConvex.query(api.reminders.reminders.list, ({ search }) => ({
      data: search === "towels" ? [{ _id: "r1", title: "Order towels", dueDate: "2025-07-01" }] : [],
      pagination: {},
    }));
    fakeConvex.query(api.litters.waitingList.list, () => ({
      active: [{ name: "Quentin Marlowe", email: null, phone: "01 23" }],
      former: [],
    }));
    const { user } = open();
    pressShortcut();
    await user.type((await palette()).getByRole("combobox"), "marlowe 0123");
    await waitFor(async () => expect(await labels()).toEqual(["Quentin Marlowe Waiting list · 01 23"]));
    await user.clear((await palette()).getByRole("combobox"));
    await user.type((await palette()).getByRole("combobox"), "towels");
    await user.click(await (await palette()).findByRole("option", { name: /^Order towels/u }));
    expect(address()).toBe("/dashboard/reminders?reminder=r1");
  });

  describe("the palette's record search", () => {
    const pair = { sire: { name: "Rex" }, dam: { name: "Opal" }, sireName: null, damName: null };
    const litter = { _id: "litter1", whelpingDate: "2025-06-01", breeding: pair };
    const puppy = { name: "Quince", collarColor: null, order: 1, litterId: "litter1", buyer: null };
    const sold = { ...puppy, name: null, collarColor: "Red", buyer: { name: "Jane Doe", phone: "0123" } };
    const find = async (text: string, role: Role = "owner") => {
      const data = (search: unknown, found: object) => ({
        data: search === "opal" ? [found] : [],
        pagination: {},
      });
      fakeConvex.query(api.litters.puppies.search, ({ search }) =>
        ["quince", "doe"].flatMap((name, at) =>
          search === name ? [{ puppy: [puppy, sold][at], breeding: pair }] : [],
        ),
      );
      fakeConvex.query(api.dogs.dogs.searchByOwner, ({ search }) =>
        search === "berg"
          ? [{ _id: "dog9", name: "Juno", currentOwnerName: "Ida Berg", currentOwnerPhone: "0456" }]
          : [],
      );
      fakeConvex.query(api.litters.litters.list, ({ search }) => data(search, litter));
      fakeConvex.query(api.breedings.breedings.list, ({ search }) =>
        data(search, { _id: "breeding1", ...pair, status: "bred", breedingDate: "2025-04-01" }),
      );
      fakeConvex.query(api.health.medications.due, () => [
        { dog: klara, courses: [{ drug: "Carprofen" }, { drug: "Metoclopramide" }] },
      ]);
      return await searchFor(text, role);
    };

    it.each([
      ["berg", "Juno Owner · Ida Berg · 0456", "/dashboard/dogs/dog9"],
      ["quince", "Quince Puppy · Rex × Opal", "/dashboard/litters/litter1"],
      ["doe", "Red collar Puppy · Jane Doe · 0123 · Rex × Opal", "/dashboard/litters/litter1"],
      ["opal", "Rex × Opal Litter · Jun 1", "/dashboard/litters/litter1"],
      ["opal", "Rex × Opal Bred · Apr 1", "/dashboard/breeding/breeding1"],
      ["carpro", "Carprofen Klara · Medication", "/dashboard/dogs/dog2?tab=health"],
    ])("finds by '%s': %s", async (text, label, to) => {
      const user = await find(text);
      const options = (await palette()).getAllByRole("option");
      await user.click(options[(await labels()).indexOf(label)] ?? document.body);
      expect(address()).toBe(to);
    });

    it("finds dogs by their owner only for users who may read contacts", async () => {
      await find("berg", "viewer");
      expect((await palette()).queryByRole("option", { name: /Juno/u })).toBeNull();
      expect(fakeConvex.subscriptionsOf(api.dogs.dogs.searchByOwner)).toEqual([]);
    });

    it("shows all medications of a dog, and a few records of each other kind", async () => {
      await find("klara");
      expect(await labels()).toEqual(["Carprofen Klara · Medication", "Metoclopramide Klara · Medication"]);
      expect(fakeConvex.subscriptionsOf(api.breedings.breedings.list)).toContainEqual(
        expect.objectContaining({ search: "klara", limit: 4 }),
      );
    });
  });
});
