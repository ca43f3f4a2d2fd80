/**
 * A generated breed with known coefficients, for checking calculated ones. It has generations of dogs with popular
 * sires, some sires that are a generation older, and some unknown parents. The true coefficients come from the
 * tabular method (Emik and Terrill 1949, J. Hered. 40:51-55). It shares no code with the tested calculation: it
 * derives the kinship of every two dogs of two generations from the kinships of their parents.
 */

/** Parents have smaller numbers than their offspring. */
export interface BredDog {
  readonly generation: number;
  readonly gender: "male" | "female";
  readonly sire: number | null;
  readonly dam: number | null;
}

/** Park and Miller 1988. */
export function makeRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** `perGeneration` must be even. Dogs with an even number are male. */
export function breedDogs(generations: number, perGeneration: number, random: () => number): BredDog[] {
  if (perGeneration % 2 !== 0) throw new Error("A generation has as many females as males");
  const dogs: BredDog[] = [];
  const pick = (generation: number, odd: 0 | 1, share: number): number =>
    generation * perGeneration + 2 * Math.floor((share * perGeneration) / 2) + odd;
  for (let generation = 0; generation < generations; generation += 1) {
    let litter: { sire: number | null; dam: number | null } = { sire: null, dam: null };
    for (let index = 0; index < perGeneration; index += 1) {
      if (generation > 0 && index % 6 === 0) {
        const ofSire = generation > 1 && random() < 0.2 ? generation - 2 : generation - 1;
        litter = {
          // A third of the males sire most litters.
          sire: random() < 0.02 ? null : pick(ofSire, 0, random() ** 3),
          dam: random() < 0.02 ? null : pick(generation - 1, 1, random()),
        };
      }
      dogs.push({ generation, gender: index % 2 === 0 ? "male" : "female", ...litter });
    }
  }
  return dogs;
}

/** The coefficients of all dogs, and those of the offspring of the given matings within a generation. */
export interface Truth {
  readonly coefficients: Float64Array;
  readonly matings: readonly number[];
}

/** Uses the tabular method, two generations at a time. */
export function tabulate(
  dogs: readonly BredDog[],
  perGeneration: number,
  matings: readonly (readonly [number, number])[],
): Truth {
  const size = 2 * perGeneration;
  const coefficients = new Float64Array(dogs.length);
  const expected = new Map<string, number>();
  const askedOf = (generation: number) =>
    matings.filter(([sire]) => Math.floor(sire / perGeneration) === generation);
  // Kinships of the dogs of the last two generations, the older generation first.
  let table = new Float64Array(size * size);
  const generations = dogs.length / perGeneration;
  for (let generation = 0; generation < generations; generation += 1) {
    const next = new Float64Array(size * size);
    for (let a = 0; a < perGeneration; a += 1) {
      next.set(
        table.subarray((perGeneration + a) * size + perGeneration, (perGeneration + a + 1) * size),
        a * size,
      );
    }
    const first = generation * perGeneration;
    // The parents are in the previous table. The generation before the last starts there at 0.
    const inTable = (parent: number | null): number => (parent === null ? -1 : parent - first + size);
    for (let a = 0; a < perGeneration; a += 1) {
      const { sire, dam } = dogs[first + a] ?? { sire: null, dam: null };
      const [s, d] = [inTable(sire), inTable(dam)];
      const row = (perGeneration + a) * size;
      const half = (other: number): number =>
        ((s < 0 ? 0 : (table[s * size + other] ?? 0)) + (d < 0 ? 0 : (table[d * size + other] ?? 0))) / 2;
      for (let b = 0; b < perGeneration; b += 1) {
        const value = half(perGeneration + b);
        next[row + b] = value;
        next[b * size + perGeneration + a] = value;
      }
      for (let b = 0; b < a; b += 1) {
        const other = dogs[first + b] ?? { sire: null, dam: null };
        const [os, od] = [inTable(other.sire), inTable(other.dam)];
        const value = ((os < 0 ? 0 : half(os)) + (od < 0 ? 0 : half(od))) / 2;
        next[row + perGeneration + b] = value;
        next[(perGeneration + b) * size + perGeneration + a] = value;
      }
      const own = s < 0 || d < 0 ? 0 : (table[s * size + d] ?? 0);
      coefficients[first + a] = own;
      next[row + perGeneration + a] = (1 + own) / 2;
    }
    for (const [sire, dam] of askedOf(generation)) {
      const [a, b] = [perGeneration + (sire % perGeneration), perGeneration + (dam % perGeneration)];
      expected.set(`${sire} ${dam}`, next[a * size + b] ?? 0);
    }
    table = next;
  }
  return { coefficients, matings: matings.map(([sire, dam]) => expected.get(`${sire} ${dam}`) ?? NaN) };
}

/** Males and females of one generation. The matings are spread evenly over all generations from the second on. */
export function pickMatings(
  generations: number,
  perGeneration: number,
  count: number,
  random: () => number,
): (readonly [number, number])[] {
  return Array.from({ length: count }, (_, number) => {
    const first = (1 + (number % (generations - 1))) * perGeneration;
    const pick = () => 2 * Math.floor((random() * perGeneration) / 2);
    return [first + pick(), first + pick() + 1] as const;
  });
}

/** The row of a pedigree database. */
export const rowOf = (dogs: readonly BredDog[], number: number) => {
  const { generation, gender, sire, dam } = dogs[number] ?? {
    generation: 0,
    gender: "male",
    sire: null,
    dam: null,
  };
  return {
    fileId: `d${number}`,
    name: `Dog ${number}`,
    gender,
    registrationNumber: `REG ${number}`,
    dateOfBirth: `${1900 + 2 * generation}-01-01`,
    ...(sire !== null && { sireFileId: `d${sire}` }),
    ...(dam !== null && { damFileId: `d${dam}` }),
  };
};
