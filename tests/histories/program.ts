/**
 * Random programs: the steps of a few clients, each in its own order and all at the same time. There are only a few
 * names, groups and ranks, so that clients conflict often.
 */
import fc from "fast-check";
import type { Bound, Question, Range, Scalar, Step } from "./language";

export type Action =
  | {
      readonly do: "work";
      readonly steps: readonly Step[];
      readonly fails: boolean;
      readonly isAwaited: boolean;
    }
  | { readonly do: "look"; readonly steps: readonly Step[]; readonly isAwaited: boolean }
  | { readonly do: "watch"; readonly slot: number; readonly question: Question }
  | { readonly do: "unwatch"; readonly slot: number }
  /**
   * The connection ends immediately, or with the message that arrives this many messages from now. That message is
   * not read.
   */
  | { readonly do: "cut"; readonly after: number }
  | { readonly do: "settle" };

export type HttpAction =
  | { readonly do: "work"; readonly steps: readonly Step[]; readonly fails: boolean }
  | { readonly do: "ask"; readonly question: Question }
  /** Several queries at one timestamp, each in a separate request. */
  | { readonly do: "askAt"; readonly questions: readonly Question[] };

export interface Program {
  readonly sockets: readonly (readonly Action[])[];
  readonly http: readonly HttpAction[];
  /** The server is killed when this many actions have begun. */
  readonly crashes: readonly number[];
}

const name = fc.constantFrom("ada", "bo", "cy", "dot");
const group = fc.constantFrom("red", "blue");
const scalar: fc.Arbitrary<Scalar> = fc.constantFrom<Scalar>(null, -1n, 2n, 0, 1, 2.5, true, "", "a", "é");
const maybe = <Key extends string, T>(key: Key, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined, freq: 4 }).map(
    // The field is missing, not undefined, because arguments are sent that way.
    (given) => (given === undefined ? {} : { [key]: given }) as { readonly [K in Key]?: T },
  );

const merged = <A extends object, B extends object>(a: fc.Arbitrary<A>, b: fc.Arbitrary<B>) =>
  fc.tuple(a, b).map(([first, second]): A & B => ({ ...first, ...second }));

const bound: fc.Arbitrary<Bound> = merged(fc.record({ isInclusive: fc.boolean() }), maybe("value", scalar));
const range: fc.Arbitrary<Range> = merged(
  merged(fc.record({ isDescending: fc.boolean() }), maybe("group", maybe("value", group))),
  merged(maybe("lower", bound), maybe("upper", bound)),
);
const count = fc.integer({ min: 1, max: 4 });
const take = fc.option(count, { freq: 2 });

const plainQuestion = fc.oneof(
  fc.record({ ask: fc.constant("item" as const), name }),
  { weight: 3, arbitrary: fc.record({ ask: fc.constant("range" as const), range, take }) },
  merged(
    fc.record({
      ask: fc.constant("filter" as const),
      field: fc.constantFrom("rank" as const, "group" as const),
      operator: fc.constantFrom("eq" as const, "neq" as const, "lt" as const, "gte" as const),
      take,
    }),
    maybe("value", fc.oneof(scalar, group)),
  ),
  fc.record({ ask: fc.constant("linked" as const), group }),
  fc.record({ ask: fc.constant("atMost" as const), group, count: fc.integer({ min: 0, max: 2 }) }),
);
const question: fc.Arbitrary<Question> = fc.oneof(
  { weight: 4, arbitrary: plainQuestion },
  { weight: 1, arbitrary: fc.record({ ask: fc.constant("page" as const), range, numItems: count }) },
);

const item = merged(fc.record({ name }), merged(maybe("group", group), maybe("rank", scalar)));
const look = fc.record({ do: fc.constant("ask" as const), question: plainQuestion });
const simpleStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: item.map((fields) => ({ do: "insert" as const, ...fields })) },
  { weight: 2, arbitrary: look },
  fc.record({ do: fc.constantFrom("bump" as const, "remove" as const), name }),
  fc.record({ do: fc.constant("copy" as const), from: name, to: name }),
  merged(fc.record({ do: fc.constant("setRank" as const), name }), maybe("rank", scalar)),
  merged(fc.record({ do: fc.constant("setGroup" as const), name }), maybe("group", group)),
  item.map((fields) => ({ do: "replace" as const, ...fields })),
  fc.record({ do: fc.constant("link" as const), group, name }),
  fc.record({ do: fc.constant("unlink" as const), group }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: simpleStep },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("nest" as const),
      steps: fc.array(simpleStep, { minLength: 1, maxLength: 3 }),
      fails: fc.boolean(),
    }),
  },
);
const steps = fc.array(step, { minLength: 1, maxLength: 4 });
const fails = fc.integer({ min: 0, max: 7 }).map((drawn) => drawn === 7);
const slot = fc.integer({ min: 0, max: 2 });

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("work" as const), steps, fails, isAwaited: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("look" as const),
      steps: fc.array(look, { minLength: 1, maxLength: 3 }),
      isAwaited: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("watch" as const), slot, question }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("unwatch" as const), slot }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("cut" as const), after: fc.integer({ min: 0, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("settle" as const) }) },
);
const httpAction: fc.Arbitrary<HttpAction> = fc.oneof(
  fc.record({ do: fc.constant("work" as const), steps, fails }),
  fc.record({ do: fc.constant("ask" as const), question }),
  fc.record({
    do: fc.constant("askAt" as const),
    questions: fc.array(question, { minLength: 2, maxLength: 3 }),
  }),
);

/** With `crashes`, the server is killed at least once in each program. */
export function programs({ crashes }: { readonly crashes: boolean }): fc.Arbitrary<Program> {
  const moment = fc.integer({ min: 1, max: 40 });
  return fc.record({
    sockets: fc.array(fc.array(action, { maxLength: 14 }), { minLength: 1, maxLength: 4 }),
    http: fc.array(httpAction, { maxLength: 6 }),
    crashes: crashes
      ? fc.uniqueArray(moment, { minLength: 1, maxLength: 2 })
      : fc.constant<readonly number[]>([]),
  });
}
