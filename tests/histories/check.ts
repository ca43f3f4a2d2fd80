/**
 * Checks a history. There must be one order of its mutations in which each mutation read and left what the model
 * says. The order must match the order in which clients sent requests and received responses. Nothing may be lost
 * or duplicated. All query results must equal the model's results at their moment.
 */
import { isDeepStrictEqual } from "node:util";
import { checkTransitions } from "./check-transitions";
import type { Answer, Call, History, HttpAsk } from "./history";
import type { JournalLine, Question } from "./language";
import { answer, run, viewOf, type Answer as ModelAnswer, type State } from "./model";
import { orderOf, type Order } from "./order";
import { show } from "./show";

/** Empty if the history is correct. */
export function check(history: History): string[] {
  const { order, findings } = orderOf(history);
  // Nothing can be checked in a history with an inconsistent order.
  if (findings.length > 0) return [...history.problems, ...findings];
  return [
    ...history.problems,
    ...history.calls.flatMap((call) => checkCall(order, call)),
    ...checkRuns(order, history.journal),
    ...checkTimes(order),
    ...checkTransitions(history, order),
    ...history.asks.flatMap((ask) => checkAsk(order, ask)),
    ...checkEnd(order, history),
  ];
}

const nameOf = ({ client, number }: Call) => `${client} ${number}`;

/** Also checks that all responses to one mutation are equal. */
function checkCall(order: Order, call: Call): string[] {
  const findings: string[] = [];
  const position = order.positionOf.get(call);
  const [first] = call.answers;
  for (const { ts, outcome } of call.answers) {
    if (first && "seen" in outcome && (ts !== first.ts || !isDeepStrictEqual(outcome, first.outcome)))
      findings.push(`${nameOf(call)} was answered ${show(first.outcome)} and then ${show(outcome)}`);
    if ("error" in outcome) findings.push(`${nameOf(call)} failed: ${outcome.error}`);
  }
  if (call.fails && position !== undefined) findings.push(`${nameOf(call)} failed and left its line`);
  const isCommitted = call.answers.some(({ outcome }) => "seen" in outcome);
  if (isCommitted && call.fails) findings.push(`${nameOf(call)} should have failed`);
  if (isCommitted && !call.isLook && position === undefined)
    findings.push(`lost: ${nameOf(call)} was acknowledged`);
  const ts = first?.ts ?? null;
  if (call.resolvedAtTs !== null && ts !== null && call.resolvedAtTs < ts)
    findings.push(`${nameOf(call)} resolved before its client saw its effect`);
  if (call.fails || call.isLook)
    findings.push(...call.answers.flatMap((each) => checkUnwritten(order, call, each)));
  return findings;
}

/** A mutation without a journal line has only read. There must be a moment at which its reads are correct. */
function checkUnwritten(order: Order, call: Call, { at, ts, outcome }: Answer): string[] {
  if ("error" in outcome) return [];
  const [least, most] =
    ts === null ? order.positionsBetween(call.sentAt, at) : order.positionsAt(ts - 1n, at);
  const seen = "seen" in outcome ? outcome.seen : outcome.refusal;
  for (let position = least; position <= most; position += 1) {
    if (!isDeepStrictEqual(run(order.stateAt(position), call.steps).seen, seen)) continue;
    return [];
  }
  const right = run(order.stateAt(least), call.steps).seen;
  return [`${nameOf(call)} saw ${show(seen)}, where ${show(right)} was right`];
}

/** Serializability: each mutation read the state that the mutations before it left. */
function checkRuns(order: Order, journal: readonly JournalLine[]): string[] {
  return order.entries.flatMap(({ call }, position) => {
    const right = run(order.stateAt(position), call.steps).seen;
    const noted = journal[position]?.seen;
    if (!isDeepStrictEqual(noted, right))
      return [`${nameOf(call)} saw ${show(noted)}, where ${show(right)} was right`];
    const told = call.answers.find(
      ({ outcome }) => "seen" in outcome && !isDeepStrictEqual(outcome.seen, right),
    );
    return told ? [`${nameOf(call)} was told ${show(told.outcome)} of what it saw: ${show(right)}`] : [];
  });
}

/**
 * Timestamps increase with the order. If a mutation got its response before another was sent, it comes before the
 * other.
 */
function checkTimes(order: Order): string[] {
  const findings: string[] = [];
  let latest = -1n;
  let sentLast = 0;
  for (const { call, ts } of order.entries) {
    if (ts !== null && ts <= latest) findings.push(`the timestamp of ${nameOf(call)} does not rise`);
    if (ts !== null) latest = ts;
    const answeredAt = Math.min(...call.answers.map(({ at }) => at));
    if (answeredAt < sentLast)
      findings.push(`${nameOf(call)} was answered before one that it came after was sent`);
    sentLast = Math.max(sentLast, call.sentAt);
  }
  return findings;
}

function checkAsk(order: Order, { questions, sentAt, answeredAt, ts, answers }: HttpAsk): string[] {
  const between = order.positionsBetween(sentAt, answeredAt);
  const at = ts === null ? ([0, Infinity] as const) : order.positionsAt(ts, answeredAt);
  // A timestamp may be the one before a mutation that gets its response at the same time, but never an older one.
  const least = Math.max(between[0], at[0]);
  const most = Math.min(between[1], at[1]);
  for (let position = least; position <= most; position += 1) {
    if (questions.every((question, i) => isRight(order.stateAt(position), question, answers[i]))) return [];
  }
  const right = questions.map((question) => answer(order.stateAt(least), question));
  return [`over HTTP ${show(questions)} was answered ${show(answers)}, where ${show(right)} was right`];
}

function isRight(
  state: State,
  question: Question,
  answered: HttpAsk["answers"][number] | undefined,
): boolean {
  const right: ModelAnswer = answer(state, question);
  return isDeepStrictEqual(answered, right);
}

function checkEnd(order: Order, { everything }: History): string[] {
  const { items, links } = order.stateAt(order.entries.length);
  const right: unknown = { items: items.map(viewOf), links };
  const isSame = isDeepStrictEqual(everything, right);
  return isSame ? [] : [`in the end there is ${show(everything)}, where ${show(right)} was right`];
}
