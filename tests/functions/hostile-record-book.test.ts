/** Attacks the record book with random names, numbers, cells and dates, from fixed seeds. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { isSamePhone } from "../../domain/contacts/record";
import { parseRegistration, registrationText } from "../../domain/dogs/registrations";
import { REGISTRATION_KINDS } from "../../domain/dogs/rules";
import { getErrorData } from "../../domain/errors";
import { decoded, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { makeRandom } from "../support/breed";
import { recordBreeding } from "../support/breedings";
import { addLitter, addPuppy } from "../support/litters";

const { contacts } = api.contacts;

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const chooser = (seed: number) => {
  const random = makeRandom(seed * 7919);
  const below = (most: number) => Math.floor(random() * most);
  return { below, pick: <Each>(all: readonly Each[]): Each => all[below(all.length)] as Each };
};

describe("names in every script", () => {
  const PARTS = [
    ...[
      "Anna",
      "Ångström",
      "Œuvre",
      "Straße",
      "İzmir",
      "ılgaz",
      "Łódź",
      "Nguyễn",
      "O’Brien",
      "d'Arc",
      "von der",
    ],
    ...[
      "Анна",
      "Щербакова",
      "Ёлка",
      "Γιώργος",
      "Σίσυφος",
      "王小明",
      "李",
      "たかし",
      "タカシ",
      "ﾀｶｼ",
      "김철수",
      "דוד",
    ],
    ...[
      "محمد",
      "عَلِيّ",
      "हिन्दी",
      "ไทย",
      "ა",
      "Dž",
      "ﬁne",
      "Ⅳ",
      "𝔄nna",
      "🐕",
      "1.",
      "–",
      "%",
      "_",
      '"',
      "\\",
      "%00",
    ],
  ];

  it("are stored exactly and found by each whole name, in either form of their accents", async () => {
    const { pick, below } = chooser(1);
    const { as } = team.owner;
    const { kennelId } = team;
    const names = new Set<string>();
    while (names.size < 150) names.add(Array.from({ length: 1 + below(3) }, () => pick(PARTS)).join(" "));
    const lost: string[] = [];
    for (const name of names) {
      const call = as.mutation(contacts.create, { kennelId, name });
      const added = await call.catch((error: unknown) => {
        // A name that consists only of punctuation is refused at its field.
        expect(getErrorData(decoded(error))?.details.fields).toEqual({ name: "Name is required" });
        expect(name).not.toMatch(/\p{L}|\p{N}/u);
      });
      if (!added) continue;
      expect(added.name).toBe(name);
      for (const search of [
        name,
        name.normalize("NFD"),
        name.toUpperCase(),
        name.split(" ").reverse().join(" "),
      ]) {
        const found = (await as.query(contacts.list, { kennelId, search, limit: 100 })).data;
        if (!found.some(({ _id }) => _id === added._id)) lost.push(`${name} by ${search}`);
      }
      const suggested = await as.query(contacts.suggest, { kennelId, search: name });
      if (!suggested.some((each) => each.name === name)) lost.push(`${name} while typing`);
    }
    expect(lost).toEqual([]);
  });
});

describe("phone numbers in two spellings", () => {
  const SIGNS = [" ", "-", "/", ".", "", "", "", "\u00A0", "\u2011"];

  it("belong to one person in any spacing, with and without the country code", () => {
    const { pick, below } = chooser(2);
    const spaced = (digits: string) => [...digits].map((digit) => digit + pick(SIGNS)).join("");
    for (let count = 0; count < 2000; count += 1) {
      const national = String(100_000_000 + below(899_999_999));
      const country = pick(["1", "44", "49", "420"]);
      const spellings = [
        ...[`+${country} ${spaced(national)}`, `00${country}${spaced(national)}`, `0${spaced(national)}`],
        ...[`+${country} (0)${spaced(national)}`, `${spaced(national)} ext. ${below(99)}`],
      ];
      const [one, other] = [pick(spellings), pick(spellings)];
      expect(isSamePhone(one, other), `${one} and ${other}`).toBe(true);
      const another = String(Number(national) + 1);
      expect(isSamePhone(one, `+${country}${another}`), `${one} and ${another}`).toBe(false);
    }
  });
});

describe("unusual cells of registrations", () => {
  const BITS = [
    "FCI",
    "NHSB",
    " ",
    ":",
    "|",
    "(",
    ")",
    "limited",
    "12345",
    "2024-05-01",
    "2024-02-30",
    "#",
    "-",
    "；",
    "（",
    "\t",
    "\n",
    "ÖHZB",
    "登録",
    "0",
    "//",
    "=",
    '"',
    "'",
  ];

  it("never fail, and give the same result when read a second time", () => {
    const { pick, below } = chooser(3);
    for (let count = 0; count < 20_000; count += 1) {
      const cell = Array.from({ length: 1 + below(9) }, () => pick(BITS)).join("");
      const read = parseRegistration(cell);
      if (!read || /[:|]/u.test(read.registry) || read.number.includes("|")) continue;
      expect(parseRegistration(registrationText(read)), cell).toEqual(read);
      expect(REGISTRATION_KINDS).toContain(read.kind);
    }
  });

  it("are stored or refused at their field over REST", async () => {
    const { pick, below } = chooser(4);
    for (let count = 0; count < 60; count += 1) {
      const text = () => Array.from({ length: below(5) }, () => pick(BITS)).join("");
      const registration = {
        registry: text(),
        number: text(),
        kind: pick([...REGISTRATION_KINDS, "x"]),
        since: pick(["2024-05-01", "2024-02-30", "", null, 5]),
        notes: text(),
      };
      const json = {
        name: `Dog ${count}`,
        breed: "Boxer",
        gender: "male",
        otherRegistrations: [registration],
      };
      const { status, body } = await callRest(team.owner.as, "POST", "/dogs", { json });
      expect([201, 400], JSON.stringify({ registration, body })).toContain(status);
      if (status === 400) expect(Object.keys(body.errors as object).length).toBeGreaterThan(0);
    }
  });
});

describe("several matings on one day", () => {
  it.each([1, 2, 3, 4])("are counted once after any changes, deletions and undos: seed %i", async (seed) => {
    const { pick } = chooser(seed);
    const { as } = team.owner;
    const { kennelId, deployment } = team;
    const breedingId = await recordBreeding(team, { breedingDate: "2025-05-01" });
    const days = ["2025-05-01", "2025-05-01", "2025-05-02", "2025-02-30", "2099-01-01", ""];
    const kinds = ["natural", "fresh_semen", "frozen_semen"] as const;
    const times = ["14:30", "14:30", "2 pm", "", null];
    const all = async () => await as.query(api.breedings.matings.list, { breedingId });
    for (let step = 0; step < 40; step += 1) {
      const matingId = pick(await all())?._id ?? "none";
      const fields = { on: pick(days), at: pick(times), kind: pick(kinds) };
      const changes = await deployment.run(async (ctx) => await ctx.db.query("changes").collect());
      const changeId = pick(changes.slice(-4))?._id ?? "none";
      const work = pick([
        async () => await as.mutation(api.breedings.matings.create, { breedingId, ...fields }),
        async () => await as.mutation(api.breedings.matings.create, { breedingId, ...fields }),
        async () => await as.mutation(api.breedings.matings.update, { matingId, ...fields }),
        async () => await as.mutation(api.breedings.matings.remove, { matingId }),
        async () =>
          await as.mutation(api.breedings.breedings.update, { breedingId, breedingDate: fields.on }),
        async () => await as.mutation(api.history.history.undo, { kennelId, changeId, today: TODAY }),
      ]);
      await work().catch((error: unknown) => {
        if (!getErrorData(decoded(error))) throw error;
      });
      const rows = await all();
      const { breedingDate, breedingType } =
        (await as.query(api.breedings.breedings.get, { breedingId })) ?? {};
      const counting = rows.filter(({ isCounting }) => isCounting);
      expect(counting.length).toBeLessThanOrEqual(1);
      for (const { on, kind } of counting) {
        expect(on).toBe(breedingDate);
        expect(kind === "natural").toBe(breedingType === "natural");
      }
      expect(rows.map(({ on }) => on)).toEqual(rows.map(({ on }) => on).sort());
    }
  });
});

describe("impossible values over REST", () => {
  const ODD = [
    "0000-00-00",
    "2025-02-30",
    "10000-01-01",
    "2025-13-01",
    "1/2/2025",
    "2025-06-15T00:00:00Z",
    "-2025-01-01",
    20250615,
    true,
    {},
    [],
    "２０２５-０６-１５",
    "9999-12-31",
    "0001-01-01",
  ];

  it("are refused at their field: dates of dogs, litters, puppies, matings and placements", async () => {
    const { litterId, breedingId, damId } = await addLitter(team);
    const { _id: puppyId } = await addPuppy(team, litterId);
    await team.owner.as.mutation(api.litters.puppies.reserve, { puppyId, buyerName: "Anna", today: TODAY });
    const asked = { kennelId: team.kennelId, puppyId };
    const placementId = (await team.owner.as.query(api.placements.placements.list, asked)).data[0]?._id ?? "";
    const wrong: string[] = [];
    for (const odd of ODD) {
      for (const [method, path, json] of [
        ["PUT", `/dogs/${damId}`, { acquiredOn: odd }],
        ["PUT", `/dogs/${damId}`, { chippedOn: odd }],
        ["PUT", `/litters/${litterId}`, { whelpingDate: odd }],
        ["PUT", `/puppies/${puppyId}`, { chippedOn: odd }],
        ["PUT", `/placements/${placementId}`, { handedOverOn: odd }],
        ["PUT", `/placements/${placementId}`, { returnedOn: odd }],
        ["POST", `/placements/${placementId}/hand-over`, { on: odd, papers: [] }],
        ["POST", `/breeding/${breedingId}/temperatures`, { temperature: odd }],
        ["POST", `/breeding/${breedingId}/matings`, { on: odd }],
      ] as const) {
        const { status, body: answer } = await callRest(team.owner.as, method, path, { json });
        const told = `${method} ${path} ${JSON.stringify(json)}: ${status} ${JSON.stringify(answer)}`;
        if (status !== 400) wrong.push(told.slice(0, 300));
      }
    }
    expect(wrong).toEqual([]);
  });

  it("are refused as temperatures: Celsius, text with a unit, numbers without a decimal point", async () => {
    const breedingId = await recordBreeding(team, { breedingDate: "2025-04-15", status: "confirmed" });
    const path = `/breeding/${breedingId}/temperatures`;
    for (const temperature of [
      3.85,
      38.5,
      385,
      1013,
      "385",
      "38,5",
      "101.3 F",
      "101.3",
      null,
      -99,
      1e9,
      "NaN",
    ]) {
      const { status, body } = await callRest(team.owner.as, "POST", path, { json: { temperature } });
      expect([status, Object.keys(body.errors as object)], String(temperature)).toEqual([
        400,
        ["temperature"],
      ]);
    }
    expect((await callRest(team.owner.as, "POST", path, { json: { temperature: 101.3 } })).status).toBe(201);
  });
});
